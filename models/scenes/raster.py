"""Fast pictures of dice on a table by MuJoCo's own rasteriser (textures and shadows, no looks): for clips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import Camera, Floats
from models.scenes.dice import DieLook, mesh, skin
from models.scenes.physics import Bed

Doubles = NDArray[np.float64]
AWAY = np.array([0.0, 0.0, -9.0])


@dataclass(frozen=True, eq=False)
class Set:
    """What stands on the stage. area: left, right, near, far of a mat, m, None for a bare table.

    pictures are (H, W, 3) float32, linear; lamp: where the one lamp that casts shadows hangs, m; even: 0 to 1, the
    share of light that comes from all round.
    """

    camera: Camera
    look: DieLook
    half: float
    bed: Bed
    table: Floats
    floor: Floats
    mat: Floats
    area: tuple[float, float, float, float] | None
    lamp: tuple[float, float, float]
    even: float


class Raster:
    """Renders one set, with up to `count` dice, a hand and a cup that can be put about."""

    def __init__(self, stage: Set, count: int) -> None:
        pictures = {"table.png": stage.table, "floor.png": stage.floor, "mat.png": stage.mat}
        pictures["die.png"] = skin(stage.look, 96).colour
        assets = {name: _png(picture) for name, picture in pictures.items()}
        self._model = mujoco.MjModel.from_xml_string(_world(stage, count), assets)
        self._data = mujoco.MjData(self._model)
        self._count = count
        width, height = stage.camera.size
        self._renderer = mujoco.Renderer(self._model, height, width)

    def shot(
        self, dice: Sequence[tuple[Doubles, Doubles]], hand: Doubles | None, cup: Doubles | None
    ) -> Floats:
        """(H, W, 3) coded light, 0 to 1, red first: dice at places (3,) with turns (3, 3); hand and cup at places."""
        for i in range(self._count):
            place, turn = dice[i] if i < len(dice) else (AWAY, np.eye(3))
            self._data.mocap_pos[i] = place
            mujoco.mju_mat2Quat(self._data.mocap_quat[i], np.ascontiguousarray(turn).ravel())
        self._data.mocap_pos[self._count] = AWAY if hand is None else hand
        self._data.mocap_pos[self._count + 1] = AWAY if cup is None else cup
        mujoco.mj_forward(self._model, self._data)
        self._renderer.update_scene(self._data, "view")
        return np.asarray(self._renderer.render() / 255, np.float32)

    def close(self) -> None:
        self._renderer.close()


def _png(linear: Floats) -> bytes:
    coded = np.clip(linear[..., ::-1], 0, 1) ** (1 / 2.2) * 255
    _, packed = cv2.imencode(".png", coded.astype(np.uint8))
    return packed.tobytes()


def _numbers(values: Any) -> str:
    return " ".join(f"{float(v):.5f}" for v in np.ravel(values))


def _world(stage: Set, count: int) -> str:
    shape, camera, bed = mesh(stage.look, 22), stage.camera, stage.bed
    right, down, _ = camera.axes()
    width, height = camera.size
    upright = 2 * np.degrees(np.arctan(np.tan(np.radians(camera.across_deg) / 2) * height / width))
    uv = shape.uv
    solid = 'contype="0" conaffinity="0"'
    bodies = f'<body mocap="true"><geom type="mesh" mesh="die" material="die" {solid}/></body>' * count
    blocks = "".join(
        f'<geom type="box" pos="{_numbers(b.centre)}" size="{_numbers(b.half)}" euler="0 0 {b.turn_deg}" '
        f'rgba="0.35 0.2 0.2 1" {solid}/>'
        for b in bed.blocks
    )
    mat = "" if stage.area is None else _sheet("mat", stage.area, 0.0003)
    lit = 1 - stage.even
    return f"""<mujoco>
      <visual><global offwidth="{width}" offheight="{height}" fovy="{upright:.3f}"/>
        <quality shadowsize="2048" offsamples="2"/><map znear="0.02" shadowclip="2" shadowscale="0.5"/>
        <headlight ambient="{stage.even} {stage.even} {stage.even}" diffuse="0.1 0.1 0.1" specular="0 0 0"/></visual>
      <asset>
        <mesh name="die" vertex="{_numbers(shape.vertices * stage.half)}" normal="{_numbers(shape.normals)}"
          texcoord="{_numbers(uv)}" face="{" ".join(str(int(v)) for v in shape.triangles.ravel())}"/>
        {"".join(_material(name) for name in ("die", "table", "floor", "mat"))}
      </asset>
      <worldbody>
        <light pos="{_numbers(stage.lamp)}" dir="{_numbers(-np.array(stage.lamp))}" diffuse="{lit} {lit} {lit}"
          specular="0.2 0.2 0.2" castshadow="true" cutoff="80" exponent="1"/>
        <camera name="view" pos="{_numbers(camera.place)}" xyaxes="{_numbers(right)} {_numbers(-down)}"
          fovy="{upright:.4f}"/>
        {bodies}{_hand(solid)}{_cup(solid)}{blocks}{mat}
        {_sheet("table", (bed.left, bed.right, bed.near, bed.far), 0.0)}
        {_sheet("floor", (-2.0, 2.0, -2.0, 2.0), -bed.drop)}
      </worldbody></mujoco>"""


def _material(name: str) -> str:
    shine = 0.4 if name == "die" else 0.1
    texture = f'<texture name="{name}" type="2d" file="{name}.png"/>'
    return (
        texture
        + f'<material name="{name}" texture="{name}" specular="{shine}" shininess="0.6" reflectance="0"/>'
    )


def _sheet(name: str, area: tuple[float, float, float, float], z: float) -> str:
    left, right, near, far = area
    place = f"{(left + right) / 2:.5f} {(near + far) / 2:.5f} {z:.5f}"
    size = f"{(right - left) / 2:.5f} {(far - near) / 2:.5f} 1"
    return f'<geom type="plane" pos="{place}" size="{size}" material="{name}" contype="0" conaffinity="0"/>'


def _hand(solid: str) -> str:
    """A palm, four fingers and a forearm that reaches towards the player; its middle hangs over the table."""
    skin_tone = 'rgba="0.80 0.58 0.46 1"'
    fingers = "".join(
        f'<geom type="capsule" fromto="{x} 0.03 0.02 {x * 1.25} 0.095 0.008" size="0.0095" {skin_tone} {solid}/>'
        for x in (-0.033, -0.011, 0.011, 0.033)
    )
    palm = f'<geom type="ellipsoid" pos="0 0 0.02" size="0.045 0.05 0.018" {skin_tone} {solid}/>'
    thumb = (
        f'<geom type="capsule" fromto="-0.04 -0.01 0.018 -0.07 0.035 0.01" size="0.011" {skin_tone} {solid}/>'
    )
    arm = f'<geom type="capsule" fromto="0 -0.05 0.03 0.03 -0.45 0.08" size="0.032" {skin_tone} {solid}/>'
    return f'<body mocap="true">{palm}{fingers}{thumb}{arm}</body>'


def _cup(solid: str) -> str:
    china = 'rgba="0.85 0.85 0.82 1"'
    body = f'<geom type="cylinder" pos="0 0 0.04" size="0.036 0.04" {china} {solid}/>'
    drink = f'<geom type="cylinder" pos="0 0 0.0803" size="0.031 0.0005" rgba="0.15 0.08 0.05 1" {solid}/>'
    return f'<body mocap="true">{body}{drink}</body>'
