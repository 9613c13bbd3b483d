# Tested by tests/test_webui_phone.py.
"""Which camera a person chose on the page, and the turn of its picture: kept in the data folder for the next start."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from hardware.path import replacing
from hardware.rotated import ROTATIONS
from webui.camera.absent import ABSENT
from webui.config import Settings

FILE = "camera.txt"
TURN_FILE = "turn.txt"
FROM_THE_PAGE = ("pi", "phone", "demo", "auto", ABSENT)
ADDRESSES = ("http://", "https://", "rtsp://")
LONGEST = 300


def may_be_chosen(name: str) -> bool:
    """Whether the page may ask for this camera: one of this machine or this network, and no file."""
    if len(name) > LONGEST or not name.isprintable():
        return False
    return name in FROM_THE_PAGE or name.startswith(("usb:", *ADDRESSES))


def with_chosen(settings: Settings) -> Settings:
    """The settings with the camera and the turn that were chosen last, unless others are named at the start."""
    name, turned = _kept(settings.data / FILE), _kept(settings.data / TURN_FILE)
    if settings.camera == "auto" and name and may_be_chosen(name):
        settings = replace(settings, camera=name)
    if settings.rotate == 0 and turned in map(str, ROTATIONS):
        settings = replace(settings, rotate=int(turned))
    return settings


def _kept(path: Path) -> str:
    """What a file says; "" where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def choose(folder: Path, name: str) -> None:
    """Keep this choice, for this user alone: an address may hold a password. Raises OSError."""
    with replacing(folder / FILE) as part:
        file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as out:
            out.write(name)


def keep_turn(folder: Path, degrees: int) -> None:
    """Keep by how much the picture is turned. Raises OSError."""
    with replacing(folder / TURN_FILE) as part:
        part.write_text(str(degrees), encoding="utf-8")
