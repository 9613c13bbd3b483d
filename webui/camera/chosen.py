# Tested by tests/test_webui_phone.py.
"""Which camera a person chose on the page: kept in the data folder, for a start by "auto"."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from hardware.path import replacing
from webui.config import Settings

FILE = "camera.txt"
FROM_THE_PAGE = ("pi", "phone", "demo", "auto")
ADDRESSES = ("http://", "https://", "rtsp://")
LONGEST = 300


def may_be_chosen(name: str) -> bool:
    """Whether the page may ask for this camera: one of this machine or this network, and no file."""
    if len(name) > LONGEST or not name.isprintable():
        return False
    return name in FROM_THE_PAGE or name.startswith(("usb:", *ADDRESSES))


def with_chosen(settings: Settings) -> Settings:
    """The settings with the camera that was chosen last, unless another one is named at the start."""
    if settings.camera != "auto":
        return settings
    try:
        name = (settings.data / FILE).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return settings
    return replace(settings, camera=name) if may_be_chosen(name) else settings


def choose(folder: Path, name: str) -> None:
    """Keep this choice, for this user alone: an address may hold a password. Raises OSError."""
    with replacing(folder / FILE) as part:
        file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as out:
            out.write(name)
