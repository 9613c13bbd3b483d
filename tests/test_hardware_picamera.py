"""The Pi's camera on the real picamera2 and libcamera, with libcamera's virtual camera behind them.

It needs a Debian 13 of its own: `tests/virtual_pi/make FOLDER` makes one, and ROLLCALL_VIRTUAL_PI=FOLDER names it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import cv2
import numpy as np
import pytest
from waiting import LONG_S

from hardware.camera import CameraError
from hardware.picamera import PiCamera, _nv12

ROOT = Path(__file__).parent.parent
INSIDE = """
root=$1; mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"
exec chroot "$root" env PYTHONPATH=/probe:/rollcall LD_PRELOAD=/probe/memfd_dma.so \
    LIBCAMERA_LOG_LEVELS="*:ERROR" /opt/venv/bin/python /probe/table.py
"""


def picture() -> np.ndarray:
    """Three broad stripes with a white disc: hues and brightness that a wrong conversion moves."""
    image = np.zeros((720, 1280, 3), np.uint8)
    for stripe, colour in enumerate([(40, 60, 200), (60, 180, 60), (200, 90, 40)]):
        image[:, stripe * 427 : (stripe + 1) * 427] = colour
    cv2.circle(image, (640, 360), 120, (240, 240, 240), -1)
    return cv2.GaussianBlur(image, (0, 0), 3)


def test_nv12_becomes_the_colours_it_was_made_from() -> None:
    bgr = picture().astype(np.float64)
    b, g, r = bgr[..., 0], bgr[..., 1], bgr[..., 2]
    # Full-range BT.601, as JPEG uses it (JFIF 1.02): the independent direction of the conversion under test.
    luma = 0.299 * r + 0.587 * g + 0.114 * b
    u, v = 128 + (b - luma) / 1.772, 128 + (r - luma) / 1.402
    chroma = np.stack([u[::2, ::2], v[::2, ::2]], axis=-1).reshape(360, 1280)
    nv12 = np.vstack([luma, chroma]).round().astype(np.uint8)
    padded = np.hstack([nv12, np.full((1080, 64), 77, np.uint8)])  # a stride wider than the picture
    assert np.abs(_nv12(padded, (1280, 720)).astype(float) - bgr).mean() < 1.0


@pytest.mark.parametrize(
    ("stage", "error"), [("configure", OSError("Cannot allocate memory")), ("start", RuntimeError("gave up"))]
)
def test_a_pi_camera_that_does_not_start_is_given_back_and_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, stage: str, error: Exception
) -> None:
    closed = threading.Event()

    class Failing:
        """What picamera2 does on a board without the memory; libcamera's virtual camera never runs out of it."""

        camera_controls: ClassVar[dict[str, object]] = {}

        def __init__(self, number: int) -> None: ...

        @staticmethod
        def global_camera_info() -> list[dict[str, object]]:
            return [{}]

        def _step(self, name: str) -> dict[str, dict[str, object]]:
            if name == stage:
                raise error
            return {"main": {"format": "RGB888", "size": (1280, 720)}}

        def create_video_configuration(self, **asked: object) -> None: ...

        def configure(self, asked: None) -> None:
            self._step("configure")

        def camera_configuration(self) -> dict[str, dict[str, object]]:
            return self._step("")

        def start(self) -> None:
            self._step("start")

        def close(self) -> None:
            closed.set()

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Failing))
    monkeypatch.setitem(
        sys.modules, "libcamera", SimpleNamespace(ColorSpace=SimpleNamespace(Sycc=lambda: None))
    )
    with pytest.raises(CameraError, match=str(error)):
        PiCamera(0)
    assert closed.wait(LONG_S)


@pytest.mark.skipif("ROLLCALL_VIRTUAL_PI" not in os.environ, reason="ROLLCALL_VIRTUAL_PI names no Debian 13")
def test_the_pi_camera_gives_the_pictures_of_libcamera_and_can_be_closed_and_opened_again() -> None:
    root = Path(os.environ["ROLLCALL_VIRTUAL_PI"])
    shutil.copytree(ROOT / "hardware", root / "rollcall" / "hardware", dirs_exist_ok=True)
    for name in ("0.jpg", "1.jpg"):
        cv2.imwrite(str(root / "probe" / "frames" / name), picture(), [cv2.IMWRITE_JPEG_QUALITY, 95])
    done = subprocess.run(
        ["unshare", "-m", "bash", "-c", INSIDE, "_", str(root)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *looks, auto = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(looks) == 3
    for look in looks:
        assert look["shape"] == [720, 1280, 3]
        assert look["seq"] == 19
        assert look["difference"] < 1.0
        assert "Close the program that uses it" in look["second"]
    assert auto == {"auto": "pi"}
