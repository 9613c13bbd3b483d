"""What a camera is. `hardware.cameras` opens one by its name."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from hardware.frame import Frame
from hardware.path import in_letters

SIZE = (1280, 720)
FPS = 30.0


class CameraError(Exception):
    """A camera that cannot be opened, or was lost: `what` happened and what to `do`, in a sentence each."""

    def __init__(self, what: str, do: str) -> None:
        self.what = in_letters(what)
        self.do = in_letters(do)
        super().__init__(f"{self.what} {self.do}")


class NoSuchCamera(CameraError):
    """A name that no camera has, or a film that is not there: to be put right by whoever wrote it."""


class CameraTaken(CameraError):
    """The camera is there, and not for us: another program holds it, or this user has no right to it."""


class Camera(ABC):
    """A source of frames.

    name: as `open_camera` takes it, but for the secrets of an address (`hardware.address`).
    live: whether it shows the table now; a clip and the demo do not.
    demo: whether it is the demo. instead: whether that plays because no camera could be had, and was not asked for;
    taken: the one that was there, if any.
    again: the name to open the same camera by once more, where that is another one.
    patient: whether it comes back by itself, so that opening it anew helps nothing.
    table: where the table lies in the picture, as `vision.plane.table` reads it from a file; None where nobody
        has said.
    """

    name: str
    live: bool = True
    demo: bool = False
    instead: bool = False
    taken: CameraTaken | None = None
    again: str = ""
    patient: bool = False
    _trouble: CameraError | None = None
    _quiet_s: float = -math.inf
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

    @property
    def trouble(self) -> CameraError | None:
        """What the camera itself knows to be wrong while it gives no new pictures; None where nothing is."""
        return self._trouble

    @property
    def quiet_s(self) -> float:
        """When the source last said that it has nothing new, monotonic seconds: it is not dead then. -inf: never."""
        return self._quiet_s

    def expect(  # noqa: B027  a real table needs no telling; only what plays a film overrides it
        self, dice: int, aside: Sequence[int] = (), waits: bool = False
    ) -> None:
        """Tell the camera how many dice the game awaits; 0: the game waits for a person.

        aside: the values of the dice that lie on the table beside them. waits: nobody throws yet.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class Through(Camera):
    """Another camera, whose frames pass through this one."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.name, self.live, self.demo = camera.name, camera.live, camera.demo
        self.instead, self.taken, self.again = camera.instead, camera.taken, camera.again
        self.patient = camera.patient

    @property
    def trouble(self) -> CameraError | None:
        """What it knows to be wrong with itself."""
        return self._camera.trouble

    @property
    def quiet_s(self) -> float:
        """When it last said that it has nothing new."""
        return self._camera.quiet_s

    @property
    def inner(self) -> Camera:
        """The camera that is looked through."""
        return self._camera

    def close(self) -> None:
        """Give the device back."""
        self._camera.close()


def innermost(camera: Camera) -> Camera:
    """The camera itself, behind all that its frames pass through."""
    while isinstance(camera, Through):
        camera = camera.inner
    return camera
