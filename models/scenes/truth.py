"""The truth of a still: what is known of every die in the picture, and of what is no die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.scenes import dice
from models.scenes.arrangements import Arrangement, in_hand
from models.scenes.camera import Camera
from models.scenes.clutter import Piece

Doubles = NDArray[np.float64]
COCKED_DEG = 4.0
# A die in a hand is on its way: it lies on no table, so it is neither flat nor cocked nor stacked, and shows no value
# yet. It is not "unsure", either: what a reader is unsure of has a value.
HELD = "moving"
CUT_SHARE = 0.08


@dataclass(frozen=True, eq=False)
class Lying:
    """A die in the scene: its make, place (3,) m, turn (3, 3) and half edge, m."""

    look: dice.DieLook
    place: Doubles
    turn: Doubles
    half: float

    def outline_px(self, camera: Camera) -> Doubles:
        """(n, 2) px: the points whose hull is the die's silhouette."""
        return camera.project(dice.cube_corners(self.turn, self.place, self.half, self.look.rounding))


@dataclass(frozen=True, eq=False)
class Still:
    """What lies on one table; several pictures are taken of it."""

    way: str
    half: float
    laid: Arrangement
    lying: list[Lying]
    pieces: list[Piece]


def truth(still: Still, camera: Camera, seen: NDArray[np.int64], image: Image) -> dict[str, Any]:
    """One line of truth (see pictures.py); seen: which die or piece each pixel shows; image: BGR, as taken."""
    first = len(still.lying)
    return {
        "size": list(camera.size),
        "way": still.way,
        "above_deg": round(_above(camera), 1),
        "optics": camera.optics.name,
        "across_deg": round(camera.across_deg, 1),
        "die_mm": round(2000 * still.half, 1),
        "plane": _plane(still, camera).tolist(),
        "dice": [
            t for i, d in enumerate(still.lying) if (t := _die_truth(d, still, camera, seen == i, image))
        ],
        "negatives": [t for i, p in enumerate(still.pieces) if (t := _piece_truth(p, seen == first + i))],
    }


def _plane(still: Still, camera: Camera) -> Doubles:
    """Fitted where the dice lie, and two of them further; where there are none, where the camera looks."""
    on = np.array([die.place[:2] for die in still.lying]) if still.lying else np.array([camera.target[:2]])
    return camera.plane_about(on.min(axis=0) - 4 * still.half, on.max(axis=0) + 4 * still.half)


def _above(camera: Camera) -> float:
    into = camera.axes[2]
    return float(np.degrees(np.arcsin(np.clip(-into[2], -1, 1))))


def _die_truth(
    lying: Lying, still: Still, camera: Camera, seen: NDArray[np.bool_], image: Image
) -> dict[str, Any] | None:
    if not seen.any():
        return None
    hull = cv2.convexHull(lying.outline_px(camera).astype(np.float32))[:, 0]
    whole = cv2.contourArea(hull)
    frame = np.array([[0, 0], [camera.size[0], 0], camera.size, [0, camera.size[1]]], np.float32)
    inside, _ = cv2.intersectConvexConvex(hull, frame)
    corners = camera.project(dice.top_corners(lying.turn, lying.place, lying.half))
    tilt = dice.tilt_deg(lying.turn)
    state = _state(lying, still)
    low, high = np.clip(hull.min(axis=0), 0, camera.size), np.clip(hull.max(axis=0), 0, camera.size)
    return {
        "value": None if state == HELD else dice.top_value(lying.look, lying.turn),
        "state": "cut" if state != HELD and inside < (1 - CUT_SHARE) * whole else state,
        "tilt_deg": round(tilt, 1),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in corners],
        "box": [round(float(v), 1) for v in (*low, *(high - low))],
        "visible": round(min(1.0, float(seen.sum()) / max(whole, 1.0)), 3),
        "face_visible": round(_face_seen(corners, camera, seen), 3),
        "contrast": round(_contrast(lying, camera, corners, image), 3),
        "size_px": round(float(np.sqrt(cv2.contourArea(corners.astype(np.float32)))), 1),
        "look": _make(lying.look),
        "pips": "inlaid" if lying.look.inlay else "drilled" if lying.look.drill > 0 else "painted",
    }


def _state(lying: Lying, still: Still) -> str:
    """How it lies, wherever the frame may cut it."""
    outline = dice.cube_corners(lying.turn, lying.place, lying.half, lying.look.rounding)
    if in_hand(still.laid.hand, outline, lying.place, lying.half):
        return HELD
    if dice.top_value(lying.look, lying.turn) == lying.look.emblem:
        return "emblem"
    if dice.tilt_deg(lying.turn) > COCKED_DEG:
        return "cocked"
    return "stacked" if _on_another(lying, still) else "flat"


def _face_seen(corners: Doubles, camera: Camera, seen: NDArray[np.bool_]) -> float:
    """The share of the top face, less its rounded edge, that neither another thing hides nor the frame cuts off."""
    middle = corners.mean(axis=0)
    inner = (middle + 0.75 * (corners - middle)).astype(np.float32)
    area = cv2.contourArea(inner)
    mask = cv2.fillConvexPoly(np.zeros(seen.shape, np.uint8), inner.round().astype(np.int32), 1).astype(bool)
    return min(1.0, float((mask & seen).sum()) / max(area, float(mask.sum()), 1.0))


def _contrast(lying: Lying, camera: Camera, corners: Doubles, image: Image) -> float:
    """How far the pips' middles are from the face's usual colour, in the channel where they are furthest."""
    face = cv2.fillConvexPoly(
        np.zeros(image.shape[:2], np.uint8), corners.round().astype(np.int32), 1
    ).astype(bool)
    spots = camera.project(dice.top_pips(lying.look, lying.turn, lying.place, lying.half)).round().astype(int)
    inside = [(x, y) for x, y in spots if 0 <= x < camera.size[0] and 0 <= y < camera.size[1]]
    if not face.any() or not inside:
        return 0.0
    pips = np.median([image[y, x] for x, y in inside], axis=0)
    return float(np.abs(pips - np.median(image[face], axis=0)).max() / 255)


def _on_another(upper: Lying, still: Still) -> bool:
    """Whether a die lies under this one; flat on a card or a book is as good as flat on the table."""
    gaps = [upper.place - lower.place for lower in still.lying if lower is not upper]
    return any(gap[2] > 1.6 * upper.half and np.abs(gap[:2]).max() < 2 * upper.half for gap in gaps)


def _make(look: dice.DieLook) -> str:
    return "clear" if look.clear else "metal" if look.metallic else look.pattern


def _piece_truth(found: Piece, seen: NDArray[np.bool_]) -> dict[str, Any] | None:
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if len(rows) == 0:
        return None
    x, y = int(columns[0]), int(rows[0])
    return {"kind": found.kind, "box": [x, y, int(columns[-1]) + 1 - x, int(rows[-1]) + 1 - y]}
