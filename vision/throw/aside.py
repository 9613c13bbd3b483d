"""Dice that lay there: were they pushed aside by hand, or taken up and poured out again?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Die
from vision.throw.arrival import came_to_rest, rolled_in
from vision.throw.case import Case
from vision.throw.flown import BURST_S
from vision.throw.struck import Struck


def were_pushed(new: Sequence[Rest], case: Case, struck: Struck) -> bool:
    """Whether these are dice that lay there, pushed aside.

    What was only seen to move away was pushed, unless dice show other values now.
    """
    handled = case.leavers.handled
    gone = Counter(die.value for die in _were_there(case, struck))
    moved = _show_the_same(gone, new, case) if gone else handled
    return moved and (handled or not _rolled(new, case)) and not were_poured(new, case, struck)


def _were_there(case: Case, struck: Struck) -> list[Die]:
    """The dice that may have been pushed: those that are gone, or else those that a hand hides that keeps still."""
    # Where no place was seen empty, those that seem to be struck were set aside with them.
    by_throw = struck.numbers if case.taken_up else set()
    return [die for number, die in case.gone.items() if number not in by_throw] or case.hidden


def _show_the_same(gone: Counter[int | None], new: Sequence[Rest], case: Case) -> bool:
    """Whether these show only what those did that are gone, and are as many.

    Where more are gone than are awaited, a hand that is there yet is setting them aside, one after another.
    """
    shown = Counter(rest.vote.value for rest in new)
    shown.pop(None, None)
    anew = new if case.taken_up else case.new
    meanwhile = case.awaited is not None and case.look.hand and gone.total() > case.awaited
    return not shown - gone and (case.awaited is None or gone.total() == len(anew) or meanwhile)


def _rolled(new: Sequence[Rest], case: Case) -> bool:
    """Whether something was seen to roll to its rest: not what a hand laid bare, nor, where no die was seen to be
    taken up, what only crept.
    """
    table, news = case.look.table, case.look.news
    if not case.taken_up:
        news = [flight for flight in news if not flight.crept(table)]
    if any(came_to_rest(flight, table) and not is_hand(flight, case) for flight in news):
        return True
    return any(rolled_in(rest, news, table) for rest in new)


def is_hand(flight: Flight, case: Case) -> bool:
    """Whether it is what a hand showed and laid bare, here and then there."""
    return case.meddled and flight.leapt(case.look.table)


def was_taken_up(case: Case, struck: Struck) -> bool:
    """Whether all dice that are gone, but for those struck, were taken up before: their places were seen empty."""
    gone = [die for number, die in case.gone.items() if number not in struck.numbers]
    return bool(gone) and all(map(case.memory.was_taken_up, gone))


def were_poured(new: Sequence[Rest], case: Case, struck: Struck) -> bool:
    """Whether dice that were taken up came to rest at once, and elsewhere: no hand puts several down so. More than
    are awaited were not all thrown.
    """
    if not new or (case.awaited is not None and len(new) > case.awaited):
        return False
    arrived_s = [rest.arrived_s for rest in new]
    if max(arrived_s) - min(arrived_s) > BURST_S or not was_taken_up(case, struck):
        return False
    if len(new) == 1:
        return _was_let_go(new[0], case, struck)
    return not any(case.lies_as_one_lay(rest) for rest in new)


def _was_let_go(rest: Rest, case: Case, struck: Struck) -> bool:
    """Whether this is the one die that was taken up, and is all that is awaited: it lies elsewhere, and no hand
    moved others, too. Not one that had been kept: a hand has only laid it elsewhere.
    """
    others = struck.numbers and case.meddled
    if case.awaited != 1 or len(case.taken_up) != 1 or others:
        return False
    die = case.taken_up[0]
    kept = die.zone == "keep" or not case.memory.was_thrown(die)
    return not kept and not case.taken_up_near(rest)
