# Tested by tests/test_webui_league_clock.py.
"""How long this machine has been running: a count that no change of the clock moves."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
STARTED = secrets.token_hex(16)
"""Stands for the start of the machine where the system does not name it: then each start of the program is one."""


@dataclass(frozen=True)
class Uptime:
    """A moment since the machine was started. boot: which start, by a name of 36 characters at most. s: seconds."""

    boot: str
    s: float


def uptime() -> Uptime:
    """This moment. Sleep counts, where the system tells it."""
    boot = _boot()
    if boot and hasattr(time, "CLOCK_BOOTTIME"):
        return Uptime(boot, time.clock_gettime(time.CLOCK_BOOTTIME))
    return Uptime(STARTED, time.monotonic())


@cache
def _boot() -> str:
    """The name of this start of the machine; "" where the system gives it none. It stays as long as we run."""
    return BOOT_ID.read_text().strip()[:36] if BOOT_ID.exists() else ""
