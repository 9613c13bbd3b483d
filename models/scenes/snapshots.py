"""Quick stills with truth, by MuJoCo's rasteriser: to learn how dice lie, where shapes and shadows matter, not looks.

    python -m models.scenes.snapshots --out build/scenes --count 3000 --seed 21

Writes what `models.scenes.pictures` writes, in a twentieth of its time; up to six dice of one make, mostly such as lean
or lie upon others, on a table with the blocks that they lean on, and with blocks and the edge of a mat beside them; on
some tables a hand holds dice.
With --played on tables as throws leave them (models/scenes/played.py).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.refusal import told
from models.scenes import played, rows, variety
from models.scenes.arrangements import Arrangement, Way, arrange
from models.scenes.camera import Camera, develop
from models.scenes.hands import complexion
from models.scenes.manifest import LAID, PLAYED
from models.scenes.physics import Bed, Block
from models.scenes.pictures import aimed, exposed, lying
from models.scenes.raster import AWAY, THINGS, Raster
from models.scenes.sets import GROUNDS, readable_look
from models.scenes.stage import DICE, Set
from models.scenes.surfaces import RGB, table, tiles
from models.scenes.truth import Still, truth

WAYS: tuple[Way, ...] = ("tilted", "stacked", "thrown", "held")
SHARES = (0.36, 0.38, 0.2, 0.06)
VIEWS = 6
# Share of the slabs that lie close by a die.
CLOSE_BY = 0.5
# Distance of the others, and of all slabs from the other dice, half edges.
LEAST_CLEAR = 1.5


def make(seed: int, number: int, thrown: bool = False) -> list[tuple[Image, dict[str, Any]]]:
    """The pictures of one table, and the truth of each, without "file".

    thrown: on a table as a throw left it (`played`), else mostly dice that a hand laid.
    """
    rng = np.random.default_rng([seed, number])
    if thrown:
        still, stage = played.table(rng)
        stage = replace(stage, camera=variety.body(rng))
        cameras = played.cameras(still, stage.camera, VIEWS, rng)
    else:
        still = _still(rng)
        cameras = _cameras(still, rng)
        stage = _set(still, cameras[0], rng)
    raster, state, out = Raster(stage), _state(still), []
    for view, camera in enumerate(cameras):
        raster.look_from(camera)
        coded = raster.picture(state)
        light = np.asarray((coded.astype(np.float32) / 255) ** 2.2, np.float32)
        image = develop(exposed(light), variety.sensor(rng), rng)
        facts = truth(still, camera, raster.shown(state), image)
        kind = PLAYED if thrown else LAID
        out.append((image, {"seed": seed, "number": number, "view": view, "kind": kind, **facts}))
    raster.close()
    return out


def _still(rng: np.random.Generator) -> Still:
    """A table with at most as many dice as the rasteriser has, and at least one."""
    look = readable_look(rng) if rng.random() < 0.5 else variety.die_look(rng)
    half, way = float(rng.uniform(0.005, 0.0125)), WAYS[int(rng.choice(len(WAYS), p=SHARES))]
    while True:
        laid = arrange(way, half, look.rounding, rng)
        if 0 < len(laid.places) <= DICE:
            if laid.hand is None:
                laid = replace(laid, props=(*laid.props, *_beside(laid, half, rng)))
            return Still(way, half, laid, lying(laid, [look], half, rng), [])


def _beside(laid: Arrangement, half: float, rng: np.random.Generator) -> list[Block]:
    """Slabs that no die leans on, near the dice, or close by one: beside something is not upon it."""
    out = []
    for _ in range(int(rng.integers(0, 4))):
        wide, deep, high = (float(v) * half for v in rng.uniform((0.5, 0.5, 0.1), (4, 4, 0.8)))
        number, turn = int(rng.integers(len(laid.places))), float(rng.uniform(0, 2 * np.pi))
        by = laid.places[number, :2]
        out_of, along = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        close_by = bool(rng.random() < CLOSE_BY)
        if close_by:
            reach = half * float(np.abs(out_of @ laid.turns[number, :2]).sum())
            away = reach + wide + float(rng.uniform(0, 0.6)) * half
            middle_at = by + away * out_of + float(rng.uniform(-0.9, 0.9)) * (deep + half) * along
        else:
            middle_at = by + rng.uniform(-6, 6, 2) * half
        gaps = np.abs((laid.places[:, :2] - middle_at) @ np.column_stack([out_of, along])) - (wide, deep)
        clear = gaps.max(axis=1) > LEAST_CLEAR * half
        clear[number] |= close_by  # it keeps clear of that one as it lies
        if clear.all():
            x, y = (float(v) for v in middle_at)
            out.append(Block((x, y, high), (wide, deep, high), float(np.degrees(turn))))
    return out


def _cameras(still: Still, rng: np.random.Generator) -> list[Camera]:
    """One, moved all round."""
    body = variety.body(rng)
    return [aimed(still, body, rng) for _ in range(VIEWS)]


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
        skin=_tone(rng) if laid.hand is None else _of_skin(rng),
        china=_tone(rng),
        cloth=_tone(rng),
        wood=_tone(rng),
        held_out=laid.hand,
    )


def _of_skin(rng: np.random.Generator) -> RGB:
    red, green, blue = complexion(rng).mean(axis=(0, 1)) ** (1 / 2.2)
    return (float(red), float(green), float(blue))


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


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    options = rows.parser("snapshots", __doc__.splitlines()[0], count=3000, seed=21)
    options.add_argument("--played", action="store_true", help="dice as throws leave them")
    chosen = options.parse_args(arguments)
    kind = PLAYED if chosen.played else LAID
    rows.fill(chosen, kind, VIEWS, lambda number: make(chosen.seed, number, chosen.played))


if __name__ == "__main__":
    main()
