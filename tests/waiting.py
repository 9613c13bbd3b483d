"""Waiting for what another thread or process does, on a machine that may be slow."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG_S = 120.0
"""Seconds until a test gives up. Larger: a hang is found later. Smaller: a busy machine fails what is right."""
PAUSE_S = 0.005


def until(true: Callable[[], object], seconds: float = LONG_S) -> bool:
    """Whether it became true within the time."""
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        if true():
            return True
        time.sleep(PAUSE_S)
    return False
