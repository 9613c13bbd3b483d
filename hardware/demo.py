"""The demo: throws on film that wait for the player, for whoever has no camera at hand."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.aside import Aside, placed
from hardware.camera import Camera, CameraError, CameraTaken
from hardware.clip import Clip
from hardware.frame import Frame, Image
from hardware.video import open_film

FOLDER = Path(__file__).parent / "demo"
FILM = "demo.mp4"
FACTS = "demo.json"
KEPT = "aside.jpg"
# Seconds that dice lie before they are taken up, at least. Larger: a slower game. Smaller: they are not read in time.
LOOK_S = 1.0
# The same where nobody has to choose and nobody has to go on: a last die that ends its turn by itself.
LOOK_AT_END_S = 4.0
# Seconds in which the dice that were kept come to lie aside. Smaller: the change is taken for a throw.
MELT_S = 0.4
# Seconds in which the others melt away then. Larger: they are seen lying there until nothing is left of them. Smaller:
# they vanish.
TAKEN_S = 0.12
# Seconds for which the table is bare then. Larger: a slower game.
BARE_S = 0.3


@dataclass(frozen=True)
class Chapter:
    """One throw of the film: where it starts, where the dice have come to rest, where it ends; frame numbers.

    chance: how often it is drawn among the throws of as many dice.
    """

    start: int
    rest: int
    end: int
    thrown: int
    chance: float


class Demo(Camera):
    """Throws as many dice as the game awaits, one of many throws of so many, as often as fair dice have it.

    In real time, with the clock's times, as if it were a camera over a table where somebody else throws. What was kept
    lies aside. folder: holds the film, its facts and the dice aside, which models/scenes/demo.py makes. instead: it
    plays because no camera could be had; taken: the one that was there, if any. seed: of the draw, for tests. Raises
    CameraError where the files are not.
    """

    live = False
    demo = True

    def __init__(
        self,
        folder: Path = FOLDER,
        instead: bool = False,
        taken: CameraTaken | None = None,
        seed: int | str | None = None,
    ) -> None:
        self.name = "demo"
        self._path = folder / FILM
        self.instead = instead
        self.taken = taken
        facts = _read_facts(folder / FACTS)
        self._fps, self._chapters = float(facts["fps"]), _chapters(facts)
        if "table_px" in facts:
            self.table = {"size": facts["size"], "polygon": facts["table_px"], "keep": facts["keep_px"]}
        self._aside = Aside.open(folder / KEPT, facts["aside"]) if "aside" in facts else Aside.none()
        self._video = open_film(self._path)
        if not self._video.isOpened():
            raise CameraError(
                "The demo clip cannot be read.", "Get a fresh copy of Roll Call, or name a camera."
            )
        self._draw = random.Random(seed)
        self._awaited, self._waits = 0, False
        # The dice to lie aside at the next throw, and those that do, by place.
        self._kept: tuple[int, ...] = ()
        self._lie: tuple[int, ...] = ()
        # Whether the game has taken the throw that lies there.
        self._chosen = False
        self._closed = threading.Event()
        self._at = 0
        self._bare = self._image = self._picture(self._chapters[0].start)

    def expect(self, dice: int, aside: Sequence[int] = (), waits: bool = False) -> None:
        """The next throw is to have so many dice, with these lying aside; 0, or waits, holds the picture."""
        self._chosen = self._chosen or dice == 0 or waits
        self._awaited, self._kept, self._waits = dice, tuple(aside), waits

    def frames(self) -> Iterator[Frame]:
        """The pictures, each when it is due; they go on until `close`."""
        for seq, image in enumerate(self._images()):
            if self._closed.is_set():
                return
            yield Frame(image, time.monotonic(), seq)

    def _images(self) -> Iterator[Image]:
        last: Chapter | None = None
        while not self._closed.is_set():
            yield from self._hold(lambda _: self._may_throw())
            chapter = self._drawn(self._awaited, last)
            if chapter is None:  # closed, or the player has chosen again
                continue
            self._lie = placed(self._lie, self._kept, len(self._aside.boxes))
            if last is not None:
                yield from self._take_up()
            self._chosen, last = False, chapter
            look = min(chapter.rest + round(LOOK_S * self._fps), chapter.end)
            yield from self._play(chapter.start, look)
            yield from self._hold(
                lambda held_s: self._chosen or (held_s >= LOOK_AT_END_S and not self._waits)
            )

    def _may_throw(self) -> bool:
        return not self._waits and any(chapter.thrown == self._awaited for chapter in self._chapters)

    def _drawn(self, dice: int, last: Chapter | None) -> Chapter | None:
        """One of the throws of so many dice, by their chances, and not the same twice running."""
        fitting = [chapter for chapter in self._chapters if chapter.thrown == dice]
        others = [chapter for chapter in fitting if chapter is not last] or fitting
        return self._draw.choices(others, [chapter.chance for chapter in others])[0] if others else None

    def _take_up(self) -> Iterator[Image]:
        """Those that were kept come to lie aside, and all others are taken up."""
        yield from self._melt(self._aside.laid(self._image, self._lie), MELT_S)
        yield from self._melt(self._aside.laid(self._bare, self._lie), TAKEN_S)
        yield from self._hold(lambda held_s: held_s >= BARE_S)

    def _melt(self, after: Image, seconds: float) -> Iterator[Image]:
        """The picture melts into this one."""
        before, steps = self._image, round(seconds * self._fps)
        for step in range(1, steps + 1):
            mixed = cv2.addWeighted(before, 1 - step / steps, after, step / steps, 0)
            self._image = np.asarray(mixed, np.uint8)
            yield self._image
            self._closed.wait(1 / self._fps)

    def _hold(self, until: Callable[[float], bool]) -> Iterator[Image]:
        """The last picture again and again, as a camera over a still table gives it."""
        start_s = time.monotonic()
        while not until(time.monotonic() - start_s) and not self._closed.is_set():
            yield self._image
            self._closed.wait(1 / self._fps)

    def _play(self, first: int, end: int) -> Iterator[Image]:
        start_s = time.monotonic()
        for number in range(first, end):
            self._image = self._aside.laid(self._picture(number), self._lie)
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
        """Stop; may be called twice."""
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
        Chapter(
            frame(each["start_s"]),
            frame(each["rest_s"]),
            frame(each["end_s"]),
            int(each["thrown"]),
            float(each.get("chance", 1.0)),
        )
        for each in facts["chapters"]
    ]
