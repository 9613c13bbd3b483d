"""Where frames come from: `open_camera("auto" | "pi" | "usb:0" | "clip:FILE" | "http://..." | "demo")`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from hardware.address import shown
from hardware.frame import Frame
from hardware.path import in_letters

# What `open_camera` takes, for people.
KINDS = "auto, pi, usb:0, clip:FILE, demo, or the address of a network camera"
SIZE = (1280, 720)
FPS = 30.0
_ADDRESSES = ("http://", "https://", "rtsp://")


class CameraError(Exception):
    """A camera that cannot be opened, or was lost: `what` happened and what to `do`, in a sentence each."""

    def __init__(self, what: str, do: str) -> None:
        self.what = in_letters(what)
        self.do = in_letters(do)
        super().__init__(f"{self.what} {self.do}")


class CameraTaken(CameraError):
    """The camera is there, and not for us: another program holds it, or this user has no right to it."""


class Camera(ABC):
    """A source of frames.

    name: as `open_camera` takes it, but for the secrets of an address (`hardware.address`).
    live: whether it shows the table now; a clip and the demo do not.
    demo: whether it is the demo. instead: whether that plays because no camera could be had, and was not asked for;
    taken: the one that was there, if any.
    table: where the table lies in the picture, as `vision.table` reads it from a file; None where nobody has said.
    """

    name: str
    live: bool = True
    demo: bool = False
    instead: bool = False
    taken: CameraTaken | None = None
    table: Mapping[str, Any] | None = None

    @abstractmethod
    def frames(self) -> Iterator[Frame]:
        """Frames in the order of their capture, each as soon as it is there.

        A clip ends; a camera goes on until `close`. Raises CameraError when the camera is lost: open it anew.
        A camera that has frozen may block here: its health is the age of the last frame, judged elsewhere.
        """

    @abstractmethod
    def close(self) -> None:
        """Give the device back; frames() ends. May be called twice."""

    def expect(self, dice: int) -> None:  # noqa: B027  a real table needs no telling; only the demo overrides it
        """Tell the camera how many dice the game awaits; 0: the game waits for a person."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class Through(Camera):
    """Another camera, whose frames pass through this one."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.name, self.live, self.demo = camera.name, camera.live, camera.demo
        self.instead, self.taken = camera.instead, camera.taken

    def close(self) -> None:
        """Give the device back."""
        self._camera.close()


def is_camera(name: str) -> bool:
    """Whether this names a camera or the demo; where a clip may be named too, anything else is its path."""
    return name in ("auto", "pi", "demo") or name.startswith(("usb:", *_ADDRESSES))


def open_camera(name: str = "auto") -> Camera:
    """Open the camera with this name.

    auto: the Pi's camera, else the first USB camera, else the demo, which says if one was taken. pi: the Pi's camera.
    usb:N: the USB camera that the system calls N (/dev/videoN). clip:FILE: a clip, played in real time as if it were a
    camera. http://..., rtsp://...: a network camera. demo: the demo, whatever is plugged in.
    Raises CameraError.
    """
    kind, _, rest = name.partition(":")
    if name == "auto":
        return _first_found()
    if name == "pi":
        from hardware.picamera import PiCamera

        return PiCamera()
    if kind == "usb" and rest.isdecimal():
        from hardware.usb import UsbCamera

        return UsbCamera(int(rest))
    if kind == "clip" and rest:
        from hardware.clip import Clip

        return Clip(Path(rest), paced=True)
    if name.startswith(_ADDRESSES):
        from hardware.stream import Stream

        return Stream(name)
    if name == "demo":
        from hardware.demo import Demo

        return Demo()
    raise CameraError(
        f"There is no camera {shown(name)!r}.",
        f"Say {KINDS}.",
    )


def _first_found() -> Camera:
    taken = None
    for name in _candidates():
        try:
            return open_camera(name)
        except CameraTaken as error:
            taken = taken or error
        except CameraError:
            continue
    from hardware.demo import Demo

    return Demo(instead=True, taken=taken)


def _candidates() -> Iterator[str]:
    """The cameras that "auto" tries; where the Pi's is there, no video device is asked what it can."""
    from hardware.usb import numbers

    yield "pi"
    yield from (f"usb:{number}" for number in numbers())
