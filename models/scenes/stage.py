"""What stands on the stage of a film, and the MuJoCo model of it that the rasteriser draws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from models.scenes.camera import Camera, Floats
from models.scenes.dice import RGB, DieLook, Mesh, mesh
from models.scenes.hands import Hand
from models.scenes.physics import Bed

# Dice on a stage.
DICE = 6
# Metres before the lens from which on things are drawn.
NEAR_M = 0.02
# Attributes of what is drawn and touches nothing.
SOLID = 'contype="0" conaffinity="0"'


@dataclass(frozen=True, eq=False)
class Set:
    """What stands on the stage. area: left, right, near, far of a mat, m, None for a bare table.

    table, floor and mat are (H, W, 3) float32, linear; lamp: where the one lamp that casts shadows hangs, m; even:
    0 to 1, the share of light that comes from all round; skin, china, cloth, wood: colours of the hand, the cup, who
    walks past, and what stands on the table; held_out: a hand that stays where it is.
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
    skin: RGB
    china: RGB
    cloth: RGB
    wood: RGB = (0.35, 0.2, 0.2)
    held_out: Hand | None = None


def _numbers(values: Any) -> str:
    return " ".join(f"{float(v):.5f}" for v in np.ravel(values))


def world(stage: Set) -> str:
    """The model of MuJoCo (MJCF): the dice and the things that can be put about, in the order of a state."""
    shape, bed = mesh(stage.look, 14), stage.bed
    (width, height), upright = stage.camera.pinhole.size, upright_deg(stage.camera.pinhole)
    bodies = f'<body mocap="true"><geom type="mesh" mesh="die" material="die" {SOLID}/></body>' * DICE
    blocks = "".join(
        f'<geom type="{"box" if len(b.half) == 3 else "cylinder"}" pos="{_numbers(b.centre)}" '
        f'size="{_numbers(b.half)}" euler="0 0 {b.turn_deg}" rgba="{_numbers(stage.wood)} 1" {SOLID}/>'
        for b in bed.blocks
    )
    mat = "" if stage.area is None else _sheet("mat", stage.area, 0.0003)
    arm = ("", "") if stage.held_out is None else _held_out(stage.held_out, stage.skin, stage.cloth)
    lit = 1 - stage.even
    return f"""<mujoco>
      <visual><global offwidth="{width}" offheight="{height}" fovy="{upright:.3f}"/>
        <quality shadowsize="512" offsamples="0"/><map znear="{NEAR_M}" shadowclip="2" shadowscale="0.25"/>
        <headlight ambient="{stage.even} {stage.even} {stage.even}" diffuse="0.1 0.1 0.1" specular="0 0 0"/></visual>
      <asset>
        {_mesh("die", replace(shape, vertices=shape.vertices * np.float32(stage.half)))}{arm[0]}
        {"".join(_material(name) for name in ("die", "table", "floor", "mat"))}
      </asset>
      <worldbody>
        <light pos="{_numbers(stage.lamp)}" dir="{_numbers(-np.array(stage.lamp))}" diffuse="{lit} {lit} {lit}"
          specular="0.2 0.2 0.2" castshadow="true" cutoff="80" exponent="1"/>
        <camera name="view"/>
        {bodies}{_hand(stage.skin, stage.cloth)}{_cup(stage.china)}{_passer(stage.cloth)}{blocks}{arm[1]}{mat}
        {_sheet("table", (bed.left, bed.right, bed.near, bed.far), 0.0)}
        {_sheet("floor", (-2.0, 2.0, -2.0, 2.0), -bed.drop)}
      </worldbody></mujoco>"""


def upright_deg(camera: Camera) -> float:
    """The field of view from top to bottom."""
    width, height = camera.size
    return float(2 * np.degrees(np.arctan(np.tan(np.radians(camera.across_deg) / 2) * height / width)))


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
    return f'<geom type="plane" pos="{place}" size="{size}" material="{name}" {SOLID}/>'


def _hand(skin_rgb: RGB, cloth: RGB) -> str:
    """A palm, four fingers and a sleeve that reaches towards the player; its middle hangs over the table."""
    tone = f'rgba="{_numbers(skin_rgb)} 1" {SOLID}'
    fingers = "".join(
        f'<geom type="capsule" fromto="{x} 0.024 0.016 {x * 1.25} 0.076 0.007" size="0.008" {tone}/>'
        for x in (-0.027, -0.009, 0.009, 0.027)
    )
    palm = f'<geom type="ellipsoid" pos="0 0 0.016" size="0.037 0.04 0.015" {tone}/>'
    thumb = f'<geom type="capsule" fromto="-0.032 -0.008 0.014 -0.056 0.028 0.009" size="0.009" {tone}/>'
    wrist = f'<geom type="capsule" fromto="0 -0.04 0.024 0.006 -0.104 0.032" size="0.022" {tone}/>'
    sleeve = f'rgba="{_numbers(cloth)} 1" {SOLID}'
    arm = f'<geom type="capsule" fromto="0.006 -0.104 0.032 0.024 -0.4 0.06" size="0.029" {sleeve}/>'
    return f'<body mocap="true">{palm}{fingers}{thumb}{wrist}{arm}</body>'


def _held_out(hand: Hand, skin_rgb: RGB, cloth: RGB) -> tuple[str, str]:
    """A hand and its sleeve: their meshes, and where they are."""
    parts = (("skin", hand.skin(), skin_rgb), ("sleeve", hand.cuff(), cloth))
    return "".join(_mesh(name, shape) for name, shape, _ in parts), "".join(
        f'<geom type="mesh" mesh="{name}" rgba="{_numbers(tone)} 1" {SOLID}/>' for name, _, tone in parts
    )


def _mesh(name: str, shape: Mesh) -> str:
    """An asset."""
    faces = " ".join(str(int(v)) for v in shape.triangles.ravel())
    return (
        f'<mesh name="{name}" vertex="{_numbers(shape.vertices)}" normal="{_numbers(shape.normals)}" '
        f'texcoord="{_numbers(shape.uv)}" face="{faces}"/>'
    )


def _cup(china: RGB) -> str:
    """A cup with something dark in it: coffee, or the mouth of a dice cup."""
    tone = f'rgba="{_numbers(china)} 1"'
    body = f'<geom type="cylinder" pos="0 0 0.036" size="0.032 0.036" {tone} {SOLID}/>'
    drink = f'<geom type="cylinder" pos="0 0 0.0723" size="0.028 0.0005" rgba="0.1 0.07 0.05 1" {SOLID}/>'
    return f'<body mocap="true">{body}{drink}</body>'


def _passer(cloth: RGB) -> str:
    """Someone beside the table: a coat, seen from above."""
    coat = f'<geom type="ellipsoid" size="0.20 0.12 0.10" rgba="{_numbers(cloth)} 1" {SOLID}/>'
    return f'<body mocap="true">{coat}</body>'
