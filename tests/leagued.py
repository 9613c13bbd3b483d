"""A league for tests: a clock that can be set, people, and turns."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.log import Match
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.league.clock import Clock
from webui.league.finished import RULES, finished
from webui.league.place import new_key
from webui.league.turn import Report
from webui.storage.uptime import Uptime, uptime

MORNING = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)
PASSWORD = "three dice rolling"


class SetClock(Clock):
    """A clock that a test sets; it was synchronised."""

    def __init__(self, at: datetime = MORNING, synchronised: bool = True) -> None:
        self.at, self.boot, self.is_synchronised = at, "", synchronised
        self.passed_s = 0.0
        super().__init__(lambda: self.at.timestamp(), lambda: self.is_synchronised, self._uptime)

    def _uptime(self) -> Uptime:
        """Of this machine, or of another start of it, and what the test has let pass."""
        now = uptime()
        return Uptime(self.boot or now.boot, now.s + self.passed_s)

    def lose(self, at: datetime | None = None) -> None:
        """The machine was started without a network: it says that it is `at`, and nobody vouches for that."""
        self.at, self.is_synchronised, self._known = at or self.at, False, None

    def step(self, at: datetime) -> None:
        """Somebody sets the clock of the machine by hand, which the system notes."""
        self.at, self.is_synchronised = at, False

    def go(self, **later: float) -> None:
        """Later."""
        self.at += timedelta(**later)
        self.passed_s += timedelta(**later).total_seconds()


def opened(folder: Path, clock: Clock, camera: str = "none", database: str = "") -> Flask:
    """The program with this clock."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("webui.league.office.Clock", lambda: clock)
        return create_app(Settings(data=folder, camera=camera, database=database))


@pytest.fixture
def app(tmp_path: Path, clock: SetClock) -> Iterator[Flask]:
    """A league over an empty folder, by a clock that the test sets."""
    app = opened(tmp_path, clock)
    yield app
    desk_of(app).close()


def desk_of(app: Flask) -> Desk:
    desk = app.extensions["rollcall"]
    assert isinstance(desk, Desk)
    return desk


def begun(app: Flask, name: str = "Tom", zone: str = "Etc/UTC") -> FlaskClient:
    """Open the league; the browser of who runs it."""
    client = app.test_client()
    answer = client.post("/league/begin", data={"name": name, "password": PASSWORD, "zone": zone})
    assert answer.status_code == 303, answer.text
    return client


def joined(app: Flask, organiser: FlaskClient, name: str, zone: str = "Etc/UTC") -> FlaskClient:
    """One more player, by an invitation; their browser."""
    page = organiser.post("/league/organise/invite").text
    secret = page.split("/league/join/")[1].split('"')[0]
    client = app.test_client()
    answer = client.post(f"/league/join/{secret}", data={"name": name, "password": PASSWORD, "zone": zone})
    assert answer.status_code == 303, answer.text
    return client


def known_here(app: Flask, client: FlaskClient, name: str) -> None:
    """The player of this name at the table says on their phone that it is them."""
    page = app.test_client().post("/league/faces", data={"name": name}).text
    letters = page.split("/league/pair?letters=")[1][:6]
    answer = client.post("/league/pair", data={"letters": letters})
    assert "It is done" in answer.text, answer.text


def turn_lines(chance: random.Random, player: str = "Ann", by: str = "") -> tuple[str, ...]:
    """A turn that somebody plays anyhow."""
    match = Match.new("morning-roll", [player], **RULES)
    while match.state.outcome is None:
        state = match.state
        if state.to_throw:
            faces = " ".join(str(chance.randint(1, 6)) for _ in range(state.to_throw))
            match = match.add(f"throw {faces}{by}")
        else:
            move = chance.choice(state.moves)
            match = match.add(f"{move.kind} {' '.join(map(str, move.faces))}")
    return finished(match)[0].lines


def report_of(
    lines: tuple[str, ...], ended: datetime, began: datetime | None = None, **more: object
) -> Report:
    """The report of such a turn."""
    (turn,) = finished(Match.from_lines(lines))
    start = began or ended - timedelta(minutes=2)
    facts = {"key": new_key(), "clock": "synchronised", "comment": "", "mark": turn.mark, **more}
    return Report(player=turn.player, score=turn.score, began=start, ended=ended, lines=lines, **facts)  # type: ignore[arg-type]


def played(desk: Desk, player: str, *lines: str) -> None:
    """A match of this player at the table, with typed throws and choices."""
    desk.presses.new(desk.board().revision, "morning-roll", [player], rounds=1)
    for line in lines:
        kind, *faces = line.split()
        if kind == "throw":
            desk.presses.throw(desk.board().revision, [int(face) for face in faces])
        elif kind == "off":
            desk.presses.off(desk.board().revision, 1)
        else:
            desk.presses.play(desk.board().revision, line)


def reported(app: Flask, client: FlaskClient, clock: SetClock, name: str) -> tuple[str, str]:
    """A turn of 1,000 that this person plays at the table, and that is sent: its key, and who they are."""
    desk = desk_of(app)
    known_here(app, client, name)
    played(desk, name, "throw 1 1 1 2 3 4", "stop 1 1 1")
    clock.go(minutes=1)
    desk.office.sender.work()
    account = re.search(r"/league/players/(\w{26})", client.get("/league/").text)
    assert account
    return desk.office.box.shown()[0].report.key, account[1]
