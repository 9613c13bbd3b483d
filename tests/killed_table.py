"""Starts `rollcall run` as often as it is asked to, each a process of its own that can really be killed.

Everything is imported once and then forked, because starting Python twenty times would take a minute. The camera is
scripted: whenever dice are awaited it throws some, now and then badly, through the real threads.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator

from seen_dice import off_table, picture, roll

from hardware.camera import Camera
from hardware.frame import Frame
from vision.nouns import Event, Moving, View
from webui import cli
from webui.config import Settings
from webui.eye import Eye
from webui.health import Health
from webui.lens import Lens
from webui.match import Scorekeeper
from webui.push import Push
from webui.report import Reports
from webui.verbs import run

PACE_S = 0.01


class EndlessTable(Camera):
    """A picture every ten milliseconds."""

    def __init__(self) -> None:
        self.name = "scripted"
        self.closed = False

    def frames(self) -> Iterator[Frame]:
        seq = 0
        while not self.closed:
            time.sleep(PACE_S)
            yield Frame(picture(), time.monotonic(), seq)
            seq += 1

    def close(self) -> None:
        self.closed = True


class SomebodyThrows:
    """Sees a throw soon after dice are awaited, and sometimes one before anybody has chosen."""

    def __init__(self) -> None:
        self.chance = random.Random(os.getpid())
        self.awaited: int | None = None

    def expect(self, dice: int | None) -> None:
        self.awaited = dice

    def step(self, frame: Frame) -> View:
        hurry = 0.3 if self.awaited else 0.02
        events = self._throw() if self.chance.random() < hurry else ()
        return View(frame.image, frame.time_s, (), (), "settled", events=events)

    def _throw(self) -> tuple[Event, ...]:
        how = self.chance.random()
        faces: list[int | None] = [
            self.chance.randint(1, 6) for _ in range(self.awaited or self.chance.randint(1, 6))
        ]
        if how < 0.2:
            faces[0] = None
        elif how < 0.3:
            faces = faces[1:]
        elif how < 0.4:
            return Moving(frame_s()), off_table(), roll(faces[1:], off=1)
        return Moving(frame_s()), roll(faces)

    def finish(self) -> tuple[Event, ...]:
        return ()


def frame_s() -> float:
    """Now, by the camera's clock."""
    return time.monotonic()


def _scripted(settings: Settings, keeper: Scorekeeper, health: Health, push: Push, reports: Reports) -> Eye:
    lens = Lens(EndlessTable(), EndlessTable, settings, health, reports)
    return Eye(lens, SomebodyThrows, keeper, health, push, reports)


def main() -> None:
    """Fork a table for each line that comes; say its process id."""
    assert run
    Eye.open = staticmethod(_scripted)  # type: ignore[assignment, method-assign]
    for line in sys.stdin:
        if line.strip() == "reap":
            os.wait()
            continue
        pid = os.fork()
        if pid == 0:
            words = [
                "run",
                "--camera",
                "scripted",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--data",
                sys.argv[1],
            ]
            try:
                cli.main(words)
            finally:
                print("ended", flush=True)
                os._exit(1)
        print(f"pid {pid}", flush=True)


if __name__ == "__main__":
    main()
