"""A press on "Read the dice" while their throw is just being told: it is told once, whichever comes first."""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from real_browser import end
from second_clock import SecondClock
from seen_dice import roll
from test_webui_eye import Told, Watched
from waiting import LONG_S, until
from waitress.server import create_server

from hardware.frame import Frame
from vision.nouns import View
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk

RACES = 150
SPREAD_S = 0.02
"""Seconds over which press and throw are spread. Larger: they meet more seldom. Smaller: one always comes first."""
BUST = (2, 2, 3, 3, 4, 6)


class Lying(Told):
    """Dice that are thrown when a test says so, and are told once; and once more for each time they are read again.

    told_s: how long the look takes in which they are told, as on a slow machine. telling: it has begun.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lie = self.untold = False
        self.told_s = 0.0
        self.telling = threading.Event()

    def throw(self) -> None:
        """Dice come to lie there."""
        self.untold = True
        self.lie = True

    def take_up(self) -> None:
        """None lie there any more."""
        self.lie = False
        self.telling.clear()

    def read_again(self, all_thrown: bool = False) -> None:
        super().read_again(all_thrown)
        self.untold = self.untold or self.lie

    def step(self, frame: Frame) -> View:
        if self.untold:
            self.untold = False
            self.telling.set()
            time.sleep(self.told_s)
            self.events = [roll(BUST)]
        return super().step(frame)


@pytest.fixture
def lying(tmp_path: Path) -> Iterator[tuple[Lying, Watched]]:
    watched = Watched(tmp_path, SecondClock())
    watched.told = lying = Lying()
    watched.eye.look_anew()
    assert until(lambda: lying.steps > 2)
    yield lying, watched
    watched.close()


@contextmanager
def serving(desk: Desk, folder: Path) -> Iterator[int]:
    """The port of the real server over this desk."""
    app = create_app(Settings(data=folder, camera="none"))
    app.extensions["rollcall"].close()
    app.extensions["rollcall"] = desk
    server = create_server(app, host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield int(server.effective_port)
    finally:
        end(server, thread)


def press(port: int, revision: int) -> int:
    """Somebody who saw this revision presses "Read the dice": the status of the answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LONG_S)) as connection:
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        connection.request("POST", "/match/again", f"revision={revision}", kind)
        return connection.getresponse().status


def test_a_press_that_comes_while_the_dice_are_being_told_reads_them_no_second_time(
    lying: tuple[Lying, Watched], tmp_path: Path
) -> None:
    pipeline, watched = lying
    pipeline.told_s = 0.3
    with serving(replace(watched.desk, eye=watched.eye), tmp_path / "other") as port:
        revision = watched.desk.board().revision
        pipeline.throw()
        assert pipeline.telling.wait(LONG_S)
        status = press(port, revision)
        assert until(lambda: watched.lines)
        watched.looks()
    assert (status, pipeline.again, watched.lines) == (200, 0, ("throw 2 2 3 3 4 6",))


def test_however_a_press_and_a_throw_race_each_throw_is_in_the_log_once(
    lying: tuple[Lying, Watched], tmp_path: Path
) -> None:
    pipeline, watched = lying
    chance, statuses = random.Random(39), list[int]()
    pipeline.told_s = SPREAD_S / 4
    with serving(replace(watched.desk, eye=watched.eye), tmp_path / "other") as port:
        for _ in range(RACES):
            pipeline.take_up()
            watched.desk.presses.new(watched.desk.board().revision, "morning-roll", ["Ann"], rounds=2)
            throw = threading.Timer(chance.uniform(0, SPREAD_S), pipeline.throw)
            throw.start()
            revision = watched.desk.board().revision
            time.sleep(chance.uniform(0, SPREAD_S))
            statuses.append(press(port, revision))
            throw.join()
            assert until(lambda: watched.lines)
            watched.looks()
            assert watched.lines == ("throw 2 2 3 3 4 6",), (statuses[-1], watched.lines)
    assert {200, 409} <= set(statuses), "it was always the same that came first"
