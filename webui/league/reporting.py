# Tested by tests/test_webui_league_sender.py.
"""What a change of the match on the table means for the outbox: which turns have ended, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from engine.log import Match
from webui.league.destinations import Destinations
from webui.league.finished import SEEN, Finished, finished
from webui.league.league import League
from webui.league.place import new_key, written
from webui.storage.outbox import Outbox, Outgoing
from webui.storage.saved import Line

PAUSE = timedelta(seconds=30)
"""From the end of a turn until its report goes out. Longer: more time to undo; shorter: it is there sooner."""


class Reporting:
    """Asked by the ledger at each change, before it is written. Thread-safe.

    film: whether what is on the table now is a film or a demo, whose dice nobody throws.
    """

    def __init__(self, league: League, destinations: Destinations, film: Callable[[], bool]) -> None:
        self._league = league
        self._destinations = destinations
        self._film = film

    def outbox(
        self, before: Match | None, after: Match, lines: Sequence[Line], stands: Sequence[int]
    ) -> Outbox | None:
        """What this change writes. lines: all of the match after it; stands: the numbers of those that stand."""
        ended = finished(after)
        was = finished(before) if before else ()
        if len(ended) == len(was) == 0 or ended == was:
            return None
        known = {(each.first, each.last, each.lines) for each in was}
        new = [each for each in ended if (each.first, each.last, each.lines) not in known]
        outgoing = [self._outgoing(each, lines, stands) for each in new]
        return Outbox(tuple(each for each in outgoing if each.to), tuple(stands[each.last] for each in ended))

    def _outgoing(self, turn: Finished, lines: Sequence[Line], stands: Sequence[int]) -> Outgoing:
        held = self._league.setting("hold") == "yes"
        to = tuple((to, "held" if held else "waiting") for to in self._destinations.that_know(turn.player))
        numbers = stands[turn.first : turn.last + 1]
        clock = self._league.clock
        return Outgoing(
            key=new_key(),
            first=numbers[0],
            last=numbers[-1],
            player=turn.player,
            score=turn.score,
            mark="internet" if turn.mark in SEEN and self._film() else turn.mark,
            lines=turn.lines,
            throws=tuple(n for n in numbers if not lines[n].told.is_move),
            to=to,
            due=written(self._league.now() + PAUSE),
            ended=written(clock.now()) if clock.trust else None,
            clock=clock.trust,
        )
