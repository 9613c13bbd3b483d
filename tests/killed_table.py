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
from pathlib import Path

from seen_dice import off_table, picture, roll

from hardware.camera import Camera
from hardware.frame import Frame
from vision.nouns import Event, Moving, View
from vision.plane.table import Table
from webui import cli
from webui.camera.eye import Eye
from webui.camera.lens import Lens
from webui.config import Settings
from webui.health import Health
from webui.match.sightings import Sightings
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
    """Sees a throw soon after dice are awaited, and now and then one before anybody has chosen or answered."""

    def __init__(self) -> None:
        self.chance = random.Random(os.getpid())
        self.awaited: int | None = None
        self.due_s = 0.0

    def expect(self, dice: int | None, counting: bool = False) -> None:
        if dice != self.awaited:
            self.due_s = time.monotonic() + self.chance.uniform(0, 0.05)
        self.awaited = dice

    def read_again(self, all_thrown: bool = False) -> None:
        pass

    def mark(self, table: Table | None) -> None:
        pass

    def step(self, frame: Frame) -> View:
        events: tuple[Event, ...] = ()
        if time.monotonic() >= self.due_s:
            # Long enough for a person, even on a busy machine, to answer before the next.
            self.due_s = time.monotonic() + self.chance.uniform(1, 4)
            events = self.throw()
        return View(frame.image, frame.time_s, (), "settled", events=events)

    def throw(self) -> tuple[Event, ...]:
        how = self.chance.random()
        faces: list[int | None] = [self.chance.randint(1, 6) for _ in range(self.awaited or 5)]
        if how < 0.2:
            faces[0] = None
        elif how < 0.3:
            faces = faces[1:]
        elif how < 0.4:
            return Moving(0.0), off_table(), roll(faces[1:], off=1)
        return Moving(0.0), roll(faces)

    def finish(self) -> tuple[Event, ...]:
        return ()


class OneUnsureThrow(SomebodyThrows):
    """The first throw on this table has a die that must be asked about; there is no second."""

    def throw(self) -> tuple[Event, ...]:
        first = Path(sys.argv[1]) / "thrown"
        if first.exists() or not self.awaited:
            return ()
        first.touch()
        return Moving(0.0), roll((1, 2, None, 4, 6, 6))


def _scripted(settings: Settings, sightings: Sightings, health: Health, push: Push, reports: Reports) -> Eye:
    lens = Lens(EndlessTable(), EndlessTable, settings, health, reports)
    thrower = OneUnsureThrow if sys.argv[2:] == ["once"] else SomebodyThrows
    return Eye(lens, thrower, sightings, health, push, reports)


def main() -> None:
    """Fork a table for each `start` that comes and say its process id; for each `reap`, say when it is quite dead."""
    assert run
    Eye.open = staticmethod(_scripted)  # type: ignore[assignment, method-assign]
    for line in sys.stdin:
        if line.strip() == "reap":
            os.wait()
            print("reaped", flush=True)
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
