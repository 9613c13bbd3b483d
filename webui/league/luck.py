# Tested by tests/test_webui_league_standings.py.
"""Luck and decisions over many turns: how kind the dice were, what the choices cost, and how far chance alone goes.

For each turn, exactly: score = what a turn is worth + luck of its throws - cost of its choices (`engine.luck`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import sqlalchemy as sql

from engine.log import Match
from engine.luck import review
from engine.solve import Odds, Table
from webui.league.place import Place
from webui.league.turn import Turn
from webui.storage.league import LUCK

CHUNK = 500
"""Turns that are looked up at once."""
AT_ONCE = 40
"""Turns whose luck is worked out in one go, and then written down. Larger: others wait longer for the thread."""
ORDINARY = 0.95
"""Share of such players in what is called ordinary. Larger: a wider range."""


@dataclass(frozen=True)
class Dear:
    """A choice that gave something away: how much, and what would have been better, in words."""

    cost: float
    chosen: str
    best: str


@dataclass(frozen=True)
class TurnLuck:
    """One turn. score: that follows from its lines. luck: of its throws, above 0 is kind. cost: of its choices, 0 or
    more.

    choices: how many; dear: those that gave something away.
    """

    score: int
    luck: float
    cost: float
    choices: int
    dear: tuple[Dear, ...]

    @classmethod
    def read(cls, facts: dict[str, Any]) -> TurnLuck:
        """What `asdict` and JSON have made of one."""
        return cls(**{**facts, "dear": tuple(Dear(**each) for each in facts["dear"])})


@dataclass(frozen=True)
class Fortune:
    """Many turns of one player. worth: of one turn played best, on average. put_right: points by the organiser's acts.

    total = turns * worth + luck - cost + put_right. percentile: of players with as many turns who were less lucky.
    sway: how far chance moves the average of so many turns, a standard deviation. expected, low, high: busts of best
    play, and what is ordinary.
    """

    turns: int
    total: int
    worth: float
    luck: float
    cost: float
    put_right: int
    percentile: float
    sway: float
    busts: int
    off: int
    expected: float
    low: int
    high: int

    @property
    def average(self) -> float:
        """Points a turn."""
        return self.total / self.turns if self.turns else 0.0

    @property
    def adjusted(self) -> float:
        """The total with the luck taken out of it."""
        return self.total - self.luck


class Luck:
    """The luck of turns, by the solved game. Thread-safe; what was worked out once is written down."""

    def __init__(self, odds: Odds) -> None:
        self._odds = odds
        self._known: dict[str, TurnLuck] = {}
        self._name = f"{self.worth:.12f}"[:20]

    @property
    def worth(self) -> float:
        """What a turn is worth, played best: 641.06."""
        return float(self._odds.awaited(_first().state, self._odds.measure(_first().state)))

    @property
    def spread(self) -> tuple[Table, int]:
        """The chance of each score 0, step, 2 * step ... of best play, and the step."""
        return self._odds.spread(_first().state)

    def of(self, lines: tuple[str, ...]) -> TurnLuck:
        """The luck of the turn that these lines tell."""
        match = Match.from_lines(lines)
        goal = self._odds.goal("expected", match.state)
        (one,) = review(match, self._odds, goal).values()
        dear = tuple(
            Dear(choice.cost, str(choice.chosen), str(choice.best))
            for choice in one.choices
            if choice.cost > 0
        )
        return TurnLuck(match.state.turns[-1].score, one.luck, one.cost, len(one.choices), dear)

    def of_turns(self, connection: sql.Connection, turns: Sequence[Turn]) -> list[TurnLuck]:
        """The luck of each of these turns: as it was written down, else worked out now."""
        self._look_up(connection, turns)
        for turn in turns:
            if turn.id not in self._known:
                self._known[turn.id] = self.of(turn.lines)
        return [self._known[turn.id] for turn in turns]

    def _look_up(self, connection: sql.Connection, turns: Sequence[Turn]) -> None:
        missing = [turn.id for turn in turns if turn.id not in self._known]
        for n in range(0, len(missing), CHUNK):
            wanted = sql.select(LUCK).where(
                LUCK.c.turn.in_(missing[n : n + CHUNK]), LUCK.c.odds == self._name
            )
            for row in connection.execute(wanted):
                self._known[row.turn] = TurnLuck.read(row.facts)

    def write_down(self, place: Place, turns: Callable[[sql.Connection, int], Sequence[Turn]]) -> int:
        """Work out the luck of some turns that have none yet, and write it down; of how many.

        turns: that have none by these odds, so many at most.
        """
        with place.reading() as connection:
            new = turns(connection, AT_ONCE)
        each = [(turn.id, self._known.get(turn.id) or self.of(turn.lines)) for turn in new]
        rows = [
            {"turn": turn, "odds": self._name, "luck": one.luck, "cost": one.cost, "facts": asdict(one)}
            for turn, one in each
        ]
        if rows:
            with place.writing() as connection:
                connection.execute(LUCK.delete().where(LUCK.c.turn.in_([row["turn"] for row in rows])))
                connection.execute(LUCK.insert(), rows)
        return len(rows)

    @property
    def name(self) -> str:
        """The name of the solved game, as it is written down beside what follows from it."""
        return self._name

    def fortune(self, connection: sql.Connection, turns: Sequence[Turn]) -> Fortune:
        """All of these turns together."""
        each = self.of_turns(connection, turns)
        luck = math.fsum(one.luck for one in each)
        bust = float(self.spread[0][0])
        low, high = ordinary(len(turns), bust)
        return Fortune(
            turns=len(turns),
            total=sum(turn.score for turn in turns),
            worth=self.worth,
            luck=luck,
            cost=math.fsum(one.cost for one in each),
            put_right=sum(turn.score - one.score for turn, one in zip(turns, each, strict=True)),
            percentile=self.percentile(len(turns), luck),
            sway=self.sway(len(turns)),
            busts=sum(turn.bust for turn in turns),
            off=sum(turn.off for turn in turns),
            expected=len(turns) * bust,
            low=low,
            high=high,
        )

    def sway(self, turns: int) -> float:
        """How far chance moves the average of so many turns of best play: a standard deviation, in points."""
        chances, step = self.spread
        scores = np.arange(len(chances)) * float(step)
        mean = float(chances @ scores)
        return math.sqrt(float(chances @ (scores - mean) ** 2) / max(turns, 1))

    def percentile(self, turns: int, luck: float) -> float:
        """How many in 100 players with so many turns of best play are less lucky; 50 where there is no turn."""
        if not turns:
            return 50.0
        chances, step = self.spread
        totals = _summed(chances, turns)
        result = turns * float(chances @ np.arange(len(chances))) + luck / step
        below = math.ceil(result - 1e-6)
        same = float(totals[below]) if 0 <= below < len(totals) and abs(below - result) < 1e-6 else 0.0
        return min(100.0, max(0.0, 100 * (float(totals[: max(below, 0)].sum()) + same / 2)))


def _first() -> Match:
    return Match.new("morning-roll", ["player"])


@lru_cache(maxsize=64)
def _chances(block: bytes, turns: int) -> Table:
    chances = np.frombuffer(block)
    size = (len(chances) - 1) * turns + 1
    length = 1 << (size - 1).bit_length()
    powers = np.fft.rfft(chances, length) ** turns
    return np.clip(np.fft.irfft(powers, length)[:size], 0.0, 1.0)


def _summed(chances: Table, turns: int) -> Table:
    """The chance of each sum of so many independent turns, exact but for rounding: the chances multiplied as powers."""
    return _chances(np.ascontiguousarray(chances).tobytes(), turns)


def ordinary(turns: int, chance: float) -> tuple[int, int]:
    """From how many to how many of so many turns, each with this chance, are ordinary: the middle 95 in 100."""
    outside = (1 - ORDINARY) / 2
    total, low, high = 0.0, 0, turns
    for count in range(turns + 1):
        log = math.lgamma(turns + 1) - math.lgamma(count + 1) - math.lgamma(turns - count + 1)
        total += math.exp(log + count * math.log(chance) + (turns - count) * math.log1p(-chance))
        if total < outside:
            low = count + 1
        if total >= 1 - outside:
            high = count
            break
    return low, high
