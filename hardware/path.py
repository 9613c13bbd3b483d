"""Paths that people name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file beside it to write, which takes the place of `path` when all went well; else it is removed.

    So whoever reads `path` finds the old file or the new one, and never half of one; a link there is replaced, and what
    it leads to is not touched.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield beside
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def is_there(path: Path) -> bool:
    """Whether there is something; nothing is under a name that cannot be, such as one that is too long."""
    try:
        return path.exists()
    except OSError:
        return False
