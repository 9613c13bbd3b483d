"""Dice that lay there and show another value now, or none any more: each is to be asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vision.following.rest import Rest
from vision.nouns import Die, Turned
from vision.throw.look import Look
from vision.throw.memory import Told, die_of


def turned(told: Told, rests: Sequence[Rest], look: Look) -> list[Turned]:
    """The questions where nothing was thrown.

    Not about those that were only moved: as many, with the same values, are gone from where they lay.
    """
    anew = [rest for rest in rests if told.is_new(rest)]
    gone = Counter(die.value for die in told.gone(look).values())
    moved = anew if Counter(rest.vote.value for rest in anew) == gone else []
    pairs = [(told.before(rest, look), rest) for rest in rests if rest not in moved]
    return list(_asked(((die, rest, told.was_thrown(die)) for die, rest in pairs if die), look))


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
