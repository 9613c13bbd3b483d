"""Paths that people name."""

from __future__ import annotations

from pathlib import Path


def is_there(path: Path) -> bool:
    """Whether there is something; nothing is under a name that cannot be, such as one that is too long."""
    try:
        return path.exists()
    except OSError:
        return False
