"""All dice in the throw zone are new, though none was seen to stop: a hand hid how they came, or they were too fast."""

from __future__ import annotations

from collections.abc import Sequence

from vision.following.rest import Rest
from vision.nouns import Zone
from vision.throw.arrival import rolled_in
from vision.throw.aside import was_taken_up, were_poured, were_pushed
from vision.throw.bare import were_bare, were_hidden
from vision.throw.case import Case
from vision.throw.episode import WAIT_S
from vision.throw.struck import ASIDE_S, Struck


def appeared(case: Case, struck: Struck) -> list[Rest]:
    """These dice, as many as are awaited (after a while most); of the awaited ones some may lie beyond the edge.

    Not so where dice that are gone from where they lay showed the same values, and none was seen to roll: those were
    pushed aside.
    """
    new = _new_in("throw", case, struck)
    taken = len(case.taken_up)
    if new and len(new) < taken <= (case.awaited or taken):
        new += _poured_aside(new, case, struck)
    beyond = _new_in("off", case, struck) if len(new) < (case.awaited or 0) else []
    if not new or not _are_enough(new, beyond, case, struck) or not _is_clear(new, case):
        return []
    if len(new) == 1 and (case.before(new[0]) or case.pushed(new[0])):
        return new if was_taken_up(case, struck) and _is_another(new[0], case, struck) else []
    return [] if were_pushed(new, case, struck) else [*new, *beyond]


def _new_in(zone: Zone, case: Case, struck: Struck) -> list[Rest]:
    """Dice in a zone that were not there when the last throw was over."""
    closed_s = case.episode.closed_s
    return [rest for rest in struck.others if rest.first_s > closed_s and case.zone(rest) == zone]


def _poured_aside(new: Sequence[Rest], case: Case, struck: Struck) -> list[Rest]:
    """Dice that came to rest in the keep zone at the very time of those in the throw zone: none was set aside."""
    first_s, last_s = (some(rest.arrived_s for rest in new) for some in (min, max))
    aside = _new_in("keep", case, struck)
    at_once = all(first_s - ASIDE_S < rest.arrived_s < last_s + ASIDE_S for rest in aside)
    return aside if at_once and were_poured([*new, *aside], case, struck) else []


def _is_another(rest: Rest, case: Case, struck: Struck) -> bool:
    """Whether a die that lies near where ones lay that were taken up shows no value of theirs, or was thrown."""
    values = [die.value for die in case.gone.values()]
    if rest.vote.value is not None and rest.vote.value not in values:
        return True
    return were_poured([rest], case, struck) or rolled_in(rest, case.look.news, case.look.table)


def _are_enough(new: Sequence[Rest], beyond: Sequence[Rest], case: Case, struck: Struck) -> bool:
    """Whether these are as many as are awaited; where nobody knows, all, or as many as were taken up; after a while
    most.
    """
    awaited = case.awaited or 0
    here = sum(case.zone(rest) == "throw" for rest in case.rests)
    if len(new) + len(beyond) == (case.awaited or here):
        return True
    if case.awaited is None and _are_those_taken(new, case, struck):
        return True
    if 0 < awaited <= min(len(new), len(case.taken_up)):
        return True  # and others, struck by them, that show something else now: it will be asked about
    most = case.untouched < len(new) < awaited <= 2 * len(new)
    return most and case.episode.calm_s(case.look) >= WAIT_S


def _are_those_taken(new: Sequence[Rest], case: Case, struck: Struck) -> bool:
    """Whether these are as many as were taken up, or are gone; or, with those that lie there yet, all told of."""
    gone = len(case.gone)
    if len(new) in (len(case.taken_up), gone, gone - len(struck.numbers)):
        return True
    # What seems to be covered is among them.
    return case.memory.too_many(case.rests, len(new)) == 0


def _is_clear(new: Sequence[Rest], case: Case) -> bool:
    """Whether it is known that these did not lie there before.

    What lay there before this began was seen, and nothing had hidden their places since the first picture; or something
    flew before they lay and no hand put them down; or the place of each was seen bare.
    """
    episode = case.episode
    if episode.has_closed:
        return not were_hidden(new, case.look, case.bare)
    flown = episode.said and all(rest.arrived_s > episode.began_s for rest in new)
    return (flown and not case.meddled) or were_bare(new, case.look, case.bare)
