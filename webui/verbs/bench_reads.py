# Tested by tests/test_webui_bench.py.
"""What `./rollcall bench` tells of the reader alone: how long a read takes, and beside what.

A read over a measured table is set beside the decoding of the same picture's JPEG, and beside a plain detector of
YOLOv8n's size (`models/measure/yardstick.py`), each on one thread, done in turn, by the time of the processor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import cv2
import numpy as np

from hardware.frame import Image
from vision.nouns import Box, Detection
from vision.plane.viewpoint import Somewhere, Viewpoint
from vision.reading.net import ModelError, open_net
from vision.reading.reader import Reader
from webui.cli import Refusal
from webui.config import MODELS
from webui.terminal.figures import Fact, Measured, repeated, side_by_side_ms

# Dice that are new in a look at a part of a measured table. Larger: that look takes longer.
CHANGED = 3
# Times that each is measured. More: steadier figures, and later ones.
TIMES = 20
YARDSTICK = MODELS / "measure" / "yardstick.onnx"
YARDSTICK_SHAPE = (1, 3, 640, 640)


def reads(reader: Reader, image: Image) -> Iterator[Measured | Fact]:
    """The reader alone, on one picture, (H, W, 3) uint8 BGR: as a photo; and over a measured table, where it looks
    again only at what has changed. Beside that how long its JPEG takes to decode, and a plain detector. Raises Refusal.
    """
    height, width = image.shape[:2]
    packed = cv2.imencode(".jpg", image)[1]

    def decode() -> object:
        return cv2.imdecode(packed, cv2.IMREAD_COLOR)

    yield repeated(f"decode a JPEG of {width} x {height}", decode, TIMES)
    yield repeated(f"read all dice of a {width} x {height} picture", lambda: reader.read(image), TIMES)
    dice = reader.read(image)
    if not dice:
        return
    size_px = median(float(np.sqrt(np.prod(np.ptp(die.corners_px, axis=0)))) for die in dice)
    camera = _measured(reader, image, dice, size_px)

    def whole() -> object:
        return reader.read(image, size_px, camera)

    yield repeated("read them over a measured table", whole, TIMES)
    where = [_about(die, size_px / 2) for die in dice[:CHANGED]]
    what = f"read it where {len(where)} of {len(dice)} dice are new"

    def part() -> object:
        return reader.read(image, size_px, camera, where)

    yield repeated(what, part, TIMES)
    yield from _beside(whole, part, decode)


def _beside(
    whole: Callable[[], object], part: Callable[[], object], decode: Callable[[], object]
) -> Iterator[Fact]:
    """Reads beside the decoding of their picture, and beside a plain detector, on one thread."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        whole_ms, part_ms, decode_ms, plain_ms = side_by_side_ms([whole, part, decode, _yardstick()], TIMES)
    finally:
        cv2.setNumThreads(threads)
    for what, read_ms in (("all dice", whole_ms), ("what is new", part_ms)):
        yield Fact(f"to read {what} takes", read_ms / max(decode_ms, 1e-6), "decodings of the JPEG")
        yield Fact("  a plain detector of 8.7 GFLOP takes", plain_ms / max(read_ms, 1e-6), "such reads")


def _yardstick() -> Callable[[], object]:
    """One run of the plain detector."""
    try:
        run = open_net(YARDSTICK, 1)
    except ModelError as error:
        raise Refusal(str(error)) from None
    picture = np.zeros(YARDSTICK_SHAPE, np.float32)
    return lambda: run(picture)


def _measured(reader: Reader, image: Image, dice: Sequence[Detection], size_px: float) -> Viewpoint:
    """Where the camera is, as if somebody had measured the table: where most of the dice look flat."""
    height, width = image.shape[:2]
    told = reader.placed(Somewhere((width, height)), image, dice)
    _, likeliest, _ = told.about(*told.likely(), size_px)
    return likeliest


def _about(die: Detection, beside_px: float) -> Box:
    """The box about a die, with so much beside it."""
    (left, top), (right, bottom) = die.corners_px.min(axis=0).tolist(), die.corners_px.max(axis=0).tolist()
    return left - beside_px, top - beside_px, right + beside_px, bottom + beside_px
