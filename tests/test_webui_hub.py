"""A league without a table: several processes on one database are one league, and each page hears of every change."""

from __future__ import annotations

import http.client
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import pytest
import sqlalchemy as sql
import waiting
from flask import Flask
from flask.testing import FlaskClient
from leagued import MORNING, PASSWORD, SetClock, report_of, turn_lines
from postgres import cut_off
from waiting import LONG_S

from webui.cli import Refusal
from webui.config import Settings
from webui.hall import Hall
from webui.hub import NAME, create_hub
from webui.league import accounts, house
from webui.league.place import Place
from webui.league.wire import Wire
from webui.push import Push
from webui.serving.listening import listen
from webui.storage.bell import Bell
from webui.storage.league import CLOSINGS
from webui.storage.store import Store, StoreError
from webui.verbs.serve import main

ROOT = Path(__file__).parent.parent


def until(true: Callable[[], object]) -> None:
    """Wait until this is so."""
    assert waiting.until(true)


@pytest.fixture
def hubs(tmp_path: Path, postgresql: str) -> Iterator[Callable[..., Flask]]:
    """Opens one more process's part of the same league."""
    Store.open(tmp_path, postgresql).close()
    apps: list[Flask] = []

    def opened(**settings: object) -> Flask:
        app = create_hub(Settings(data=tmp_path, database=postgresql, **settings))  # type: ignore[arg-type]
        apps.append(app)
        return app

    yield opened
    for app in apps:
        app.extensions[NAME].close()


def hall(app: Flask) -> Hall:
    found: Hall = app.extensions[NAME].hall
    return found


def organiser(app: Flask) -> str:
    """The link for who runs the league."""
    with hall(app).league.place.writing() as connection:
        return accounts.invite(connection, datetime.now(UTC), None, organiser=True)


class Listener:
    """An open page: the rings that it is told of."""

    def __init__(self, app: Flask) -> None:
        self.heard: list[str] = []
        self.stream = hall(app).push.stream()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for part in self.stream:
            self.heard += re.findall(r"event: league\ndata: (\w+)", part.decode())


def test_a_change_in_one_process_is_heard_by_the_pages_of_all_under_one_name(
    hubs: Callable[[], Flask],
) -> None:
    first, second = hubs(), hubs()
    pages = [Listener(first), Listener(second)]
    until(lambda: pages[0].heard[-1:] == pages[1].heard[-1:] not in ([], ["0"]))
    before = [len(page.heard) for page in pages]
    hall(second).bell.ring()
    until(lambda: all(len(page.heard) > n for page, n in zip(pages, before, strict=True)))
    until(lambda: pages[0].heard[-1] == pages[1].heard[-1])


def test_a_page_of_one_process_that_a_turn_overtook_is_told_by_the_stream_of_another(
    hubs: Callable[[], Flask],
) -> None:
    first, second = hubs(), hubs()
    push = hall(second).push
    until(lambda: hall(first).push.version("league") == push.version("league") != 0)
    facts = {"name": "Tom", "password": PASSWORD, "zone": "Etc/UTC"}
    tom = first.test_client()
    tom.post(f"/league/join/{organiser(first)}", data=facts)
    until(lambda: _held(tom) == push.version("league"))
    held = _held(tom)
    hall(first).bell.ring()
    until(lambda: push.version("league") != held)
    assert f"event: league\ndata: {held}\n".encode() not in _beginning(push)
    until(lambda: _held(tom) == push.version("league"))


def _held(page: FlaskClient) -> str:
    """The ring that a page says it holds."""
    return re.findall(r'data-news="(\w+)"', page.get("/league/me").text)[0]


def _beginning(push: Push) -> bytes:
    """What a page hears at first."""
    pieces = iter(push.stream())
    return next(pieces) + next(pieces)


def test_what_was_missed_while_the_server_was_away_is_told_when_it_is_back(postgresql: str) -> None:
    heard: list[str] = []
    with closing(Bell(sql.make_url(postgresql), heard.append)) as bell:
        until(lambda: heard)
        bell.ring()
        until(lambda: len(heard) > 1)
        known = len(heard)
        cut_off(postgresql)
        until(lambda: len(heard) > known)
        before = len(heard)
        bell.ring()
        until(lambda: len(heard) > before)


def test_two_leagues_in_one_database_server_do_not_hear_each_other(
    postgresql: str, postgresql_server: str
) -> None:
    heard: list[str] = []
    with (
        closing(Bell(sql.make_url(postgresql_server), lambda _ring: heard.append("other"))) as other,
        closing(Bell(sql.make_url(postgresql), lambda _ring: heard.append("ours"))) as ours,
    ):
        until(lambda: sorted(heard) == ["other", "ours"])
        ours.ring()
        until(lambda: sorted(heard) == ["other", "ours", "ours"])
        other.ring()
        until(lambda: sorted(heard) == ["other", "other", "ours", "ours"])


def test_house_is_kept_by_one_process_at_a_time_and_goes_on_after_its_end(postgresql: str) -> None:
    first, second = Place(sql.make_url(postgresql)), Place(sql.make_url(postgresql))
    with first.alone("house") as mine, second.alone("house") as theirs, second.alone("else") as another:
        assert (mine, theirs, another) == (True, False, True)
    with second.alone("house") as theirs:
        assert theirs
    first.close()
    second.close()


def test_days_close_once_however_many_processes_keep_house(
    hubs: Callable[[], Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SetClock()
    monkeypatch.setattr("webui.hub.Clock", lambda: clock)
    leagues = [hall(hubs()).league for _ in range(2)]
    leagues[0].begin("Tom", PASSWORD, "Etc/UTC")
    with leagues[0].place.reading() as connection:
        (tom,) = accounts.accounts(connection)
    assert leagues[0].report_own(tom, report_of(turn_lines(random.Random(1)), MORNING)).state == "taken"
    clock.go(days=5)
    threads = [threading.Thread(target=house.keep_house, args=(each, Wire())) for each in leagues * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_S)
    # A process that was at it before these five days had passed may have kept all others out.
    until(lambda: house.keep_house(leagues[0], Wire()))
    with leagues[0].place.reading() as connection:
        days = connection.execute(sql.select(CLOSINGS.c.day).order_by(CLOSINGS.c.day)).scalars().all()
    assert days == ["2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_league_on_a_server_is_begun_by_the_link_of_who_runs_it_and_by_nobody_else(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgresql") if database == "postgresql" else ""
    Store.open(tmp_path, url).close()
    app = create_hub(Settings(data=tmp_path, database=url))
    try:
        facts = {"name": "Tom", "password": PASSWORD, "zone": "Etc/UTC"}
        stranger = app.test_client()
        assert stranger.get("/league/begin").status_code == 403
        assert "league invite" in stranger.post("/league/begin", data=facts).text
        assert not hall(app).league.is_begun()
        tom = app.test_client()
        assert tom.post(f"/league/join/{organiser(app)}", data=facts).status_code == 303
        page = tom.get("/league/organise")
        assert page.status_code == 200
        assert "/table" not in page.text
        assert tom.get("/league/nowhere").status_code == 404
        assert tom.get("/league/matches").status_code == 200
        assert tom.get("/").headers["Location"] == "/league/"
        health = tom.get("/health").json
        assert (health["ok"], health["pages"]) == (True, 0)
        assert tom.get("/board.json").status_code == tom.get("/league/reports").status_code == 404
    finally:
        app.extensions[NAME].close()


def test_a_server_answers_to_its_names_and_believes_as_many_proxies_as_there_are(tmp_path: Path) -> None:
    facts = {"name": "Tom", "password": PASSWORD, "zone": "Etc/UTC"}
    forwarded = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Host": "rolls.example",
    }
    for proxies, secure in ((0, False), (1, True)):
        folder = tmp_path / str(proxies)
        app = create_hub(Settings(data=folder, names="rolls.example, www.rolls.example", proxies=proxies))
        try:
            page = app.test_client()
            for name, status in (
                ("rolls.example", 200),
                ("www.rolls.example:8420", 200),
                ("evil.example", 421),
            ):
                assert page.get("/health", headers={"Host": name}).status_code == status
            joined = page.post(f"/league/join/{organiser(app)}", data=facts, headers=forwarded)
            assert ("Secure" in joined.headers["Set-Cookie"]) == secure
        finally:
            app.extensions[NAME].close()


def test_a_server_on_a_database_of_an_older_form_says_what_to_do(tmp_path: Path, postgresql: str) -> None:
    with pytest.raises(StoreError, match="db upgrade"):
        create_hub(Settings(data=tmp_path, database=postgresql))


class Served:
    """`./rollcall serve` with two processes, or so many, as it is started by hand."""

    def __init__(self, folder: Path, url: str, processes: int = 2) -> None:
        self.log = (folder / "log").open("w+")
        words = [
            "serve",
            "--db",
            url,
            "--data",
            str(folder),
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--processes",
            "2",
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "webui", *words],
            cwd=ROOT,
            stdout=self.log,
            stderr=self.log,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        until(lambda: len(self.workers()) == processes)
        self.port = int(re.findall(r"Listening at: http://127\.0\.0\.1:(\d+)", self.said())[0])
        until(lambda: self.ask("GET", "/health")[0] == 200)

    def said(self) -> str:
        return Path(self.log.name).read_text()

    def workers(self) -> list[int]:
        return [int(pid) for pid in re.findall(r"Booting worker with pid: (\d+)", self.said())]

    def ask(self, method: str, path: str, **form: str) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG_S)
        with closing(line):
            line.request(method, path, urlencode(form), {"Content-Type": "application/x-www-form-urlencoded"})
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def close(self) -> int:
        """What it says at its end; may be called twice."""
        self.process.terminate()
        code = self.process.wait(LONG_S)
        self.log.close()
        return code


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("203.0.113.9", "203.0.113.9 cannot be served"),
        ("2001:db8::9", "2001:db8::9 cannot be served"),
        ("\u00fc..b", "is no name of a machine"),
    ],
)
def test_an_address_that_cannot_be_served_is_a_sentence(tmp_path: Path, host: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        main(["--host", host, "--port", "0", "--data", str(tmp_path)])
    assert not list(tmp_path.iterdir())


def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    with closing(listen("127.0.0.1", 0)) as other:
        words = ["--host", "127.0.0.1", "--port", str(other.getsockname()[1]), "--data", str(tmp_path)]
        with pytest.raises(Refusal, match="is in use by another"):
            main(words)
