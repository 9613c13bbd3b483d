# Tested by tests/test_webui_advise.py.
"""The settings of a verb; where they cannot be, a Refusal says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webui.cli import Refusal
from webui.config import Settings


def settings_of(**given: Any) -> Settings:
    """What the environment and the command line set, as `Settings.from_environment`. Raises Refusal."""
    try:
        return Settings.from_environment(**given)
    except ValueError as error:
        raise Refusal(str(error)) from None


def data_folder() -> Path:
    """The folder of the settings that holds what the program keeps. Raises Refusal."""
    return settings_of().data
