# Tested by tests/test_webui_sightings.py.
"""The dice that lay still and show another value now: which of the game's dice each is, and what it counts as. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webui.match.board import LastThrow, Question
from webui.match.seen import SeenDie, SeenRoll, apart

NEAR_DICE = 2.0
"""Turned over again, a die lies fewer of its sides than this from where it lay."""


@dataclass(frozen=True)
class TurnedDie:
    """One die in doubt.

    place: in the newest throw, from 0; None for a kept one. face: what it counts as. die: as it lies now.
    """

    place: int | None
    face: int
    die: SeenDie


def turned_dice(question: Question | None) -> tuple[TurnedDie, ...]:
    """Those that are asked about, the dice of the throw first."""
    if not question or question.kind != "turned":
        return ()
    every = zip(question.places, question.faces, question.roll.dice, strict=True)
    return tuple(TurnedDie(place, face, die) for place, face, die in every if face)


def question_of(turned: Sequence[TurnedDie], roll: SeenRoll) -> Question:
    """The question about these dice, which are those of this roll."""
    faces, places = tuple(each.face for each in turned), tuple(each.place for each in turned)
    return Question("turned", 0, faces, roll, places=places)


def with_die(turned: Sequence[TurnedDie], one: TurnedDie, before: TurnedDie | None) -> tuple[TurnedDie, ...]:
    """All that are in doubt after this one turned; `before`: how the same die was in doubt already, if it was.

    A die that shows again what it counts as is not in doubt.
    """
    others = [each for each in turned if each is not before]
    doubted = [*others, one] if one.die.value != one.face else others
    return tuple(sorted(doubted, key=lambda each: (each.place is None, each.place or 0)))


def thrown_die(
    die: SeenDie, was: int, last: LastThrow, turned: Sequence[TurnedDie]
) -> tuple[TurnedDie, TurnedDie | None] | None:
    """This die of the newest throw as it is in doubt now, and as it was before; None for one that is not of it."""
    asked = {each.place: each for each in turned if each.place is not None}
    place = _place(die, was, last.faces, last.roll, {place: each.die for place, each in asked.items()})
    return None if place is None else (TurnedDie(place, last.faces[place], die), asked.get(place))


def kept_die(
    die: SeenDie, was: int, kept: Sequence[int], turned: Sequence[TurnedDie]
) -> tuple[TurnedDie, TurnedDie | None] | None:
    """The same of a die that was kept; None where no die was kept that can be this one."""
    aside = [each for each in turned if each.place is None]
    again = next((each for each in aside if each.die.value == was and _near(each.die, die)), None)
    if again:
        return TurnedDie(None, again.face, die), again
    left = list(kept).count(was) - [each.face for each in aside].count(was)
    return (TurnedDie(None, was, die), None) if left > 0 else None


def _place(
    die: SeenDie, was: int, faces: Sequence[int], roll: SeenRoll | None, asked: Mapping[int, SeenDie]
) -> int | None:
    """Which die of the throw it is: of those that showed what it `was`, the one that lay nearest.

    Where dice were typed in and nobody knows how they lay, one with that value.
    """
    if roll is None or len(roll.thrown) != len(faces):
        shown = [asked[place].value if place in asked else face for place, face in enumerate(faces)]
        return shown.index(was) if was in shown else None
    lay = [asked.get(place, each) for place, each in enumerate(roll.thrown)]
    return min(range(len(lay)), key=lambda place: (lay[place].value != was, apart(lay[place], die)))


def _near(one: SeenDie, other: SeenDie) -> bool:
    return apart(one, other) < NEAR_DICE * math.dist(other.corners[0], other.corners[1])
