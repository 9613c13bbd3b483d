# Tested by tests/test_webui_trial.py.
"""Three test throws: what was read of each, before anything counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median

from vision.nouns import OffTable, Roll, Turned
from webui.match.open_match import Awaited
from webui.storage.replay import Reel

THROWS = 3
"""Throws that make a trial. More: a surer answer. Fewer: a shorter set-up."""
MOST_DICE = 6
OPEN_S = 6.0
"""Seconds for which a page that asked for a trial holds it open. Larger: a match begun elsewhere waits for longer until
its first throw counts. Smaller: a page on a slow network loses throws."""


@dataclass(frozen=True)
class TestThrow:
    """One throw, as it was read. faces: None for a die that cannot be told. wrong: a person has said so.

    off: how many dice were seen to leave the table. took_s: from the rest of the last die until it was told, seconds.
    """

    __test__ = False  # no test of pytest

    faces: tuple[int | None, ...]
    off: int
    took_s: float
    wrong: bool = False


@dataclass(frozen=True)
class Tried:
    """How a trial stands. dice: how many are thrown; throws: the newest last."""

    dice: int = MOST_DICE
    throws: tuple[TestThrow, ...] = ()

    def is_right(self, throw: TestThrow) -> bool:
        """Whether as many dice were read as were thrown, each surely, and nobody has said that one is wrong."""
        return not throw.wrong and not throw.off and len(throw.faces) == self.dice and None not in throw.faces

    @property
    def done(self) -> bool:
        """Whether the trial is complete: as many throws as make one, each read right."""
        return len(self.throws) >= THROWS and all(map(self.is_right, self.throws[-THROWS:]))

    @property
    def took_s(self) -> float:
        """Seconds from the rest of the dice until they are told, the median of the throws; 0 without one."""
        return median(throw.took_s for throw in self.throws) if self.throws else 0.0


class Trial:
    """Takes what happens on the table in place of the match while it is on. Thread-safe.

    changed: called when a throw was read. clock: monotonic seconds.
    """

    def __init__(self, changed: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._changed, self._clock = changed, clock
        self._lock = threading.Lock()
        self._until_s = -OPEN_S
        self.tried = Tried()

    @property
    def on(self) -> bool:
        """Whether throws are tests now."""
        return self._clock() < self._until_s

    def open(self) -> None:
        """A page shows the trial now: throws are tests for the next few seconds."""
        self._until_s = self._clock() + OPEN_S

    def close(self) -> None:
        """No page shows the trial any more."""
        self._until_s = -OPEN_S

    def begin(self, dice: int) -> None:
        """Begin the trial anew, with so many dice. Raises ValueError for a number that no game throws."""
        if not 1 <= dice <= MOST_DICE:
            raise ValueError(f"A test throw has 1 to {MOST_DICE} dice, got {dice}.")
        with self._lock:
            self.tried = Tried(dice)

    def call_wrong(self) -> None:
        """The newest throw was read wrong, a person says."""
        with self._lock:
            if self.tried.throws:
                newest = replace(self.tried.throws[-1], wrong=True)
                self.tried = replace(self.tried, throws=(*self.tried.throws[:-1], newest))

    @property
    def awaited(self) -> Awaited:
        """The dice of the next test throw; none once all went well."""
        tried = self.tried
        return Awaited() if tried.done else Awaited(tried.dice)

    def moving(self) -> None:
        """Dice have begun to move."""

    def see_off(self, event: OffTable, reel: Reel = (), edge: Sequence[Sequence[float]] = ()) -> None:
        """Dice have left the table: their roll tells it, too."""

    def see_turned(self, event: Turned) -> None:
        """A die shows another value: somebody takes them up."""

    def see(self, roll: Roll, reel: Reel = ()) -> None:
        """A throw has come to rest. Dice that lay there before are none of it."""
        if not roll.faces and not roll.off_table:
            return
        throw = TestThrow(roll.faces, roll.off_table, max(0.0, roll.time_s - (roll.span_s[1] or roll.time_s)))
        with self._lock:
            self.tried = replace(self.tried, throws=(*self.tried.throws, throw)[-THROWS:])
        self._changed()
