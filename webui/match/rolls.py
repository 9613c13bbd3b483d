# Tested by tests/test_webui_sightings.py.
"""What the camera saw of each throw: as the store has it, and its evidence."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hardware.frame import Image
from webui.health import Health
from webui.match.codec import read_roll
from webui.match.seen import NewRoll, SeenRoll
from webui.storage.evidence import Evidence
from webui.storage.replay import Reel
from webui.storage.store import SavedRoll, Store

log = logging.getLogger("rollcall")

SPOILT = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""What comes of rows that something else than Roll Call has written into."""
KNOWN = 32
"""Rolls that are known without the store. More: memory. Fewer: older ones are read again, which may fail."""


class Rolls:
    """The throws of the store. changed: called when the film of one is there."""

    def __init__(self, store: Store, evidence: Evidence, health: Health, changed: Callable[[], None]) -> None:
        self._store = store
        self._evidence = evidence
        self._health = health
        self._changed = changed
        self._rolls = OrderedDict[int, SavedRoll]()

    def seen(self, number: int | None) -> SeenRoll | None:
        """What the camera saw in the roll of this number; None where there is none."""
        saved = self.roll(number) if number is not None else None
        try:
            return read_roll(saved, self._evidence.has) if saved else None
        except SPOILT as error:
            log.warning("what the camera saw in roll %s cannot be read: %r", number, error)
            return None

    def roll(self, number: int) -> SavedRoll | None:
        """What the store has of the roll of this number."""
        saved = self._rolls.get(number) or self._store.roll(number)
        if saved:
            self.remember(saved)
        return saved

    def remember(self, roll: SavedRoll) -> None:
        """Not to be read again: what a question is about must be known when the store, just written to, fails."""
        self._rolls[roll.id] = roll
        self._rolls.move_to_end(roll.id)
        while len(self._rolls) > KNOWN:
            self._rolls.popitem(last=False)

    def forget(self, picture: str) -> None:
        """The evidence of this name is not wanted any more."""
        self._evidence.forget(picture)

    def supersede(self, picture: str, by: str) -> None:
        """The evidence of this name has another in its place."""
        self._evidence.supersede(picture, by)

    @contextmanager
    def picture(
        self, seen: SeenRoll, image: Image, reel: Reel, leaving: Image | None = None
    ) -> Iterator[NewRoll]:
        """The throw with its picture, to be written; its evidence is kept, and let go again if the writing fails."""
        name = ""
        try:
            name = self._evidence.keep(image, leaving)
            self._health.end("evidence", "evidence")
        except OSError as error:
            what = f"The picture of the last throw could not be kept: {error.strerror or error}."
            self._health.start(
                "evidence", "evidence", what, "Make room on the disk. The score itself is safe."
            )
        try:
            yield NewRoll(seen, name)
        except Exception:
            self._evidence.forget(name)
            raise
        self._evidence.film(name, reel, self._changed)
