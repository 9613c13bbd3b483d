"""Clips with truth for every frame, to judge the table in motion.

    python -m models.scenes.clips --out build/clips --count 840 --seed 1

Of forty clips thirty are throws (six lose a die off the table, three end with a die cocked or stacked, three with
dice that touch) and ten are none. Dice are thrown from outside the picture, from a hand or a cup that shakes them
first, picked up from the table before, or let fall. Writes OUT/SEED-NUMBER.mp4 and .json, goes on where a stopped run
left off; a clip depends on its seed and number only. All cameras are pinholes: of a frame only the windows in which
something moves are drawn, and these are straight. The .json:

    {"file", "fps", "size", "kind", "manner", "scene", "thrown", "rolls": 1 for a throw, else 0, "rest_s", "off_s",
     "values": of the flat dice on the table, "cocked": n, "stacked": n (on another die), "off_table": n,
     "area_px": what is marked as the table, "plane": pixels to millimetres or null, "die_mm",
     "frames": [[{"id", "centre": [x, y], "corners", "value", "state", "on": bool, "hidden": bool}, ...], ...]}

state: flat, cocked, stacked (on another die), under (another die), or moving. hidden: by a hand or a cup, about.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hardware.frame import Image
from models.scenes import handling, sets, throws
from models.scenes.dice import top_corners, top_value
from models.scenes.incidents import Incident, Place, Pose, hidden, states
from models.scenes.manners import Manner
from models.scenes.sets import Scene
from models.scenes.shutter import frames
from models.scenes.throws import OFF, Ending

SCENES = 37
# Pictures a second of the clips, and the share of the clips of each.
RATES = (15, 30, 60)
SHARES = (0.4, 0.4, 0.2)
# How often throws come so; dice that end on one another are let fall, and such as leave are not.
MANNERS: tuple[Manner, ...] = ("outside", "hand", "cup", "gathered", "pour")
OFTEN = (0.36, 0.20, 0.18, 0.12, 0.14)
# Metres, or about radians, by which a die that moves goes or turns, at least.
MOVES_BY = 0.0004
# Seconds within which it does.
MOVES_WITHIN_S = 0.05


@dataclass(frozen=True, eq=False)
class Clip:
    """One clip as it will be: where, what happens, frames a second, and the sensor's noise."""

    number: int
    scene: Scene
    incident: Incident
    fps: int
    thrown: int
    noise: float


def ending(number: int) -> Ending | None:
    """How the throw of a clip is to end, None for what is no throw."""
    if number % 4 == 3:
        return None
    row, place = divmod(number, 40)
    throw = place - place // 4
    if throw % 5 == 4:
        return OFF[(row * 6 + throw // 5) % 3]
    if throw in (2, 12, 22):
        return "cocked" if (row + throw // 10) % 2 else "stacked"
    return "touching" if throw in (6, 16, 26) else "stays"


def clip(seed: int, number: int) -> Clip:
    """Draws a clip; clips whose numbers differ by SCENES share their scene. Raises ValueError where none is found."""
    rng = np.random.default_rng([seed, number])
    wanted = ending(number)
    scene = sets.scene(np.random.default_rng([seed, 77, number % SCENES]), books=4 * (wanted == "cocked"))
    count, fps = int(rng.integers(1, 7)), RATES[int(rng.choice(3, p=SHARES))]
    noise = float(rng.uniform(0.004, 0.03))
    if wanted is None:
        kind = handling.KINDS[number // 4 % len(handling.KINDS)]
        return Clip(number, scene, handling.idle(scene.place, kind, count, rng), fps, 0, noise)
    count = count if wanted in ("stays", "cocked") else max(count, 2)
    return Clip(number, scene, _throw(scene.place, wanted, count, rng), fps, count, noise)


def _throw(place: Place, wanted: Ending, count: int, rng: np.random.Generator) -> Incident:
    """As wanted; on a table where no die leaves in that way, it leaves in another."""
    manner = MANNERS[int(rng.choice(len(MANNERS), p=OFTEN))]
    if manner == "pour" and wanted in (*OFF, "cocked"):
        manner = "outside"
    others = [other for other in OFF if other != wanted] if wanted in OFF else []
    for one in (wanted, *others):
        with contextlib.suppress(ValueError):
            return throws.throw(place, one, "pour" if one == "stacked" else manner, count, rng)
    raise ValueError(f"no throw of {count} dice ends {wanted!r} on this table")


def shown(place: Place, incident: Incident, fps: int) -> Iterator[list[dict[str, Any]]]:
    """What is to be seen of the dice in each frame."""
    for number in range(round(incident.length_s * fps)):
        now = incident.poses(number / fps)
        later = incident.poses(number / fps + MOVES_WITHIN_S)
        said, props = states(place, now), incident.props(number / fps)
        yield [
            {
                **die(place, i, pose, said[i] if i in later and _same(pose, later[i]) else "moving"),
                "hidden": hidden(place, pose[0], props),
            }
            for i, pose in now.items()
            if place.seen(pose[0])
        ]


def _same(one: Pose, other: Pose) -> bool:
    (place, turn), (spot, now) = one, other
    return bool(np.abs(place - spot).max() < MOVES_BY and np.abs(turn - now).max() < MOVES_BY * 50)


def die(place: Place, number: int, pose: Pose, state: str) -> dict[str, Any]:
    """What is known of one die as it lies then."""
    corners = place.camera.project(top_corners(pose[1], pose[0], place.half))
    return {
        "id": number,
        "centre": px(corners.mean(axis=0)[None])[0],
        "corners": px(corners),
        "value": top_value(place.look, pose[1]),
        "state": state,
        "on": place.on(pose[0]),
    }


def px(points: Any) -> list[list[float]]:
    """Points of the picture as they are written."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


def truth(what: Clip) -> dict[str, Any]:
    """What is known of the whole clip."""
    incident, place = what.incident, what.scene.place
    end = incident.poses(incident.length_s)
    on = {i: pose for i, pose in end.items() if place.on(pose[0]) and place.seen(pose[0])}
    said = states(place, on)
    count = Counter(said.values())
    return {
        "fps": what.fps,
        "size": list(place.camera.size),
        "kind": incident.kind,
        "manner": incident.manner,
        "scene": what.number % SCENES,
        "thrown": what.thrown,
        "rolls": int(what.thrown > 0),
        "rest_s": incident.rest_s,
        "off_s": incident.off_s,
        "values": sorted(top_value(place.look, on[i][1]) for i in on if said[i] == "flat"),
        "cocked": count["cocked"],
        "stacked": count["stacked"],
        "off_table": len(end) - len(on),
        "area_px": px(sets.marked(place)),
        "plane": place.camera.plane().tolist() if what.scene.measured else None,
        "die_mm": round(2000 * place.half, 2),
    }


def write(folder: Path, name: str, pictures: Iterable[Image], fps: int, facts: Mapping[str, Any]) -> None:
    """The clip by the ffmpeg program, then its truth: a .json is only ever there for a whole clip.

    facts: what is known of it; its "size" is that of the pictures.
    """
    width, height = facts["size"]
    raw = f"-f rawvideo -pix_fmt bgr24 -s {width}x{height} -r {fps} -i -"
    codec = "-c:v libx264 -preset ultrafast -crf 23 -pix_fmt yuv420p -threads 1"
    target = str(folder / f"{name}.mp4")
    command = ["ffmpeg", *f"-y -loglevel error {raw} {codec}".split(), target]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as packer:
        assert packer.stdin is not None
        for image in pictures:
            packer.stdin.write(image.tobytes())
    if packer.returncode:
        raise RuntimeError(f"ffmpeg could not write {target} (exit {packer.returncode})")
    text = json.dumps({"file": f"{name}.mp4", **facts})
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def make(folder: Path, seed: int, number: int) -> None:
    """One clip, if it is not there yet and a throw can be found that ends so."""
    name = f"{seed}-{number:05d}"
    if (folder / f"{name}.json").exists():
        return
    try:
        what = clip(seed, number)
        seen = frames(
            what.scene, what.incident, what.fps, what.noise, np.random.default_rng([seed, 5, number])
        )
        films = {**truth(what), "frames": list(shown(what.scene.place, what.incident, what.fps))}
        write(folder, name, seen, what.fps, films)
    except ValueError as none:
        print(f"clip {number} is left out: {none}", file=sys.stderr)


def make_all(
    arguments: Sequence[str] | None, what: str, about: str, usual: int, make: Callable[[Path, int, int], None]
) -> None:
    """The command that makes so many of something, each by `make` from its folder, seed and number.

    about: the words of its module; usual: how many where nobody says it.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m models.scenes.{what}", description=about.splitlines()[0]
    )
    folder = Path("build") / what
    parser.add_argument("--out", type=Path, default=folder, help="folder (default: %(default)s)")
    parser.add_argument("--count", type=int, default=usual, help=f"how many {what} (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help=f"another seed, other {what} (default: %(default)s)"
    )
    chosen = parser.parse_args(arguments)
    make_up_to(chosen.out, chosen.seed, chosen.count, make)


def make_up_to(folder: Path, seed: int, count: int, make: Callable[[Path, int, int], None] = make) -> None:
    """So many, each by `make` from the folder, its seed and its number; says now and then how far it has come."""
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    for number in range(1, count + 1):
        make(folder, seed, number - 1)
        if number % 20 == 0:
            minutes = (time.monotonic() - began) / 60
            print(f"{number} of {count} made, {minutes:.1f} minutes", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    make_all(arguments, "clips", __doc__, 840, make)


if __name__ == "__main__":
    main()
