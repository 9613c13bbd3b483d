# Tested by tests/test_webui_calls_sounding.py.
"""What is kept for the ear in the data folder: how names are said, and which device is the voice."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.path import replacing

log = logging.getLogger("rollcall")
MOST_NAMES = 200
"""Names that are kept; of more the oldest are forgotten."""
MOST_LETTERS = 60
"""Letters of what is said for a name."""


@dataclass(frozen=True)
class Voice:
    """The device that speaks. mark: what it is known by. what: what it is, for people."""

    mark: str = ""
    what: str = ""


class Sounding:
    """Thread-safe. A folder that cannot be written keeps it for as long as the program runs."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        kept = _read(path)
        self._said = kept.get("said", {})
        self._voice = Voice(*kept.get("voice", ("", "")))

    @property
    def said_as(self) -> Mapping[str, str]:
        """What is said for a name, where that is not the name."""
        with self._lock:
            return dict(self._said)

    @property
    def voice(self) -> Voice:
        """The device that is the voice; an empty one where none is."""
        with self._lock:
            return self._voice

    def say_as(self, name: str, said: str) -> None:
        """Say this for a name from now on; "" or the name itself: say the name."""
        said = " ".join(said.split())[:MOST_LETTERS]
        with self._lock:
            others = {each: self._said[each] for each in self._said if each != name}
            new = {name: said} if said and said != name else {}
            self._said = dict([*others.items(), *new.items()][-MOST_NAMES:])
            self._keep()

    def choose(self, voice: Voice) -> None:
        """This device is the voice from now on, or none."""
        with self._lock:
            self._voice = voice
            self._keep()

    def _keep(self) -> None:
        text = json.dumps({"said": self._said, "voice": [self._voice.mark, self._voice.what]})
        try:
            with replacing(self._path) as part:
                part.write_text(text, encoding="utf-8")
        except OSError as error:
            log.warning("what was chosen for the ear is not kept beyond this start: %s", error.strerror)


def _read(path: Path) -> dict[str, Any]:
    """What was kept; nothing where that cannot be read."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        mark, what = kept["voice"]
        said = {str(name): str(each) for name, each in kept["said"].items()}
        return {"said": said, "voice": (str(mark), str(what))}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
