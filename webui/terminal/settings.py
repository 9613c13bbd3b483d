# Tested by tests/test_webui_advise.py.
"""The settings of a verb; where they cannot be, a Refusal says why."""

from __future__ import annotations

import argparse
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


def named(text: str) -> Path:
    """The path that a word of the command line names; an empty one, as of a variable that is not set, names none."""
    if not text.strip():
        raise argparse.ArgumentTypeError("a name is missing: it is empty")
    return Path(text)


def addressed(text: str) -> str:
    """The address of a database that a word of the command line holds; an empty one names none."""
    if not text.strip():
        raise argparse.ArgumentTypeError(
            "an address is missing: leave --db out for the file in the data folder"
        )
    return text


def data_folder() -> Path:
    """The folder of the settings that holds what the program keeps. Raises Refusal."""
    return settings_of().data
