# Tested by tests/test_webui_settings.py.
"""Whether throwing again confirms a keep, as a person chose it on the page: kept for the next start."""

from __future__ import annotations

import logging
from pathlib import Path

from hardware.path import replacing
from webui.config import Settings

log = logging.getLogger("rollcall")

FILE = "by-throw.txt"
ASKS = "no"
CONFIRMS = "yes"


def confirms(settings: Settings) -> bool:
    """As it was chosen last; a start with --no-hands-free goes first, and what cannot be read counts as no choice."""
    try:
        kept = (settings.data / FILE).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        kept = ""
    return settings.hands_free and kept != ASKS


def keep(folder: Path, on: bool) -> None:
    """Keep the choice. In a folder that cannot be written it holds for as long as the program runs."""
    try:
        with replacing(folder / FILE) as part:
            part.write_text(CONFIRMS if on else ASKS, encoding="utf-8")
    except OSError as error:
        log.warning("what a throw confirms is not kept beyond this start: %s", error.strerror)
