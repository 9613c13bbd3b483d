"""Which of the dice that lie there were told of before? Asking changes nothing: the dice of the answer are copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.following.rest import Rest
from vision.following.rests import SAME_DICE
from vision.nouns import Die
from vision.throw.look import Look
from vision.throw.memory import Memory

# Share of a die's edge by which the boxes of a die that nobody touched differ, corner by corner. Larger: a die that was
# thrown and came to lie about where it lay counts as untouched. Smaller: one that is seen in another light as thrown.
ANEW_DICE = 0.1
# Edges from where it lay at which a die counts as moved. Larger: a die that was bumped is not named. Smaller: boxes of
# a die that nobody touched differ by as much.
NUDGED_DICE = 0.3


@dataclass(frozen=True, eq=False)
class Recognised:
    """A look of which is known which dice were told of: `known` is set in its rests.

    rests: the dice that are surely there. memory: what was told of, by the numbers of now.
    found: the numbers of the dice that lie where they lay: what seemed to set out from there came from elsewhere.
    """

    look: Look
    rests: Sequence[Rest]
    memory: Memory
    found: frozenset[int]


def recognised(look: Look, memory: Memory, has_closed: bool) -> Recognised:
    """Recognise the dice of a look. has_closed: all that lay there was told of before, so that a die has sides."""
    look, found = look.kept(), set[int]()
    rests = [rest for rest in look.rests if look.is_there(rest)]
    # Before sides are known: what is known is looked for no more, and its old place would count as left.
    for rest in rests:
        number = rest.id if rest.known else _found_at(rest, look, memory)
        if number is None:
            continue
        if not rest.known:
            memory = memory.with_found(number, rest.id)
            _give_back(number, look)
            rest.known = True
        look = look.set_out_elsewhere(number)
        found.add(number)
    for rest in rests:
        if has_closed and look.is_side(rest):
            rest.known = True
            memory = memory.with_said([rest.id])
        rest.alone = False  # of several dice it was all that was seen: now there may be more
    return Recognised(look, rests, memory, frozenset(found))


def _give_back(number: int, look: Look) -> None:
    """Whatever was taken for this die until now is another one."""
    for rest in look.rests:
        if rest.id == number:
            rest.known = False


def _found_at(rest: Rest, look: Look, memory: Memory) -> int | None:
    """The number of the die that lay where this one lies and showed its value: a shadow or a sleeve had hidden it.

    The nearest, unless another lies nearer there by now. Not one whose place was seen empty since, if this one was
    seen to fly there or lies a little otherwise. After a look that found none of the dice where it had lain, not one
    from which this one lies plainly away.
    """
    by_itself = look.came_by_itself(rest)

    def is_another(number: int, die: Die) -> bool:
        empty = number in memory.emptied and (by_itself or lies_anew(die, rest, look))
        return empty or (memory.bare and lies_anew(die, rest, look, NUDGED_DICE))

    there = {one.id: one for one in look.rests}

    def near(number: int, one: Rest) -> float:
        return look.table.distance_mm(memory.dice[number].centre_px, one.centre_px)

    same = [
        number
        for number, die in memory.dice.items()
        if die.value == rest.vote.value
        if near(number, rest) < SAME_DICE * look.table.die_mm
        if not is_another(number, die)
        if number not in there
        or number == rest.id
        or (number in memory.back and near(number, rest) < near(number, there[number]))
    ]
    return min(same, key=lambda number: near(number, rest), default=None)


def lies_anew(die: Die, rest: Rest, look: Look, dice: float = ANEW_DICE) -> bool:
    """Whether a die at rest lies otherwise than one that was told of, by more than so many edges."""
    away_px = np.linalg.norm(rest.detection.corners_px - die.corners_px, axis=1).mean()
    return bool(away_px > dice * look.table.die_px(rest.centre_px))
