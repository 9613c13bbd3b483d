"""A USB camera: what it is asked for, and the kernel's own test camera looked through in a virtual machine.

The machine is made by `tests/virtual_usb/make FOLDER`, and ROLLCALL_VIRTUAL_USB=FOLDER names it. Its camera, vivid, has
no Motion-JPEG, so it shows what becomes of a camera that refuses; none that takes it runs here.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.usb import UsbCamera

ROOT = Path(__file__).parent.parent
ENOUGH_S = 900
"""Seconds that the virtual machine may take; it needs half a minute of one core."""
MOTION_JPEG = cv2.VideoWriter.fourcc(*"MJPG")


class Driver:
    """What OpenCV makes of a camera, as far as UsbCamera asks; `asked` is all that it was asked, in order."""

    def __init__(self, refuses: tuple[int, ...]) -> None:
        self.asked: list[tuple[int, float]] = []
        self._refuses = refuses

    def isOpened(self) -> bool:  # noqa: N802, OpenCV's name
        return True

    def set(self, which: int, value: float) -> bool:
        self.asked.append((which, value))
        return which not in self._refuses

    def get(self, which: int) -> float:
        return 0.0

    def read(self) -> tuple[bool, np.ndarray]:
        return True, np.full((720, 1280, 3), len(self.asked), np.uint8)

    def release(self) -> None:
        pass


@pytest.mark.parametrize("refuses", [(), (cv2.CAP_PROP_FOURCC,)])
def test_motion_jpeg_is_asked_for_before_the_size_and_one_that_refuses_is_looked_through_all_the_same(
    refuses: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver(refuses)
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: driver)
    with UsbCamera("0") as camera:
        assert next(camera.frames()).image.shape == (720, 1280, 3)
    # A driver keeps the rate that it has for the form and the size which it was told before.
    assert driver.asked[:4] == [
        (cv2.CAP_PROP_FOURCC, MOTION_JPEG),
        (cv2.CAP_PROP_FRAME_WIDTH, 1280),
        (cv2.CAP_PROP_FRAME_HEIGHT, 720),
        (cv2.CAP_PROP_FPS, 30),
    ]


def seen(machine: Path) -> dict[str, Any]:
    """What tests/virtual_usb/seen.py tells in the virtual machine; it reads this machine's files and writes none."""
    words = {"python": sys.executable, "script": ROOT / "tests/virtual_usb/seen.py", "PYTHONPATH": ROOT}
    line = " ".join(["console=ttyS0 panic=-1 quiet", *(f'{name}="{value}"' for name, value in words.items())])
    shared = "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"
    command = ["qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-m", "1024", "-smp", "2"]
    command += ["-nographic", "-no-reboot", "-net", "none", "-virtfs", shared, "-append", line]
    command += ["-kernel", str(machine / "vmlinuz"), "-initrd", str(machine / "first.gz")]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=ENOUGH_S
    )
    told = re.search(r"seen: (\{.*\})", done.stdout)  # the firmware's own signs may stand before it
    assert told, done.stdout[-2000:] + done.stderr
    answer: dict[str, Any] = json.loads(told[1])
    return answer


@pytest.mark.skipif(
    "ROLLCALL_VIRTUAL_USB" not in os.environ, reason="ROLLCALL_VIRTUAL_USB names no virtual machine"
)
def test_a_camera_of_the_kernels_own_is_refused_motion_jpeg_taken_unplugged_and_plugged_in_again() -> None:
    told = seen(Path(os.environ["ROLLCALL_VIRTUAL_USB"]))
    assert told["refused"], "the kernel was not asked for Motion-JPEG"
    assert told["shape"] == [720, 1280, 3]
    assert told["differ"] == 5
    assert "is using the camera usb:0. Close it" in told["other"]
    assert told["unplugged"] == "The camera usb:0 gives no pictures. Plug it in again."
    assert told["gone"].startswith("There is no camera usb:0. Plug it in")
    assert told["again"] == ""
