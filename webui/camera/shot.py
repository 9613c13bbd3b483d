# Tested by tests/test_webui_phone.py.
"""A photo of one throw, as a phone takes it by hand: read as a whole, since nothing was seen of what came before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.frame import Image
from vision.nouns import Detection, Die, Roll, View, Zone

Read = Callable[[Image], Sequence[Detection]]
"""The dice in a picture."""


@dataclass(frozen=True, eq=False)
class Shot:
    """What a photo shows: for the screen, and as a throw; roll: None where no die is seen."""

    view: View
    roll: Roll | None


def shot_of(image: Image, time_s: float, read: Read, kept: Sequence[int], thrown: int) -> Shot:
    """The throw in a photo.

    kept: the values of the dice that stay aside in this turn; thrown: how many dice are thrown. Where more dice lie
    there than are thrown, each kept value that is seen is one of the kept dice.
    """
    dice = tuple(read(image))
    aside = _aside(dice, kept, len(dice) - thrown) if thrown else set()
    every = tuple(_die(die, place, "keep" if place in aside else "throw") for place, die in enumerate(dice))
    view = View(image, time_s, dice, "settled" if dice else "empty")
    if not any(die.zone == "throw" for die in every):
        return Shot(view, None)
    in_throw = tuple(die for die in every if die.zone == "throw")
    beside = tuple(die for die in every if die.zone == "keep")
    values = tuple(die.value for die in in_throw), tuple(die.value for die in beside)
    return Shot(view, Roll(time_s, *values, 0, "", image, (*in_throw, *beside), (time_s, time_s)))


def _aside(dice: Sequence[Detection], kept: Sequence[int], most: int) -> set[int]:
    """The places of so many dice at most that show what was kept."""
    left, found = Counter(kept), set[int]()
    for place, die in enumerate(dice):
        if len(found) < most and die.value is not None and left[die.value] > 0:
            left[die.value] -= 1
            found.add(place)
    return found


def _die(seen: Detection, place: int, zone: Zone) -> Die:
    return Die(seen.value, seen.value_p, seen.state, zone, seen.corners_px, seen.ranking, place)
