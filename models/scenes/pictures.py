"""Stills with truth, to train and test the reader of dice.

    python -m models.scenes.pictures --out build/scenes --count 2000 --seed 1

Writes OUT/SEED-NUMBER-VIEW.jpg and a line each in OUT/truth-SEED.jsonl; goes on where a stopped run left off. A picture
depends on its seed, number and view only; views of one number show the same table. One line:

    {"file", "seed", "number", "view", "size": [w, h], "way", "above_deg": camera above the table, "die_mm",
     "dice": [{"value", "state": flat|cocked|stacked|cut, "tilt_deg", "corners": of the top face, 4 x [x, y] round it,
               "box": [x, y, w, h] upright, of the whole die as far as it is in the picture, "visible": share of its
               outline that is seen, "size_px": edge of the top face, "look": make}],
     "negatives": [{"kind", "box"}]}     things that are no dice with pips

in pixels of the picture. A die of which nothing is seen is left out. `value` is that of the face most upwards, whatever
the state.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.scenes import dice, studio, variety
from models.scenes.arrangements import WAYS, Arrangement, arrange
from models.scenes.camera import Camera, develop
from models.scenes.clutter import KINDS as CLUTTER
from models.scenes.clutter import LIKE_DICE, Piece, piece
from models.scenes.surfaces import KINDS as TABLES
from models.scenes.surfaces import RGB, table

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
COCKED_DEG = 4.0
CUT_SHARE = 0.08
CLAMP = 12.0
MIDDLE_GREY = 0.24
VIEWS, SAMPLES = 3, 10


@dataclass(frozen=True, eq=False)
class Lying:
    """A die in the scene: its make, place (3,) m, turn (3, 3) and half edge, m."""

    look: dice.DieLook
    place: Doubles
    turn: Doubles
    half: float

    def outline_px(self, camera: Camera) -> Doubles:
        """(n, 2) px: the points whose hull is the die's silhouette."""
        return camera.project(dice.cube_corners(self.turn, self.place, self.half, self.look.rounding))


@dataclass(frozen=True, eq=False)
class Still:
    """What lies on one table; several pictures are taken of it."""

    way: str
    half: float
    laid: Arrangement
    lying: list[Lying]
    pieces: list[Piece]


def make(seed: int, number: int) -> list[tuple[Image, dict[str, Any]]]:
    """The pictures of one table, and the truth of each, without "file"."""
    rng = np.random.default_rng([seed, number])
    still = _still(rng)
    cameras = [
        variety.camera(rng, 2 * still.half, still.laid.spread_m, _middle(still.laid, rng))
        for _ in range(VIEWS)
    ]
    things = [_die(d) for d in still.lying] + [p.thing for p in still.pieces]
    things += [*_blocks(still.laid, rng), _table(cameras[0], rng)]
    scene = studio.stage(things, *variety.lamps(rng))
    out = []
    for view, camera in enumerate(cameras):
        light = _exposed(studio.shoot(scene, camera, SAMPLES, number * VIEWS + view))
        image = develop(_smoothed(light), variety.sensor(rng), rng)
        if rng.random() < 0.08:
            image = np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2).astype(np.uint8)
        seen = studio.shown(scene, camera, len(still.lying) + len(still.pieces))
        out.append((image, {"seed": seed, "number": number, "view": view, **_truth(still, camera, seen)}))
    return out


def _still(rng: np.random.Generator) -> Still:
    empty = bool(rng.random() < 0.10)
    way = WAYS[int(rng.choice(4, p=(0.62, 0.14, 0.16, 0.08)))]
    half = float(rng.uniform(0.005, 0.0125))
    looks = [variety.die_look(rng) for _ in range(1 if rng.random() < 0.5 else 5)]
    laid = arrange(way, half, looks[0].rounding, rng)
    lying = [] if empty else _lying(laid, looks, half, rng)
    return Still("empty" if empty else way, half, laid, lying, _pieces(laid, half, empty, rng))


def _truth(still: Still, camera: Camera, seen: NDArray[np.int64]) -> dict[str, Any]:
    first = len(still.lying)
    return {
        "size": list(camera.size),
        "way": still.way,
        "above_deg": round(_above(camera), 1),
        "die_mm": round(2000 * still.half, 1),
        "dice": [t for i, d in enumerate(still.lying) if (t := _die_truth(d, still, camera, seen == i))],
        "negatives": [t for i, p in enumerate(still.pieces) if (t := _piece_truth(p, seen == first + i))],
    }


def _middle(laid: Arrangement, rng: np.random.Generator) -> tuple[float, float]:
    """What the camera looks at: some die, drawn towards the middle of all."""
    if len(laid.places) == 0:
        return (0.0, 0.0)
    x, y = laid.places[int(rng.integers(len(laid.places))), :2] * rng.uniform(0, 0.8)
    return (float(x), float(y))


def _exposed(light: Floats) -> Floats:
    """As a camera's own exposure would have it: the mean (fireflies cut off) drawn towards a middle grey."""
    cut = np.minimum(light, np.percentile(light, 99.5))
    return np.asarray(
        np.minimum(light * (MIDDLE_GREY / max(float(cut.mean()), 1e-4)) ** 0.8, CLAMP), np.float32
    )


def _smoothed(light: Floats) -> Floats:
    """Takes the grain of few samples off, and leaves edges: a camera's noise is added afterwards."""
    coded = np.sqrt(np.clip(light, 0, CLAMP))
    return np.asarray(
        cv2.bilateralFilter(cv2.medianBlur(coded, 3) * 0.5 + coded * 0.5, 5, 0.10, 1.2) ** 2, np.float32
    )


def _lying(
    laid: Arrangement, looks: list[dice.DieLook], half: float, rng: np.random.Generator
) -> list[Lying]:
    makes = [looks[int(i)] for i in rng.integers(0, len(looks), len(laid.places))]
    out = []
    for look, place, turn in zip(makes, laid.places, laid.turns, strict=True):
        # Physics cannot tell one face from another: which value is up is drawn here, 1s, 2s and 3s more often.
        value = int(rng.choice(6, p=(0.2, 0.2, 0.18, 0.14, 0.14, 0.14))) + 1
        out.append(Lying(look, place, turn @ dice.turn_up(look, turn, value), half))
    return out


def _pieces(laid: Arrangement, half: float, empty: bool, rng: np.random.Generator) -> list[Piece]:
    count = (
        int(rng.integers(3, 12))
        if empty
        else int(rng.choice((0, 1, 2, 4, 7), p=(0.45, 0.15, 0.15, 0.15, 0.10)))
    )
    if not count:
        return []
    taken = [(p[0], p[1], 1.6 * half) for p in ([] if empty else laid.places)]
    out = []
    for _ in range(count):
        kind = str(rng.choice(LIKE_DICE if rng.random() < 0.45 else CLUTTER))
        found = piece(kind, 2 * half, rng)
        for _ in range(12):
            x, y = rng.uniform(-1, 1, 2) * (0.6 * laid.spread_m + 5 * half)
            if all(np.hypot(x - a, y - b) > r + found.reach for a, b, r in taken):
                taken.append((x, y, found.reach))
                a, b, c = found.thing.place
                out.append(Piece(found.kind, _moved(found.thing, (a + x, b + y, c)), found.reach))
                break
    return out


def _moved(thing: studio.Thing, place: tuple[float, float, float]) -> studio.Thing:
    return studio.Thing(thing.mesh, thing.paint, thing.scale, thing.turn, place)


def _die(lying: Lying) -> studio.Thing:
    look, skin = lying.look, dice.skin(lying.look, 96)
    paint = studio.Paint(skin.colour, look.roughness, look.metallic, clear=skin.clear)
    x, y, z = (float(v) for v in lying.place)
    return studio.Thing(dice.mesh(look, 44), paint, lying.half, lying.turn, (x, y, z))


def _blocks(laid: Arrangement, rng: np.random.Generator) -> list[studio.Thing]:
    paint = studio.Paint(
        studio.plain(variety.colour(rng, (0, 0.8), (0.1, 0.95))), float(rng.uniform(0.2, 0.7))
    )
    out = []
    for block in laid.blocks:
        turn = np.eye(3)
        turn[:2, :2] = cv2.getRotationMatrix2D((0, 0), -block.turn_deg, 1)[:, :2]
        a, b, c = block.half
        out.append(studio.Thing(studio.box((a, b, c)), paint, 1.0, turn, block.centre))
    return out


def _table(camera: Camera, rng: np.random.Generator) -> studio.Thing:
    away = float(np.linalg.norm(np.subtract(camera.place, camera.target)))
    side = 2.6 * away * float(np.tan(np.radians(camera.across_deg) / 2))
    tone: RGB = tuple(rng.uniform(0.05, 0.95) * (1 - rng.uniform(0, float(rng.choice((0.05, 0.25, 0.7))), 3)))
    kind = TABLES[int(rng.choice(len(TABLES), p=(0.20, 0.13, 0.14, 0.08, 0.14, 0.07, 0.08, 0.08, 0.08)))]
    if kind == "wood":
        tone = tuple(np.array([0.74, 0.53, 0.33]) ** rng.uniform(0.4, 2.2) * rng.uniform(0.9, 1.1, 3))
    picture = table(kind, (640, 640), 640 / (side * 1000), tone, rng)
    sheet = studio.rectangle(-2, 2, -2, 2, 0)
    sheet = dice.Mesh(sheet.vertices, sheet.normals, sheet.uv * np.float32(4 / side), sheet.triangles)
    rough = float(rng.uniform(0.08, 0.3) if rng.random() < 0.25 else rng.uniform(0.35, 0.9))
    return studio.Thing(
        sheet, studio.Paint(picture, rough, specular=0.1 if kind in ("felt", "cloth") else 0.4)
    )


def _above(camera: Camera) -> float:
    into = camera.axes()[2]
    return float(np.degrees(np.arcsin(np.clip(-into[2], -1, 1))))


def _die_truth(lying: Lying, still: Still, camera: Camera, seen: NDArray[np.bool_]) -> dict[str, Any] | None:
    if not seen.any():
        return None
    hull = cv2.convexHull(lying.outline_px(camera).astype(np.float32))[:, 0]
    whole = cv2.contourArea(hull)
    frame = np.array([[0, 0], [camera.size[0], 0], camera.size, [0, camera.size[1]]], np.float32)
    inside, _ = cv2.intersectConvexConvex(hull, frame)
    corners = camera.project(dice.top_corners(lying.turn, lying.place, lying.half))
    tilt = dice.tilt_deg(lying.turn)
    state = "cocked" if tilt > COCKED_DEG else "stacked" if _on_another(lying, still) else "flat"
    low, high = np.clip(hull.min(axis=0), 0, camera.size), np.clip(hull.max(axis=0), 0, camera.size)
    return {
        "value": dice.top_value(lying.look, lying.turn),
        "state": "cut" if inside < (1 - CUT_SHARE) * whole else state,
        "tilt_deg": round(tilt, 1),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in corners],
        "box": [round(float(v), 1) for v in (*low, *(high - low))],
        "visible": round(min(1.0, float(seen.sum()) / max(whole, 1.0)), 3),
        "size_px": round(float(np.sqrt(cv2.contourArea(corners.astype(np.float32)))), 1),
        "look": _make(lying.look),
    }


def _on_another(upper: Lying, still: Still) -> bool:
    """Whether a die lies under this one; flat on a card or a book is as good as flat on the table."""
    gaps = [upper.place - lower.place for lower in still.lying if lower is not upper]
    return any(gap[2] > upper.half and np.abs(gap[:2]).max() < 2 * upper.half for gap in gaps)


def _make(look: dice.DieLook) -> str:
    return "clear" if look.clear else "metal" if look.metallic else look.pattern


def _piece_truth(found: Piece, seen: NDArray[np.bool_]) -> dict[str, Any] | None:
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if len(rows) == 0:
        return None
    x, y = int(columns[0]), int(rows[0])
    return {"kind": found.kind, "box": [x, y, int(columns[-1]) + 1 - x, int(rows[-1]) + 1 - y]}


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m models.scenes.pictures", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--out", type=Path, default=Path("build/scenes"), help="folder (default: %(default)s)"
    )
    parser.add_argument("--count", type=int, default=2000, help="how many pictures (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed, other pictures (default: %(default)s)"
    )
    chosen = parser.parse_args(arguments)
    chosen.out.mkdir(parents=True, exist_ok=True)
    lines = chosen.out / f"truth-{chosen.seed}.jsonl"
    done = (
        {json.loads(line)["number"] for line in lines.read_text().splitlines()} if lines.exists() else set()
    )
    for number in range(-(-chosen.count // VIEWS)):
        if number not in done:
            _write(chosen.out, lines, make(chosen.seed, number))
            if number % 10 == 9:
                print(f"{(number + 1) * VIEWS} of {chosen.count}", file=sys.stderr)


def _write(folder: Path, lines: Path, pictures: list[tuple[Image, dict[str, Any]]]) -> None:
    """The pictures first, then their lines in one go: a line is only ever there for a picture that is."""
    text = ""
    for image, truth in pictures:
        name = f"{truth['seed']}-{truth['number']:05d}-{truth['view']}.jpg"
        cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        text += json.dumps({"file": name, **truth}) + "\n"
    with lines.open("a", encoding="utf-8") as out:
        out.write(text)


if __name__ == "__main__":
    main()
