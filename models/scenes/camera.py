"""The camera of a scene: where a point of the table lies in the picture, and what its sensor does to the light."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A pinhole. place and target in metres (z up); across_deg: field of view along x; size: (width, height) px."""

    place: tuple[float, float, float]
    target: tuple[float, float, float]
    across_deg: float
    size: tuple[int, int]
    up: tuple[float, float, float] = (0.0, 1.0, 0.0)

    @cached_property
    def axes(self) -> tuple[Doubles, Doubles, Doubles]:
        """Unit vectors to the right of the picture, down in it, and into it."""
        into = np.subtract(self.target, self.place)
        into /= np.linalg.norm(into)
        right = np.cross(into, self.up)
        right /= np.linalg.norm(right)
        return right, np.cross(into, right), into

    @property
    def focal(self) -> float:
        """The focal length, px."""
        return float(self.size[0] / 2 / np.tan(np.radians(self.across_deg) / 2))

    def project(self, points: Doubles) -> Doubles:
        """(n, 3) m to (n, 2) px; a point behind the camera comes out as nan."""
        right, down, into = self.axes
        away = np.asarray(points, float) - self.place
        depth = np.where(away @ into > 1e-6, away @ into, np.nan)
        x = self.size[0] / 2 + self.focal * (away @ right) / depth
        return np.stack([x, self.size[1] / 2 + self.focal * (away @ down) / depth], axis=-1)

    def plane(self) -> Doubles:
        """(3, 3): from pixels (x, y, 1) to millimetres on the table, y towards the bottom of the picture."""
        right, down, into = self.axes
        lens = np.array([[self.focal, 0, self.size[0] / 2], [0, self.focal, self.size[1] / 2], [0, 0, 1]])
        turned = np.stack([right, down, into])
        to_px = lens @ np.column_stack([turned[:, 0], -turned[:, 1], -turned @ self.place * 1000])
        return np.asarray(np.linalg.inv(to_px))


@dataclass(frozen=True)
class Sensor:
    """What turns linear light into a picture as files hold it.

    exposure: stops; balance: gains of red, green, blue; vignette: light lost in the corners, 0 to 1;
    shot and read: noise, as shares of full scale (shot at half scale); blur_px: defocus, a Gaussian's sigma;
    contrast: strength of the tone curve; sharpen: share of a halo added; jpeg: quality, None to leave it out.
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


def develop(light: Floats, sensor: Sensor, rng: np.random.Generator) -> NDArray[np.uint8]:
    """(H, W, 3) linear light, red first -> (H, W, 3) uint8, BGR."""
    picture = light * (2.0**sensor.exposure) * np.asarray(sensor.balance, np.float32)
    if sensor.blur_px > 0:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur_px)
    picture = picture * _falloff(picture.shape[:2], sensor.vignette)[..., None]
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


def _falloff(shape: tuple[int, ...], loss: float) -> Floats:
    y, x = np.indices(shape[:2], np.float32)
    radius = np.hypot((x - shape[1] / 2) / shape[1], (y - shape[0] / 2) / shape[0]) * np.float32(np.sqrt(2.0))
    return np.asarray(1 - loss * radius**2, np.float32)
