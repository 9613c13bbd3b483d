"""Players who are named for one match and forgotten after it: which names of which match, kept in the data folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from hardware.path import replacing

FILE = "guests.json"
MOST = 200
"""Newest matches whose guests are known. Larger: a longer file. Smaller: guests of old matches are offered a seat."""


class Guests:
    """The guests of the matches. A file that cannot be read knows none: their names are then offered again."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._known = self._read()

    def of(self, match: int | None) -> frozenset[str]:
        """The names in this match that are to be forgotten."""
        return self._known.get(match or 0, frozenset())

    def put(self, match: int, names: Iterable[str]) -> None:
        """These players of this match are guests. Raises OSError."""
        guests = frozenset(names)
        if not guests:
            return
        every = {**self._known, match: guests}
        self._known = {number: every[number] for number in sorted(every)[-MOST:]}
        kept = {str(number): sorted(names) for number, names in self._known.items()}
        with replacing(self._file) as part:
            part.write_text(json.dumps(kept), encoding="utf-8")

    def _read(self) -> dict[int, frozenset[str]]:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
            return {int(number): frozenset(map(str, names)) for number, names in found.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}
