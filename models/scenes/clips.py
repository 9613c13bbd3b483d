"""Clips with truth for every frame, to judge the table in motion.

    python -m models.scenes.clips --out build/clips --count 800 --seed 1

Of four clips three are throws (one in five loses a die off the table, one in ten ends with a cocked die) and one is
none. Writes OUT/SEED-NUMBER.mp4 and .json, goes on where a stopped run left off; a clip depends on its seed and
number only. The .json:

    {"file", "fps", "size", "kind", "thrown", "rolls": 1 for a throw, else 0, "rest_s", "values": of the flat dice
     on the table, "cocked": n, "off_table": n, "off_s": when, "area_px": corners of the table, "die_mm",
     "frames": [[{"id", "centre": [x, y], "corners", "value", "state": flat|cocked|moving, "on": bool}, ...], ...]}
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hardware.frame import Image
from models.scenes import incidents, variety
from models.scenes.camera import Camera, Floats
from models.scenes.dice import RGB, DieLook, tilt_deg, top_corners, top_value
from models.scenes.incidents import ENDINGS, IDLE, Ending, Incident, Place, Poses
from models.scenes.physics import Bed, Block
from models.scenes.raster import Raster, Set
from models.scenes.surfaces import Kind, table, tiles

SCENES = 36
RATES = (15, 30, 60)
SUBFRAMES = {15: 4, 30: 3, 60: 1}
SHUTTER_S = {15: 0.02, 30: 0.012, 60: 0.006}
SIZE = (640, 480)


@dataclass(frozen=True, eq=False)
class Clip:
    """One clip as it will be: the set, where things may be, what happens, frames a second, and the sensor's noise."""

    stage: Set
    place: Place
    incident: Incident
    fps: int
    thrown: int
    noise: float


def clip(seed: int, number: int) -> Clip:
    """Draws a clip; clips whose numbers differ by SCENES share their scene."""
    rng = np.random.default_rng([seed, number])
    stage, place = _scene(np.random.default_rng([seed, 77, number % SCENES]), cocked=number % 12 == 5)
    count, fps = int(rng.integers(1, 7)), RATES[int(rng.integers(3))]
    noise = float(rng.uniform(0.004, 0.03))
    if number % 4 == 3:
        kind = IDLE[number // 4 % len(IDLE)]
        return Clip(stage, place, incidents.idle(place, kind, count, rng), fps, 0, noise)
    which = 4 if number % 12 == 5 else 1 + number // 12 % 3 if number % 6 == 4 else 0
    count = max(count, 2) if ENDINGS[which].startswith("off") else count
    return Clip(stage, place, _throw(place, ENDINGS[which], count, rng), fps, count, noise)


def _throw(place: Place, ending: Ending, count: int, rng: np.random.Generator) -> Incident:
    """As wanted; on a table where no die leaves in that way, it leaves in another."""
    others = [other for other in ENDINGS[1:4] if other != ending] if ending.startswith("off") else []
    for wanted in (ending, *others):
        with contextlib.suppress(ValueError):
            return incidents.throw(place, wanted, count, rng)
    raise ValueError(f"no throw of {count} dice ends {ending!r} on this table")


def _scene(rng: np.random.Generator, cocked: bool) -> tuple[Set, Place]:
    half, look = float(rng.uniform(0.006, 0.009)), _plain_look(rng)
    away, lean = float(rng.uniform(22, 30)) * 2 * half, np.radians(rng.uniform(2, 32))
    camera = Camera((0.0, -away * float(np.sin(lean)), away * float(np.cos(lean))), (0, 0, 0), 40.0, SIZE)
    wide = away * float(np.tan(np.radians(20)))
    bare = rng.random() < 0.4
    bed = Bed(
        right=0.72 * wide if bare else 0.6,
        left=-0.6,
        drop=float(rng.choice((0.05, 0.7))),
        bounce=float(rng.uniform(0.3, 0.5)),
        friction=float(rng.uniform(0.25, 0.4)),
        blocks=tuple(_book(wide, half, rng) for _ in range(4)) if cocked else (),
    )
    inner = float(rng.uniform(0.66, 0.88)) * wide
    area = (-0.6, bed.right, -0.6, 0.6) if bare else (-inner, inner, -0.70 * inner, 0.66 * inner)
    kinds: tuple[Kind, ...] = ("wood", "felt", "cloth", "stone", "plain", "leather")
    tops = [table(kinds[int(rng.integers(6))], (512, 512), 1.0, _tone(rng), rng) for _ in range(2)]
    lamp = (float(rng.uniform(-0.5, 0.5)), float(rng.uniform(-0.3, 0.6)), 0.8)
    even = float(rng.uniform(0.35, 0.6))
    stage = Set(
        camera,
        look,
        half,
        bed,
        tops[0],
        tiles((256, 256), 0.2, rng),
        tops[1],
        None if bare else area,
        lamp,
        even,
    )
    return stage, Place(camera, bed, area, half, look)


def _plain_look(rng: np.random.Generator) -> DieLook:
    """A make that is easy to read: motion is judged here, not the reader."""
    while True:
        look = variety.die_look(rng)
        contrast = abs(sum(look.body) ** 0.45 - sum(look.paint) ** 0.45)
        if contrast > 0.6 and not look.clear and not look.metallic and look.pattern in ("plain", "wood"):
            return look


def _tone(rng: np.random.Generator) -> RGB:
    red, green, blue = rng.uniform(0.15, 0.85) * (1 - rng.uniform(0, 0.4, 3))
    return (float(red), float(green), float(blue))


def _book(wide: float, half: float, rng: np.random.Generator) -> Block:
    high = half * float(rng.uniform(0.15, 0.4))
    x, y = rng.uniform(-0.6, 0.6) * wide, rng.uniform(-0.4, 0.4) * wide
    return Block((float(x), float(y), high), (half * 3, half * 2.2, high), float(rng.uniform(0, 180)))


def frames(what: Clip, rng: np.random.Generator) -> Iterator[tuple[Image, list[dict[str, Any]]]]:
    """The pictures, BGR, and the truth of each."""
    raster = Raster(what.stage, 6)
    last: tuple[Any, Floats] | None = None
    try:
        for number in range(round(what.incident.length_s * what.fps)):
            now = number / what.fps
            times = now + np.linspace(0, SHUTTER_S[what.fps], SUBFRAMES[what.fps], endpoint=False)
            states = [_state(what.incident, float(t)) for t in times]
            if last is None or any(_moved(last[0], state) for state in states):
                shots = states if _moved(states[0], states[-1]) else states[:1]
                last = states[0], np.mean([raster.shot(*shot) for shot in shots], axis=0)
            yield _taken(what, last[1], now, rng), _dice(what, now)
    finally:
        raster.close()


def _state(incident: Incident, time_s: float) -> tuple[Poses, Any, Any]:
    return incident.poses(time_s), incident.hand(time_s), incident.cup(time_s)


def _moved(one: tuple[Poses, Any, Any], other: tuple[Poses, Any, Any]) -> bool:
    if len(one[0]) != len(other[0]) or any(
        (a is None) != (b is None) for a, b in zip(one[1:], other[1:], strict=True)
    ):
        return True
    pairs = [(a, b) for p, q in zip(one[0], other[0], strict=True) for a, b in zip(p, q, strict=True)]
    pairs += [(a, b) for a, b in zip(one[1:], other[1:], strict=True) if a is not None]
    return any(np.abs(a - b).max() > 1e-5 for a, b in pairs)


def _taken(what: Clip, coded: Floats, time_s: float, rng: np.random.Generator) -> Image:
    """The sensor: the light's gain, a passing shadow, noise."""
    light = coded * np.float32(what.incident.gain(time_s) ** (1 / 2.2))
    shade = what.incident.shade(time_s)
    if shade is not None:
        across = (np.arange(SIZE[0], dtype=np.float32) / SIZE[0] - np.float32(shade)) / np.float32(0.18)
        light = light * (1 - np.float32(0.35) * np.exp(-across * across))[None, :, None]
    noise = rng.standard_normal((SIZE[1], SIZE[0], 3), np.float32) * np.float32(what.noise * 255)
    return np.asarray(np.clip(light[..., ::-1] * 255 + noise, 0, 255), np.uint8)


def _dice(what: Clip, time_s: float) -> list[dict[str, Any]]:
    poses, later = what.incident.poses(time_s), what.incident.poses(time_s + 0.05)
    out = []
    for i, (place, turn) in enumerate(poses):
        moving = len(later) != len(poses) or _moved(([(place, turn)], None, None), ([later[i]], None, None))
        corners = what.place.camera.project(top_corners(turn, place, what.place.half))
        if what.place.seen(place) and np.isfinite(corners).all():
            state = "moving" if moving else "cocked" if tilt_deg(turn) > incidents.COCKED_DEG else "flat"
            out.append(
                {
                    "id": i,
                    "centre": _px(corners.mean(axis=0)[None])[0],
                    "corners": _px(corners),
                    "value": top_value(what.place.look, turn),
                    "state": state,
                    "on": what.place.on(place),
                }
            )
    return out


def _px(points: Any) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


def truth(what: Clip) -> dict[str, Any]:
    """What is known of the whole clip."""
    end = what.incident.poses(what.incident.length_s)
    on = [(p, t) for p, t in end if what.place.on(p) and what.place.seen(p)]
    flat = [pose for pose in on if tilt_deg(pose[1]) <= incidents.COCKED_DEG]
    left, right, near, far = what.place.area
    corners = np.array([[left, far, 0], [right, far, 0], [right, near, 0], [left, near, 0]], float)
    return {
        "fps": what.fps,
        "size": list(SIZE),
        "kind": what.incident.kind,
        "thrown": what.thrown,
        "rolls": int(what.thrown > 0),
        "rest_s": what.incident.rest_s,
        "values": sorted(incidents.values(what.place.look, flat)),
        "cocked": len(on) - len(flat),
        "off_table": len(end) - len(on),
        "off_s": what.incident.off_s,
        "area_px": _px(what.place.camera.project(corners)),
        "die_mm": round(2000 * what.place.half, 2),
    }


def write(folder: Path, name: str, what: Clip, rng: np.random.Generator) -> None:
    """The clip by the ffmpeg program, then its truth: a .json is only ever there for a whole clip."""
    source = [
        "-f",
        "rawvideo",
        "-pix_fmt",
        "bgr24",
        "-s",
        f"{SIZE[0]}x{SIZE[1]}",
        "-r",
        str(what.fps),
        "-i",
        "-",
    ]
    codec = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "23", "-pix_fmt", "yuv420p", "-threads", "1"]
    target = str(folder / f"{name}.mp4")
    command = ["ffmpeg", "-y", "-loglevel", "error", *source, *codec, target]
    seen = []
    with subprocess.Popen(command, stdin=subprocess.PIPE) as packer:
        assert packer.stdin is not None
        for image, dice in frames(what, rng):
            packer.stdin.write(image.tobytes())
            seen.append(dice)
    if packer.returncode:
        raise RuntimeError(f"ffmpeg could not write {target} (exit {packer.returncode})")
    text = json.dumps({"file": f"{name}.mp4", **truth(what), "frames": seen})
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m models.scenes.clips", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--out", type=Path, default=Path("build/clips"), help="folder (default: %(default)s)")
    parser.add_argument("--count", type=int, default=800, help="how many clips (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed, other clips (default: %(default)s)"
    )
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    for number in range(chosen.count):
        name = f"{chosen.seed}-{number:05d}"
        if not (chosen.out / f"{name}.json").exists():
            try:
                write(
                    chosen.out,
                    name,
                    clip(chosen.seed, number),
                    np.random.default_rng([chosen.seed, 5, number]),
                )
            except ValueError as none:
                print(f"clip {number} is left out: {none}", file=sys.stderr)
        if number % 20 == 19:
            print(f"{number + 1} of {chosen.count}", file=sys.stderr)


if __name__ == "__main__":
    main()
