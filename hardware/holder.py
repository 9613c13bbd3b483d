"""Who holds a device open, as far as this user may see."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")


def holder_of(device: Path) -> str:
    """The program that holds this device open, as "NAME (process N)"; "" where none can be seen.

    Only Linux tells, and of other users' programs only root.
    """
    found = (process for process in _processes() if _holds(process, device))
    return next((f"{_name(process)} (process {process.name})" for process in found), "")


def _processes() -> list[Path]:
    with suppress(OSError):
        others = (each for each in PROCESSES.iterdir() if each.name.isdecimal())
        return sorted(each for each in others if int(each.name) != os.getpid())
    return []


def _holds(process: Path, device: Path) -> bool:
    with suppress(OSError):
        for held in (process / "fd").iterdir():
            with suppress(OSError):
                if os.readlink(held) == str(device):
                    return True
    return False


def _name(process: Path) -> str:
    with suppress(OSError):
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    return "a program"
