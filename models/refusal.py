"""What a command of this package cannot work on, told in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from vision.reading.labels import LabelError
from vision.reading.net import ModelError


class Refusal(Exception):
    """A folder, rig, net or picture is not there, or not of the kind that is needed: a sentence for a person."""


@contextmanager
def told() -> Iterator[None]:
    """Round a command: what it refuses ends it with that sentence, not with a traceback."""
    try:
        yield
    except (Refusal, LabelError, ModelError) as error:
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(2) from None
