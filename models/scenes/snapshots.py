"""Quick stills with truth, by MuJoCo's rasteriser: to learn how dice lie, where shapes and shadows matter, not looks.

    python -m models.scenes.snapshots --out build/scenes --count 3000 --seed 21

Writes what `models.scenes.pictures` writes, in a twentieth of its time; up to six dice of one make, mostly such as lean
or lie upon others, on a table with the blocks that they lean on, and with blocks and the edge of a mat beside them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.refusal import told
from models.scenes import rows, variety
from models.scenes.arrangements import Arrangement, Way, arrange
from models.scenes.camera import Camera, develop
from models.scenes.physics import Bed, Block
from models.scenes.pictures import lying, middle
from models.scenes.raster import AWAY, DICE, THINGS, Raster, Set
from models.scenes.sets import GROUNDS, readable_look
from models.scenes.surfaces import RGB, table, tiles
from models.scenes.truth import Still, truth

WAYS: tuple[Way, ...] = ("tilted", "stacked", "thrown")
SHARES = (0.38, 0.4, 0.22)
VIEWS = 6
KIND = "snapshot"


def make(seed: int, number: int) -> list[tuple[Image, dict[str, Any]]]:
    """The pictures of one table, and the truth of each, without "file"."""
    rng = np.random.default_rng([seed, number])
    still = _still(rng)
    cameras = _cameras(still, rng)
    raster, state, out = Raster(_set(still, cameras[0], rng)), _state(still), []
    for view, camera in enumerate(cameras):
        raster.look_from(camera)
        coded = raster.shot(state, (0, 0, *camera.size))
        light = np.asarray((coded.astype(np.float32) / 255) ** 2.2, np.float32)
        image = develop(light, variety.sensor(rng), rng)
        facts = truth(still, camera, _shown(still, camera), image)
        out.append((image, {"seed": seed, "number": number, "view": view, "kind": KIND, **facts}))
    raster.close()
    return out


def _still(rng: np.random.Generator) -> Still:
    """A table with at most as many dice as the rasteriser has, and at least one."""
    look = readable_look(rng) if rng.random() < 0.5 else variety.die_look(rng)
    half, way = float(rng.uniform(0.005, 0.0125)), WAYS[int(rng.choice(len(WAYS), p=SHARES))]
    while True:
        laid = arrange(way, half, look.rounding, rng)
        if 0 < len(laid.places) <= DICE:
            laid = replace(laid, props=(*laid.props, *_beside(laid, half, rng)))
            return Still(way, half, laid, lying(laid, [look], half, rng), [])


def _beside(laid: Arrangement, half: float, rng: np.random.Generator) -> list[Block]:
    """Slabs that no die leans on, near the dice: beside something is not upon it."""
    out = []
    for _ in range(int(rng.integers(0, 4))):
        wide, deep, high = (float(v) * half for v in rng.uniform((0.5, 0.5, 0.1), (4, 4, 0.8)))
        x, y = laid.places[int(rng.integers(len(laid.places))), :2] + rng.uniform(-6, 6, 2) * half
        clear = float(np.hypot(wide, deep)) + 1.5 * half
        if (np.hypot(*(laid.places[:, :2] - (x, y)).T) > clear).all():
            out.append(Block((float(x), float(y), high), (wide, deep, high), float(rng.uniform(0, 180))))
    return out


def _cameras(still: Still, rng: np.random.Generator) -> list[Camera]:
    """From all round, with pictures of one size."""
    drawn = [
        variety.camera(rng, 2 * still.half, still.laid.spread_m, middle(still, rng)) for _ in range(VIEWS)
    ]
    return [replace(camera, size=drawn[0].size) for camera in drawn]


def _state(still: Still) -> NDArray[np.float64]:
    """Where the dice are, as the rasteriser wants it."""
    state = np.tile(np.concatenate([AWAY, np.eye(3).ravel()]), (THINGS, 1))
    for number, die in enumerate(still.lying):
        state[number] = [*die.place, *die.turn.ravel()]
    return state


def _set(still: Still, camera: Camera, rng: np.random.Generator) -> Set:
    """Tops of two kinds, one of them seen; a lamp somewhere above."""
    across, height = rng.uniform(-0.6, 0.6, 2), float(rng.uniform(0.4, 1.0))
    ground = GROUNDS[int(rng.integers(len(GROUNDS)))]
    top, mat = (table(ground, (256, 256), float(rng.uniform(0.5, 3)), _tone(rng), rng) for _ in range(2))
    laid: Arrangement = still.laid
    return Set(
        camera,
        still.lying[0].look,
        still.half,
        Bed(-0.6, 0.6, -0.6, 0.6, blocks=(*laid.walls, *laid.props)),
        top,
        tiles((64, 64), 0.05, rng),
        mat,
        _mat(laid, rng) if rng.random() < 0.7 else None,
        lamp=(float(across[0]), float(across[1]), height),
        even=float(rng.uniform(0.25, 0.7)),
        skin=_tone(rng),
        china=_tone(rng),
        cloth=_tone(rng),
        wood=_tone(rng),
    )


def _mat(laid: Arrangement, rng: np.random.Generator) -> tuple[float, float, float, float]:
    """Left, right, near, far of a mat, of whose edges some run among the dice, or under them."""
    reach = 0.7 * laid.spread_m
    left, near = rng.uniform(-reach, 0.3 * reach, 2)
    right, far = left + rng.uniform(0.3, 2) * reach, near + rng.uniform(0.3, 2) * reach
    far_off = rng.random(4) < 0.4
    sides = np.where(far_off, (-0.5, 0.5, -0.5, 0.5), (left, right, near, far))
    return float(sides[0]), float(sides[1]), float(sides[2]), float(sides[3])


def _tone(rng: np.random.Generator) -> RGB:
    red, green, blue = rng.uniform(0.05, 0.95) * (1 - rng.uniform(0, 0.7) * rng.random(3))
    return (float(red), float(green), float(blue))


def _shown(still: Still, camera: Camera) -> NDArray[np.int64]:
    """Which die each pixel shows, -1 none: outlines drawn from the furthest to the nearest."""
    shown = np.full(camera.size[::-1], -1, np.int32)
    away = [float(np.linalg.norm(die.place - np.array(camera.place))) for die in still.lying]
    for number in sorted(range(len(away)), key=lambda i: -away[i]):
        outline = still.lying[number].outline_px(camera).astype(np.float32)
        if np.isfinite(outline).all():  # else it is behind the camera
            cv2.fillConvexPoly(shown, cv2.convexHull(outline).round().astype(np.int32), number)
    return shown.astype(np.int64)


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    chosen = rows.parser("snapshots", __doc__.splitlines()[0], count=3000, seed=21).parse_args(arguments)
    rows.fill(chosen, KIND, VIEWS, lambda number: make(chosen.seed, number))


if __name__ == "__main__":
    main()
