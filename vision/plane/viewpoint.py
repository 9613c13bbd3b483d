"""From where a camera sees a table, and dice as they would look from above.

Seen through the plane of the table, every die that lies flat has a square on top, as large as it is and turned any
way, and its sides lean away from the camera by as much as the camera stands beside it: what does not look so is not
flat. The camera's place follows from the plane (`Table.camera_mm`); or, where nobody measured the table, it is sought
among a few places (`Somewhere`): from about the right one dice look flat that lie flat, throw after throw, and how far
it looks down is the mean over those places.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.picture.crop import near
from vision.picture.upright import quarter_turns
from vision.plane.table import DIE_MM, USUAL_FOCAL, Table

Doubles = NDArray[np.float64]

# Logarithm of a die's box over its edge, seen from above (snapshots: within 0.1). Larger: dice seem nearer. Smaller:
# further.
_BOX = 0.31
# What is added to that for how much a die leans away. Larger and smaller: as above, in views from low.
_BOX_LEANING = 0.25
# Logarithm by which dice must seem larger than the table says to be taken for larger: boxes err by some 0.1. Larger:
# jumbo dice are read as usual ones. Smaller: errors are believed.
_LARGER = 0.12
# Logarithm by which they must seem smaller: to believe dice smaller than they are does more harm. Larger and smaller:
# as above.
_SMALLER = 0.25
# No die is so many times as large or as small as the table says.
_MOST = 4.0
# How far what stands leans away from the camera, at the places where it may be. More of them: slower, and surer.
_LEANS = (0.1, 0.3, 0.5, 0.75, 0.95)
# The same where its picture is turned. More of them: slower, and surer.
_LEANS_TURNED = (0.15, 0.45, 0.8)
_UPRIGHT = tuple((0.0, lean) for lean in _LEANS)
_TURNED = tuple((turn, lean) for turn in (np.pi, np.pi / 2, -np.pi / 2) for lean in _LEANS_TURNED)
_SPOTS: tuple[tuple[float, float], ...] = (*_UPRIGHT, *_TURNED)
# The dice of one throw tell how far what stands leans within about so much: places so far apart are judged from.
_ABOUT = (-0.07, 0.0, 0.07)
# What leans away by less than that, for each mm of its height, shows no side face as large as its top.
_ASLANT = 0.2
# A picture is held to be upright until dice have told otherwise, by so much, a logarithm of odds. In clips two dice or
# more seen aslant, some of them leaning, say so by 3 at most where it does stand upright, and by 10 where it does not;
# seen from above they may say anything, and it does not matter.
_UPRIGHT_ODDS = 6.0
# Logarithm of the chance, over that of the likeliest place, below which a place is not worth a look. Lower: slower.
# Higher: the true place is left out.
_WORTH = -3.0
# Logarithm of the least chance that a place is given. Lower: it never comes back. Higher: what dice told is forgotten.
_LEAST = -12.0
# Share of what was known that is still known a throw later. Larger: a camera that was moved is believed where it was.
# Smaller: each throw begins anew.
_KEPT = 0.9


@dataclass(frozen=True, eq=False)
class Viewpoint:
    """Where the camera over a table is whose plane is known, or supposed. edge_mm: of the dice."""

    table: Table
    edge_mm: float

    @classmethod
    def of(cls, table: Table, edge_mm: float | None = None) -> Viewpoint:
        """edge_mm: of the dice, as seen; where it is about what the table says, or unknown, the table's counts."""
        if edge_mm is None or -_SMALLER < np.log(edge_mm / table.die_mm) < _LARGER:
            edge_mm = table.die_mm
        return cls(table, edge_mm)

    @cached_property
    def to_px(self) -> Doubles:
        """(3, 3): from millimetres on the table (x, y, 1) to pixels."""
        return np.asarray(np.linalg.inv(self.table.plane))

    def lean(self, at_mm: Doubles) -> Doubles:
        """(2,): by how much what stands at (2,) mm leans away from the camera, mm for each mm of its height."""
        return np.asarray((at_mm - self.table.camera_mm[:2]) / self.table.camera_mm[2])

    def lean_at(self, at_px: tuple[float, float]) -> float:
        """How much that is at a point of the picture, whichever way."""
        return float(np.linalg.norm(self.lean(np.array(self.table.point_mm(at_px)))))

    @cached_property
    def turns(self) -> int:
        """How the picture hangs (`vision.picture.upright`); 0 where it looks straight down, and no matter how."""
        x, y = self.table.polygon_px.mean(axis=0).tolist()
        at_mm = np.array(self.table.point_mm((x, y)))
        lean = self.lean(at_mm)
        if np.linalg.norm(lean) < _ASLANT:
            return 0
        foot, top = (self.to_px @ (*point, 1) for point in (at_mm, at_mm + self.edge_mm * lean))
        right, down = top[:2] / top[2] - foot[:2] / foot[2]
        return quarter_turns(right, down)

    def edge_seen_mm(self, at_px: tuple[float, float], size_px: float) -> float:
        """How long the edge of a die is, about, whose box at a point of the picture is so large, px."""
        times = size_px / self.table.die_px(at_px) / _box_per_edge(self.lean_at(at_px))
        return float(np.clip(times, 1 / _MOST, _MOST)) * self.table.die_mm

    def straightened(self, image: Image, at_px: tuple[float, float], px: int, reach_mm: float) -> Image:
        """(px, px, 3) uint8 BGR: what lies round a point of the picture, `reach_mm` wide, as the table's plane has it.

        What is further from the camera is further up.
        """
        to_px = self.to_px @ self._placed(at_px, px, reach_mm)
        edge = np.array([[0, 0, 1], [px, 0, 1], [px, px, 1], [0, px, 1]], float) @ to_px.T
        corners = edge[:, :2] / edge[:, 2:]
        low, high = corners.min(axis=0), corners.max(axis=0)
        finer = float(np.sqrt(max(cv2.contourArea(corners.astype(np.float32)), 1.0))) / px
        part, (scale, left, top) = near(image, low, high, finer)
        moved = np.array([[scale, 0, -left * scale], [0, scale, -top * scale], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        shown = cv2.warpPerspective(
            part, moved @ to_px, (px, px), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return cast(Image, shown)

    def _placed(self, at_px: tuple[float, float], px: int, reach_mm: float) -> Doubles:
        """(3, 3): from pixels of the straightened picture to the table, mm."""
        x, y = self.table.point_mm(at_px)
        aside_x, aside_y = self.lean(np.array([x, y])).tolist()
        lean = math.hypot(aside_x, aside_y)
        far_x, far_y = (aside_x / lean, aside_y / lean) if lean > 1e-3 else (0.0, -1.0)
        right_x, right_y = -self._turns * far_y, self._turns * far_x
        step, half = reach_mm / px, reach_mm / 2
        return np.array(
            [
                [step * right_x, -step * far_x, x - half * (right_x - far_x)],
                [step * right_y, -step * far_y, y - half * (right_y - far_y)],
                [0.0, 0.0, 1.0],
            ]
        )

    @cached_property
    def _turns(self) -> float:
        """1, or -1 where the table's axes turn the other way than the picture's: nothing is shown mirrored."""
        x, y = self.table.polygon_px.mean(axis=0).tolist()
        depth = float(self.table.plane[2] @ (x, y, 1))
        return math.copysign(1.0, float(np.linalg.det(self.table.plane)) * depth)


@dataclass(frozen=True)
class Somewhere:
    """A camera over a table that nobody measured. size_px: (width, height) of its picture.

    told: a logarithm of how likely each of its places is by the dice seen so far; empty where none was.
    """

    size_px: tuple[int, int]
    told: tuple[float, ...] = ()

    @staticmethod
    def everywhere() -> NDArray[np.intp]:
        """The numbers of all places where it may be: those of `told`."""
        return np.arange(len(_SPOTS))

    @staticmethod
    def turned() -> NDArray[np.intp]:
        """Those at which its picture hangs upside down, or on its side."""
        return np.arange(len(_UPRIGHT), len(_SPOTS))

    @cached_property
    def turns(self) -> int:
        """How the picture hangs (`vision.picture.upright`), as far as dice have told."""
        return self.hangs(_UPRIGHT_ODDS)

    def hangs(self, odds: float) -> int:
        """The same, where it takes these odds, a logarithm, to believe that it does not stand upright."""
        if not self.told:
            return 0
        told, turn = np.array(self.told), np.array([turn for turn, _ in _SPOTS])
        chances = {each: float(np.logaddexp.reduce(told[turn == each])) for each in set(turn.tolist())}
        best = max(chances, key=chances.__getitem__)
        return _hangs(best) if chances[best] > chances[0.0] + odds else 0

    def likely(self) -> tuple[NDArray[np.intp], Doubles]:
        """The numbers of the V places where it most likely is, likeliest first, and a logarithm of how likely each is,
        (V,). As long as nothing is known those whose picture is upright: from straight above to low over the table.
        """
        if not self.told:
            return np.arange(len(_UPRIGHT)), np.zeros(len(_UPRIGHT))
        told = np.array(self.told)
        best = np.argsort(-told, kind="stable")[: len(_UPRIGHT)]
        worth = best[told[best] >= told.max() + _WORTH]
        return worth, told[worth]

    def views(self, which: NDArray[np.intp], box_px: float) -> tuple[Viewpoint, ...]:
        """The places of these numbers. box_px: the usual size of a die's box."""
        return tuple(self._place(turn, lean, box_px) for turn, lean in (_SPOTS[i] for i in which))

    def about(self, which: NDArray[np.intp], evidence: Doubles, box_px: float) -> tuple[Viewpoint, ...]:
        """Three places close together, the likeliest in the middle, where these have so much for them, logarithms (V,).

        Its picture is turned as most of that says, and what stands leans as the mean of the places turned so.
        """
        turns, leans = np.array([_SPOTS[i] for i in which]).T
        weights = np.exp(evidence - evidence.max())
        turn = max(set(turns.tolist()), key=lambda one: float(weights[turns == one].sum()))
        lean = float(np.average(leans, weights=weights * (turns == turn)))
        return tuple(self._place(turn, lean + beside, box_px) for beside in _ABOUT)

    def plane(self, box_px: float) -> Doubles | None:
        """(3, 3): from pixels to millimetres on the table, its dice DIE_MM large, as those of earlier throws told it.

        None as long as none did. box_px: the usual size of a die's box. On 28 tables of made sessions (seeds 5 and 6),
        seen from straight above to 30 degrees aside, lengths are 5 % too long on the mean, and all over one table alike
        but for a standard deviation of 3 %.
        """
        if not self.told:
            return None
        # From above dice may speak for any turn: none is believed by which the picture is not turned either.
        hung = np.array([_hangs(turn) == self.turns for turn, _ in _SPOTS])
        _, middle, _ = self.about(self.everywhere()[hung], np.array(self.told)[hung], box_px)
        return middle.table.plane

    def after(self, evidence: Doubles) -> Somewhere:
        """With what the dice of one more throw tell: logarithms, one for each place."""
        known = np.asarray(evidence) + (_KEPT * np.array(self.told) if self.told else 0.0)
        return replace(self, told=tuple(np.maximum(known - known.max(), _LEAST).tolist()))

    def _place(self, turn: float, lean: float, box_px: float) -> Viewpoint:
        """turn: which way is up in the picture, rad; lean: of what stands in its middle."""
        width, height = self.size_px
        focal, down = USUAL_FOCAL * max(width, height), np.arctan(lean)
        edge_px = box_px / _box_per_edge(lean)
        away = focal * DIE_MM / edge_px * np.sqrt(np.cos(down))
        # Its table's origin lies in the middle of the picture, x to the right, y down the picture and nearer.
        seen = np.array([[focal, 0, 0], [0, focal * np.cos(down), 0], [0, -np.sin(down), away]])
        cos, sin = np.cos(turn), np.sin(turn)
        rolled = np.array([[cos, -sin, width / 2], [sin, cos, height / 2], [0, 0, 1]])
        plane = np.linalg.inv(rolled @ seen)
        return Viewpoint.of(replace(Table.whole(width, height), plane=plane / np.cbrt(np.linalg.det(plane))))


# Where a camera is, as far as anyone knows.
Camera = Viewpoint | Somewhere


def _hangs(turn: float) -> int:
    """How a picture hangs (`vision.picture.upright`) that is turned by so much, rad."""
    return quarter_turns(np.sin(turn), -np.cos(turn))


def _box_per_edge(lean: float) -> float:
    """How much larger than its edge the box of a die is that leans away by so much."""
    return float(np.exp(_BOX + _BOX_LEANING * lean))
