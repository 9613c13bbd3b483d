# Tested by tests/test_webui_calls_watching.py.
"""Says what comes and goes by itself: troubles, a throw that takes long, what becomes of the league's reports."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from webui.calls import league
from webui.calls.breath import Breath
from webui.calls.call import Call, call
from webui.calls.feed import Feed
from webui.calls.league import Fate, What
from webui.calls.trouble import Troubles
from webui.calls.values import Name

SLOW_S = 4.0
"""Seconds without a reading or a question until it is said. Larger: a longer silence. Smaller: said for nothing."""
WHY_SLOW = {
    "moving": "moving",
    "unsteady": "moving",
    "hand": "hand",
    "covered": "covered",
    "half-hidden": "hand",
}
"""What is said of what a throw waits for, by the code of its `vision.wait.Wait`; of others nothing."""


class TroubleWatch:
    """Thread-safe. codes: of the troubles that hold, the worst first. moving: whether dice roll.

    said: called when something was said.
    """

    def __init__(
        self,
        feed: Feed,
        codes: Callable[[], Sequence[str]],
        moving: Callable[[], bool],
        said: Callable[[], None],
    ) -> None:
        self._feed, self._codes, self._moving, self._said = feed, codes, moving, said
        self._lock = threading.Lock()
        self._troubles = Troubles()
        self._seen: tuple[str, ...] = ()
        self._timer: threading.Timer | None = None
        self._closed = False

    def look(self) -> None:
        """The troubles may have changed."""
        with self._lock:
            if self._closed:
                return
            now_s, codes = time.monotonic(), tuple(self._codes())
            self._troubles, calls = self._troubles.step(codes, now_s, self._moving())
            calls = (*calls, *league.calls(self._seen, codes, f"league/{now_s:.3f}"))
            self._seen = codes
            self._wait(self._troubles.again_s(now_s))
            self._feed.say(Breath(calls))
        if calls:
            self._said()

    def close(self) -> None:
        """Look no more."""
        with self._lock:
            self._closed = True
            self._wait(None)

    def _wait(self, seconds: float | None) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = threading.Timer(seconds, self.look) if seconds is not None else None
        if self._timer:
            self._timer.daemon = True
            self._timer.start()


class SlowWatch:
    """What says, once a throw, that its dice are still looked for. Of one thread."""

    def __init__(self, say: Callable[[Call], None]) -> None:
        self._say = say
        self._since_s: float | None = None
        self._told = False

    def look(self, waits: str, now_s: float) -> None:
        """A throw is not told yet, and waits for this; "" where none is on its way, or it is asked about."""
        if not waits:
            self._since_s, self._told = None, False
            return
        self._since_s = now_s if self._since_s is None else self._since_s
        if not self._told and waits in WHY_SLOW and now_s - self._since_s >= SLOW_S:
            self._told = True
            self._say(call("dice.slow", {"why": WHY_SLOW[waits]}, event=f"slow/{now_s:.3f}/dice.slow"))


class ReportWatch:
    """Thread-safe. What was so before it first looked is not said. said: called when something was said."""

    def __init__(self, feed: Feed, said: Callable[[], None]) -> None:
        self._feed, self._said = feed, said
        self._lock = threading.Lock()
        self._known: dict[str, What] | None = None
        self._again: str | None = None

    def look(self, fates: Sequence[Fate], again: str, turn: str) -> None:
        """This has become of the reports. again: who throws on a day that is told; "" for nobody. turn: which it is."""
        with self._lock:
            calls = [*self._reported(fates), *self._rolled(again, turn)]
            self._feed.say(Breath(tuple(calls)))
        if calls:
            self._said()

    def _reported(self, fates: Sequence[Fate]) -> tuple[Call, ...]:
        before, now = self._known, {fate.key: fate.what for fate in fates}
        self._known = {**(before or {}), **now}
        return () if before is None else league.reported(before, fates)

    def _rolled(self, again: str, turn: str) -> list[Call]:
        """Once a turn; of the turn that was open at the start not at all."""
        before, self._again = self._again, turn
        new = before is not None and again and turn != before
        return [league.rolled_today(Name(again, 1), turn)] if new else []
