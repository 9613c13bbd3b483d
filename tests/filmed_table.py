"""A table somewhere else: the demo's throws, as a network camera of our own shows them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import cv2
import numpy as np
from waiting import until

from hardware.demo import FACTS, FOLDER, Chapter, Demo
from hardware.frame import Frame
from hardware.jpeg import encode_jpeg

QUALITY = 85
GRAINS = 5
"""Pictures of a sensor's noise, one after the other. One alone: a still table looks like a camera that has frozen."""
GREY_LEVELS = 3
"""Of that noise."""


class FilmedTable(Demo):
    """Throws when it is told to, once; then its dice lie until they are thrown again.

    thrown: how often dice were thrown. lies: the values of the newest throw, the lowest first; off: how many left.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed=seed)
        self.thrown, self.off = 0, 0
        self.lies: list[int] = []
        self._truths = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))["chapters"]
        self._newest: Frame | None = None
        self._coded = (-1, b"")
        self._coding = threading.Lock()
        noise = np.random.default_rng(seed)
        self._grains = [noise.integers(0, GREY_LEVELS, self._bare.shape, np.uint8) for _ in range(GRAINS)]

    def throw(self, dice: int, aside: Sequence[int]) -> bool:
        """Throw so many, with these lying aside; whether they are on their way, soon after."""
        before = self.thrown
        self.expect(dice, aside)
        begun = until(lambda: self.thrown > before)
        self.expect(dice, aside, waits=True)
        return begun

    def _drawn(self, dice: int, last: Chapter | None) -> Chapter | None:
        chapter = super()._drawn(dice, last)
        if chapter:
            truth = self._truths[self._chapters.index(chapter)]
            self.lies, self.off = sorted(truth["values"]), truth["off_table"]
            self.thrown += 1
        return chapter

    def play_on(self) -> None:
        """Play; for a thread of its own."""
        for frame in self.frames():
            self._newest = frame

    def picture(self, number: int, same: bool) -> bytes:
        """The file of the picture that the camera takes now: no two are alike; same: the last one again."""
        with self._coding:
            if self._newest and not same and number != self._coded[0]:
                image = np.asarray(cv2.add(self._newest.image, self._grains[number % GRAINS]), np.uint8)
                self._coded = number, encode_jpeg(image, QUALITY)
            return self._coded[1]


@contextmanager
def filmed_table(seed: int = 0) -> Iterator[FilmedTable]:
    """It, filmed as long as this lasts."""
    table = FilmedTable(seed)
    thread = threading.Thread(target=table.play_on, daemon=True)
    thread.start()
    try:
        assert until(lambda: table.picture(0, False))
        yield table
    finally:
        table.close()
        thread.join()
