"""Pictures of the rasteriser, which draws where nobody sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def drawn_off_screen() -> Iterator[None]:
    """Round what draws: skips the test, saying so, where there is no off-screen OpenGL."""
    try:
        yield
    except Exception as error:
        if type(error).__module__.startswith("mujoco"):
            pytest.skip(f"no off-screen OpenGL here: {error}")
        raise
