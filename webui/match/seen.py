# Tested by tests/test_webui_codec.py.
"""What the camera saw of a throw, as the store keeps it and a page shows it.

Pixels are of the picture of the roll: origin at the top left, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import dist
from statistics import fmean

from hardware.frame import Image
from vision.nouns import Detection, Die, DieState, Gone, GoneHow, Roll, Zone
from vision.picture.angle import turned
from vision.picture.colour import Colour, body_colour

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class SeenDie:
    """One die as the camera saw it at rest.

    value: 1 to 6, or None where the reader would not commit itself; ranking: the six values, likeliest first.
    corners: four (x, y) in pixels of the roll's picture, clockwise. colour: of its body; None where that is not known.
    """

    value: int | None
    value_p: float
    ranking: tuple[int, ...]
    state: DieState
    zone: Zone
    corners: Corners
    colour: Colour | None = None


@dataclass(frozen=True)
class SeenGone:
    """A die that left the table, and how that is known; see `vision.nouns.Gone`.

    before_s: how long before the throw was told, seconds. at: where it was seen last, pixels; None where nothing was.
    beyond_mm: how far beyond the edge, below 0: inside it; None where nothing was seen.
    """

    how: GoneHow
    before_s: float
    at: tuple[float, float] | None = None
    beyond_mm: float | None = None

    @property
    def why(self) -> str:
        """It in one sentence."""
        return Gone(self.how, 0.0, self.at, self.beyond_mm).why


@dataclass(frozen=True)
class SeenRoll:
    """One throw as the camera saw it, with its picture at /evidence/<id>.jpg.

    width, height: of the picture in pixels, the frame of all `corners`. has_picture: False once it was cleared
    away to make room, or could not be kept; has_replay: of the seconds before, at /evidence/<id>.webp.
    has_stay: somebody wants these never to be cleared away.
    off_table: how many dice left the table, `why` in a sentence. has_leaving: the picture in which one was last
    seen is at /evidence/<id>-leaving.jpg. way: for each die seen to leave, where it was, pixels, the last place
    last; edge: the marked table's, empty where the whole picture is the table. lay: the dice thrown, by their place,
    that lay still already when the other left.
    stays, hand: with own dice, what the places and colours of the hands tell: the values of the player's dice that
    stayed, None where that is not known; whose dice were thrown, where they are not the player's.
    bumped: the values of the dice kept aside that it only moved. gone: each die that left, and how that is known.
    """

    id: int
    dice: tuple[SeenDie, ...]
    width: int
    height: int
    off_table: int = 0
    why: str = ""
    has_picture: bool = True
    has_leaving: bool = False
    has_replay: bool = False
    has_stay: bool = False
    way: tuple[Corners, ...] = ()
    edge: Corners = ()
    lay: tuple[int, ...] = ()
    bumped: tuple[int, ...] = ()
    gone: tuple[SeenGone, ...] = ()
    stays: tuple[int, ...] | None = None
    hand: str = ""

    @property
    def thrown(self) -> tuple[SeenDie, ...]:
        """The dice in the throw zone, in the order of the faces of the throw's line."""
        return tuple(die for die in self.dice if die.zone == "throw")

    @property
    def beside(self) -> tuple[SeenDie, ...]:
        """The dice that lie elsewhere."""
        return tuple(die for die in self.dice if die.zone != "throw")

    @property
    def faces(self) -> tuple[int | None, ...]:
        """The values in the throw zone; None for a die that must be asked about."""
        return tuple(die.value for die in self.thrown)

    @property
    def aside(self) -> tuple[SeenDie, ...]:
        """The dice in the keep zone."""
        return tuple(die for die in self.dice if die.zone == "keep")

    @property
    def kept(self) -> tuple[int | None, ...]:
        """The values in the keep zone."""
        return tuple(die.value for die in self.aside)


@dataclass(frozen=True)
class NewRoll:
    """A throw that is written just now. seen: its number is NEW. picture: the name of its evidence, "" for none."""

    seen: SeenRoll
    picture: str


def seen_die(die: Die | Detection, picture: Image | None = None) -> SeenDie:
    """A die as vision sees it, for screens and for the store; pixels rounded to a tenth.

    picture: where it lies in, for its colour, and to turn its corners as it is turned there; without one it has no
    colour, and its corners are those of an upright box.
    """
    zone = die.zone if isinstance(die, Die) else "throw"
    corners = die.corners_px if picture is None else turned(picture, die.corners_px)
    return SeenDie(
        die.value,
        round(float(die.value_p), 4),
        tuple(die.ranking),
        die.state,
        zone,
        points_of(corners),
        None if picture is None else body_colour(picture, die.corners_px),
    )


def seen_roll(roll: Roll, number: int, has_picture: bool) -> SeenRoll:
    """The vision roll under its number in the store; a die that lay there before the throw counts as kept aside."""
    height, width = roll.picture.shape[:2]
    thrown = len(roll.faces)
    dice = (
        *(replace(seen_die(die, roll.picture), zone="throw") for die in roll.dice[:thrown]),
        *(
            replace(seen_die(die, roll.picture), zone="keep", value=value)
            for die, value in zip(roll.dice[thrown:], roll.kept, strict=True)
        ),
    )
    return SeenRoll(
        number,
        dice,
        width,
        height,
        roll.off_table,
        roll.why,
        has_picture,
        bumped=roll.bumped,
        gone=gone_of(roll.gone, roll.time_s),
    )


def gone_of(gone: Iterable[Gone], told_s: float) -> tuple[SeenGone, ...]:
    """The dice that left as the store keeps them. told_s: when the throw, or that they left, was told."""
    return tuple(
        SeenGone(
            each.how,
            round(max(0.0, told_s - each.time_s), 1),
            each.at_px and (round(float(each.at_px[0]), 1), round(float(each.at_px[1]), 1)),
            None if each.beyond_mm is None else round(float(each.beyond_mm), 1),
        )
        for each in gone
    )


def points_of(path: Iterable[Iterable[float]]) -> Corners:
    """Places in a picture, pixels rounded to a tenth."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in path)


def counted(roll: SeenRoll, faces: Iterable[int | None]) -> tuple[SeenDie, ...]:
    """The dice of a throw, each with the value that it counts as."""
    return tuple(replace(die, value=face) for die, face in zip(roll.thrown, faces, strict=True))


def apart(one: SeenDie, other: SeenDie) -> float:
    """How far apart the middles of two dice of a picture lie, in pixels."""
    here, there = (tuple(map(fmean, zip(*each.corners, strict=True))) for each in (one, other))
    return dist(here, there)


def lies_as(die: SeenDie, before: SeenDie) -> bool:
    """Whether this is that die, as it lies later on: at its place, and not with another value."""
    near = apart(die, before) < dist(before.corners[0], before.corners[2]) / 3
    return near and (die.value == before.value or None in (die.value, before.value))
