"""Were the dice that seem to have flown moved by hand, or not at all? Then what flew beside them were fingers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vision.following.rest import Rest
from vision.throw.arrival import came_to_rest
from vision.throw.aside import is_hand, were_pushed
from vision.throw.case import Case
from vision.throw.struck import Struck

Rule = Callable[[Sequence[Rest], Case, Struck], bool]


def were_handled(flown: Sequence[Rest], case: Case, struck: Struck) -> bool:
    """Whether one of the rules says so. Where a die was seen to leave, something was thrown."""
    return not case.leavers.left and any(rule(flown, case, struck) for rule in RULES)


def _were_put_down(flown: Sequence[Rest], case: Case, struck: Struck) -> bool:
    """Whether dice are counted by hand: each lies just as one lay, or was put down there."""
    return all(case.lies_as_one_lay(rest) or _was_put_down(rest, case, struck) for rest in flown)


def _were_set_aside(_: Sequence[Rest], case: Case, struck: Struck) -> bool:
    """Whether dice are pushed together: all that lies anew shows what as many dice did that are gone.

    A hand was there, or its fingers alone were seen; none was seen to be taken up, and none of these to roll.
    """
    moved = case.meddled or _only_crept(case, struck)
    return moved and not case.taken_up and were_pushed(struck.others, case, struck)


def _were_kept(flown: Sequence[Rest], case: Case, _: Struck) -> bool:
    """Whether a hand keeps dice: all of these lie in the keep zone, and as many as are awaited lie untouched yet."""
    left = sum(rest.known and not rest.covered and case.zone(rest) == "throw" for rest in case.rests)
    kept = all(case.zone(rest) == "keep" for rest in flown)
    return kept and case.meddled and case.awaited is not None and left >= case.awaited


def _lie_beside_others(flown: Sequence[Rest], case: Case, _: Struck) -> bool:
    """Whether fingers touch one of the dice: none flew for most of its way, and the others awaited lie untouched."""
    if not case.untouched or case.untouched + len(flown) > (case.awaited or 0):
        return False
    arrivals = [case.arrival(rest) for rest in flown]
    return not any(flight and came_to_rest(flight, case.look.table) for flight in arrivals)


RULES: tuple[Rule, ...] = (_were_put_down, _were_set_aside, _were_kept, _lie_beside_others)


def _only_crept(case: Case, struck: Struck) -> bool:
    """Whether all that came to where dice lie anew crept there, and something did."""
    came = [flight for rest in struck.others if (flight := case.arrival(rest)) is not None]
    return bool(came) and all(flight.crept(case.look.table) for flight in came)


def _was_put_down(rest: Rest, case: Case, struck: Struck) -> bool:
    """Whether what seemed to fly there was a hand that laid a die bare.

    Nothing but a hand came there, and it took one up and put it back; or the die was turned over, which will be asked
    about; or it was carried there from where one with its value lay when all was told of.
    """
    flight, value = case.arrival(rest), rest.vote.value
    if not case.meddled or (flight is not None and not is_hand(flight, case)):
        return False
    if value is not None and value in case.taken_up_near(rest):
        return True
    if flight is None:
        return False
    before = case.before(rest)
    if before is not None and before.value != value and not case.memory.was_taken_up(before):
        return True
    away = [die for die in case.left_there if die.track not in struck.numbers]
    return any(value in (None, die.value) for die in away)
