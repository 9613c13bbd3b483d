"""What is to be said of one moment. The rules stand in their order; the first that has an answer gives the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Event, Trouble, Wait
from vision.throw.case import Case
from vision.throw.episode import HAND_S
from vision.throw.memory import Memory
from vision.throw.pan import is_seen_from_elsewhere
from vision.throw.roll import beside, gone_now, miscount, over, roll_again, roll_of, unreadable
from vision.throw.thrown import Throw
from vision.throw.turned import turned
from vision.throw.wait import COUNT, HALF_HIDDEN, LAYING

# Seconds for which whoever counts dice, or points at one, holds a hand still above them at most. Larger: a die that was
# turned over is asked about late. Smaller: one that is half hidden is asked about.
POINTS_S = 2.0


@dataclass(frozen=True, eq=False)
class Verdict:
    """The answer of a rule.

    wait: what is waited for; None: all that lies there is told of. events: what is said, in this order.
    counts: what is wrong with the number of dice from now on; None: what was before.
    memory: what was told of, from now on. left: the dice that are known to have left.
    rests: all dice of the look, as they are known to lie; found: the numbers of those that lie where they lay.
    """

    wait: Wait | None
    events: tuple[Event, ...]
    counts: tuple[Trouble, ...] | None
    memory: Memory
    left: Sequence[Flight]
    rests: Sequence[Rest]
    found: frozenset[int]


def verdict(case: Case) -> Verdict:
    """What the first of the rules says that has an answer."""
    throw = Throw(case)
    answers = (rule(throw) for rule in RULES)
    return next((answer for answer in answers if answer is not None), _nothing(throw))


def _dice_are_missing(throw: Throw) -> Verdict | None:
    """Dice come to rest late: while another number than is awaited lies there, others may come."""
    miscounted = throw.count > 0 and throw.case.awaited not in (None, throw.count)
    return _wait(throw, COUNT) if miscounted and not throw.case.waited else None


def _hand_lays_out(throw: Throw) -> Verdict | None:
    """A hand spreads dice: it may lay out more of them, if nobody asks for those that lie there."""
    case = throw.case
    just_now = case.look.time_s - case.episode.hand.last_s < HAND_S
    return _wait(throw, LAYING) if throw.laid_out and just_now and not case.episode.again else None


def _camera_was_moved(throw: Throw) -> Verdict | None:
    """The camera was moved: all dice lie elsewhere then, and none was thrown.

    Not where one left, was taken up, or somebody asks for them.
    """
    case = throw.case
    if case.picture is None or throw.left or case.episode.again:
        return None
    lay = [die for die in case.memory.dice.values() if not case.memory.was_taken_up(die)]
    if not is_seen_from_elsewhere(case.picture, lay, throw.rests, case.look):
        return None
    return _tell(throw, (), None, case.memory.with_said(_numbers(throw.rests)))


def _dice_were_thrown(throw: Throw) -> Verdict | None:
    """Dice were thrown: that is told, with the dice that left, and those that it turned over are asked about."""
    if not throw.happened:
        return None
    case, gone, asked = throw.case, gone_now(throw), over(throw)
    roll = roll_of(throw, gone, asked)
    counts = miscount(throw.inside, throw.off, case)
    kept = beside(throw.rests, throw.dice, case)
    memory = case.memory.with_roll(throw.inside, kept, case.look.time_s).with_said(_numbers(throw.rests))
    return _tell(throw, (*gone, roll, *counts, *asked), counts, memory)


def _dice_were_laid_out(throw: Throw) -> Verdict | None:
    """A throw was asked about: it is told once more, as its dice lie now."""
    if not throw.laid_out:
        return None
    case, dice = throw.case, throw.laid_out
    roll, counts = roll_again(dice, throw.rests, case), miscount(dice, 0, case)
    kept = beside(throw.rests, dice, case)
    memory = case.memory.with_roll(dice, kept, case.look.time_s).with_said(_numbers(throw.rests))
    return _tell(throw, (roll, *counts), counts, memory)


def _dice_were_turned(throw: Throw) -> Verdict | None:
    """Somebody turned a die over: it is asked about, once no hand may hide a part of it."""
    case, asked = throw.case, turned(throw.case, throw.rests)
    if not asked:
        return None
    just_now = case.look.time_s - case.episode.hand.last_s < POINTS_S
    if just_now and any(rest.known and rest.covered for rest in case.look.rests):
        return _wait(throw, HALF_HIDDEN)
    there = set(_numbers(throw.rests))
    said = case.memory.with_said(each.die.track for each in asked if each.die.track in there)
    return _tell(throw, tuple(asked), unreadable(throw.rests, case) or None, said)


RULES: tuple[Callable[[Throw], Verdict | None], ...] = (
    _dice_are_missing,
    _hand_lays_out,
    _camera_was_moved,
    _dice_were_thrown,
    _dice_were_laid_out,
    _dice_were_turned,
)


def _nothing(throw: Throw) -> Verdict:
    """Nothing was thrown, and nothing is to be asked; dice that cannot be read, or were taken up, may have been."""
    memory = throw.case.memory.with_unsaid(throw.untold)
    return _tell(throw, (), unreadable(throw.rests, throw.case) or None, memory)


def _wait(throw: Throw, wait: Wait) -> Verdict:
    """Nothing is told yet."""
    case = throw.case
    return Verdict(wait, (), None, case.memory, throw.left, _all(throw), case.found)


def _tell(
    throw: Throw, events: tuple[Event, ...], counts: tuple[Trouble, ...] | None, memory: Memory
) -> Verdict:
    """This is said, and all that lies there is told of."""
    after = memory.with_all(throw.rests, throw.case.look)
    told = set(_numbers(throw.rests))
    rests = [rest.as_told() if rest.id in told else rest for rest in _all(throw)]
    return Verdict(None, events, counts, after, throw.left, rests, throw.case.found)


def _all(throw: Throw) -> list[Rest]:
    """All dice of the look, as they lie; those too of which it is not sure that they are there."""
    there = {rest.id: rest for rest in throw.rests}
    return [there.get(rest.id, rest) for rest in throw.case.look.rests]


def _numbers(rests: Sequence[Rest]) -> list[int]:
    return [rest.id for rest in rests]
