"""The film of the demo: a table as a camera over it sees it, and throws of one to six dice onto it.

    python -m models.scenes.demo            makes the film, its facts and the dice aside in hardware/demo (needs ffmpeg)

The pictures are kept in build/demo, so that a run that was stopped goes on. The truth comes from the physics. Each
throw stands alone: what lies aside, and which throw comes next, is for `hardware.demo` to choose as the game goes.
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

from models.scenes import breakfast, film
from models.scenes.chapters import SEEDS, Chapter, chapters
from models.scenes.dice import top_value, turn_up
from models.scenes.physics import Bed, Motion, handful, settle
from models.scenes.set_aside import HALF_M, HERE, empty, put_aside, read

Doubles = NDArray[np.float64]
FPS = 25
# Seconds of a throw before its dice come into the picture.
LEAD_S = 0.16
# Seconds that its dice lie still. Smaller: a slow machine does not read them.
STILL_S = 1.32
# Seconds in which they are taken up.
LEAVE_S = 0.2
# Seconds of the bare table after them.
EMPTY_S = 0.12
# Seconds that the shutter is open. Larger: dice on their way are more blurred.
SHUTTER_S = 0.010
# Moments within the shutter that are drawn, and samples of each pixel: of a picture in motion, of one at rest.
SUBFRAMES = 3
SAMPLES = 3
STILL_SAMPLES = 64
# Seconds that the table is bare before a throw that loses a die.
BARE_S = 1.8
# Where dice may come to rest, m: left, right, near, far.
REST_AREA = (-0.074, 0.124, -0.082, 0.086)
# Seconds until all dice of a throw lie still: least, most, and most where one rolls off.
SHORTEST_S = 0.5
LONGEST_S = 1.0
LONGEST_OFF_S = 1.8
# Throws that are tried until one ends as wanted.
TRIES = 3000
OUT = Path("hardware/demo")


@dataclass(frozen=True, eq=False)
class Scene:
    """A chapter as it happens: the motion, and its times in s."""

    chapter: Chapter
    motion: Motion
    rest_s: float
    end_s: float

    def poses(self, time_s: float) -> tuple[film.Pose, ...]:
        """Where the thrown dice are, from when they fly in until they are taken up."""
        if time_s < LEAD_S / 2:
            return ()
        places, turns = self.motion.at(time_s - LEAD_S)
        return tuple(film.Pose(place, turn) for place, turn in zip(places, turns, strict=True))

    def taken(self, time_s: float) -> float:
        """0 while the dice lie there, 1 when they are gone; between them one picture melts into the other."""
        return float(np.clip((time_s - (self.end_s - LEAVE_S - EMPTY_S)) / LEAVE_S, 0, 1))


def scenes() -> Iterator[Scene]:
    """The chapters in order, each onto an empty table."""
    for number, chapter in enumerate(chapters()):
        motion = _thrown(number, chapter)
        rest_s = LEAD_S + _at_rest(motion)
        frames = round((rest_s + STILL_S + LEAVE_S + EMPTY_S) * FPS)
        yield Scene(chapter, motion, rest_s, frames / FPS)


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
    seed, first = SEEDS[number] if number < len(SEEDS) else (number, 0)
    for attempt in range(first, TRIES):
        rng = np.random.default_rng([2026, seed, attempt])
        start = np.array([rng.uniform(-0.01, 0.06), rng.uniform(-0.21, -0.17), rng.uniform(0.03, 0.06)])
        heading = rng.uniform(40, 70) if chapter.off else rng.uniform(78, 102)
        throw = handful(
            chapter.thrown, HALF_M, start, heading, rng.uniform(0.7, 1.05), rng, spin=16, scatter=0.3
        )
        motion = settle(throw, HALF_M, breakfast.LOOK.rounding, _bed(), longest_s=2.5)
        if _fits(motion, chapter):
            print(f"throw {number}: try {attempt}", file=sys.stderr)
            return _faced(motion, chapter, rng)
    raise ValueError(f"no throw of chapter {number} ends as wanted")


def _fits(motion: Motion, chapter: Chapter) -> bool:
    longest_s = LONGEST_OFF_S if chapter.off else LONGEST_S
    if motion.rest_s is None or not SHORTEST_S <= motion.rest_s <= longest_s:
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
            path = _melted(folder, lying, taken)
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
        cv2.imwrite(str(path), film.picture(film.plate(()), shots, samples, seed=number))
    return path


def _melted(folder: Path, lying: Path, taken: float) -> Path:
    """Part of the way from the picture with the dice to the one without them."""
    path = folder / f"melt{round(100 * taken):03d}.png"
    if not path.exists():
        mixed = cv2.addWeighted(read(lying), 1 - taken, empty(), taken, 0)
        cv2.imwrite(str(path), mixed)
    return path


def _stood(scene: Scene, number: int) -> bool:
    """Whether frame `number` was sharp; before the first there is none."""
    now, then = scene.poses(number / FPS), scene.poses(number / FPS + SHUTTER_S * (1 - 1 / SUBFRAMES))
    return number >= 0 and film.same(now, then)


def main() -> None:
    """Makes the film, its truth, and the pictures of dice aside."""
    paths: list[Path] = []
    facts: list[dict[str, Any]] = []
    for number, scene in enumerate(scenes()):
        if scene.chapter.off:
            # What leaves so soon after dice were taken up may be one of those, and is asked about.
            paths += [HERE / "empty.png"] * round(BARE_S * FPS)
            facts[-1]["end_s"] = round(len(paths) / FPS, 3)
        start_s = len(paths) / FPS
        paths += frames(scene, HERE / f"chapter{number:02d}")
        facts.append(_facts(scene, start_s))
    OUT.mkdir(exist_ok=True)
    film.encode(paths, FPS, [fact["start_s"] for fact in facts], OUT / "demo.mp4")
    truth = {
        "fps": FPS,
        "size": list(breakfast.CAMERA.size),
        **breakfast.marks(),
        "aside": put_aside(OUT),
        "chapters": facts,
    }
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
        "chance": round(scene.chapter.chance, 5),
    }


if __name__ == "__main__":
    main()
