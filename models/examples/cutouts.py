"""Real dice cut out of their photos, to be laid on other tables in other paint: a die is not known by its cloth.

The outline is GrabCut's (Rother, Kolmogorov, Blake, "GrabCut", SIGGRAPH 2004), made convex, as dice are; what does not
come out as large and round as a die is left where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.examples.augment import OBLIQUE_TURN, Floats, Random, repainted, window
from models.examples.banks import PATCH_PX, REACH, Row
from models.examples.negatives import Clutter, paste
from models.examples.photos import HIDDEN, Photo
from vision.picture.pyramid import shrink
from vision.reading.detector import BAND

CUT_PX = 96  # side of a cutout's picture, which is `_ROUND` times as large as the die's box
_ROUND = 1.5
_LEAST_PX = 28.0  # dice smaller than that in their photo are too blurred to lie on another table
_REPAINTED = 0.5
# Share of the 2s seen from above whose pips are turned to stand parallel to an edge.
_PARALLEL = 0.5
# Angle by which they are turned, and by which that is out, rad.
_TO_PARALLEL = np.pi / 4
_ASKEW = 0.1
# Radius of the disc of a face that is turned, in sides of the face: it holds the pips.
_DISC = 0.47
# Breadth of its soft edge. Smaller: a ring is seen.
_SOFT = 0.03
# Share of the 1s seen from above whose pip is made larger.
_SWOLLEN = 0.5
# Exponent by which places near it are drawn apart, from and to. Larger: larger pips. A pip of radius .1 of the face
# becomes one of .17 to .33.
_GROWTH = (1.5, 4.0)
# How far from the middle of a die the pip of a 1 is looked for, in radii of the face.
_NEAR = 0.5
# Share of the dice laid that are of another size than those that lie there.
_OTHER_SIZE = 0.3
# How many times larger, at most.
_LARGER = 2.5


@dataclass(frozen=True, eq=False)
class Cutout:
    """One die: its neighbourhood (96, 96, 3) uint8 BGR, stretched to a square, and the die's outline in it (96, 96)
    uint8 0 or 255.

    wide: the width of its box over the height. overhead: it may be turned by any angle.
    """

    image: Image
    outline: Image
    wide: float
    value: int
    overhead: bool


def outlined(near: Image) -> Image | None:
    """The outline of the die in the middle of a (96, 96, 3) picture `_ROUND` times as large, or None: not found."""
    side, half = CUT_PX / _ROUND, CUT_PX / 2
    mask = np.full((CUT_PX, CUT_PX), cv2.GC_BGD, np.uint8)
    for share, label in ((0.54, cv2.GC_PR_FGD), (0.2, cv2.GC_FGD)):
        low, high = round(half - share * side), round(half + share * side)
        mask[low:high, low:high] = label
    cv2.grabCut(near, mask, None, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_MASK)  # type: ignore[call-overload]
    die = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    die = np.asarray(cv2.morphologyEx(die, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    _, parts, sizes, _ = cv2.connectedComponentsWithStats(die)
    largest = 1 + int(np.argmax(sizes[1:, cv2.CC_STAT_AREA])) if len(sizes) > 1 else 0
    if not largest:
        return None
    hull = cv2.convexHull(np.argwhere(parts == largest)[:, ::-1].astype(np.int32))
    outline = np.zeros((CUT_PX, CUT_PX), np.uint8)
    cv2.fillConvexPoly(outline, hull, 255)
    left, top, wide, high = cv2.boundingRect(hull)
    full = sizes[largest, cv2.CC_STAT_AREA] / np.count_nonzero(outline)
    aside = max(abs(left + wide / 2 - half), abs(top + high / 2 - half)) / side
    is_die = full > 0.75 and min(wide, high) > 0.6 * side and max(wide, high) < 1.06 * side and aside < 0.15
    return outline if is_die else None


def cutouts(photos: Iterable[Photo], random: Random, count: int) -> Iterator[Cutout]:
    """At most `count` flat dice of the photos, one of each photo in turn, as many as come out well."""
    chosen = [photo for photo in photos if len(photo.dice)]
    for index in random.permutation(len(chosen))[:count]:
        photo = chosen[index]
        die = int(random.integers(len(photo.dice)))
        x, y, w, h, value = photo.dice[die].tolist()
        flat = photo.states is None or bool(np.all(photo.states[die] < 0.5))
        if value == HIDDEN or min(w, h) < _LEAST_PX or not flat:
            continue
        image = photo.open()
        scale = min(1.0, 1.4 * CUT_PX / (_ROUND * max(w, h)))
        near = window(
            shrink(image, scale),
            (x * scale, y * scale),
            (w * _ROUND * scale, h * _ROUND * scale),
            0.0,
            False,
            CUT_PX,
        )[0]
        outline = outlined(near)
        if outline is not None:
            yield Cutout(near, outline, w / h, int(value), photo.overhead)


def turned(
    one: Cutout, random: Random, side: float
) -> tuple[NDArray[np.uint8], tuple[float, float, float, float]]:
    """The die as it may lie elsewhere, BGRA with its shadow, its label about `side` px; and the box of its outline.

    The box: where its middle is from that of the picture, x and y, and its width and height, px.
    """
    if one.value == 2 and one.overhead and random.random() < _PARALLEL:
        one = parallel(one, random)
    if one.value == 1 and one.overhead and random.random() < _SWOLLEN:
        one = swollen(one, random.uniform(*_GROWTH))
    zoom = side / (CUT_PX / _ROUND)
    small = min(1.0, zoom)  # what gets smaller is averaged first
    image, outline = shrink(one.image, small).astype(np.float32), shrink(one.outline, small)
    if random.random() < _REPAINTED:
        image = repainted(image, random, (outline > 127).astype(np.float32))
    px = int(2 * side) + 8
    matrix = _turn(one, random, zoom / small)
    matrix[:, 2] = px / 2 - matrix[:, :2] @ np.array([outline.shape[1] / 2, outline.shape[0] / 2])
    shown = np.asarray(cv2.warpAffine(image, matrix, (px, px)))
    soft = cv2.GaussianBlur(outline, (0, 0), max(0.6, 0.6 / zoom * small))
    solid = np.asarray(cv2.warpAffine(soft, matrix, (px, px)), np.float32)
    left, top, wide, high = cv2.boundingRect((solid > 127).astype(np.uint8))
    alpha = np.maximum(solid, _shadow(solid, random, side))
    colour = shown * (solid / np.maximum(alpha, 1))[:, :, None]
    box = (left + wide / 2 - px / 2, top + high / 2 - px / 2, float(wide), float(high))
    return np.dstack([colour, alpha]).astype(np.uint8), box


def parallel(one: Cutout, random: Random) -> Cutout:
    """A 2 seen from above with its pips turned within the face, so that they stand parallel to an edge of it.

    Few photos show such dice, but any overhead photo of a diagonal 2 can be made to.
    """
    middle = np.argwhere(one.outline > 127).mean(axis=0)[::-1]
    reach = _DISC * float(np.sqrt(np.count_nonzero(one.outline > 127)))
    angle = _TO_PARALLEL * float(random.choice([-1, 1])) + random.normal(0, _ASKEW)
    matrix = cv2.getRotationMatrix2D(middle.tolist(), float(np.degrees(angle)), 1.0)
    spun = cv2.warpAffine(one.image, matrix, one.outline.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    rows, columns = np.mgrid[: one.outline.shape[0], : one.outline.shape[1]]
    away = np.hypot(columns - middle[0], rows - middle[1])
    share = np.clip((reach - away) / (_SOFT * reach / _DISC) + 0.5, 0, 1)[:, :, None]
    return replace(one, image=(one.image + share * (spun.astype(np.float32) - one.image)).astype(np.uint8))


def swollen(one: Cutout, growth: float) -> Cutout:
    """A 1 seen from above with a larger pip: what is r from its middle, in radii of the face, was r to the `growth`."""
    reach = _DISC * float(np.sqrt(np.count_nonzero(one.outline > 127)))
    middle = _pip(one, reach)
    rows, columns = np.mgrid[: one.outline.shape[0], : one.outline.shape[1]]
    right, down = columns - middle[0], rows - middle[1]
    away = np.clip(np.hypot(right, down) / reach, 1e-3, 1)
    closer = away ** (growth - 1)
    source = (middle[0] + closer * right).astype(np.float32), (middle[1] + closer * down).astype(np.float32)
    seen = cv2.remap(one.image, *source, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return replace(one, image=np.asarray(seen, np.uint8))


def _pip(one: Cutout, reach: float) -> Floats:
    """(2,) x and y of the middle of a 1's pip: of what is painted least like the die, near the middle of the die."""
    middle = np.argwhere(one.outline > 127).mean(axis=0)
    rows, columns = np.mgrid[: one.outline.shape[0], : one.outline.shape[1]]
    near = np.hypot(rows - middle[0], columns - middle[1]) < _NEAR * reach
    unlike = np.abs(one.image - np.median(one.image[one.outline > 127], axis=0)).sum(axis=2) * near
    place: Floats = np.argwhere(unlike > 0.6 * unlike.max()).mean(axis=0)[::-1]
    return place


def _turn(one: Cutout, random: Random, zoom: float) -> NDArray[np.float64]:
    """(2, 3) how a cutout is turned, mirrored and brought back to its own shape; it is not moved."""
    stretch = np.sqrt(one.wide) * float(np.exp(random.normal(0, 0.06)))
    angle = random.uniform(0, 2 * np.pi) if one.overhead else random.normal(0, OBLIQUE_TURN)
    cos, sin = zoom * np.cos(angle), zoom * np.sin(angle)
    matrix = np.array([[cos * stretch, -sin / stretch, 0], [sin * stretch, cos / stretch, 0]])
    if random.random() < 0.5:
        matrix[:, 0] *= -1
    return matrix


def _shadow(solid: Floats, random: Random, side: float) -> Floats:
    """How dark it is round the die, (H, W) 0 to 255."""
    angle, away = random.uniform(0, 2 * np.pi), random.uniform(0, 0.15) * side
    move = np.array([[1, 0, away * np.cos(angle)], [0, 1, away * np.sin(angle)]], np.float32)
    dark = cv2.warpAffine(solid, move, solid.shape[::-1])
    soft = cv2.GaussianBlur(dark, (0, 0), max(0.6, random.uniform(0.02, 0.12) * side))
    return np.asarray(soft * np.float32(random.uniform(0, 0.65)), np.float32)


def patches(clutter: Clutter, cut: list[Cutout], random: Random, count: int) -> Iterator[Row]:
    """Rows for a bank: a die in the middle of other ground, in two of three with neighbours; none without cutouts."""
    side = PATCH_PX / REACH
    for _ in range(count if cut else 0):
        image = clutter.ground(random, PATCH_PX)
        one = cut[random.integers(len(cut))]
        for _ in range(int(random.choice([0, 1, 2]))):
            angle, away = random.uniform(0, 2 * np.pi), random.uniform(1.0, 1.5) * side
            x, y = PATCH_PX / 2 + away * np.cos(angle), PATCH_PX / 2 + away * np.sin(angle)
            paste(image, turned(cut[random.integers(len(cut))], random, side)[0], round(x), round(y))
        paste(image, turned(one, random, side)[0], PATCH_PX // 2, PATCH_PX // 2)
        yield image, one.value, one.overhead


def lay(view: Image, dice: Floats, cut: list[Cutout], random: Random, side: float) -> tuple[Image, Floats]:
    """The view with one to five more dice of about `side` px, beside those that lie there, and all its dice.

    In some pictures those laid are all larger or smaller than the others, within what a detector should find.
    """
    view = view.copy()
    if random.random() < _OTHER_SIZE:
        side = float(np.clip(side * random.uniform(1, _LARGER) ** random.choice([-1, 1]), *BAND))
    laid = [tuple(die) for die in dice.tolist()]
    for _ in range(int(random.integers(1, 6))):
        x, y = random.uniform(0, view.shape[1]), random.uniform(0, view.shape[0])
        one, own = cut[random.integers(len(cut))], side * float(np.exp(random.normal(0, 0.1)))
        if any(np.hypot(x - there[0], y - there[1]) < 0.55 * (own + max(there[2:4])) for there in laid):
            continue
        piece, (aside, below, wide, high) = turned(one, random, own)
        paste(view, piece, round(x), round(y))
        laid.append((round(x) + aside, round(y) + below, wide, high, one.value))
    return view, np.array(laid, np.float32).reshape(-1, 5)
