"""Throws whose pixels are real, with truth for every frame: photos of tables, and dice cut out of photos.

    python -m models.measure.montage PHOTOS --out build/montage --count 120 --seed 1

PHOTOS: a folder of labelled photos, dice of which are seen from above. What happens is as in models.scenes.clips (dice
that leave or touch, and what is no throw, but none that ends cocked: a real face lies flat). The pictures are a
webcam's (`webcam`): 6 to 30 new ones a second, noise, colours that drift, at times held in a hand. Beside that: long
shadows of a low lamp; hands in the first picture; films that begin as the throw does, or end soon after the rest.

Writes OUT/SEED-NUMBER.mp4 and .json as models.scenes.clips does, at 30 pictures a second, with the new ones a second as
"new_a_second", "held" (the camera, 0 to 1) and "extra" (what else is the matter). `python -m models.measure.motion OUT`
judges them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from hardware.frame import Image
from models.measure.mounted import Mounted, Real, ground, linear, matched, plain, real_of, tint
from models.refusal import told
from models.scenes import clips
from models.scenes.incidents import Incident, Place, Props, visit
from models.scenes.shutter import Canvas
from models.scenes.webcam import Webcam

FILM_FPS = 30
# What else may be the matter with a clip, and how often each is.
EXTRAS = ("nothing", "long shadows", "hand at first", "begins with the throw", "ends soon")
EXTRAS_OFTEN = (0.4, 0.15, 0.2, 0.15, 0.1)
# Where the lamp of long shadows hangs: how far aside of the table, m, from and to, and how high, m.
LOW_AWAY_M = (0.5, 0.9)
LOW_UP_M = 0.3
# Until when a hand that is there in the first picture is there, s; and how long before the throw such a film begins.
HAND_UNTIL_S = 0.5
HEAD_START_S = 0.1
# How long after the rest such a film ends, s.
ENDS_AFTER_S = 0.85


@dataclass(frozen=True, eq=False)
class Montage:
    """One clip as it will be, of real pixels."""

    clip: clips.Clip
    webcam: Webcam
    extra: str


def montage(seed: int, number: int, real: Real) -> tuple[Montage, Mounted]:
    """Draws a clip, and what draws its pictures. Raises ValueError where no such throw is found."""
    rng = np.random.default_rng([seed, 9, number])
    what = clips.clip(seed, _flat(number))
    extra = str(rng.choice(EXTRAS, p=EXTRAS_OFTEN))
    incident = _with(extra, what, rng)
    make = matched(real, rng)
    table = linear(ground(real.grounds[int(rng.integers(len(real.grounds)))], rng))
    stage = what.scene.stage
    look = plain(stage.look, np.mean([tint(one) for one in make.values()], axis=0))
    stage = replace(stage, look=look, table=table, area=None)
    if extra == "long shadows":
        side, away = rng.uniform(0, 2 * np.pi), rng.uniform(*LOW_AWAY_M)
        stage = replace(
            stage, lamp=(away * float(np.cos(side)), away * float(np.sin(side)), LOW_UP_M), even=0.3
        )
    scene = replace(what.scene, stage=stage)
    clip = replace(what, scene=scene, incident=incident, fps=FILM_FPS)
    return Montage(clip, Webcam.any(rng), extra), Mounted(stage, what.scene.place.look, [make])


def _flat(number: int) -> int:
    """The number of a clip of `clips` of the same row whose dice all end flat."""
    return number + 8 if clips.ending(number) in ("cocked", "stacked") else number


def _with(extra: str, what: clips.Clip, rng: np.random.Generator) -> Incident:
    """What happens, with what else is the matter."""
    incident = what.incident
    if extra == "hand at first":
        return replace(incident, props=partial(_resting, incident, _corner(what.scene.place, rng)))
    if extra == "ends soon" and incident.rest_s is not None:
        return replace(incident, length_s=min(incident.length_s, incident.rest_s + ENDS_AFTER_S))
    if extra == "begins with the throw" and incident.manner == "outside":
        return _from(incident, _first_seen(what.scene.place, incident) - HEAD_START_S)
    return incident


def _corner(place: Place, rng: np.random.Generator) -> np.ndarray:
    """A spot at the player's edge of the picture, where fingertips are seen."""
    wide, high = place.reach()
    return np.array([rng.uniform(-0.7, 0.7) * wide, -0.95 * high, 0.01])


def _resting(incident: Incident, spot: np.ndarray, time_s: float) -> Props:
    """The same, with a hand that is there from the beginning and draws back, where none is."""
    props = incident.props(time_s)
    return props if props.hand is not None else replace(props, hand=visit(spot, time_s, -1.0, HAND_UNTIL_S))


def _first_seen(place: Place, incident: Incident) -> float:
    """When a die is first seen."""
    times = np.arange(0, incident.length_s, 1 / FILM_FPS)
    return next(
        (t for t in times.tolist() if any(place.seen(pose[0]) for pose in incident.poses(t).values())), 0.0
    )


def _from(incident: Incident, start_s: float) -> Incident:
    """The same from a time on."""
    start = max(start_s, 0.0)
    return replace(
        incident,
        length_s=incident.length_s - start,
        poses=lambda t: incident.poses(t + start),
        props=lambda t: incident.props(t + start),
        gain=lambda t: incident.gain(t + start),
        shade=lambda t: incident.shade(t + start),
        rest_s=None if incident.rest_s is None else incident.rest_s - start,
        off_s=None if incident.off_s is None else incident.off_s - start,
    )


def frames(what: Montage, raster: Mounted, rng: np.random.Generator) -> Iterator[Image]:
    """The pictures, BGR, 30 a second: the newest that the webcam has taken."""
    incident, webcam = what.clip.incident, what.webcam
    canvas, newest, picture = Canvas(raster, what.clip.scene), -1, None
    for number in range(round(incident.length_s * FILM_FPS)):
        taken = _newest(number, webcam)
        if picture is None or taken != newest:
            newest, now = taken, taken / webcam.rate
            canvas.expose(incident, now, webcam.open_s)
            lit = np.clip(canvas.picture * np.float32(incident.gain(now) ** (1 / 2.2)), 0, 255).astype(
                np.uint8
            )
            picture = webcam.taken(lit, now, rng)
        yield picture


def _newest(number: int, webcam: Webcam) -> int:
    """Which of the webcam's pictures a picture of the film shows."""
    return int(number * webcam.rate / FILM_FPS + 1e-9)


def truth(what: Montage) -> dict[str, Any]:
    """What is known of the whole clip, as `clips` writes it, where the camera that sways sees it."""
    place, size = what.clip.scene.place, what.clip.scene.place.camera.size
    shown = list(clips.shown(place, what.clip.incident, FILM_FPS))
    seen = [
        [_moved(die, what.webcam.sway(_newest(number, what.webcam) / what.webcam.rate, size)) for die in dice]
        for number, dice in enumerate(shown)
    ]
    facts = {"new_a_second": what.webcam.rate, "held": round(what.webcam.held, 2), "extra": what.extra}
    return {**clips.truth(what.clip), "plane": None, **facts, "frames": seen}


def _moved(die: dict[str, Any], sway: np.ndarray) -> dict[str, Any]:
    """The same die where a swaying camera sees it."""
    corners = np.array(die["corners"]) @ sway[:, :2].T + sway[:, 2]
    return {**die, "centre": clips.px(corners.mean(axis=0)[None])[0], "corners": clips.px(corners)}


def make(real: Real, folder: Path, seed: int, number: int) -> None:
    """One clip, if it is not there yet and a throw can be found that ends so."""
    name = f"{seed}-{number:05d}"
    if (folder / f"{name}.json").exists():
        return
    try:
        what, raster = montage(seed, number, real)
    except ValueError as none:
        print(f"clip {number} is left out: {none}", file=sys.stderr)
        return
    try:
        seen = frames(what, raster, np.random.default_rng([seed, 5, number]))
        clips.write(folder, name, seen, FILM_FPS, truth(what))
    finally:
        raster.close()


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m models.measure.montage",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("photos", type=Path, help="a folder of labelled photos")
    parser.add_argument(
        "--out", type=Path, default=Path("build/montage"), help="folder (default: %(default)s)"
    )
    parser.add_argument("--count", type=int, default=120, help="how many clips (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed, other clips (default: %(default)s)"
    )
    parser.add_argument("--rigs", default="", help="dice and tables of these rigs alone, comma between")
    chosen = parser.parse_args(arguments)
    rigs = tuple(chosen.rigs.split(",")) if chosen.rigs else ()
    clips.make_up_to(chosen.out, chosen.seed, chosen.count, partial(make, real_of(chosen.photos, rigs)))


if __name__ == "__main__":
    main()
