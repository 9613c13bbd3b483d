# Tested by tests/test_webui_evening_plan.py.
"""The plan of an evening: who is there, what is played, and how many matches. Kept in the data folder.

It holds no more than was agreed: how far the evening is, and who is next, comes from the lines of the matches.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from hardware.path import replacing

log = logging.getLogger("rollcall")

FILE = "evening.json"
MOST_MATCHES = 99
"""Matches of one plan at most. Larger: a typing error plans a year. Smaller: a long evening is planned in two parts."""


@dataclass(frozen=True)
class Plan:
    """What was agreed.

    after: the newest match when it was drawn up, 0 for none; those begun after it count.   drawn: when that was, with
    its zone.   game: by its name.   present: who is there, in the order of their seats.   seats: players of one match.
    count: matches in all.
    """

    after: int
    drawn: datetime
    game: str
    present: tuple[str, ...]
    seats: int
    count: int


@dataclass(frozen=True)
class Next:
    """The next match. number: which of `count` it is. options: as in the newest match of this game.

    waiting: who is there and does not play in it.
    """

    names: tuple[str, ...]
    game: str
    number: int
    count: int
    waiting: tuple[str, ...]
    options: Mapping[str, str]


class Plans:
    """The plan of this evening, if any. Thread-safe. Where it cannot be kept, it holds until the program ends."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._now = _read(self._path)

    @property
    def now(self) -> Plan | None:
        """What was agreed last; None for nothing, or where its file cannot be read."""
        return self._now

    def agree(self, plan: Plan | None) -> None:
        """This is agreed from now on; None: nothing is."""
        with self._lock:
            self._now = plan
            try:
                with replacing(self._path) as part:
                    part.write_text(_written(plan), encoding="utf-8")
            except OSError as error:
                log.warning("the plan of the evening cannot be kept: %s", error.strerror)


def _written(plan: Plan | None) -> str:
    return json.dumps({**asdict(plan), "drawn": plan.drawn.isoformat()} if plan else None)


def _read(path: Path) -> Plan | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Plan(
            after=int(found["after"]),
            drawn=datetime.fromisoformat(found["drawn"]).astimezone(),
            game=str(found["game"]),
            present=tuple(map(str, found["present"])),
            seats=int(found["seats"]),
            count=int(found["count"]),
        )
    except (OSError, ValueError, LookupError, TypeError):
        return None
