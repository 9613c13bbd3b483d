"""The demo on a clock of its own: the next picture comes when the last was looked at, however fast the machine is."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence

from waiting import LONG_S

from hardware.demo import FACTS, FOLDER, Chapter, Demo
from hardware.frame import Frame, Image

PAUSE_S = 0.005
"""Seconds between two pictures of a still table. Larger: a longer test. Smaller: no time for the pages."""


class PatientDemo(Demo):
    """A busy machine sees every picture, and a quick one waits for none.

    throws: what it throws, one after the other; none: what the seed draws, the same each time. One in seventeen of
    drawn throws of six loses a die, so a test that draws must also stand a bust. seen_s: how much of it was seen.
    """

    def __init__(self, *throws: tuple[int, ...], seed: int | str | None = None, instead: bool = True) -> None:
        assert throws or seed is not None, "what it throws must be the same each time: name throws, or a seed"
        super().__init__(instead=instead, seed=seed)
        self._looked = threading.Event()
        self.seen_s = 0.0
        facts = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))["chapters"]
        kinds = [tuple(sorted(chapter["values"])) for chapter in facts]
        self._is_drawn = not throws
        self._throws = [self._chapters[kinds.index(throw)] for throw in throws]

    def _drawn(self, dice: int, last: Chapter | None) -> Chapter | None:
        if self._is_drawn:
            return super()._drawn(dice, last)
        return self._throws.pop(0) if self._throws and self._throws[0].thrown == dice else None

    def expect(self, dice: int, aside: Sequence[int] = (), waits: bool = False) -> None:
        super().expect(dice, aside, waits)
        self._looked.set()

    def frames(self) -> Iterator[Frame]:
        for seq, image in enumerate(self._images()):
            if self._closed.is_set():
                return
            self.seen_s = seq / self._fps
            yield Frame(image, self.seen_s, seq)
            self._looked.wait(LONG_S)
            self._looked.clear()

    def _hold(self, until: Callable[[float], bool]) -> Iterator[Image]:
        start_s = self.seen_s
        while not until(self.seen_s - start_s) and not self._closed.wait(PAUSE_S):
            yield self._image

    def _play(self, first: int, end: int) -> Iterator[Image]:
        for number in range(first, end):
            self._image = self._aside.laid(self._picture(number), self._lie)
            yield self._image
