# Tested by tests/test_webui_pages.py.
"""Addresses of the page that ask it something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True)
class Links:
    """Addresses of this page that ask it something, at this revision.

    pick: the places picked now, as in `Query`. stand: where the match stands: its number and that of its lines.
    """

    path: str
    revision: int
    pick: tuple[int, ...] | None = None
    stand: str = ""

    def to(self, **query: str | int) -> str:
        """The page with these questions and no others."""
        return f"{self.path}?{urlencode({'at': self.revision, **query})}" if query else self.path

    def typed(self, faces: Sequence[int]) -> str:
        """The page with these values typed in."""
        return self.to(type=" ".join(map(str, faces)), stand=self.stand)

    def picked(self, places: Sequence[int]) -> str:
        """The page with these places picked."""
        return self.to(pick=_places(places))

    def fixing(self, die: int) -> str:
        """The page with the sheet of this die; what was picked stays."""
        return self.to(fix=die, **self._as_picked())

    def closed(self, asked: bool) -> str:
        """The page without a sheet, and nothing else changed. asked: the sheet of a question is not to open again."""
        return self.to(**({"seen": 1} if asked else {}), **self._as_picked())

    def _as_picked(self) -> dict[str, str]:
        return {} if self.pick is None else {"pick": _places(self.pick)}


def _places(places: Sequence[int]) -> str:
    return " ".join(map(str, places)) or "none"
