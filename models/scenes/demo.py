"""The demo clip: a table as a camera over it sees it, with throws that make a Morning Roll.

    python -m models.scenes.demo            makes hardware/demo/demo.mp4 and demo.json (needs the ffmpeg program)

The pictures are kept in build/demo, so that a run that was stopped goes on. The truth comes from the physics.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.scenes import breakfast, film
from models.scenes.dice import top_value, turn_up
from models.scenes.physics import Bed, Motion, handful, settle

Doubles = NDArray[np.float64]
FPS = 25
HALF_M = 0.008
LEAD_S, STILL_S, KEEP_S, PAUSE_S, LEAVE_S, EMPTY_S = 0.16, 1.32, 0.6, 0.2, 0.4, 0.16
SHUTTER_S, SUBFRAMES, SAMPLES, STILL_SAMPLES = 0.010, 3, 4, 120
# Where dice may come to rest, m: left, right, near, far; and where kept dice lie, in the order of keeping.
REST_AREA = (-0.086, 0.124, -0.082, 0.086)
KEEP_PLACES = ((-0.139, -0.022), (-0.143, -0.050), (-0.137, -0.077))
HERE = Path("build/demo")
OUT = Path("hardware/demo")


@dataclass(frozen=True)
class Chapter:
    """One throw: values of the dice that stay on the table, how many roll off, which value is kept afterwards.

    seed: where the search for a throw that ends as wanted starts; the numbers below are where it ended.
    """

    values: tuple[int, ...]
    off: int = 0
    keep: int | None = None
    story: bool = False
    seed: int = 0

    @property
    def thrown(self) -> int:
        return len(self.values) + self.off


CHAPTERS = (
    Chapter((1, 2, 2, 3, 4, 6), keep=1, story=True, seed=28),
    Chapter((5, 3, 6, 2, 4), keep=5, story=True, seed=11),
    Chapter((1, 6, 3, 2), keep=1, story=True, seed=42),
    Chapter((5, 4), off=1, story=True, seed=5),
    Chapter((1, 2, 3, 4, 5, 6), seed=3),
    Chapter((4, 4, 1, 4, 6), seed=10),
    Chapter((5, 5, 2, 6), seed=23),
    Chapter((1, 5, 3), seed=23),
    Chapter((5, 2), seed=1),
    Chapter((1,), seed=1),
    Chapter((2, 3, 3, 4, 6, 6), seed=111),
    Chapter((3, 3, 5, 3, 2), seed=115),
    Chapter((1, 1), seed=3),
    Chapter((4,), seed=7),
    Chapter((2, 2, 4, 4, 5, 5), seed=70),
)


@dataclass(frozen=True, eq=False)
class Scene:
    """A chapter as it happens: kept dice (places and turns) that lie there, the motion, and its times in s."""

    chapter: Chapter
    motion: Motion
    kept: tuple[film.Pose, ...]
    chosen: int | None
    rest_s: float
    end_s: float

    def poses(self, time_s: float) -> tuple[film.Pose, ...]:
        """Where the thrown dice are, from when they fly in until they are taken up."""
        if time_s < LEAD_S / 2:
            return ()
        places, turns = self.motion.at(time_s - LEAD_S)
        pairs = enumerate(zip(places, turns, strict=True))
        return tuple(
            self._keeping(p, t, time_s) if i == self.chosen else film.Pose(p, t) for i, (p, t) in pairs
        )

    def left(self) -> tuple[film.Pose, ...]:
        """What of the thrown dice stays when the others are taken up."""
        return () if self.chosen is None else (self.poses(self.end_s)[self.chosen],)

    def taken(self, time_s: float) -> float:
        """0 while the dice lie there, 1 when they are gone; between them one picture melts into the other."""
        return float(np.clip((time_s - (self.end_s - LEAVE_S - EMPTY_S)) / LEAVE_S, 0, 1))

    def _keeping(self, place: Doubles, turn: Doubles, time_s: float) -> film.Pose:
        share = float(np.clip((time_s - self.rest_s - STILL_S) / KEEP_S, 0, 1))
        ease = share * share * (3 - 2 * share)
        goal = np.array([*KEEP_PLACES[len(self.kept)], HALF_M])
        lift = np.array([0, 0, 0.012 * np.sin(np.pi * ease)])
        return film.Pose(place * (1 - ease) + goal * ease + lift, _spin(turn, 0.5 * ease))


def _spin(turn: Doubles, angle: float) -> Doubles:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ turn


def scenes() -> Iterator[Scene]:
    """The chapters in order; kept dice of the story stay until it ends."""
    kept: tuple[film.Pose, ...] = ()
    for number, chapter in enumerate(CHAPTERS):
        motion = _thrown(number, chapter)
        chosen = None if chapter.keep is None else _shown(motion).index(chapter.keep)
        rest_s = LEAD_S + _at_rest(motion)
        keep_s = 0.0 if chosen is None else KEEP_S + PAUSE_S
        frames = round((rest_s + STILL_S + keep_s + LEAVE_S + EMPTY_S) * FPS)
        scene = Scene(chapter, motion, kept if chapter.story else (), chosen, rest_s, frames / FPS)
        yield scene
        kept = (*scene.kept, *scene.left()) if chapter.keep is not None else ()


def _shown(motion: Motion) -> list[int]:
    return [top_value(breakfast.LOOK, turn) for turn in motion.turns[-1]]


def _at_rest(motion: Motion) -> float:
    if motion.rest_s is None:
        raise ValueError("a chapter's dice must come to rest")
    return motion.rest_s


@cache
def _bed() -> Bed:
    return Bed(
        -0.4,
        breakfast.EDGE_M,
        -0.5,
        0.4,
        drop=breakfast.FLOOR_M,
        bounce=0.42,
        friction=0.33,
        blocks=breakfast.BLOCKS,
    )


def _thrown(number: int, chapter: Chapter) -> Motion:
    """The first throw of a seeded row that ends as the chapter wants it, its faces turned to the wanted values."""
    for attempt in range(chapter.seed, chapter.seed + 3000):
        rng = np.random.default_rng([2026, number, attempt])
        start = np.array([rng.uniform(-0.01, 0.06), rng.uniform(-0.21, -0.17), rng.uniform(0.03, 0.06)])
        heading = rng.uniform(40, 70) if chapter.off else rng.uniform(78, 102)
        throw = handful(
            chapter.thrown, HALF_M, start, heading, rng.uniform(0.7, 1.05), rng, spin=16, scatter=0.3
        )
        motion = settle(throw, HALF_M, breakfast.LOOK.rounding, _bed(), longest_s=2.5)
        if _fits(motion, chapter):
            return _faced(motion, chapter, rng)
    raise ValueError(f"no throw of chapter {number} ends as wanted")


def _fits(motion: Motion, chapter: Chapter) -> bool:
    if motion.rest_s is None or not 0.5 <= motion.rest_s <= 1.8:
        return False
    places = motion.positions[-1]
    on = places[places[:, 2] > -0.1]
    left, right, near, far = REST_AREA
    inside = (on[:, 0] > left) & (on[:, 0] < right) & (on[:, 1] > near) & (on[:, 1] < far)
    flat = np.abs(on[:, 2] - HALF_M).max(initial=0) < 0.0004
    gaps = np.linalg.norm(on[:, None, :2] - on[None, :, :2], axis=-1) + np.eye(len(on))
    return bool(
        len(on) == len(chapter.values) and inside.all() and flat and gaps.min() > 0.0185 and _seen_off(motion)
    )


def _seen_off(motion: Motion) -> bool:
    """A die that leaves does so over the right edge, in the middle of the picture's height."""
    for i in np.flatnonzero(motion.positions[-1][:, 2] < -0.1):
        first = int(np.argmax(motion.positions[:, i, 2] < 0))
        x, y = motion.positions[first, i, :2]
        if x < breakfast.EDGE_M or not -0.06 < y < 0.06:
            return False
    return True


def _faced(motion: Motion, chapter: Chapter, rng: np.random.Generator) -> Motion:
    """Turns each die within its cube, which physics does not notice, so that the wanted values come up."""
    values = iter(rng.permutation(chapter.values))
    on = motion.positions[-1][:, 2] > -0.1
    turns = motion.turns.copy()
    for i in np.flatnonzero(on):
        turns[:, i] = turns[:, i] @ turn_up(breakfast.LOOK, turns[-1, i], int(next(values)))
    return replace(motion, turns=turns)


def frames(scene: Scene, folder: Path) -> Iterator[Path]:
    """Renders a chapter's frames into a folder, those that are not there yet; the same picture twice is one file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = lying = folder / "0000.png"
    for number in range(round(scene.end_s * FPS)):
        taken = scene.taken(number / FPS)
        if taken == 0:
            path = lying = _filmed(scene, number, folder, lying)
        else:
            path = _melted(scene, folder, lying, taken)
        yield path


def _filmed(scene: Scene, number: int, folder: Path, last: Path) -> Path:
    """The frame at its place in the chapter; the last one's path where nothing has moved since."""
    times = number / FPS + np.linspace(0, SHUTTER_S, SUBFRAMES, endpoint=False)
    first, before = scene.poses(times[0]), scene.poses(times[0] - 1 / FPS)
    still = film.same(first, scene.poses(times[-1]))
    if still and _stood(scene, number - 1) and film.same(first, before):
        return last
    path = folder / f"{number:04d}.png"
    if not path.exists():
        shots = [first] if still else [scene.poses(t) for t in times]
        samples = STILL_SAMPLES if still else SAMPLES
        cv2.imwrite(str(path), film.picture(film.plate(scene.kept), shots, samples, seed=number))
    return path


def _melted(scene: Scene, folder: Path, lying: Path, taken: float) -> Path:
    """Part of the way from the picture with the dice to the one without them."""
    gone, path = folder / "gone.png", folder / f"melt{round(100 * taken):03d}.png"
    if not gone.exists():
        cv2.imwrite(str(gone), film.picture(film.plate(scene.kept), [scene.left()], STILL_SAMPLES, seed=0))
    if taken == 1:
        return gone
    if not path.exists():
        mixed = cv2.addWeighted(_read(lying), 1 - taken, _read(gone), taken, 0)
        cv2.imwrite(str(path), mixed)
    return path


def _read(path: Path) -> Image:
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{path} is not a whole picture; delete it and start again")
    return np.asarray(picture, np.uint8)


def _stood(scene: Scene, number: int) -> bool:
    """Whether frame `number` was sharp; before the first there is none."""
    now, then = scene.poses(number / FPS), scene.poses(number / FPS + SHUTTER_S * (1 - 1 / SUBFRAMES))
    return number >= 0 and film.same(now, then)


def main() -> None:
    """Makes the clip and its truth."""
    paths: list[Path] = []
    facts: list[dict[str, Any]] = []
    for number, scene in enumerate(scenes()):
        start_s = len(paths) / FPS
        paths += frames(scene, HERE / f"chapter{number:02d}")
        print(f"chapter {number + 1} of {len(CHAPTERS)}: {scene.chapter.values}", file=sys.stderr)
        facts.append(_facts(scene, start_s))
    OUT.mkdir(exist_ok=True)
    film.encode(paths, FPS, [fact["start_s"] for fact in facts], OUT / "demo.mp4")
    truth = {"fps": FPS, "size": list(breakfast.CAMERA.size), **breakfast.marks(), "chapters": facts}
    (OUT / "demo.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


def _facts(scene: Scene, start_s: float) -> dict[str, Any]:
    order = np.argsort(scene.motion.positions[-1][:, 0])
    on = [i for i in order if scene.motion.positions[-1][i, 2] > -0.1]
    shown = _shown(scene.motion)
    return {
        "start_s": round(start_s, 3),
        "rest_s": round(start_s + scene.rest_s, 3),
        "still_until_s": round(start_s + scene.rest_s + STILL_S, 3),
        "end_s": round(start_s + scene.end_s, 3),
        "thrown": scene.chapter.thrown,
        "values": [shown[i] for i in on],
        "off_table": scene.chapter.off,
        "keep": [] if scene.chapter.keep is None else [scene.chapter.keep],
    }


if __name__ == "__main__":
    main()
