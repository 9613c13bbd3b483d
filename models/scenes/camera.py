"""The camera of a scene: where a point of the table lies in the picture, and what its sensor does to the light."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class Optics:
    """A lens before a sensor.

    across_deg: the field of view of a whole picture along x; k1, k2: radial distortion (Brown and Conrady): what a
    pinhole would have at r, a tangent from the axis, lies at r (1 + k1 r^2 + k2 r^4); sizes: (width, height) px of
    pictures that such a camera gives, small ones first.
    """

    name: str
    across_deg: float
    k1: float
    k2: float
    sizes: tuple[tuple[int, int], ...]

    @cached_property
    def turns_at(self) -> float:
        """The r from which on the formula, which is made for what is in the picture, would fold it back."""
        roots = np.roots([5 * self.k2, 0.0, 3 * self.k1, 0.0, 1.0 - LEAST_SLOPE])
        real = roots[(np.abs(roots.imag) < 1e-9) & (roots.real > 0)].real
        return float(real.min(initial=np.inf))

    def bent(self, r: Doubles) -> Doubles:
        """Where what a pinhole has at r lies; beyond `turns_at` the picture goes on straight, far outside of it."""
        inner = np.minimum(r, self.turns_at)
        lies = inner * (1 + self.k1 * inner**2 + self.k2 * inner**4)
        return np.asarray(lies + LEAST_SLOPE * np.maximum(r - inner, 0.0))

    def unbent(self, r: Doubles) -> Doubles:
        """The way back, to about 1e-7."""
        return np.interp(r, self._table[1], self._table[0])

    @cached_property
    def _table(self) -> tuple[Doubles, Doubles]:
        there = np.concatenate([np.linspace(0, 4, 20_001), np.linspace(4, 400, 1_001)[1:]])
        return there, self.bent(there)


LEAST_SLOPE = 0.05
LEAST_POINTS = 12
PINHOLE = Optics("pinhole", 60.0, 0.0, 0.0, ((640, 480),))
# The makers' angles of view; k1 and k2 of the Pi's lenses are the parabola through what the maker publishes: focal
# length (4.74 and 2.75 mm), sensor (6.45 x 3.63 mm) and three angles of view (66, 41, 75 and 102, 67, 120 degrees).
# The webcam is as Logitech publishes the C920 (78 degrees across the diagonal), the phone's cameras have 26 and 13 mm
# as of 35 mm film; their k1 and k2 are of chessboard calibrations that people have published: of such a webcam, of a
# phone's main camera at 1920 x 1080, and of a camera with 122 degrees (phones straighten most of a wide lens).
OPTICS = (
    Optics("Pi Camera Module 3", 66.0, 0.271, -0.404, ((384, 216), (640, 360), (1024, 576), (1536, 864))),
    Optics(
        "Pi Camera Module 3 Wide", 102.0, 0.009, -0.028, ((384, 216), (640, 360), (1024, 576), (1536, 864))
    ),
    Optics("USB webcam", 70.4, 0.11, -0.21, ((320, 180), (640, 360), (960, 540), (1280, 720))),
    Optics("phone", 67.3, 0.085, -0.193, ((320, 240), (480, 360), (800, 600), (1600, 1200))),
    Optics("phone, wide", 106.2, -0.02, -0.0025, ((320, 240), (480, 360), (800, 600), (1600, 1200))),
)


@dataclass(frozen=True)
class Camera:
    """place and target in metres (z up); across_deg: field of view along x, less than that of the optics where only the
    middle of the picture is kept; size: (width, height) px.
    """

    place: tuple[float, float, float]
    target: tuple[float, float, float]
    across_deg: float
    size: tuple[int, int]
    up: tuple[float, float, float] = (0.0, 1.0, 0.0)
    optics: Optics = PINHOLE

    @cached_property
    def axes(self) -> tuple[Doubles, Doubles, Doubles]:
        """Unit vectors to the right of the picture, down in it, and into it."""
        into = np.subtract(self.target, self.place).astype(float)
        into /= np.linalg.norm(into)
        right = np.cross(into, self.up)
        right /= np.linalg.norm(right)
        return right, np.cross(into, right), into

    @cached_property
    def focal(self) -> float:
        """The focal length in the middle of the picture, px."""
        edge = np.tan(np.radians(self.across_deg) / 2)
        return float(self.size[0] / 2 / self.optics.bent(np.array([edge]))[0])

    def project(self, points: Doubles) -> Doubles:
        """(n, 3) m to (n, 2) px; a point behind the camera comes out as nan."""
        right, down, into = self.axes
        away = np.asarray(points, float) - self.place
        depth = np.where(away @ into > 1e-6, away @ into, np.nan)
        seen = np.stack([away @ right, away @ down], axis=-1) / depth[..., None]
        return np.array(self.size) / 2 + self.focal * _scaled(seen, self.optics.bent)

    def straight(self, pixels: Doubles) -> Doubles:
        """(n, 2) px to (n, 2): right and down of the axis, by one into the picture, where a pixel looks."""
        return _scaled((np.asarray(pixels, float) - np.array(self.size) / 2) / self.focal, self.optics.unbent)

    @cached_property
    def pinhole(self) -> Camera:
        """One in the same place whose picture has in it all that is in this one's, as large in its middle."""
        if self.optics.k1 == self.optics.k2 == 0:
            return self
        wide, high = (2 * int(np.ceil(edge * self.focal)) + 2 for edge in self._edges)
        across = 2 * float(np.degrees(np.arctan(wide / 2 / self.focal)))
        return replace(self, across_deg=across, size=(wide, high), optics=PINHOLE)

    @property
    def _edges(self) -> Doubles:
        """How far from the axis it looks at most, to the side and down."""
        width, height = self.size
        return np.asarray(
            np.abs(self.straight(np.array([[0, 0], [0, height / 2], [width / 2, 0]]))).max(axis=0)
        )

    def bend(self, picture: NDArray[Any], smooth: bool = True) -> NDArray[Any]:
        """This camera's picture out of its pinhole's; smooth: else each pixel is the nearest one there."""
        if self.pinhole is self:
            return picture
        width, height = self.size
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        there = (
            self.straight(np.stack([x.ravel(), y.ravel()], axis=1)) * self.focal
            + np.array(self.pinhole.size) / 2
        )
        where = (there - 0.5).reshape(height, width, 2).astype(np.float32)
        how = cv2.INTER_LINEAR if smooth else cv2.INTER_NEAREST
        return np.asarray(
            cv2.remap(picture, where[..., 0], where[..., 1], how, borderMode=cv2.BORDER_REPLICATE)
        )

    def plane(self) -> Doubles:
        """(3, 3): from pixels (x, y, 1) to millimetres on the table, y towards the bottom of the picture.

        Exact of a pinhole, of other optics in the middle of the picture.
        """
        right, down, into = self.axes
        lens = np.array([[self.focal, 0, self.size[0] / 2], [0, self.focal, self.size[1] / 2], [0, 0, 1]])
        turned = np.stack([right, down, into])
        to_px = lens @ np.column_stack([turned[:, 0], -turned[:, 1], -turned @ self.place * 1000])
        return np.asarray(np.linalg.inv(to_px))

    def plane_about(self, low: Doubles, high: Doubles) -> Doubles:
        """(3, 3): as `plane`, as well as one such can say it of a bent picture: fitted to what of the table between two
        (2,) corners, m, lies in the picture.
        """
        x, y = np.meshgrid(*np.linspace(low, high, 13).T)
        table = np.stack([x.ravel(), y.ravel()], axis=1)
        px = self.project(np.column_stack([table, np.zeros(len(table))]))
        inside = ((px >= 0) & (px <= self.size)).all(axis=1)  # nan is not
        if self.optics is PINHOLE or inside.sum() < LEAST_POINTS:
            return self.plane()
        found, _ = cv2.findHomography(px[inside], table[inside] * (1000, -1000))
        return np.asarray(found)


def _scaled(points: Doubles, change: Callable[[Doubles], Doubles]) -> Doubles:
    """Points moved to and from the axis, as a radius changes."""
    r = np.linalg.norm(points, axis=-1)
    return points * (change(r) / np.where(r > 1e-12, r, 1.0))[..., None]


@dataclass(frozen=True)
class Sensor:
    """What turns linear light into a picture as files hold it.

    exposure: stops; balance: gains of red, green, blue; vignette: light lost in the corners, 0 to 1;
    shot and read: noise, as shares of full scale (shot at half scale); blur_px: defocus, a Gaussian's sigma;
    contrast: strength of the tone curve; sharpen: share of a halo added; jpeg: quality, None to leave it out.
    veil: what light that shines into the lens adds at most, a share of full scale; veil_at: where, in shares of the
    picture's width and height.
    """

    exposure: float = 0.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    vignette: float = 0.15
    shot: float = 0.0
    read: float = 0.0
    blur_px: float = 0.0
    contrast: float = 0.35
    sharpen: float = 0.0
    jpeg: int | None = None
    veil: float = 0.0
    veil_at: tuple[float, float] = (0.5, 0.0)


def develop(light: Floats, sensor: Sensor, rng: np.random.Generator) -> NDArray[np.uint8]:
    """(H, W, 3) linear light, red first -> (H, W, 3) uint8, BGR."""
    picture = light * (2.0**sensor.exposure) * np.asarray(sensor.balance, np.float32)
    if sensor.blur_px > 0:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur_px)
    picture = picture * _falloff(picture.shape[:2], sensor.vignette)[..., None]
    if sensor.veil > 0:
        picture = picture + sensor.veil * _veil(picture.shape[:2], sensor.veil_at)[..., None]
    if sensor.shot > 0 or sensor.read > 0:
        spread = np.sqrt(sensor.shot**2 * np.clip(picture, 0, 1) * 2 + sensor.read**2)
        picture = picture + rng.standard_normal(picture.shape, np.float32) * spread
    coded = tone(np.asarray(picture, np.float32), sensor.contrast)
    if sensor.sharpen > 0:
        coded = coded + sensor.sharpen * (coded - cv2.GaussianBlur(coded, (0, 0), 1.2))
    out = np.asarray(np.clip(coded[..., ::-1] * 255 + 0.5, 0, 255), np.uint8)
    if sensor.jpeg is None:
        return np.ascontiguousarray(out)
    _, packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def tone(light: Floats, contrast: float) -> Floats:
    """Linear light to coded 0 to 1: the sRGB curve, a soft shoulder above white, an S for contrast."""
    soft = np.where(light > 0.7, 1 - 0.3 * np.exp(-(np.maximum(light, 0.7) - 0.7) / 0.3), light)
    coded = np.power(np.clip(soft, 0, 1), 1 / 2.2)
    return np.asarray(coded + contrast * coded * (1 - coded) * (2 * coded - 1), np.float32)


def _veil(shape: tuple[int, ...], at: tuple[float, float]) -> Floats:
    """Most at one place and less all round, but nowhere nothing."""
    y, x = np.indices(shape[:2], np.float32)
    away = np.hypot(x / shape[1] - at[0], (y / shape[0] - at[1]) * shape[0] / shape[1])
    return np.asarray(0.25 + 0.75 * np.exp(-((away / 0.35) ** 2)), np.float32)


def _falloff(shape: tuple[int, ...], loss: float) -> Floats:
    y, x = np.indices(shape[:2], np.float32)
    radius = np.hypot((x - shape[1] / 2) / shape[1], (y - shape[0] / 2) / shape[0]) * np.float32(np.sqrt(2.0))
    return np.asarray(1 - loss * radius**2, np.float32)
