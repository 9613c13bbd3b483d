# Tested by tests/test_webui_aside.py.
"""The dice aside are those that were kept: where their values say otherwise, one was taken for another. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.game import State
from webui.match.seen import SeenDie, SeenRoll


def told_apart(seen: SeenRoll, state: State | None, odd: int | None = None) -> SeenRoll:
    """The throw with a kept die that passed for a thrown one put in its place.

    A kept die that a hand laid elsewhere looks as if it had been thrown, and one that was thrown to about where
    another lay as if it had lain there. So it is where as many lie aside as were kept, and those that lack are among
    the thrown. The one that was thrown instead has no value then: it is asked about, as nobody saw it come. Where each
    has dice of their own, the hands tell them apart (hands.py).
    """
    if state is None or state.own_dice or not state.to_throw or len(state.turns) == odd:
        return seen
    thrown, aside, kept = list(seen.thrown), list(seen.aside), state.kept
    values = [die.value for die in aside if die.value is not None]
    if seen.off_table or len(thrown) != state.to_throw or not len(values) == len(aside) == len(kept):
        return seen
    lacking, strange = Counter(kept) - Counter(values), Counter(values) - Counter(kept)
    if lacking - Counter(die.value for die in thrown if die.value is not None):
        return seen
    for value, other in zip(lacking.elements(), strange.elements(), strict=True):
        here, there = _first(thrown, value), _first(aside, other)
        thrown[here], aside[there] = (
            replace(aside[there], zone="throw", value=None),
            replace(thrown[here], zone="keep"),
        )
    rest = (die for die in seen.dice if die.zone not in ("throw", "keep"))
    return replace(seen, dice=(*thrown, *aside, *rest)) if lacking else seen


def _first(dice: Sequence[SeenDie], value: int | None) -> int:
    """The place of the first die of that value."""
    return next(place for place, die in enumerate(dice) if die.value == value)
