"""What the solvers share: goals, the bound on a solved value's error, and solved tables as bytes.

A solver knows one game and works on whole numbers (turn score, dice left, sums), never on a `State`; its
public `...Odds` class turns a `State` into those numbers. The rules import no solver.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.game import Move, State

BOUND = 1e-9
"""No solved value is further than this from the exact one (points, turns or chances); each solver says why.
Two moves whose values differ by no more than this count as equally good."""

SAME = 1e-6
"""Results closer than this are the same result to a percentile."""

Table = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class GoalError(ValueError):
    """A sentence for a person: which goal was asked for, and which goals the game has."""


@dataclass(frozen=True)
class Goal:
    """What is maximised.

    name, and for `reach` the target (points).   unit: what its values count, as a caption of a table.
    fewest: the lowest value is the best one (turns to go), otherwise the highest.
    basis: what the values take for granted where they are not the whole game, "others play so and so", or "".
    """

    name: str
    unit: str
    target: int = 0
    fewest: bool = False
    basis: str = ""

    def __str__(self) -> str:
        return f"{self.name}={self.target}" if self.target else self.name

    def gain(self, value: float) -> float:
        """The value with its sign turned where fewer is better, so that more is better."""
        return -value if self.fewest else value


@dataclass(frozen=True)
class Worth:
    """What one legal move is worth under a goal, with best play afterwards.

    value: in the goal's unit.   then: breaks ties between equal values, higher is better (the expected score
    where the round can no longer be won, or is won already); it is used for nothing else.
    """

    move: Move
    value: float
    then: float = 0.0


class Odds(Protocol):
    """One game, solved: states in, values and words out, each in well under 20 ms.

    tables: the solved arrays by name, for `to_bytes`.
    """

    tables: dict[str, Table]

    def __hash__(self) -> int: ...

    def goal(self, text: str | None, state: State) -> Goal:
        """Read a goal ("expected", "reach=1500"); None means the default for this match. GoalError if none."""

    def worths(self, state: State, goal: Goal, moves: Sequence[Move] = ()) -> tuple[Worth, ...]:
        """These moves with their worth; without any, every legal move, in the order of `state.moves`.

        A move is taken with the points that it names (`keep 5 5 5` for 150), and else with the best.
        """

    def awaited(self, state: State, goal: Goal) -> float:
        """What the turn is worth to the player on turn while dice are awaited."""

    def measure(self, state: State) -> Goal:
        """The goal that luck is measured in: it looks at the player's own dice alone."""

    def spread(self, state: State) -> tuple[Table, int]:
        """The chance of each result 0, step, 2 * step, ... of one play under `measure`, and the step."""

    def ended(self, state: State) -> float:
        """What the turn that has just ended is worth under `measure`."""

    def done(self, state: State, round: int, player: str) -> bool:
        """Whether this player's part of this round, begun at least, is over."""

    def phrase(self, state: State, goal: Goal, worth: Worth) -> str:
        """A move and what it leads to, as half a sentence: "Rolling 2: 44 % to bust, worth 334 on average"."""


class TurnOdds:
    """The part of `Odds` that is the same wherever a player's part of a round is one whole turn (`engine.seats`)."""

    def ended(self, state: State) -> float:
        return float(state.turns[-1].score)

    def done(self, state: State, round: int, player: str) -> bool:
        return any((turn.round, turn.player) == (round, player) for turn in state.turns)


def split_goal(text: str, names: tuple[str, ...], targets: range) -> tuple[str, int]:
    """Read "name" or "reach=POINTS" as (name, target); `targets` are the scores that `reach` may name.

    Raises GoalError with a sentence.
    """
    name, _, target = text.partition("=")
    if name not in names or (name == "reach") != bool(target):
        known = ", ".join("reach=POINTS" if each == "reach" else each for each in names)
        raise GoalError(f"there is no goal {text[:40]!r} in this game; choose one of: {known}")
    if name != "reach":
        return name, 0
    digits = target.lstrip("0")
    if not re.fullmatch("[0-9]{1,9}", digits) or int(digits) not in targets:
        raise GoalError(
            f"the goal {text[:40]!r} names no score that can be aimed at; "
            f"give a whole number from {targets.start} to {targets.stop - 1}"
        )
    return name, int(digits)


def best(worths: tuple[Worth, ...], goal: Goal) -> tuple[Worth, ...]:
    """The best moves: all within the stated bound of the best value, the one to name first in front."""
    top = max((goal.gain(worth.value) for worth in worths), default=0.0)
    equal = (worth for worth in worths if goal.gain(worth.value) >= top - BOUND)
    return tuple(sorted(equal, key=lambda worth: -worth.then))


def percentile(spread: Table, step: int, luck: float, fewest: bool) -> float:
    """How lucky that much luck in one play is, 0 to 100.

    spread: the chance of each result of best play, 0, step, 2 * step, ...   luck: above 0 is lucky.   fewest: small
    results are the good ones.
    """
    results = np.arange(len(spread)) * float(step)
    result = float(spread @ results) + (-luck if fewest else luck)
    worse = results > result + SAME if fewest else results < result - SAME
    same = np.abs(results - result) <= SAME
    return min(100.0, 100 * float(spread[worse].sum() + spread[same].sum() / 2))


def plays(spread: Table, number: int) -> Table:
    """The chance of each sum of so many plays, 1 or more, in the same steps as that of one play."""
    total = spread
    for _ in range(number - 1):
        total = np.convolve(total, spread)
    return total


def to_bytes(tables: dict[str, Table]) -> bytes:
    """Named arrays as one compressed block of bytes, to be kept on disk by whoever has one."""
    block = io.BytesIO()
    np.savez_compressed(block, allow_pickle=False, **tables)
    return block.getvalue()


def from_bytes(block: bytes) -> dict[str, Table]:
    """The arrays of `to_bytes`. ValueError if the bytes are not whole (a cut file)."""
    try:
        with np.load(io.BytesIO(block), allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except (OSError, EOFError, ValueError, AttributeError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError("these bytes are no whole set of solved tables") from error
