"""A USB camera, or the one built into a laptop."""

from __future__ import annotations

import errno
import os
import re
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2

from hardware.camera import FPS, SIZE, Camera, CameraError, CameraTaken, NoSuchCamera
from hardware.frame import Frame
from hardware.fresh import Fresh, frozen
from hardware.held_lens import HeldLens
from hardware.holder import holder_of
from hardware.video import Video

_LAST = 255  # V4L2 numbers no more
BY_ID = Path("/dev/v4l/by-id")
_NAME = re.compile(r"usb-[\w.:+-]+")


class UsbCamera(Camera):
    """A USB camera, asked for 1280 x 720 at 30 frames a second; many give what they like.

    Its focus and its exposure are held once the picture is good (`hardware.held_lens`).

    which: the number that the system has given it, or its name in /dev/v4l/by-id, which it keeps in every port.
    Raises NoSuchCamera for what is neither, CameraError where there is none, CameraTaken where another program holds
    it; frames() raises CameraError when it is unplugged.
    """

    def __init__(self, which: str) -> None:
        self.name = f"usb:{which}"
        number = _number(which)
        self.again = self.name if not which.isdecimal() else f"usb:{_lasting_name(number) or which}"
        # V4L2 by name: FFmpeg and GStreamer would be tried first on some builds and take seconds to refuse.
        backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
        video = cv2.VideoCapture(number, backend) if number <= _LAST else None
        if video is None or not video.isOpened():
            raise _refused(self.name, number)
        # Motion-JPEG first: over USB 2 an uncompressed 1280 x 720 comes at 5 to 10 frames a second.
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
        video.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        video.set(cv2.CAP_PROP_FPS, FPS)
        video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._video = Video(video)
        self._lens = HeldLens(self._video.tell)

    def frames(self) -> Iterator[Frame]:
        """Each new picture; one that is the last again is none."""
        count, fresh = 0, Fresh()
        while (seen := self._video.read()) is not None:
            self._trouble = frozen(self.name) if fresh.frozen else None
            if fresh.is_new(seen[0]):
                self._lens.see(seen[0], time.monotonic())
                yield Frame(seen[0], time.monotonic(), count)
                count += 1
        if not self._video.closed.is_set():
            raise CameraError(f"The camera {self.name} gives no pictures.", "Plug it in again.")

    def close(self) -> None:
        """Give the device back."""
        self._video.close()


def _number(which: str, names: Path = BY_ID) -> int:
    """The number of this camera now. Raises CameraError where none of this name is plugged in."""
    if which.isdecimal():
        return int(which)
    if not _NAME.fullmatch(which):
        raise NoSuchCamera(
            f"There is no camera 'usb:{which}'.", f"Say usb:0, or usb: and a name out of {names}."
        )
    found = re.fullmatch(r"video(\d+)", (names / which).resolve().name)
    if found is None:
        raise CameraError(f"The camera usb:{which} is not plugged in.", "Plug it in; any port will do.")
    return int(found[1])


def _lasting_name(number: int, names: Path = BY_ID) -> str:
    """The name that the camera with this number keeps when it is plugged in again; "" where the system has none."""
    with suppress(OSError):
        found = (each.name for each in names.iterdir() if each.resolve().name == f"video{number}")
        return min(found, default="")
    return ""


def numbers(devices: Path = Path("/dev")) -> tuple[int, ...]:
    """The numbers of the cameras that may be there, the lowest first; 0 where the system names none.

    A webcam takes two numbers on Linux, the second for what is no picture, and another one when it is plugged in again.
    """
    return tuple(sorted(plugged(devices))) or (0,)


def plugged(devices: Path = Path("/dev")) -> frozenset[int]:
    """The numbers of the cameras that are there now; none where the system names none."""
    names = (path.name.removeprefix("video") for path in devices.glob("video*"))
    found = {int(name) for name in names if name.isdecimal()}
    return frozenset(number for number in found if _may_be_camera(devices / f"video{number}"))


def _may_be_camera(device: Path) -> bool:
    """Whether it is one, or does not say: it is taken, or not for this user, which is told when it is opened."""
    try:
        able = _capability(device)
    except OSError as error:
        return isinstance(error, PermissionError) or error.errno == errno.EBUSY
    # By its bus: a Pi's image processor says that it captures, too.
    return gives_pictures(able) and struct.unpack(_ANSWER, able)[2].startswith(b"usb-")


def _refused(name: str, number: int) -> CameraError:
    """Why the camera with this number did not open. Only Linux can tell a camera that is taken from none."""
    device = Path(f"/dev/video{number}")
    try:
        there = sys.platform == "linux" and gives_pictures(_capability(device))
    except PermissionError:
        return CameraTaken(
            f"The camera {name} is there, but not for this user.",
            "Add the user to the group video, log in again, and start again.",
        )
    except OSError as error:
        there = error.errno == errno.EBUSY
    if there:
        return CameraTaken(
            f"{holder_of(device) or 'Another program'} is using the camera {name}.",
            "Close it (a video call, a browser, another Roll Call?) and start again.",
        )
    return CameraError(
        f"There is no camera {name}.", "Plug it in, or close the program that uses it, and start again."
    )


# VIDIOC_QUERYCAP and its answer, linux/videodev2.h: driver, card, bus, version, capabilities, those of this device.
_QUERYCAP = 0x80685600
_ANSWER = "16s32s32sIII12x"
_CAPTURE = 0x1
_CAPTURE_PLANES = 0x1000
_NEEDS_MEDIA_CONTROLLER = 0x20000000


def _capability(device: Path) -> bytes:
    """What a video device says that it can. Raises OSError."""
    import fcntl  # not on Windows

    answer = bytearray(struct.calcsize(_ANSWER))
    file = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    try:
        fcntl.ioctl(file, _QUERYCAP, answer)
    finally:
        os.close(file)
    return bytes(answer)


def gives_pictures(capability: bytes) -> bool:
    """Whether a device is a camera that can be used as it is: no encoder, no metadata, no part of a Pi's own camera."""
    able = struct.unpack(_ANSWER, capability)[5]
    return bool(able & (_CAPTURE | _CAPTURE_PLANES)) and not able & _NEEDS_MEDIA_CONTROLLER
