"""The demo: a clip of throws that waits for the player, for whoever has no camera at hand."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.camera import Camera, CameraError, CameraTaken
from hardware.clip import Clip
from hardware.frame import Frame, Image
from hardware.video import open_film

FOLDER = Path(__file__).parent / "demo"
FILM, FACTS = "demo.mp4", "demo.json"
# The dice lie for a moment before they are picked up; for longer where nothing is left to choose (a bust).
LOOK_S = 1.0
LOOK_AT_BUST_S = 4.0


@dataclass(frozen=True)
class Chapter:
    """One throw of the clip: where it starts, where the dice have come to rest, where it ends; frame numbers."""

    start: int
    rest: int
    end: int
    thrown: int


class Demo(Camera):
    """Plays the chapter that throws as many dice as the game awaits, then waits until the player has chosen.

    In real time, with the clock's times, as if it were a camera over a table where somebody else throws.
    folder: holds the film and its facts, which models/scenes/demo.py makes. instead: it plays because no camera could
    be had; taken: the one that was there, if any. Raises CameraError where the files are not.
    """

    live = False
    demo = True

    def __init__(
        self, folder: Path = FOLDER, instead: bool = False, taken: CameraTaken | None = None
    ) -> None:
        self.name = "demo"
        self._path = folder / FILM
        self.instead = instead
        self.taken = taken
        facts = _read_facts(folder / FACTS)
        self._fps, self._chapters = float(facts["fps"]), _chapters(facts)
        if "table_px" in facts:
            self.table = {"size": facts["size"], "polygon": facts["table_px"], "keep": facts["keep_px"]}
        self._video = open_film(self._path)
        if not self._video.isOpened():
            raise CameraError(
                "The demo clip cannot be read.", "Get a fresh copy of Roll Call, or name a camera."
            )
        self._awaited = 0
        self._chosen = False
        self._closed = threading.Event()
        self._at = 0
        self._image = self._picture(self._chapters[0].start)

    def expect(self, dice: int) -> None:
        """The next throw is to have so many dice; 0 holds the picture until the player has chosen."""
        self._chosen = self._chosen or dice == 0
        self._awaited = dice

    def frames(self) -> Iterator[Frame]:
        for seq, image in enumerate(self._images()):
            if self._closed.is_set():
                return
            yield Frame(image, time.monotonic(), seq)

    def _images(self) -> Iterator[Image]:
        """The pictures of one chapter after the other, each when it is due."""
        last = -1
        while not self._closed.is_set():
            yield from self._hold(lambda _: self._has_chapter())
            found = self._next_chapter(last, self._awaited)
            if found is None:  # closed, or the player has chosen again
                continue
            last = found
            chapter = self._chapters[last]
            self._chosen = False
            look = min(chapter.rest + round(LOOK_S * self._fps), chapter.end)
            yield from self._play(chapter.start, look)
            yield from self._hold(self._may_go_on)
            yield from self._play(look, chapter.end)

    def _has_chapter(self) -> bool:
        return any(chapter.thrown == self._awaited for chapter in self._chapters)

    def _may_go_on(self, held_s: float) -> bool:
        return self._has_chapter() and (self._chosen or held_s >= LOOK_AT_BUST_S)

    def _next_chapter(self, last: int, thrown: int) -> int | None:
        """The first chapter after `last`, round the clip, that throws so many dice, if one does."""
        count = len(self._chapters)
        turn = [(last + step) % count for step in range(1, count + 1)]
        return next((i for i in turn if self._chapters[i].thrown == thrown), None)

    def _hold(self, until: Callable[[float], bool]) -> Iterator[Image]:
        """The last picture again and again, as a camera over a still table gives it."""
        start_s = time.monotonic()
        while not until(time.monotonic() - start_s) and not self._closed.is_set():
            yield self._image
            self._closed.wait(1 / self._fps)

    def _play(self, first: int, end: int) -> Iterator[Image]:
        start_s = time.monotonic()
        for number in range(first, end):
            self._image = self._picture(number)
            if self._closed.wait(max(0.0, start_s + (number - first) / self._fps - time.monotonic())):
                return
            yield self._image

    def _picture(self, number: int) -> Image:
        if number != self._at:
            self._video.set(cv2.CAP_PROP_POS_FRAMES, number)
        there, image = self._video.read()
        self._at = number + 1
        if not there:
            raise CameraError("The demo clip is cut off.", "Get a fresh copy of Roll Call, or name a camera.")
        return np.asarray(image, np.uint8)

    def film(self) -> Clip:
        """The film over the same table, which waits for nobody. Raises CameraError."""
        clip = Clip(self._path)
        clip.table = self.table
        return clip

    def close(self) -> None:
        self._closed.set()


def _read_facts(path: Path) -> dict[str, Any]:
    try:
        facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CameraError(f"The demo is missing: {error}.", "Get a fresh copy of Roll Call.") from None
    return facts


def _chapters(facts: dict[str, Any]) -> list[Chapter]:
    def frame(seconds: float) -> int:
        return round(seconds * float(facts["fps"]))

    return [
        Chapter(frame(each["start_s"]), frame(each["rest_s"]), frame(each["end_s"]), int(each["thrown"]))
        for each in facts["chapters"]
    ]
