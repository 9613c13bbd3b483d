"""Fast pictures of dice on a table by MuJoCo's own rasteriser (textures and shadows, no looks): for clips."""

from __future__ import annotations

import os
from typing import Any

import cv2
import mujoco
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.scenes.camera import Camera, Floats
from models.scenes.skin import skin
from models.scenes.stage import DICE, NEAR_M, Set, upright_deg, world

# The software rasteriser's own threads only wait for one another in pictures as small as these.
os.environ.setdefault("LP_NUM_THREADS", "0")
Doubles = NDArray[np.float64]
Window = tuple[int, int, int, int]
# The things that can be put about, after the dice.
HAND = DICE
CUP = DICE + 1
PASSER = DICE + 2
THINGS = DICE + 3
AWAY = np.array([0.0, 0.0, -9.0])
# Boxes round each thing, in its own frame: low and high corner, m.
BOXES = {
    HAND: ((-0.07, -0.43, -0.003), (0.055, 0.086, 0.09)),
    CUP: ((-0.033, -0.033, 0.0), (0.033, 0.033, 0.074)),
    PASSER: ((-0.2, -0.12, -0.1), (0.2, 0.12, 0.1)),
}


class Raster:
    """Renders one set, with six dice, a hand, a cup and a passer-by that can be put about.

    A state is (THINGS, 12) float64: place (3, m) and turn (3 x 3, row by row) of each; AWAY: not there.
    """

    def __init__(self, stage: Set) -> None:
        pictures = {"table.png": stage.table, "floor.png": stage.floor, "mat.png": stage.mat}
        pictures["die.png"] = skin(stage.look, 96).colour
        assets = {name: _png(picture) for name, picture in pictures.items()}
        self._stage = stage
        self._model = mujoco.MjModel.from_xml_string(world(stage), assets)
        self._data = mujoco.MjData(self._model)
        self._size = stage.camera.pinhole.size
        width, height = self._size
        self._renderer = mujoco.Renderer(self._model, height, width)
        self.look_from(stage.camera)
        reach = np.full(3, stage.half)
        self._boxes = [_corners(-reach, reach)] * DICE + [_corners(*BOXES[i]) for i in (HAND, CUP, PASSER)]

    def look_from(self, camera: Camera) -> None:
        """Take the next shots with this camera, which is the first one in another place."""
        self._camera, camera = camera, camera.pinhole
        right, down, into = camera.axes
        self._view = np.array([right, down, into]), np.array(camera.place)
        self._focal = camera.focal
        self._model.cam_pos[0] = camera.place
        mujoco.mju_mat2Quat(self._model.cam_quat[0], np.stack([right, -down, -into], axis=1).ravel())
        self._model.cam_fovy[0] = upright_deg(camera)

    def shot(self, state: Doubles, window: Window) -> Image:
        """(h, w, 3) uint8, red first: the part of the pinhole's picture inside left, top, right, bottom (px)."""
        self._put(state)
        return self._drawn(window)

    def picture(self, state: Doubles) -> Image:
        """(H, W, 3) uint8, red first: the whole picture, bent as the camera's optics bend it."""
        return self._camera.bend(self.shot(state, (0, 0, *self._size)))

    def shown(self, state: Doubles) -> NDArray[np.int64]:
        """(H, W): which die each pixel of the whole picture shows, -1 where it shows anything else."""
        self._put(state)
        self._numbered(True)
        numbers = self._drawn((0, 0, *self._size)).astype(np.int64) @ (1, 1 << 8, 1 << 16)
        self._numbered(False)
        return self._camera.bend(self._dice()[numbers], smooth=False).astype(np.int64)

    def _numbered(self, on: bool) -> None:
        """Draw the number of each thing in place of its look, from 1 on, or stop it."""
        flags = self._renderer.scene.flags
        flags[mujoco.mjtRndFlag.mjRND_SEGMENT] = flags[mujoco.mjtRndFlag.mjRND_IDCOLOR] = on

    def _dice(self) -> NDArray[np.int16]:
        """Which die, or -1, each number is that is drawn: dice are the first bodies after the world, which is 0."""
        drawn = self._renderer.scene.geoms[: self._renderer.scene.ngeom]
        out = np.full(len(drawn) + 1, -1, np.int16)
        for geom in drawn:
            body = self._model.geom_bodyid[geom.objid] if geom.objtype == mujoco.mjtObj.mjOBJ_GEOM else 0
            out[geom.segid + 1] = body - 1 if body <= DICE else -1
        return out

    def _put(self, state: Doubles) -> None:
        """Everything where it is then."""
        self._data.mocap_pos[:] = state[:, :3]
        for i, turn in enumerate(state[:, 3:]):
            mujoco.mju_mat2Quat(self._data.mocap_quat[i], turn)
        mujoco.mj_forward(self._model, self._data)
        self._renderer.update_scene(self._data, "view")

    def _drawn(self, window: Window) -> Image:
        left, top, right, bottom = window
        self._aim(window)
        rect = mujoco.MjrRect(0, 0, right - left, bottom - top)
        out = np.empty((rect.height, rect.width, 3), np.uint8)
        mujoco.mjr_render(rect, self._renderer.scene, self._renderer._mjr_context)
        mujoco.mjr_readPixels(out, None, rect, self._renderer._mjr_context)
        return out[::-1]

    def _aim(self, window: Window) -> None:
        """Point the camera at a part of its picture only."""
        left, top, right, bottom = window
        width, height = self._size
        for camera in self._renderer.scene.camera:
            scale = NEAR_M / self._focal
            camera.frustum_near = NEAR_M
            camera.frustum_center = ((left + right) / 2 - width / 2) * scale
            camera.frustum_top = (height / 2 - top) * scale
            camera.frustum_bottom = (height / 2 - bottom) * scale

    def window(self, thing: int, pose: Doubles) -> Window | None:
        """Where in the picture a thing and its shadow are: left, top, right, bottom; None where they are not."""
        if pose[2] <= AWAY[2]:
            return None
        body = pose[:3] + self._boxes[thing] @ pose[3:].reshape(3, 3).T
        lamp = np.array(self._stage.lamp)
        # A thing above the lamp has no end of shadow: as if it were just below.
        below = np.minimum(body, [np.inf, np.inf, lamp[2] - 0.2])
        floors = (0.0,) if self._stage.area is not None else (0.0, -self._stage.bed.drop)
        parts = [body, *(_shadow(below[below[:, 2] > z], lamp, z) for z in floors)]
        return self._bounds(np.concatenate(parts))

    def _bounds(self, points: Doubles) -> Window | None:
        axes, place = self._view
        seen = (points - place) @ axes.T
        if (seen[:, 2] < NEAR_M).any():
            return 0, 0, *self._size
        at = self._focal * seen[:, :2] / seen[:, 2:] + np.array(self._size) / 2
        low = np.maximum(np.floor(at.min(axis=0)) - 4, 0).astype(int)
        high = np.minimum(np.ceil(at.max(axis=0)) + 4, self._size).astype(int)
        return (int(low[0]), int(low[1]), int(high[0]), int(high[1])) if (low < high).all() else None

    def close(self) -> None:
        self._renderer.close()


def _corners(low: Any, high: Any) -> Doubles:
    """(8, 3) of a box."""
    return np.array([[(low, high)[b][i] for i, b in enumerate(bits)] for bits in np.ndindex(2, 2, 2)], float)


def _shadow(points: Doubles, lamp: Doubles, z: float) -> Doubles:
    """Where the shadows of points fall on a level."""
    share = (points[:, 2:] - z) / (lamp[2] - points[:, 2:])
    return np.asarray(points + (points - lamp) * share)


def _png(linear: Floats) -> bytes:
    coded = np.clip(linear[..., ::-1], 0, 1) ** (1 / 2.2) * 255
    _, packed = cv2.imencode(".png", coded.astype(np.uint8))
    return packed.tobytes()
