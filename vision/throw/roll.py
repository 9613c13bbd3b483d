"""What is said of a throw: its dice, those beside it, those that left, and whether their number is as awaited."""

from __future__ import annotations

from collections.abc import Sequence

from vision.following.rest import Rest, die_of, under
from vision.nouns import OffTable, Roll, Trouble, Turned
from vision.throw.arrival import unread
from vision.throw.case import Case
from vision.throw.look import begin_s
from vision.throw.thrown import Throw
from vision.throw.turned import turned_over


def gone_now(throw: Throw) -> list[OffTable]:
    """What was not said yet of the dice that left."""
    leavers, look = throw.case.leavers, throw.case.look
    return leavers.unsaid(throw.off, throw.left, throw.beyond, throw.inside, look)


def over(throw: Throw) -> list[Turned]:
    """The questions about dice that a throw turned over."""
    return turned_over(throw.struck.pairs, throw.case.look)


def roll_of(throw: Throw, gone: Sequence[OffTable], asked: Sequence[Turned]) -> Roll:
    """A throw as it is told. gone: see `gone_now`; asked: see `over`."""
    look, leavers = throw.case.look, throw.case.leavers
    lay_s = max((rest.arrived_s for rest in throw.inside), default=throw.case.episode.moved_s)
    kept, numbers = beside(throw.rests, throw.dice, throw.case), {each.die.track for each in asked}
    why, each = leavers.in_all(gone)
    return Roll(
        look.time_s,
        tuple(rest.vote.value for rest in throw.inside),
        # What was turned over is asked about: until then nobody knows what it counts as.
        tuple(None if rest.id in numbers else rest.vote.value for rest in kept),
        throw.off,
        why if throw.off else "",
        look.image,
        tuple(die_of(rest, look.table) for rest in (*throw.inside, *kept)),
        (begin_s([*throw.inside, *throw.beyond], look, lay_s), lay_s),
        throw.struck.bumped(throw.numbers),
        tuple(each[: throw.off]),
    )


def roll_again(dice: Sequence[Rest], rests: Sequence[Rest], case: Case) -> Roll:
    """The last throw as its dice lie now. rests: all that lies there."""
    look, kept = case.look, beside(rests, dice, case)
    lay_s = max((rest.arrived_s for rest in dice), default=case.episode.moved_s)
    return Roll(
        look.time_s,
        tuple(rest.vote.value for rest in dice),
        tuple(rest.vote.value for rest in kept),
        0,
        "",
        look.image,
        tuple(die_of(rest, look.table) for rest in (*dice, *kept)),
        (begin_s(dice, look, lay_s), lay_s),
    )


def beside(rests: Sequence[Rest], thrown: Sequence[Rest], case: Case) -> list[Rest]:
    """The dice on the table that were not thrown."""
    numbers = {rest.id for rest in thrown}
    return [rest for rest in rests if rest.id not in numbers and case.zone(rest) != "off"]


def miscount(inside: Sequence[Rest], off: int, case: Case) -> tuple[Trouble, ...]:
    """The trouble that a throw has another number of dice than was awaited, if it has."""
    seen = len(inside) + off
    if case.awaited in (None, seen):
        return ()
    what = f"{_dice(seen)} seen, {case.awaited} expected."
    why = "One may lie under another." if under(inside) else "One may be hidden or stacked."
    return (Trouble("count", what, f"{why} Spread the dice, or say what you see.", case.look.time_s),)


def unreadable(rests: Sequence[Rest], case: Case) -> tuple[Trouble, ...]:
    """The trouble that dice seem to lie where none can be read, if so: all is out of focus, or too small."""
    look = case.look
    if look.hand or case.meddled or any(not rest.known for rest in rests):
        return ()
    if not unread(look.news, rests, look.table, case.episode.began_s):
        return ()
    what = "Something was thrown, but no dice can be read."
    do = "Set the camera's focus, bring it nearer or move the light; or say what you see."
    return (Trouble("unread", what, do, look.time_s),)


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
