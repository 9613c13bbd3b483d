# Tested by tests/test_webui_dice_school.py.
"""What a throw teaches: the values that people put right or told, what is no die, and what nobody complained of.

It is told from the lines of the match, so that a correction that is undone takes its example back by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.frame import Image
from vision.learning.example import NO_DIE, Example, Origin
from vision.nouns import Floats
from vision.picture.crop import crop
from webui.match.open_match import OpenMatch
from webui.match.seen import SeenDie, SeenRoll
from webui.storage.dice_sets import Thrown

# Lines at the end of a match that a change may touch. Larger: more is worked out anew at each change.
_NEWEST = 8
# Rolls before one that may be the same picture, counted anew. Larger: more is read at each change.
_AGAIN = 2


@dataclass(frozen=True, eq=False)
class Lesson:
    """roll: the name of the throw. thrown: what it showed; None where it does not stand."""

    roll: str
    examples: tuple[Example, ...] = ()
    thrown: Thrown | None = None


Seen = Callable[[int | None], SeenRoll | None]
"""Finds what the camera saw in the roll of this number."""
Picture = Callable[[int], tuple[str, Image | None]]
"""The name of the picture of a roll of this number, and the picture."""
Hidden = Callable[[Image, Floats], Floats | None]
"""Finds the box of the one die in a picture that is not among the boxes seen; see `webui.dice.hidden`."""


def name_of(roll: int) -> str:
    """What a roll of this number is called among the examples."""
    return f"roll {roll}"


def touched(before: OpenMatch, after: OpenMatch) -> set[int]:
    """The rolls that a change may have touched."""
    lines = [*before.saved.lines[-_NEWEST:], *after.saved.lines[-_NEWEST:]]
    asked = [each.question.roll.id for each in (before, after) if each.question]
    return {
        number for number in (*(line.roll for line in lines), *asked) if number is not None and number >= 0
    }


def lessons(
    rolls: Iterable[int], now: OpenMatch, seen: Seen, picture: Picture, hidden: Hidden
) -> list[Lesson]:
    """What these rolls teach as the match stands now."""
    known = {number: seen(number) for number in sorted(rolls)}
    return [
        _lesson(number, roll, now, seen, picture, hidden)
        for number, roll in known.items()
        if roll is not None
    ]


def _lesson(
    number: int, roll: SeenRoll, now: OpenMatch, seen: Seen, picture: Picture, hidden: Hidden
) -> Lesson:
    stands = now.stands
    place = next((n for n, line in enumerate(stands) if line.roll == number and line.told.is_throw), None)
    if place is None:
        return Lesson(name_of(number))
    line, (file, image) = stands[place], picture(number)
    faces = line.told.faces
    asked = tuple(face for face, die in zip(faces, roll.thrown, strict=False) if die.value is None)
    thrown = Thrown(name_of(number), faces, asked)
    added = added_to(roll.faces, faces)
    if image is not None and added is not None and line.told.by != "program":
        return Lesson(name_of(number), _with_added(image, number, roll, added, hidden), thrown)
    if image is None or len(faces) != len(roll.thrown) or line.told.by == "program":
        return Lesson(name_of(number), (), thrown)
    closed = place < len(stands) - 1
    dice = [_of_die(die, face, closed) for die, face in zip(roll.thrown, faces, strict=True)]
    denied: list[tuple[SeenDie, int, Origin]] = [
        (die, NO_DIE, "removed") for die in _denied(number, roll, file, seen, picture)
    ]
    rows = [each for each in (*dice, *denied) if each is not None]
    return Lesson(name_of(number), tuple(_example(image, name_of(number), *row) for row in rows), thrown)


def added_to(seen: Sequence[int | None], faces: Sequence[int]) -> int | None:
    """The value of the one die that a person has added to those seen; None where that is not plain."""
    known = [value for value in seen if value is not None]
    if len(known) < len(seen) or len(faces) != len(seen) + 1:
        return None
    more = list((Counter(faces) - Counter(known)).elements())
    return more[0] if len(more) == 1 else None


def _with_added(image: Image, number: int, roll: SeenRoll, value: int, hidden: Hidden) -> tuple[Example, ...]:
    """The die that was added, where it is found; the others were told by nobody one by one."""
    box = hidden(image, np.array([box_of(die.corners) for die in roll.dice], np.float32).reshape(-1, 4))
    if box is None:
        return ()
    share = min(1.0, float(np.sqrt(box[2] * box[3])) / max(image.shape[:2]))
    return (Example(crop(image, box), value, "told", name_of(number), share),)


def _of_die(die: SeenDie, face: int, closed: bool) -> tuple[SeenDie, int, Origin] | None:
    """A die and what it showed; None where nobody has said anything yet, and still may."""
    if die.value == face:
        return (die, face, "kept") if closed else None
    return die, face, "told" if die.value is None else "corrected"


def _denied(number: int, roll: SeenRoll, file: str, seen: Seen, picture: Picture) -> list[SeenDie]:
    """What was a die of the same picture before, and is none now."""
    lying = {die.corners for die in roll.dice}
    earlier = [
        other for other in range(max(1, number - _AGAIN), number) if file and picture(other)[0] == file
    ]
    before = [each for each in map(seen, earlier) if each is not None]
    return [die for each in before for die in each.thrown if die.corners not in lying]


def _example(image: Image, roll: str, die: SeenDie, value: int, origin: Origin) -> Example:
    box = box_of(die.corners)
    share = float(np.sqrt(box[2] * box[3])) / max(image.shape[:2])
    likely = die.ranking.index(value) == 0 if value in die.ranking else False
    return Example(crop(image, box), value, origin, roll, min(share, 1.0), die.value_p if likely else 0.0)


def box_of(corners: Iterable[tuple[float, float]]) -> Floats:
    """(4,): middle, width and height of the upright box round corners, px."""
    points = np.array(list(corners), np.float32)
    low, high = points.min(axis=0), points.max(axis=0)
    return np.concatenate([(low + high) / 2, high - low])
