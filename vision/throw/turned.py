"""Dice that lay there and show another value now, or none any more: each is to be asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vision.following.rest import Rest, die_of
from vision.nouns import Die, Turned
from vision.throw.case import Case
from vision.throw.look import Look


def turned(case: Case, rests: Sequence[Rest]) -> list[Turned]:
    """The questions where nothing was thrown. rests: the dice that are surely there.

    Not about those that were only moved: as many, with the same values, are gone from where they lay.
    """
    anew = [rest for rest in rests if rest.id not in case.memory.dice]
    gone = Counter(die.value for die in case.gone.values())
    moved = anew if Counter(rest.vote.value for rest in anew) == gone else []
    pairs = [(case.before(rest), rest) for rest in rests if rest not in moved]
    lay = [(die, rest, case.memory.was_thrown(die)) for die, rest in pairs if die]
    return list(_asked(lay, case.look))


def turned_over(pairs: Iterable[tuple[Die, Rest]], look: Look) -> list[Turned]:
    """The questions about dice that lay beside a throw and were turned over by it: as told, and as they lie now."""
    return list(_asked(((die, rest, False) for die, rest in pairs), look))


def _asked(dice: Iterable[tuple[Die, Rest, bool]], look: Look) -> Iterator[Turned]:
    """Of each die, as it was told of and as it lies, and whether it was thrown last."""
    for before, rest, thrown in dice:
        now = die_of(rest, look.table)
        if before.value is None or before.value == now.value:
            continue
        other = rest.torn and before.value not in now.ranking[:2]
        if now.value or now.state != "unsure" or before.track != now.track or other:
            yield Turned(look.time_s, before.value, now, not thrown, look.image)
