"""From an incident to the frames of a camera: motion blur, the lens, the light's changes, and the sensor's noise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.scenes.incidents import Doubles, Incident
from models.scenes.raster import AWAY, CUP, HAND, PASSER, THINGS, Raster, Window
from models.scenes.sets import Scene

# How long the shutter is open at so many frames a second; a step of the blur of dice is no longer than this,
# as long as there are no more; hands are large and dear.
SHUTTER_S = {15: 0.02, 30: 0.012, 60: 0.006}
STEP_PX = 4.0
MOST_STEPS = 4
MOST_OF_HANDS = 2
NOWHERE = np.concatenate([AWAY, np.eye(3).ravel()])
SAME = 1e-5


def state(incident: Incident, time_s: float) -> Doubles:
    """(THINGS, 12) as `Raster` wants it."""
    out = np.tile(NOWHERE, (THINGS, 1))
    for number, (place, turn) in incident.poses(time_s).items():
        out[number] = [*place, *turn.ravel()]
    props = incident.props(time_s)
    for thing, spot in ((HAND, props.hand), (CUP, props.cup), (PASSER, props.passer)):
        if spot is not None:
            out[thing, :3] = spot
    if props.lean is not None:
        out[CUP, 3:] = props.lean.ravel()
    return out


def frames(
    scene: Scene, incident: Incident, fps: int, noise: float, rng: np.random.Generator
) -> Iterator[Image]:
    """The pictures, BGR; noise: a share of full scale."""
    raster = Raster(scene.stage)
    try:
        canvas = Canvas(raster, scene)
        for number in range(round(incident.length_s * fps)):
            now = number / fps
            canvas.expose(incident, now, SHUTTER_S[fps])
            yield _taken(canvas.picture, incident.gain(now), incident.shade(now), noise, rng)
    finally:
        raster.close()


class Canvas:
    """The newest picture: only what has changed since the last is drawn again."""

    def __init__(self, raster: Raster, scene: Scene) -> None:
        self._raster, self._blur_px = raster, scene.blur_px
        wide, _ = scene.place.reach()
        width, height = scene.place.camera.size
        self._px_per_m, self._half = width / 2 / wide, scene.place.half
        # What of each thing is drawn, nan where it is smeared; and where.
        self._drawn = np.tile(NOWHERE, (THINGS, 1))
        self._where: list[Window | None] = [None] * THINGS
        self._sharp = raster.shot(self._drawn, (0, 0, width, height)).copy()
        self.picture: Image = self._lens((0, 0, width, height))

    def expose(self, incident: Incident, time_s: float, open_s: float) -> None:
        """Take in what happens from a time on while the shutter is open."""
        first = state(incident, time_s)
        steps = self._steps(first, state(incident, time_s + open_s))
        shots = [first, *(state(incident, time_s + open_s * i / steps) for i in range(1, steps))]
        old = [i for i in range(THINGS) if any(not self._same(s[i], self._drawn[i]) for s in shots)]
        if not old:
            return
        before = [self._where[i] for i in old]
        for i in old:
            smeared = any(not self._same(s[i], shots[0][i]) for s in shots)
            self._drawn[i] = np.nan if smeared else shots[0][i]
            self._where[i] = _union([self._raster.window(i, s[i]) for s in (shots if smeared else shots[:1])])
        window = _union([*before, *(self._where[i] for i in old)])
        if window is not None:
            left, top, right, bottom = window
            drawn = [self._raster.shot(shot, window) for shot in shots]
            mean = drawn[0] if len(drawn) == 1 else np.mean(drawn, axis=0, dtype=np.float32)
            self._sharp[top:bottom, left:right] = mean
            self.picture = self._lens(window)

    def _steps(self, first: Doubles, last: Doubles) -> int:
        """How many pictures make a smooth smear."""
        there = (first[:, 2] > AWAY[2]) & (last[:, 2] > AWAY[2])
        by = np.abs(last - first) * there[:, None]
        far = by[:, :3].max(axis=1) + by[:, 3:].max(axis=1) * self._half
        needs = np.ceil(far * self._px_per_m / STEP_PX)
        dice, hands = np.clip(needs[:HAND].max(), 1, MOST_STEPS), min(needs[HAND:].max(), MOST_OF_HANDS)
        return int(max(dice, hands))

    @staticmethod
    def _same(one: Doubles, other: Doubles) -> bool:
        return bool(np.abs(one - other).max() < SAME)

    def _lens(self, window: Window) -> Image:
        """The picture, BGR, with the part in the window (and what blurs into it) brought up to date."""
        left, top, right, bottom = window
        height, width = self._sharp.shape[:2]
        pad = 4
        wide = np.s_[
            max(top - pad, 0) : min(bottom + pad, height), max(left - pad, 0) : min(right + pad, width)
        ]
        part = self._sharp[wide][..., ::-1]
        out = np.empty_like(self._sharp) if part.shape == self._sharp.shape else self.picture.copy()
        out[wide] = cv2.GaussianBlur(part, (0, 0), self._blur_px)
        return out


def _union(windows: Sequence[Window | None]) -> Window | None:
    there = [window for window in windows if window is not None]
    if not there:
        return None
    low, high = np.min(there, axis=0), np.max(there, axis=0)
    return int(low[0]), int(low[1]), int(high[2]), int(high[3])


def _taken(picture: Image, gain: float, shade: float | None, noise: float, rng: np.random.Generator) -> Image:
    """The sensor: the light's gain, a passing shadow, noise."""
    height, width = picture.shape[:2]
    light: Image = picture
    if gain != 1:
        levels = np.clip(np.arange(256) * gain ** (1 / 2.2), 0, 255).astype(np.uint8)
        light = np.asarray(cv2.LUT(picture, levels), np.uint8)
    if shade is not None:
        across = (np.arange(width, dtype=np.float32) / width - np.float32(shade)) / np.float32(0.18)
        dimmed = light * (1 - np.float32(0.35) * np.exp(-across * across))[None, :, None]
        light = dimmed.astype(np.uint8)
    bank = _noise(round(noise * 255 * 8))
    y, x = int(rng.integers(bank.shape[0] - height)), int(rng.integers(bank.shape[1] - width))
    return np.asarray(cv2.add(light, bank[y : y + height, x : x + width], dtype=cv2.CV_8U), np.uint8)


@cache
def _noise(eighths: int) -> NDArray[np.int16]:
    """A bank of noise larger than a picture, of so many eighths of a grey level."""
    drawn = np.random.default_rng(eighths).standard_normal((800, 1000, 3), np.float32)
    return np.asarray(np.round(drawn * (eighths / 8)), np.int16)
