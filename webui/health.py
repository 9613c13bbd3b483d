"""The troubles that hold now: shown on every page, each logged once when it starts and once when it ends."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from vision.nouns import Trouble

Held = dict[str, Trouble]
log = logging.getLogger("rollcall")

# The worst first: what loses something, then what stops play, then what makes reading worse.
ORDER = ("our-fault", "store", "evidence", "camera-lost", "camera-wrong", "camera-silent", "clip-over")


class Health:
    """Troubles by who says them. Thread-safe.

    changed: called, without any lock held, when the troubles that hold have changed.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._changed = changed
        self._lock = threading.Lock()
        self._held: dict[str, Held] = {}

    def notify(self, changed: Callable[[], None]) -> None:
        """Call this, too, when the troubles that hold have changed."""
        before = self._changed

        def both() -> None:
            before()
            changed()

        self._changed = both

    def hold(self, who: str, troubles: Iterable[Trouble]) -> None:
        """These are all the troubles that `who` sees now: new ones start, missing ones end.

        A trouble that goes on keeps the moment it began.
        """
        now = {trouble.code: trouble for trouble in troubles}
        self._change(who, lambda before: now)

    def start(self, who: str, code: str, what: str, do: str) -> None:
        """One more trouble of `who` holds; its words may change while it holds."""
        trouble = Trouble(code, what, do, time.monotonic())
        self._change(who, lambda before: {**before, code: trouble})

    def end(self, who: str, code: str) -> None:
        """This trouble of `who` is over, if it ever began."""
        self._change(who, lambda before: {each: before[each] for each in before if each != code})

    def _change(self, who: str, change: Callable[[Held], Held]) -> None:
        with self._lock:
            before = self._held.get(who, {})
            now = {
                code: replace(trouble, since_s=before[code].since_s) if code in before else trouble
                for code, trouble in change(before).items()
            }
            self._held[who] = now
        for code in now.keys() - before.keys():
            log.warning("%s: %s %s", code, now[code].what, now[code].do)
        for code in before.keys() - now.keys():
            log.info("%s is over: %s", code, before[code].what)
        if now != before:
            self._changed()

    def troubles(self) -> tuple[Trouble, ...]:
        """All that hold now, the worst first, then the oldest."""
        with self._lock:
            every = [trouble for held in self._held.values() for trouble in held.values()]
        places = {code: place for place, code in enumerate(ORDER)}
        return tuple(sorted(every, key=lambda each: (places.get(each.code, len(ORDER)), each.since_s)))
