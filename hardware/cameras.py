"""Which cameras there are: one table from the kind that a name begins with to what opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.address import shown
from hardware.camera import Camera, CameraError, CameraTaken, NoSuchCamera
from hardware.frame import Frame


@dataclass(frozen=True)
class Kind:
    """A kind of camera. written: how a name of it is written, for people. opens: takes the whole name.

    film: its pictures are old, so where a clip may be named, too, such a name is none of a camera.
    later: it may be plugged in or switched on later.
    """

    written: str
    opens: Callable[[str], Camera]
    film: bool = False
    later: bool = False

    @property
    def alone(self) -> bool:
        """Whether the kind is the whole name."""
        return ":" not in self.written


def is_camera(name: str) -> bool:
    """Whether this names a camera or the demo; where a clip may be named too, anything else is its path."""
    kind = _kind(name)
    return kind is not None and not kind.film


def open_camera(name: str = "auto") -> Camera:
    """Open the camera with this name.

    auto: the Pi's camera, else the first USB camera, else the demo, which says if one was taken. pi: the Pi's camera.
    usb:N: the USB camera that the system calls N (/dev/videoN), usb:NAME: the one of this name in /dev/v4l/by-id, in
    whatever port. http://..., https://..., rtsp://...: a network camera. phone: a phone that sends its pictures itself.
    photos:FOLDER: the newest photo in a folder. clip:FILE: a clip, played in real time as if it were a camera. demo:
    the demo, whatever is plugged in. Raises CameraError; NoSuchCamera for a name that none of these can have.
    """
    kind = _kind(name)
    if kind is None:
        raise NoSuchCamera(f"There is no camera {shown(name)!r}.", f"Say {KINDS}.")
    return kind.opens(name)


def awaited(name: str, error: CameraError) -> Camera:
    """A camera that did not open by this name for this reason, and has still to come.

    Raises that error where no waiting brings it.
    """
    kind = _kind(name)
    if kind is None or not kind.later or isinstance(error, NoSuchCamera):
        raise error
    return Awaited(name, error)


class Awaited(Camera):
    """A camera that did not open yet: its frames are an error at once, so that it is opened anew until it does."""

    def __init__(self, name: str, error: CameraError) -> None:
        self.name, self.again = shown(name), name
        self._trouble = error

    def frames(self) -> Iterator[Frame]:
        """Raises CameraError: why it did not open."""
        assert self._trouble
        raise self._trouble

    def close(self) -> None:
        """There is nothing to give back."""


def _kind(name: str) -> Kind | None:
    word, colon, rest = name.partition(":")
    kind = TABLE.get(word)
    if kind is None or kind.alone != (not colon):
        return None
    return kind if kind.alone or _has_rest(kind, rest) else None


def _has_rest(kind: Kind, rest: str) -> bool:
    return rest.startswith("//") and len(rest) > 2 if "//" in kind.written else bool(rest)


def _pi(_name: str) -> Camera:
    from hardware.picamera import PiCamera

    return PiCamera()


def _usb(name: str) -> Camera:
    from hardware.usb import UsbCamera

    return UsbCamera(name.partition(":")[2])


def _web(name: str) -> Camera:
    from hardware.web_camera import open_web_camera

    return open_web_camera(name)


def _stream(name: str) -> Camera:
    from hardware.stream import Stream

    return Stream(name)


def _phone(_name: str) -> Camera:
    from hardware.phone import PhoneCamera

    return PhoneCamera()


def _photos(name: str) -> Camera:
    from hardware.photos import Photos

    return Photos(Path(name.partition(":")[2]))


def _clip(name: str) -> Camera:
    from hardware.clip import Clip

    return Clip(Path(name.partition(":")[2]), paced=True)


def _demo(_name: str) -> Camera:
    from hardware.demo import Demo

    return Demo()


def _first_found(_name: str) -> Camera:
    """The first camera that opens; else the demo, which knows of the first that was there and not for us."""
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


TABLE: Mapping[str, Kind] = {
    "auto": Kind("auto", _first_found),
    "pi": Kind("pi", _pi, later=True),
    "usb": Kind("usb:0", _usb, later=True),
    "phone": Kind("phone", _phone),
    "http": Kind("http://ADDRESS", _web, later=True),
    "https": Kind("https://ADDRESS", _web, later=True),
    "rtsp": Kind("rtsp://ADDRESS", _stream, later=True),
    "photos": Kind("photos:FOLDER", _photos),
    "clip": Kind("clip:FILE", _clip, film=True),
    "demo": Kind("demo", _demo),
}
"""The kinds of camera, by the word before the colon."""

KINDS = ", ".join(kind.written for kind in TABLE.values())
"""What `open_camera` takes, for people."""
