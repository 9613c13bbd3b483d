"""Films of one picture that last as long as they are looked at."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from hardware.camera import Camera
from hardware.cameras import open_camera
from hardware.frame import Frame, Image

STILLS: dict[str, Image] = {}
"""What the films show, by their names."""


class Still(Camera):
    """The film of this name: its picture, twice a second."""

    live = False

    def __init__(self, name: str) -> None:
        self.name = name
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        for seq in count():
            yield Frame(STILLS[self.name].copy(), time.monotonic(), seq)
            if self._closed.wait(0.5):
                return

    def close(self) -> None:
        self._closed.set()


def still_film(path: Path, picture: Image) -> str:
    """The name of a film that shows this, (H, W, 3) uint8 BGR. There is no file: it opens within `stills` alone."""
    STILLS[f"clip:{path}"] = picture
    return f"clip:{path}"


@contextmanager
def stills() -> Iterator[None]:
    """The program can open the films that `still_film` has named."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "webui.camera.opening.open_camera",
            lambda name: Still(name) if name in STILLS else open_camera(name),
        )
        yield
