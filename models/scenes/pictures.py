"""Stills with truth, to train and test the reader of dice.

    python -m models.scenes.pictures --out build/scenes --count 2000 --seed 1 --kind all

Writes OUT/SEED-NUMBER-VIEW.jpg and a line each in OUT/truth-SEED.jsonl; goes on where a stopped run left off. A picture
depends on its kind, seed, number and view only; views of one number show the same table. Kinds of pictures: `states`
(dice that lean, lie upon others, or lie flat beside such), `held` (dice in a hand, and beside it), `sizes` (thrown dice
of two sizes, one up to 2.5 times the other), `clutter` and `figures` (no pip dice: other things, or cubes and polyhedra
with figures or nothing on them), `all`. One line:

    {"file", "seed", "number", "view", "kind", "size": [w, h], "way", "above_deg": camera above the table, "optics",
     "across_deg": its field of view, "die_mm", "plane": 3 x 3, from pixels to millimetres on the table (see below),
     "dice": [{"value", "state": flat|cocked|stacked|moving|cut|emblem, "tilt_deg", "corners": of the top face,
               4 x [x, y] round it, "box": [x, y, w, h] upright, of the whole die as far as it is in the picture,
               "visible": share of its outline that is seen, "face_visible": share of its top face, "contrast": of pips
               to face as taken, 0 to 1 (glare and dark take it away), "size_px": edge of the top face, "look": make,
               "pips": painted|drilled|inlaid}],
     "negatives": [{"kind", "box"}]}     things that are no dice with pips

in pixels of the picture. A die of which nothing is seen is left out. `value` is that of the face most upwards, whatever
the state; on an `emblem` die that face bears a picture in place of pips, and a reader should ask. A die in a hand is
`moving`, wherever the frame cuts it, and its value is null: it lies on no table, and counts for nothing until it does.

All places are of the picture as its optics bend it (`models.scenes.camera.OPTICS`). No `plane` can say that: it is the
one that fits best where the dice lie, as one that is measured by a mat would be, and off by a share of a die elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.refusal import told
from models.scenes import dice, rows, studio, variety
from models.scenes import skin as skins
from models.scenes.arrangements import Arrangement, arrange, bare
from models.scenes.camera import Camera, develop
from models.scenes.clutter import CLUTTER, FIGURES, Piece, piece
from models.scenes.hands import Hand, complexion
from models.scenes.physics import Block
from models.scenes.surfaces import KINDS as TABLES
from models.scenes.surfaces import RGB, Kind, table
from models.scenes.truth import Lying, Still, truth

Floats = NDArray[np.float32]
CLAMP = 12.0
MIDDLE_GREY = 0.24
FREE_M = 0.05
"""How far a camera keeps from a hand, and from what stands about."""
VIEWS = 3
SAMPLES = 10
# Up to by how much dice of one size are larger than those of the other.
LARGER = 2.5
# How often each way of lying comes up in a kind of pictures.
KINDS: dict[str, dict[str, float]] = {
    "all": {
        "thrown": 0.46,
        "poured": 0.10,
        "tilted": 0.14,
        "stacked": 0.10,
        "held": 0.06,
        "clutter": 0.08,
        "figures": 0.06,
    },
    "states": {"tilted": 0.55, "stacked": 0.37, "poured": 0.08},
    "held": {"held": 1.0},
    "sizes": {"sizes": 1.0},
    "clutter": {"clutter": 1.0},
    "figures": {"figures": 1.0},
}


def make(seed: int, number: int, kind: str = "all") -> list[tuple[Image, dict[str, Any]]]:
    """The pictures of one table, and the truth of each, without "file"."""
    rng = np.random.default_rng([seed, number])
    still = _still(kind, rng)
    cameras = [aimed(still, variety.body(rng), rng) for _ in range(VIEWS)]
    things = [_die(d) for d in still.lying] + [p.thing for p in still.pieces]
    things += [*_standing(still.laid, rng), _table(cameras[0], rng)]
    scene = studio.stage(things, *variety.lamps(rng))
    out = []
    for view, camera in enumerate(cameras):
        light = exposed(studio.shoot(scene, camera, SAMPLES, number * VIEWS + view))
        image = develop(_smoothed(light), variety.sensor(rng), rng)
        if rng.random() < 0.08:
            image = np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2).astype(np.uint8)
        facts = truth(still, camera, studio.shown(scene, camera, len(still.lying) + len(still.pieces)), image)
        out.append((image, {"seed": seed, "number": number, "view": view, "kind": kind, **facts}))
    return out


def _still(kind: str, rng: np.random.Generator) -> Still:
    ways, shares = zip(*KINDS[kind].items(), strict=True)
    way = str(rng.choice(ways, p=shares))
    half = float(rng.uniform(0.005, 0.0125))
    looks = [variety.die_look(rng) for _ in range(1 if rng.random() < 0.5 else 5)]
    if way in ("clutter", "figures"):
        laid = bare(float(rng.uniform(8, 26)) * half)
    else:
        laid = arrange("thrown" if way == "sizes" else way, half, looks[0].rounding, rng)  # type: ignore[arg-type]
    there = lying(laid, looks, half, rng)
    if way == "sizes":
        there = _of_two_sizes(there, rng)
    return Still(way, half, laid, there, _pieces(way, laid, half, rng))


def _of_two_sizes(there: list[Lying], rng: np.random.Generator) -> list[Lying]:
    """The same dice where they lie, about half of them smaller, all by the same share, and as low as they are then."""
    share = 1 / rng.uniform(1.0, LARGER)
    smaller = rng.random(len(there)) < 0.5
    return [
        replace(die, half=share * die.half, place=die.place * [1, 1, share]) if small else die
        for die, small in zip(there, smaller, strict=True)
    ]


def aimed(still: Still, body: Camera, rng: np.random.Generator) -> Camera:
    """The camera where it looks at the dice, or at what is there in their place, and is in nobody's way."""
    while True:
        found = variety.camera(rng, body, 2 * still.half, still.laid.spread_m, _middle(still, rng))
        if _free(still, np.array(found.place)):
            return found


def _free(still: Still, place: NDArray[np.float64]) -> bool:
    """Whether a camera at (3,) is neither in a hand nor in a thing, nor close by one."""
    in_piece = any(
        np.hypot(*(place[:2] - p.thing.place[:2])) < p.reach + FREE_M and place[2] < p.high + FREE_M
        for p in still.pieces
    )
    hand = still.laid.hand
    return not in_piece and (hand is None or bool(hand.clear(place[None])[0] > FREE_M))


def _middle(still: Still, rng: np.random.Generator) -> tuple[float, float, float]:
    """What the camera looks at: some die, or piece where there are none, drawn towards the middle of all."""
    spots = still.laid.places if len(still.lying) else np.array([p.thing.place for p in still.pieces])
    if len(spots) == 0:
        return (0.0, 0.0, 0.0)
    spot = spots[int(rng.integers(len(spots)))]
    x, y = spot[:2] * rng.uniform(0.4, 1.0)
    return (float(x), float(y), float(spot[2]) if still.laid.hand else 0.0)


def exposed(light: Floats) -> Floats:
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


def lying(laid: Arrangement, looks: list[dice.DieLook], half: float, rng: np.random.Generator) -> list[Lying]:
    makes = [looks[int(i)] for i in rng.integers(0, len(looks), len(laid.places))]
    out = []
    for look, place, turn in zip(makes, laid.places, laid.turns, strict=True):
        # Physics cannot tell one face from another: which value is up is drawn here, 1s, 2s and 3s more often.
        value = int(rng.choice(6, p=(0.2, 0.2, 0.18, 0.14, 0.14, 0.14))) + 1
        out.append(Lying(look, place, turn @ dice.turn_up(look, turn, value), half))
    return out


def _pieces(way: str, laid: Arrangement, half: float, rng: np.random.Generator) -> list[Piece]:
    count = int(rng.integers(4, 22))
    if way not in ("clutter", "figures"):
        count = int(rng.choice((0, 1, 2, 4, 7), p=(0.45, 0.15, 0.15, 0.15, 0.10)))
    taken = [(float(p[0]), float(p[1]), 1.6 * half) for p in laid.places]
    if laid.walls:
        ends = np.array([np.abs(w.centre[:2]) + w.half[:2] for w in laid.walls]).max(axis=0)
        taken.append((0.0, 0.0, float(np.hypot(ends[0], ends[1]))))
    taken += [(b.centre[0], b.centre[1], float(np.linalg.norm(b.half[:2]))) for b in laid.props]
    taken += laid.hand.footprint() if laid.hand else []
    out = []
    for _ in range(count):
        others = FIGURES if way == "figures" else CLUTTER if way == "clutter" else FIGURES + CLUTTER
        found = piece(str(rng.choice(others)), 2 * half, rng)
        for _ in range(12):
            x, y = rng.uniform(-1, 1, 2) * (0.6 * laid.spread_m + 5 * half + 0.7 * found.reach)
            if all(np.hypot(x - a, y - b) > r + found.reach for a, b, r in taken):
                taken.append((x, y, found.reach))
                a, b, c = found.thing.place
                out.append(Piece(found.kind, _moved(found.thing, (a + x, b + y, c)), found.reach))
                break
    return out


def _moved(thing: studio.Thing, place: tuple[float, float, float]) -> studio.Thing:
    return studio.Thing(thing.mesh, thing.paint, thing.scale, thing.turn, place)


def _die(lying: Lying) -> studio.Thing:
    look, skin = lying.look, skins.skin(lying.look, 96)
    paint = studio.Paint(skin.colour, skin.roughness, skin.metallic, clear=skin.clear)
    x, y, z = (float(v) for v in lying.place)
    return studio.Thing(dice.mesh(look, 44), paint, lying.half, lying.turn, (x, y, z))


def _standing(laid: Arrangement, rng: np.random.Generator) -> list[studio.Thing]:
    """The walls, all of one paint, the props, each of its own, and a hand."""
    wall = studio.Paint(
        studio.plain(variety.colour(rng, (0, 0.8), (0.1, 0.95))), float(rng.uniform(0.2, 0.7))
    )
    standing = [_block(b, wall) for b in laid.walls] + [_block(b, _cover(b, rng)) for b in laid.props]
    return standing + (_arm(laid.hand, rng) if laid.hand else [])


def _arm(hand: Hand, rng: np.random.Generator) -> list[studio.Thing]:
    """A hand and its sleeve."""
    skin = studio.Paint(complexion(rng), 0.5, specular=0.3)
    cloth = studio.Paint(studio.plain(variety.colour(rng, (0, 0.9), (0.05, 0.9))), 0.9, specular=0.1)
    return [studio.Thing(hand.skin(), skin), studio.Thing(hand.cuff(), cloth)]


def _block(block: Block, paint: studio.Paint) -> studio.Thing:
    turn = np.eye(3)
    turn[:2, :2] = cv2.getRotationMatrix2D((0, 0), -block.turn_deg, 1)[:, :2]
    if len(block.half) == 3:
        return studio.Thing(studio.box(block.half), paint, 1.0, turn, block.centre)
    r, h = block.half
    disc = studio.lathe([(0.0, h), (0.97 * r, h), (r, 0.9 * h), (r, -h)], 48)
    disc = dice.Mesh(
        disc.vertices,
        disc.normals,
        disc.vertices[:, :2] / np.float32(2 * r) + np.float32(0.5),
        disc.triangles,
    )
    return studio.Thing(disc, paint, 1.0, turn, block.centre)


def _cover(block: Block, rng: np.random.Generator) -> studio.Paint:
    """What a card, a book, a phone or a coin is covered with."""
    tone: RGB = tuple(rng.uniform(0.02, 1.0) * (1 - rng.uniform(0, float(rng.choice((0.1, 0.7))), 3)))
    rough = float(rng.uniform(0.1, 0.7))
    if len(block.half) == 2 and rng.random() < 0.6:
        return studio.Paint(studio.plain(tone), float(rng.uniform(0.15, 0.4)), metallic=1.0)
    kind: Kind = ("print", "plain", "cloth", "leather")[int(rng.choice(4, p=(0.4, 0.4, 0.1, 0.1)))]
    return studio.Paint(table(kind, (96, 96), 96 / (2000 * block.half[0]), tone, rng), rough)


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


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = rows.parser("pictures", __doc__.splitlines()[0], count=2000, seed=1)
    parser.add_argument("--kind", choices=KINDS, default="all", help="of what (default: %(default)s)")
    chosen = parser.parse_args(arguments)
    rows.fill(chosen, chosen.kind, VIEWS, lambda number: make(chosen.seed, number, chosen.kind))


if __name__ == "__main__":
    main()
