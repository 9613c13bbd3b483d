"""Mitsuba behind a few nouns: things with a look, lamps and a camera go in, linear light comes out.

Everything wears one kind of material ("principled"), so that the kernels are compiled once and kept by Dr.Jit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import drjit
import mitsuba
import numpy as np
from numpy.typing import NDArray

from models.scenes.camera import Camera
from models.scenes.dice import Mesh

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
RGB = tuple[float, float, float]

mitsuba.set_variant("llvm_ad_rgb")
drjit.set_thread_count(1)
RAYS = 1_500_000
"""So many at a time, or those through all pixels once: what they need of memory."""


@dataclass(frozen=True, eq=False)
class Paint:
    """colour: (H, W, 3) linear picture; clear: (H, W, 1) share of light that goes through, None for opaque; roughness
    and metallic: pictures like it, or one number for all of the thing.
    """

    colour: Floats
    roughness: float | Floats = 0.4
    metallic: float | Floats = 0.0
    specular: float = 0.5
    clear: Floats | None = None


@dataclass(frozen=True, eq=False)
class Thing:
    """A mesh (vertices in its own units) with a paint; scale, then turn (3, 3), then move to `place`, m."""

    mesh: Mesh
    paint: Paint
    scale: float = 1.0
    turn: Doubles | None = None
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def arrays(self) -> tuple[Floats, Floats]:
        """Vertices and normals in the world."""
        turn = np.eye(3) if self.turn is None else self.turn
        vertices = self.mesh.vertices.astype(float) @ turn.T * self.scale + self.place
        return vertices.astype(np.float32), (self.mesh.normals.astype(float) @ turn.T).astype(np.float32)


@dataclass(frozen=True)
class Lamp:
    """A shining square: its centre, m, half its side, m, and radiance; it looks at `target`."""

    place: tuple[float, float, float]
    half: float
    radiance: RGB
    target: tuple[float, float, float] = (0.0, 0.0, 0.0)


def rectangle(left: float, right: float, near: float, far: float, z: float) -> Mesh:
    """A level sheet, m; u runs along x, v along y."""
    corners = np.array([[left, near, z], [right, near, z], [right, far, z], [left, far, z]], np.float32)
    uv = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    up = np.tile(np.array([0, 0, 1], np.float32), (4, 1))
    return Mesh(corners, up, uv, np.array([[0, 1, 2], [0, 2, 3]], np.uint32))


def box(half: tuple[float, float, float]) -> Mesh:
    """A sharp box round the origin, m; each side carries the whole picture."""
    parts = []
    for axis in range(3):
        for sign in (1.0, -1.0):
            u, v, w = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3] * sign, np.eye(3)[axis] * sign
            square = np.array([w - u - v, w + u - v, w + u + v, w - u + v]) * half
            parts.append((square, np.tile(w, (4, 1))))
    uv = np.tile(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), (6, 1))
    triangles = np.concatenate([np.array([[0, 1, 2], [0, 2, 3]]) + 4 * k for k in range(6)])
    vertices, normals = (np.concatenate([p[i] for p in parts]).astype(np.float32) for i in (0, 1))
    return Mesh(vertices, normals, uv, triangles.astype(np.uint32))


def lathe(profile: Sequence[tuple[float, float]], steps: int = 72) -> Mesh:
    """A turned thing (cup, plate, coin): (radius, z) points in m from the inside out, turned about z."""
    points = np.array(profile, float)
    along = np.gradient(points, axis=0)
    lean = np.stack([-along[:, 1], along[:, 0]], axis=1)
    lean /= np.maximum(np.linalg.norm(lean, axis=1, keepdims=True), 1e-9)
    angle = np.linspace(0, 2 * np.pi, steps)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)

    def turned(rz: Doubles) -> Floats:
        flat = rz[:, None, 0:1] * ring[None]
        z = np.broadcast_to(rz[:, None, 1:2], (len(rz), steps, 1))
        return np.concatenate([flat, z], axis=2).reshape(-1, 3).astype(np.float32)

    index = np.arange(len(points) * steps).reshape(len(points), steps)
    a, b, c, d = index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]
    triangles = np.concatenate(
        [np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)]
    )
    u, v = np.meshgrid(np.linspace(0, 1, steps), np.linspace(0, 1, len(points)))
    uv = np.stack([u, v], axis=-1).reshape(-1, 2).astype(np.float32)
    return Mesh(turned(points), turned(lean), uv, triangles.astype(np.uint32))


def plain(colour: RGB) -> Floats:
    """A one-colour picture for a paint."""
    return np.full((2, 2, 3), colour, np.float32)


def stage(
    things: Sequence[Thing],
    lamps: Sequence[Lamp],
    sky: RGB,
    crowd: Thing | None = None,
    count: int = 0,
) -> Any:
    """A Mitsuba scene. sky: even light from all round; crowd: a thing of which `count` copies can be put about."""
    parts: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 5},
        "sky": {"type": "constant", "radiance": {"type": "rgb", "value": list(sky)}},
    }
    for i, lamp in enumerate(lamps):
        parts[f"lamp{i}"] = _lamp(lamp)
    for i, thing in enumerate(things):
        parts[f"thing{i}"] = _shape(f"thing{i}", thing)
    if crowd is not None:
        parts["crowd"] = {"type": "shapegroup", "one": _shape("one", crowd)}
        for i in range(count):
            parts[f"copy{i}"] = {"type": "instance", "shapegroup": {"type": "ref", "id": "crowd"}}
    return mitsuba.load_dict(parts)


def shoot(scene: Any, camera: Camera, samples: int, seed: int) -> Floats:
    """Renders a scene as the camera's optics have it: (H, W, 3) float32, linear, red first; so many rays a pixel."""
    width, height = camera.size
    y, x = np.indices((height, width), np.float32)
    pixels = np.stack([x.ravel(), y.ravel()], axis=1)
    at_once, rng = max(1, RAYS // len(pixels)), np.random.default_rng([seed, 5])
    total = np.zeros((len(pixels), 3), np.float32)
    for first in range(0, samples, at_once):
        some = np.repeat(pixels, min(at_once, samples - first), axis=0)
        light = trace(scene, camera, some + rng.random(some.shape, np.float32), seed * 1009 + first)
        total += light.reshape(len(pixels), -1, 3).sum(axis=1)
    return np.asarray(total.reshape(height, width, 3) / samples, np.float32)


def shown(scene: Any, camera: Camera, count: int) -> NDArray[np.int64]:
    """(H, W): which of the first `count` things each pixel's middle shows, -1 for anything else."""
    width, height = camera.size
    y, x = np.indices((height, width), np.float32)
    hits = scene.ray_intersect(_rays(camera, np.stack([x.ravel(), y.ravel()], axis=1) + 0.5))
    keys = np.array(drjit.reinterpret_array(mitsuba.UInt32, hits.shape))
    out = np.full(height * width, -1)
    for shape in scene.shapes():
        name = shape.id()
        if name.startswith("thing") and int(name[5:]) < count:
            out[keys == np.array(drjit.reinterpret_array(mitsuba.UInt32, mitsuba.ShapePtr(shape)))] = int(
                name[5:]
            )
    return out.reshape(height, width)


def put(scene: Any, poses: Sequence[tuple[Doubles, Doubles]]) -> None:
    """Puts the copies of a staged crowd at places (3,) m with turns (3, 3), in order."""
    params = mitsuba.traverse(scene)
    for i, (place, turn) in enumerate(poses):
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = turn, place
        params[f"copy{i}.to_world"] = mitsuba.AffineTransform4f(pose.astype(np.float32))
    params.update()


def trace(scene: Any, camera: Camera, pixels: Floats, seed: int) -> Floats:
    """The light at any points of the picture, one ray each: (n, 2) px -> (n, 3), linear, red first."""
    sampler = mitsuba.load_dict({"type": "independent"})
    sampler.seed(seed, len(pixels))
    light, _, _ = scene.integrator().sample(scene, sampler, _rays(camera, pixels))
    return np.asarray(np.array(light).T, np.float32)


def _rays(camera: Camera, pixels: Floats) -> Any:
    right, down, into = camera.axes
    ways = into + camera.straight(pixels.astype(float)) @ np.stack([right, down])
    ways = (ways / np.linalg.norm(ways, axis=1, keepdims=True)).astype(np.float32)
    return mitsuba.RayDifferential3f(
        o=mitsuba.Point3f([float(v) for v in camera.place]), d=mitsuba.Vector3f(np.ascontiguousarray(ways.T))
    )


def _lamp(lamp: Lamp) -> dict[str, Any]:
    up = [0, 0, 1] if abs(lamp.place[0]) + abs(lamp.place[1]) > 1e-3 else [0, 1, 0]
    look = mitsuba.ScalarTransform4f().look_at(list(lamp.place), list(lamp.target), up).scale(lamp.half)
    radiance = {"type": "rgb", "value": list(lamp.radiance)}
    return {"type": "rectangle", "to_world": look, "emitter": {"type": "area", "radiance": radiance}}


def _picture(pixels: Floats) -> dict[str, Any]:
    return {"type": "bitmap", "bitmap": mitsuba.Bitmap(np.ascontiguousarray(pixels)), "raw": True}


def _share(value: float | Floats) -> Floats:
    return np.full((2, 2, 1), value, np.float32) if isinstance(value, float) else value


def _shape(name: str, thing: Thing) -> Any:
    paint, mesh = thing.paint, thing.mesh
    material = mitsuba.load_dict(
        {
            "type": "principled",
            "base_color": _picture(paint.colour),
            "roughness": _picture(_share(paint.roughness)),
            "metallic": _picture(_share(paint.metallic)),
            "specular": paint.specular,
            "spec_trans": _picture(_share(0.0 if paint.clear is None else paint.clear)),
        }
    )
    properties = mitsuba.Properties()
    properties["bsdf"] = material
    shape = mitsuba.Mesh(
        name,
        len(mesh.vertices),
        len(mesh.triangles),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=properties,
    )
    vertices, normals = thing.arrays()
    params = mitsuba.traverse(shape)
    params["faces"] = mesh.triangles.ravel()
    params["vertex_positions"] = vertices.ravel()
    params["vertex_texcoords"] = mesh.uv.ravel()
    params.update()
    params["vertex_normals"] = normals.ravel()
    params.update()
    return shape
