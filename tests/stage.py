"""A small drawn table on which things move, by hand and by themselves, and a reader that knows what lies there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from hardware.frame import Frame, Image
from vision.nouns import Box, Detection, DieState, Event, Roll
from vision.pipeline import Pipeline
from vision.plane.table import Table
from vision.plane.viewpoint import Camera, Somewhere

SIZE = (480, 270)
DIE_PX = 24.0


@dataclass(frozen=True)
class Cube:
    """A die: where it is, how it lies, what it shows; whether it is drawn, and whether the reader finds it."""

    x: float
    y: float
    turn: float = 0.3
    value: int = 4
    number: int = 0
    state: DieState = "flat"
    found: bool = True
    drawn: bool = True

    @property
    def corners(self) -> np.ndarray:
        c, s = math.cos(self.turn), math.sin(self.turn)
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * DIE_PX / 2
        return (square @ np.array([[c, s], [-s, c]]) + [self.x, self.y]).astype(np.float32)


@dataclass(frozen=True)
class Moment:
    """One picture to be drawn: dice, hands (rectangles x0, y0, x1, y1), the light's strength and colour."""

    dice: tuple[Cube, ...] = ()
    hands: tuple[tuple[float, float, float, float], ...] = ()
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    shade: tuple[float, float, float, float] | None = None
    shift: tuple[float, float] = (0.0, 0.0)


PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


def _table_picture() -> np.ndarray:
    noise = np.random.default_rng(3).normal(0, 1, (SIZE[1] // 8, SIZE[0] // 8, 1)).astype(np.float32)
    grain = cv2.resize(noise, SIZE, interpolation=cv2.INTER_CUBIC)[:, :, None]
    return np.clip(np.array([70, 110, 150], np.float32) + 7 * grain, 0, 255)


WOOD = _table_picture().astype(np.uint8)
NOISE = [np.random.default_rng(k).normal(0, 2.5, (*WOOD.shape,)).astype(np.int16) for k in range(5)]


class Stage:
    """Draws moments as frames, and is the reader that finds the dice drawn last."""

    def __init__(self) -> None:
        self._now = Moment()
        self.reads = 0
        self.cameras: list[Camera] = []
        self.sizes: list[float | None] = []

    def frame(self, moment: Moment, time_s: float, seq: int) -> Frame:
        self._now = moment
        image = WOOD.copy()
        for die in moment.dice:
            if die.drawn:
                _draw_die(image, die)
        if moment.shade:
            x0, y0, x1, y1 = (int(v) for v in moment.shade)
            part = image[max(y0, 0) : y1, max(x0, 0) : x1]
            part[:] = part * 0.6
        for x0, y0, x1, y1 in moment.hands:
            cv2.rectangle(image, (int(x0), int(y0)), (int(x1), int(y1)), (120, 140, 205), -1)
            cv2.line(image, (int(x0) + 9, int(y0) + 9), (int(x1) - 9, int(y1) - 9), (90, 100, 160), 5)
        if moment.shift != (0.0, 0.0):
            moved = np.array([[1, 0, moment.shift[0]], [0, 1, moment.shift[1]]])
            image = cv2.warpAffine(image, moved, SIZE, borderMode=cv2.BORDER_REPLICATE)
        if moment.light != (1.0, 1.0, 1.0):
            image = np.clip(image * np.array(moment.light, np.float32), 0, 255).astype(np.uint8)
        return Frame(np.clip(image + NOISE[seq % 5], 0, 255).astype(np.uint8), time_s, seq)

    def read(
        self, image: Image, size_px: float | None, camera: Camera, where: Sequence[Box] | None = None
    ) -> tuple[Detection, ...]:
        self.reads += 1
        self.sizes.append(size_px)
        self.cameras.append(camera)
        seen = [die for die in self._now.dice if self._in_sight(die)]
        return tuple(
            Detection(
                die.corners,
                die.value if die.state == "flat" else None,
                0.97,
                die.state,
                0.99,
                _ranking(die.value),
            )
            for die in seen
        )

    def placed(self, camera: Somewhere, image: Image, dice: Sequence[Detection]) -> Somewhere:
        return camera.after(-camera.everywhere().astype(float) * len(dice))

    def _in_sight(self, die: Cube) -> bool:
        under = any(x0 < die.x < x1 and y0 < die.y < y1 for x0, y0, x1, y1 in self._now.hands)
        return die.found and not under and 0 < die.x < SIZE[0] and 0 < die.y < SIZE[1]


class InAHand(Stage):
    """A stage with books and a rug round the table, seen by a camera that sways by some 2 % of the picture."""

    def frame(self, moment: Moment, time_s: float, seq: int) -> Frame:
        frame = super().frame(moment, time_s, seq)
        image, random = frame.image.copy(), np.random.default_rng(5)
        for x in range(0, SIZE[0], 24):
            for y in (0, SIZE[1] - 22):
                cv2.rectangle(image, (x, y), (x + 15, y + 20), random.integers(20, 235, 3).tolist(), -1)
        move = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), 0.5 * math.sin(1.7 * time_s), 1)
        move[:, 2] += 9 * math.sin(2.1 * time_s), 5 * math.sin(3.3 * time_s)
        moved = cv2.warpAffine(image, move, SIZE, borderMode=cv2.BORDER_REPLICATE)
        return replace(frame, image=np.asarray(moved, np.uint8))


class HardToRead(Stage):
    """A stage whose first few looks at dice that lie still tell nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: tuple[Cube, ...] = ()
        self._looks = 0

    def read(
        self, image: Image, size_px: float | None, camera: Camera, where: Sequence[Box] | None = None
    ) -> tuple[Detection, ...]:
        dice = super().read(image, size_px, camera, where)
        self._looks = self._looks + 1 if self._now.dice == self._seen else 0
        self._seen = self._now.dice
        return dice if self._looks > 2 else tuple(replace(die, value=None, state="unsure") for die in dice)


class Flickering(Stage):
    """A stage under a lamp that draws bands across the picture."""

    def frame(self, moment: Moment, time_s: float, seq: int) -> Frame:
        frame = super().frame(moment, time_s, seq)
        bands = 1 + 0.2 * np.sin(2 * np.pi * (1.3 * np.arange(SIZE[1]) / SIZE[1] + 0.37 * seq))
        return replace(frame, image=np.clip(frame.image * bands[:, None, None], 0, 255).astype(np.uint8))


def _ranking(value: int) -> tuple[int, ...]:
    return (value, *(v for v in range(1, 7) if v != value))


def _draw_die(image: np.ndarray, die: Cube) -> None:
    shadow = die.corners + np.array([3, 4], np.float32)
    cv2.fillConvexPoly(image, shadow.round().astype(int), (35, 55, 75), cv2.LINE_AA)
    cv2.fillConvexPoly(image, die.corners.round().astype(int), (215, 235, 240), cv2.LINE_AA)
    c, s = math.cos(die.turn), math.sin(die.turn)
    for u, v in PIPS[die.value]:
        px, py = u * DIE_PX * 0.27, v * DIE_PX * 0.27
        at = (round(die.x + c * px - s * py), round(die.y + s * px + c * py))
        cv2.circle(image, at, 2, (25, 25, 25), -1, cv2.LINE_AA)


# --- what happens on the table -------------------------------------------------------------------

Script = Iterable[Moment]


def still(moment: Moment, seconds: float, fps: float = 30) -> Iterator[Moment]:
    for _ in range(round(seconds * fps)):
        yield moment


def roll_in(
    before: Moment,
    to: Sequence[Cube],
    seconds: float = 0.8,
    fps: float = 30,
    start: tuple[float, float] = (240, -45),
) -> Iterator[Moment]:
    """Dice come from outside, slow down, change their faces as they roll, and stop at their places."""
    count = round(seconds * fps)
    for step in range(1, count + 1):
        t = step / count
        way = 1 - (1 - t) ** 2
        moving = []
        for number, die in enumerate(to):
            x0, y0 = start[0] + 34 * (number - len(to) / 2), start[1] - 19 * (number % 2)
            value = die.value if t > 0.97 else 1 + (die.value + step // 2) % 6
            moving.append(
                replace(
                    die,
                    x=x0 + (die.x - x0) * way,
                    y=y0 + (die.y - y0) * way,
                    turn=die.turn + 5 * (1 - way),
                    value=value,
                )
            )
        yield replace(before, dice=(*before.dice, *moving))


def fingers(handled: Callable[[float], Moment]) -> Iterator[Moment]:
    """A hand that is never seen as large as a whole one comes from below, moves dice for a second, and goes.

    handled: what lies there after a share of the second.
    """
    for step in range(60):
        top = SIZE[1] - 100 * min(1.0, step / 10, (59 - step) / 10)
        each = tuple((70.0 + 26 * n, top, 90.0 + 26 * n, SIZE[1] + 50.0) for n in range(4))
        palm = (70.0, top + 70, 170.0, SIZE[1] + 50.0)
        yield replace(handled(min(max((step - 12) / 30, 0.0), 1.0)), hands=(*each, palm))


def hand_over(before: Moment, after: Moment, seconds: float = 1.0, fps: float = 30) -> Iterator[Moment]:
    """A hand comes from below, covers the whole middle, changes what lies there, and goes."""
    count = round(seconds * fps)
    for step in range(count):
        t = step / count
        reach = min(1.0, 3 * t, 3 * (1 - t))
        top = SIZE[1] - reach * 250
        wobble = 6 * math.sin(step * 1.3)
        base = before if t < 0.5 else after
        yield replace(base, hands=((90 + wobble, top, 400 + wobble, SIZE[1] + 50),))


PLACES = [(105, 90), (190, 150), (250, 80), (315, 165), (375, 100), (160, 210)]


def cubes(values: Sequence[int], first: int = 0) -> list[Cube]:
    return [
        Cube(*PLACES[(first + n) % 6], turn=0.4 * n, value=value, number=first + n)
        for n, value in enumerate(values)
    ]


def thrown(values: Sequence[int], first: int = 0, before: Moment = Moment(), fps: float = 30) -> list[Moment]:
    to = cubes(values, first)
    rest = replace(before, dice=(*before.dice, *to))
    return [*roll_in(before, to, fps=fps), *still(rest, 1.0, fps)]


@dataclass
class Run:
    """What a script made happen."""

    events: list[Event] = field(default_factory=list)
    troubles: set[str] = field(default_factory=set)
    reads: int = 0
    cameras: list[Camera] = field(default_factory=list)
    sizes: list[float | None] = field(default_factory=list)

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def rolls(self) -> list[tuple[int | None, ...]]:
        return [tuple(sorted(roll.faces, key=str)) for roll in self.of(Roll)]


def play(
    script: Script,
    fps: float = 30,
    table: Table | None = None,
    dice: int | None = None,
    keep: Callable[[int], bool] = lambda number: True,
    twice: Callable[[int], bool] = lambda number: False,
    of: type[Stage] = Stage,
    before_s: float = 0.4,
) -> Run:
    """Feed the script's frames to a pipeline: those that `keep` drops are missing, those of `twice` come again.

    before_s: for so long the table is bare before the script begins.
    """
    stage = of()
    pipeline, run = Pipeline(stage, table, dice), Run()
    for number, moment in enumerate([*still(Moment(), before_s, fps), *script]):
        if not keep(number):
            continue
        frame = stage.frame(moment, number / fps, number)
        for again in range(1 + twice(number)):
            view = pipeline.step(replace(frame, time_s=frame.time_s + again * 0.4 / fps))
            run.events += view.events
            run.troubles |= {trouble.code for trouble in view.troubles}
    run.events += pipeline.finish()
    run.reads, run.cameras, run.sizes = stage.reads, stage.cameras, stage.sizes
    return run


def laid(values: Sequence[int]) -> list[Moment]:
    """Dice that were thrown and read, lying still."""
    return thrown(values)
