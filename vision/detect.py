"""Where are the dice? A picture goes in, upright boxes of whole dice come out.

The net is a small fully convolutional detector at stride 8 (`models/nets.py`): it takes (1, 3, H, W) float32
BGR 0 to 255 and gives (1, 5, H/8, W/8): a logit that a die's centre lies in the cell, the offset of the centre
from the middle of the cell (cells), and the natural logarithm of width and height over 32 px.
It knows dice of `BAND` px only; larger dice are found in the same picture made smaller (`pyramid`).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.nouns import Floats

Run = Callable[[Floats], Floats]

STRIDE = 8
UNIT_PX = 32.0
BAND = (13.0, 100.0)


class ModelError(Exception):
    """The weights are missing or not what they should be: a sentence for a person."""


def open_net(path: Path, threads: int) -> Run:
    """A function that runs the ONNX net at `path`: by onnxruntime, or by cv2.dnn where that cannot be imported.

    Raises ModelError with a sentence when the file is missing or is no such net.
    """
    if not path.is_file():
        raise ModelError(
            f"the reader's weights {path} are missing; fetch the repository's models folder again"
        )
    try:
        return _open(path, threads)
    except Exception as error:
        raise ModelError(
            f"{path} is not a net this program can run ({_first_line(error)}); "
            "fetch the repository's models folder again"
        ) from error


def open_checked(path: Path, threads: int, asked: tuple[int, ...], answer: tuple[int, ...], name: str) -> Run:
    """The net at `path`, in 8-bit integers if it lies so beside it, as `open_net` opens it.

    Raises ModelError, too, where it does not answer input of the shape `asked` with the shape `answer`.
    """
    path = quickest(path)
    run = open_net(path, threads)
    try:
        shape = run(np.zeros(asked, np.float32)).shape
    except Exception as error:
        raise ModelError(f"{path} is not the {name} ({_first_line(error)})") from error
    if shape != answer:
        raise ModelError(f"{path} is not the {name}: it gives {shape}, not {answer}")
    return run


def quickest(path: Path) -> Path:
    """The net in 8-bit integers that lies beside `path`, where there is one and onnxruntime is there to run it."""
    smaller = path.with_suffix(".int8.onnx")
    return smaller if smaller.is_file() and importlib.util.find_spec("onnxruntime") else path


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _open(path: Path, threads: int) -> Run:
    try:
        import onnxruntime
    except ImportError:
        return _open_with_opencv(path)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # A thread that spins while it waits takes the camera's and the web page's time.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 4
    # Every picture has another shape: the arena would keep the memory of each.
    options.enable_cpu_mem_arena = False
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(batch: Floats) -> Floats:
        return cast(Floats, session.run(None, {name: batch})[0])

    return run


def _open_with_opencv(path: Path) -> Run:
    net: Any = cv2.dnn.readNetFromONNX(str(path))

    def run(batch: Floats) -> Floats:
        net.setInput(batch)
        return cast(Floats, net.forward())

    return run


def shrink(image: Image, scale: float) -> Image:
    """The picture `scale` times as large, averaged where it gets smaller so that pips do not flicker out."""
    height, width = image.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    if size == (width, height):
        return image
    # Halves are what OpenCV averages fastest, five times as fast as one large step; what is left to do is less than
    # half, and each pixel of it comes from all four round its place.
    while min(image.shape[1] // max(size[0], 1), image.shape[0] // max(size[1], 1)) >= 2:
        image = cast(Image, cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return cast(Image, cv2.resize(image, size, interpolation=cv2.INTER_LINEAR))


class Detector:
    """Finds dice of any size in a picture."""

    def __init__(self, run: Run) -> None:
        self._run = run

    @classmethod
    def open(cls, path: Path, threads: int = 1) -> Detector:
        """The detector whose weights lie at `path`, in 8-bit integers if they lie beside it; raises ModelError."""
        return cls(open_checked(path, threads, (1, 3, 64, 64), (1, 5, 8, 8), "detector's net"))

    def find(
        self, image: Image, long_side: int, least: float, levels: int = 4, band: tuple[float, float] = BAND
    ) -> Floats:
        """Boxes of dice: (N, 5) float32, centre x, y, width, height in px of `image`, and the score 0 to 1.

        image: (H, W, 3) uint8 BGR. It is looked at with its longer side `long_side` px long and at up to
        `levels` - 1 halves of that; at each, only boxes within `band` px count. Scores below `least` are left out.
        """
        found = [np.zeros((0, 5), np.float32)]
        scale = min(long_side / max(image.shape[:2]), 4.0)
        small = shrink(image, scale)
        for _ in range(levels):
            boxes = self._level(small, least)
            side = np.sqrt(boxes[:, 2] * boxes[:, 3])
            boxes = boxes[(side >= band[0]) & (side <= band[1])]
            found.append(np.asarray(boxes / np.array([scale, scale, scale, scale, 1]), np.float32))
            if max(small.shape[:2]) < 2 * STRIDE * 8:
                break
            small, scale = shrink(small, 0.5), scale / 2
        return np.concatenate(found)

    def _level(self, small: Image, least: float) -> Floats:
        height, width = small.shape[:2]
        right, below = -width % 16, -height % 16
        padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
        batch = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], dtype=np.float32)
        boxes = peaks(self._run(batch)[0], least)
        inside: Floats = boxes[(boxes[:, 0] < width) & (boxes[:, 1] < height)]
        return inside


def peaks(grid: Floats, least: float) -> Floats:
    """The local maxima of the net's answer (5, h, w) as boxes (N, 5) in px of the picture it was given."""
    heat = 1 / (1 + np.exp(-grid[0]))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= least))
    logs = np.clip(grid[3:5, rows, columns], -3, 3)
    return np.stack(
        [
            (columns + 0.5 + grid[1, rows, columns]) * STRIDE,
            (rows + 0.5 + grid[2, rows, columns]) * STRIDE,
            UNIT_PX * np.exp(logs[0]),
            UNIT_PX * np.exp(logs[1]),
            heat[rows, columns],
        ],
        axis=1,
    ).astype(np.float32)


def overlaps(boxes: Floats) -> tuple[Floats, Floats]:
    """Of boxes (N, 4+) centre, size: (N, N) area shared over area of both together, and over that of the smaller."""
    low, high = boxes[:, :2] - boxes[:, 2:4] / 2, boxes[:, :2] + boxes[:, 2:4] / 2
    sides = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    shared = np.prod(np.clip(sides, 0, None), axis=2)
    area = boxes[:, 2] * boxes[:, 3]
    union = area[:, None] + area[None] - shared
    smaller = np.maximum(np.minimum(area[:, None], area[None]), 1e-6)
    return shared / np.maximum(union, 1e-6), shared / smaller


def suppress(boxes: Floats, rank: Floats, joint: float, inside: float) -> NDArray[np.intp]:
    """Which boxes to keep, best `rank` first: none that overlaps a better one by `joint` or lies `inside` one."""
    both, part = overlaps(boxes)
    kept: list[int] = []
    for index in np.argsort(-rank, kind="stable"):
        if all(both[index, other] < joint and part[index, other] < inside for other in kept):
            kept.append(int(index))
    return np.array(kept, dtype=np.intp)
