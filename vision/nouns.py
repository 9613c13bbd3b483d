"""The nouns of vision. Read this first.

A picture becomes `Detection`s; the dice that these show again and again, at rest, become one `Roll`.
Pixels are of the picture as given: origin at the top left, x to the right, y down. Millimetres lie on the
table plane: origin at its first corner, x along its first edge, y along its last. Times are seconds of
the source's clock (`Frame.time_s`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.affine import carried

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Box = tuple[float, float, float, float]  # left, top, right, bottom, px
Mask = NDArray[np.uint8]  # 255 where something holds
DieState = Literal["flat", "cocked", "stacked", "cut", "moving", "unsure"]
# A die that lies so has no value; and what is written beside it.
TILTED: dict[DieState, str] = {"cocked": "cocked", "stacked": "on another"}
Zone = Literal["throw", "keep", "off"]
Phase = Literal["empty", "moving", "settled"]
GoneHow = Literal["seen", "beyond", "missing", "crossed"]


@dataclass(frozen=True, eq=False)
class Detection:
    """One die in one picture.

    corners_px: (4, 2) float32, clockwise on screen: the top face where its angle is known, else the upright
        box of the die.
    value: 1 to 6, or None where the reader will not commit itself.
    value_p: 0 to 1, calibrated: how probably `value` (where it is None: the likeliest value) is right.
    ranking: the six values, likeliest first: what a person correcting a misread die wants to see first.
    state: flat, cocked, stacked, cut (by the edge of the picture), moving, or unsure.
    score: 0 to 1, how surely this is a six-sided die with pips at all.
    """

    corners_px: Floats
    value: int | None
    value_p: float
    state: DieState
    score: float
    ranking: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    @property
    def centre_px(self) -> tuple[float, float]:
        """The middle of the four corners."""
        return _middle(self.corners_px)

    @property
    def size_px(self) -> float:
        """The side of a square with the area of the quadrilateral."""
        x, y = self.corners_px[:, 0].astype(float), self.corners_px[:, 1].astype(float)
        return float(np.sqrt(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2))


@dataclass(frozen=True, eq=False)
class Die:
    """One die of a roll: where it came to rest (pixels of the roll's picture) and what the vote says."""

    value: int | None
    value_p: float
    state: DieState
    zone: Zone
    corners_px: Floats
    ranking: tuple[int, ...]
    track: int

    @property
    def centre_px(self) -> tuple[float, float]:
        """The middle of the four corners."""
        return _middle(self.corners_px)


@dataclass(frozen=True)
class Moving:
    """Dice have begun to move."""

    time_s: float


@dataclass(frozen=True)
class Gone:
    """A die that left the table, and how that is known.

    how: "seen": it was seen to go over the edge; "beyond": it lies at rest beyond it; "crossed": it was last seen at
        the edge and on its way out, and one is missing; "missing": one fewer lies there than was awaited, and nothing
        hides it.
    time_s: when it was last seen, or came to rest; of one of which nothing was seen, when it was judged.
    at_px: (x, y) where that was, in the picture of the event; beyond_mm: how far beyond the edge, below 0: inside it.
        Both None where nothing was seen. Millimetres are guessed from the dice where nobody measured the table.
    """

    how: GoneHow
    time_s: float
    at_px: tuple[float, float] | None = None
    beyond_mm: float | None = None

    @property
    def why(self) -> str:
        """It in one sentence."""
        if self.beyond_mm is None:
            return (
                "One die fewer lies here than was awaited, and nothing there hides it: "
                "it counts as off the table."
            )
        side = "beyond" if self.beyond_mm >= 0 else "inside"
        away = f"{abs(self.beyond_mm):.0f} mm {side} the table's edge"
        if self.how == "beyond":
            return f"A die lies {away}."
        if self.how == "seen":
            return f"A die was seen to leave: at last it was {away}."
        return f"A die is missing: at last it was seen {away}, on its way out."


@dataclass(frozen=True, eq=False)
class Roll:
    """One throw, at rest: the only thing that crosses from vision into a game.

    faces: the values in the throw zone, in the order of `dice`; None for a die that must be asked about.
    kept: the values of the dice beside them; None, too, for one that the throw turned over. bumped: of those that it
    only moved. off_table: how many dice left the table, and `why` in a sentence; gone: each of them.
    picture: the frame the roll was read from.
    span_s: when the first of its dice came into view, and when the last lay still; time_s: when that was sure.
    """

    time_s: float
    faces: tuple[int | None, ...]
    kept: tuple[int | None, ...]
    off_table: int
    why: str
    picture: Image
    dice: tuple[Die, ...]
    span_s: tuple[float, float] = (0.0, 0.0)
    bumped: tuple[int, ...] = ()
    gone: tuple[Gone, ...] = ()

    @property
    def asked(self) -> int:
        """How many dice in the throw zone have no value and must be asked about."""
        return sum(face is None for face in self.faces)


@dataclass(frozen=True, eq=False)
class OffTable:
    """`n` dice have left the marked table; said at once, before the rest come to rest.

    picture: the last frame that shows such a die whole; where none was seen to leave, the frame of `time_s`.
    tracks: for each die that was seen on its way, (N, 3) float64, the newest last: time_s, x, y in pixels.
    gone: each of the n, and how that is known.
    """

    time_s: float
    n: int
    why: str
    picture: Image
    tracks: tuple[NDArray[np.float64], ...] = ()
    gone: tuple[Gone, ...] = ()


@dataclass(frozen=True, eq=False)
class Turned:
    """A die that lay there when the last throw was read shows another value, or none that can be read.

    was: the value it was told with. die: as it lies now, in `picture`. kept: it was none of the throw's `faces`.
    """

    time_s: float
    was: int
    die: Die
    kept: bool
    picture: Image


@dataclass(frozen=True)
class Trouble:
    """Something a person should know now: what it is, what to do, and since when."""

    code: str
    what: str
    do: str
    since_s: float


@dataclass(frozen=True)
class Wait:
    """What a verdict waits for. code: one word; what, do: as a `Trouble` has them, where it waits for long."""

    code: str
    what: str
    do: str


Event = Moving | Roll | OffTable | Turned | Trouble


@dataclass(frozen=True, eq=False)
class View:
    """What the screen shows of the newest frame, and what has just happened.

    image: as the camera saw it before it swayed, and so are all places. sway: (2, 3) where these are in the camera's
    own picture, None where it stands still.
    events: in the order in which they happened, new in this frame; `troubles`: all that hold now.
    fps: frames a second, of the source's clock; latency_ms: from the frame's arrival to this view.
    waits: what a throw that is not told yet waits for; None where none is on its way to be told.
    """

    image: Image
    time_s: float
    detections: tuple[Detection, ...]
    phase: Phase
    fps: float = 0.0
    latency_ms: float = 0.0
    events: tuple[Event, ...] = ()
    troubles: tuple[Trouble, ...] = field(default=())
    sway: Doubles | None = None
    waits: Wait | None = None

    @property
    def seen(self) -> tuple[Detection, ...]:
        """The dice where the camera's own picture has them."""
        if self.sway is None:
            return self.detections
        return tuple(
            replace(die, corners_px=self.in_camera(die.corners_px).astype(np.float32))
            for die in self.detections
        )

    def in_camera(self, points_px: NDArray[Any]) -> NDArray[Any]:
        """(N, 2) points of this picture where the camera's own has them."""
        return points_px if self.sway is None else carried(points_px, self.sway)


def _middle(corners_px: Floats) -> tuple[float, float]:
    x, y = corners_px.mean(axis=0)
    return float(x), float(y)
