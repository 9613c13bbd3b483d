"""kill -9 at any moment while turns are reported: no report is lost, and none is there twice.

ROLLCALL_KILLS: so many kills instead of twenty.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from flask import Flask
from leagued import desk_of, opened
from test_webui_kill import Tables
from test_webui_league_sender import SHIPPED, FormSite
from waiting import until
from waitress.server import create_server

from engine.log import Match
from webui.league import accounts as people
from webui.league import devices
from webui.league.clock import Clock
from webui.league.finished import finished
from webui.league.place import Place, new_key, written
from webui.league.secret import folded, mark_of
from webui.league.turns import turns_of
from webui.storage.database import FILE
from webui.storage.league import ACCOUNTS, FACES, SETTINGS, ZONES
from webui.storage.store import Store

KILLS = int(os.environ.get("ROLLCALL_KILLS", "20"))
TURNS_A_LIFE = 6
"""Turns that a table plays between two kills, at most."""


def noonish() -> str:
    """A time zone in which it is about two in the afternoon."""
    ahead = (14 - datetime.now(UTC).hour + 12) % 24 - 12
    return f"Etc/GMT{-ahead:+d}" if ahead else "Etc/UTC"


class MoodySite(FormSite):
    """A site that takes most turns well, and of others nobody ever hears."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = random.Random(11)
        self.settled = False

    def take(self, handler: object, turn: dict[str, str]) -> None:
        moods = ("well",) if self.settled else ("well", "well", "deaf", "broken", "down", "busy", "garbage")
        self.mood = self.chance.choice(moods)
        super().take(handler, turn)  # type: ignore[arg-type]


@contextmanager
def hub(folder: Path, names: list[str]) -> Iterator[tuple[Flask, str, str]]:
    """A league on another port, with these players known at one paired table: the app, its address, the token."""
    app = opened(folder, Clock(synchronised=lambda: True))
    token, now = "the token of the table", written(datetime.now(UTC))
    with desk_of(app).office.league.place.writing() as connection:
        device = new_key()
        facts = {"id": device, "name": "Kitchen", "mark": mark_of(token)}
        connection.execute(devices.DEVICES.insert().values(**facts, paired=now, seen=now))
        for name in names:
            account = new_key()
            who = {"id": account, "name": name, "folded": folded(name), "password": "", "joined": now}
            connection.execute(ACCOUNTS.insert().values(**who, organiser=False))
            zone = {"account": account, "first": date.min.isoformat(), "zone": noonish()}
            connection.execute(ZONES.insert().values(**zone))
            face = {"device": device, "folded": folded(name), "account": account, "since": now}
            connection.execute(FACES.insert().values(**face))
    server = create_server(app, host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield app, f"http://127.0.0.1:{server.effective_port}", token
    server.close()
    thread.join(10)
    desk_of(app).close()


def prepared(folder: Path, url: str, token: str, site: FormSite, names: list[str]) -> None:
    """A table's data folder, paired with the league and with a profile of the site, which knows every player."""
    folder.mkdir()
    store = Store.open(folder)
    place = Place(store.url)
    players = json.dumps([folded(name) for name in names])
    with place.writing() as connection:
        for name, value in (("hub_url", url), ("hub_token", token), ("hub_players", players)):
            connection.execute(SETTINGS.insert().values(name=name, value=value))
    place.close()
    store.close()
    text = SHIPPED.read_text().replace("https://rolls.example/morningroll", f"{site.url}/morningroll")
    known = "\n".join(f'{name} = "{name.lower()}"' for name in names)
    text = text.replace('# Ann = "ann"', known).replace('closes = "20:00"', 'closes = "23:59:59.999"')
    (folder / "league").mkdir()
    (folder / "league" / "site.toml").write_text(text)


class Reporters(Tables):
    """Tables that report."""

    program = "killed_reporter.py"


def play(tables: Tables, name: str) -> None:
    """A turn of one throw, and its end."""
    board = json.loads(tables.ask("GET", "/board.json")[1])
    form: dict[str, object] = {"game": "morning-roll", "player": name, "rounds": 1, "off_table": "bust"}
    for path, fields in (
        ("/match/new", form),
        ("/match/throw", {"faces": "1 1 1 2 3 5"}),
        ("/match/stop", {"faces": "1 1 1"}),
    ):
        status, answer = tables.ask("POST", path, revision=board["revision"], **fields)
        assert status == 200, answer
        board = json.loads(answer)


def ended(data: Path) -> Counter[str]:
    """The players of all turns that ended at the table, straight from its file."""
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as file:
        rows = file.execute("SELECT match, text FROM lines ORDER BY match, n").fetchall()
    lines: dict[int, list[str]] = {}
    for match, text in rows:
        lines.setdefault(match, []).append(text)
    turns = [turn for each in lines.values() for turn in finished(Match.from_lines(each))]
    return Counter(turn.player for turn in turns)


def deliveries(data: Path) -> Counter[tuple[str, str]]:
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as file:
        return Counter(file.execute('SELECT "to", state FROM deliveries').fetchall())


@pytest.mark.parametrize("seed", [20])
def test_kills_at_random_moments_lose_no_report_and_double_none(tmp_path: Path, seed: int) -> None:
    chance, site = random.Random(seed), MoodySite()
    names = [f"P{n:04}" for n in range(KILLS * TURNS_A_LIFE + 1)]
    data = tmp_path / "table"
    with hub(tmp_path / "hub", names) as (app, url, token):
        prepared(data, url, token, site, names)
        fresh = iter(names)
        with closing(Reporters(data)) as tables:
            for _ in range(KILLS):
                tables.start()
                play(tables, next(fresh))
                timer = tables.kill_in(chance.uniform(0.0, 0.4))
                try:
                    for _ in range(TURNS_A_LIFE - 1):
                        play(tables, next(fresh))
                except (OSError, http.client.HTTPException, json.JSONDecodeError):
                    pass
                timer.join()
                tables.reap()
            site.settled = True
            tables.say("calm")
            tables.start()
            turns = ended(data)
            done = Counter({("hub", "sent"): sum(turns.values()), ("site site", "sent"): sum(turns.values())})
            seen = deliveries(data)
            while seen != done:
                # A busy machine is slow, not still: something arrives now and then.
                assert until(lambda seen=seen: deliveries(data) != seen), seen  # type: ignore[misc]
                seen = deliveries(data)
        with desk_of(app).office.league.place.reading() as connection:
            who = {account.id: account.name for account in people.accounts(connection)}
            taken = turns_of(connection, date(2020, 1, 1), date(2100, 1, 1))
    site.close()
    assert sum(turns.values()) >= KILLS
    assert max(turns.values()) == 1
    assert Counter(who[turn.account] for turn in taken) == turns
    assert Counter(turn["player"].upper() for turn in site.turns) == turns
