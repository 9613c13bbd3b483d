"""Whether the demo may throw: as those who look at the pages have it, who can hold it back and let it go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from engine.game import Move, State
from engine.log import Match
from webui.match.ledger import Refused
from webui.match.meaning import thrown_on
from webui.match.open_match import Awaited
from webui.storage.store import StoreError

# Seconds after which a sheet that was opened and never closed, on a page that is gone, holds nobody any more.
SHEET_S = 60.0
# Seconds that an open choice stands before a demo that throws by itself throws on. Larger: a slower game. Smaller: the
# dice are not read by who looks on.
BY_ITSELF_S = 3.0


@dataclass(frozen=True)
class Expected:
    """What the camera is told of the next throw: so many dice, 0 for none; those that lie aside; waits: hold still."""

    dice: int
    lying: tuple[int, ...]
    waits: bool


@dataclass(frozen=True)
class Own:
    """What the demo makes of an open choice by itself.

    move: its choice. after: the state after it, where the next throw confirms it; None where it has to be pressed.
    """

    move: Move
    after: State | None


class Going:
    """Thread-safe: each value is written whole. Nothing of it is in the match.

    by_itself: an open choice is made after a moment. choose: the move that is made then, of the match as it stands;
    press: presses a move on the board of a revision; see `Presses.play`.
    """

    def __init__(self) -> None:
        self.by_itself = False
        self.choose: Callable[[Match], Move] = lambda match: match.state.moves[0]
        self.press: Callable[[int, str], object] = lambda revision, move: None
        self._sheet_s = -SHEET_S
        self._gone_on = -1
        self._open = (-1, 0.0)
        # What was chosen, with its revision: the same for as long as that stands, as its dice are on their way.
        self._chosen: tuple[int, Own] | None = None

    def look(self, revision: int, sheet: bool, seen: bool) -> None:
        """A page is shown of this revision, with a sheet open or not; seen: somebody there has pressed to go on."""
        self._sheet_s = time.monotonic() if sheet else -SHEET_S
        if seen:
            self._gone_on = revision

    def expected(self, awaited: Awaited) -> Expected:
        """What the camera is told. A table needs no telling; the demo throws nothing while a throw is asked about, but
        for dice that lean.
        """
        if awaited.asking and not awaited.again:
            return Expected(0, awaited.lying, self.waits(awaited))
        own = self._own(awaited)
        if own and own.after:
            return Expected(own.after.to_throw, tuple(own.after.kept), self.waits(awaited))
        return Expected(awaited.dice, awaited.lying, self.waits(awaited))

    def waits(self, awaited: Awaited) -> bool:
        """Whether the demo holds still: a sheet is open; after a bust or an undo, until somebody goes on."""
        if time.monotonic() - self._sheet_s < SHEET_S:
            return True
        return awaited.halts and self._gone_on != awaited.revision

    def keep(self, awaited: Awaited) -> None:
        """Press the choice that no throw confirms, as where all dice score, once it has been open for long enough.
        What cannot be written now is pressed again at the next look.
        """
        own = self._own(awaited)
        if own and not own.after and not self.waits(awaited):
            with suppress(Refused, StoreError):
                self.press(awaited.revision, str(own.move))

    def _own(self, awaited: Awaited) -> Own | None:
        """What the demo makes of an open choice, once it has been open for long enough."""
        if self._open[0] != awaited.revision:
            self._open = awaited.revision, time.monotonic()
        match = awaited.choice
        if match is None or not self.by_itself or time.monotonic() - self._open[1] < BY_ITSELF_S:
            return None
        if self._chosen is None or self._chosen[0] != awaited.revision:
            move, state = self.choose(match), match.state
            # A film has dice of one player only: with dice of one's own the others' would have to lie there as well.
            self._chosen = awaited.revision, Own(move, None if state.own_dice else thrown_on(state, move))
        return self._chosen[1]
