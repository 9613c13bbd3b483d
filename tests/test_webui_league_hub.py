"""Two machines: a table that is paired with the league of another, its players known there, its turns there once."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from leagued import SetClock, begun, desk_of, joined, opened
from seen_dice import roll
from test_webui_league_sender import FormSite, give_up_the_silent
from werkzeug.serving import make_server

from webui.league.outgoing import Delivery
from webui.league.turns import turns_of


@contextmanager
def served(app: Flask, table: Flask) -> Iterator[str]:
    """The league on a port of its own, as long as this lasts; then the table's connections to it end."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    desk_of(table).office.destinations.wire.close()
    server.shutdown()
    thread.join(10)
    server.server_close()


@pytest.fixture
def hub(tmp_path: Path, clock: SetClock) -> Iterator[Flask]:
    app = opened(tmp_path / "hub", clock)
    yield app
    desk_of(app).close()


@pytest.fixture
def table(tmp_path: Path, clock: SetClock) -> Iterator[Flask]:
    app = opened(tmp_path / "table", clock)
    yield app
    desk_of(app).close()


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))


def paired(table: Flask, organiser: FlaskClient, url: str) -> None:
    """The table shows letters, somebody of the league types them in, the table fetches its token."""
    screen = table.test_client()
    form = hidden(screen.post("/league/hub", data={"url": url, "name": "Kitchen"}).text)
    early = screen.post("/league/hub", data=form)
    assert "Nobody has said yes there so far" in early.text
    page = organiser.get(f"/league/pair?letters={form['letters']}").text
    assert "Pair Kitchen?" in page
    assert "It is done" in organiser.post("/league/pair", data={"letters": form["letters"]}).text
    assert screen.post("/league/hub", data=form).status_code == 303
    assert "This table tells" in screen.get("/league/hub").text
    assert screen.post("/league/hub", data=form).status_code == 422, "a token is fetched once"


def known_there(table: Flask, client: FlaskClient, name: str) -> None:
    screen = table.test_client()
    desk = desk_of(table)
    desk.presses.new(desk.board().revision, "morning-roll", [name], rounds=1, off_table="bust")
    page = screen.post("/league/faces", data={"name": name, "to": "hub"}).text
    letters = page.split("/league/pair?letters=")[1][:6]
    assert "It is done" in client.post("/league/pair", data={"letters": letters}).text
    assert screen.post("/league/faces/look").status_code == 303
    assert "is known in" in screen.get("/league/faces").text


def sent(table: Flask, clock: SetClock, **later: float) -> list[Delivery]:
    clock.go(**(later or {"minutes": 1}))
    desk_of(table).office.sender.work()
    return list(desk_of(table).office.box.shown())


def test_a_paired_table_reports_with_pictures_and_a_revoked_one_waits(
    hub: Flask, table: Flask, clock: SetClock
) -> None:
    tom = begun(hub)
    ann = joined(hub, tom, "Ann")
    with served(hub, table) as url:
        paired(table, tom, url)
        known_there(table, ann, "Ann")
        desk = desk_of(table)
        noise = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)
        desk.sightings.see(replace(roll((1, 1, 1, 2, 3, 4)), picture=noise))
        desk.presses.play(desk.board().revision, "stop 1 1 1")
        (delivery,) = sent(table, clock)
        assert (delivery.to, delivery.state) == ("hub", "sent")
        key = delivery.report.key
        assert "1,000" in tom.get("/league/").text
        assert "seen by the camera" in tom.get("/league/").text
        small = tom.get(f"/league/turns/{key}/0.jpg").data
        large = tom.get(f"/league/turns/{key}/0.jpg?large=1").data
        assert small[:2] == large[:2] == b"\xff\xd8"
        assert len(small) < 64_000 < len(large)
        assert "Kitchen" in tom.get("/league/organise").text
        devices = re.findall(r'name="table" value="(\w+)"', tom.get("/league/organise").text)
        assert tom.post("/league/organise/revoke", data={"table": devices[0]}).status_code == 303
        clock.go(days=1)
        desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1, off_table="bust")
        desk.presses.throw(desk.board().revision, [2, 2, 3, 3, 4, 6])
        newest = sent(table, clock)[0]
        assert newest.state == "waiting"
        assert "Pair the table again" in newest.answer


def test_a_league_that_is_away_for_hours_gets_the_turn_marked_as_late_and_the_next_day_it_is_too_late(
    hub: Flask, table: Flask, clock: SetClock
) -> None:
    tom = begun(hub)
    with served(hub, table) as url:
        paired(table, tom, url)
        known_there(table, tom, "Tom")
    desk = desk_of(table)
    desk.presses.throw(desk.board().revision, [2, 2, 3, 3, 4, 6])
    assert sent(table, clock)[0].state == "waiting"
    clock.at = clock.at.replace(hour=22)
    with served(hub, table) as url:
        desk.office.destinations.join_hub(url, desk.office.league.setting("hub_token"))
        assert sent(table, clock)[0].state == "sent"
    clock.go(hours=12)
    assert "came late" in tom.get("/league/day/2026-03-03").text
    desk.office.league.set("hub_players", json.dumps(["tom"]))
    desk.office.destinations.look_up()
    desk.presses.new(desk.board().revision, "morning-roll", ["Tom"], rounds=1, off_table="bust")
    desk.presses.throw(desk.board().revision, [2, 2, 3, 3, 4, 6])
    assert sent(table, clock)[0].state == "waiting"
    with served(hub, table) as url:
        desk.office.destinations.join_hub(url, desk.office.league.setting("hub_token"))
        newest = sent(table, clock, days=1)[0]
        assert (newest.state, "a day too late" in newest.answer) == ("late", True)


def test_letters_are_good_for_ten_minutes_and_five_tries(hub: Flask, clock: SetClock) -> None:
    tom = begun(hub)
    asked = hub.test_client().post("/league/api/pairings", json={"name": "Kitchen"}).get_json()
    for _ in range(5):
        assert tom.get("/league/pair?letters=BCDFGH").status_code == 404
    answer = tom.get(f"/league/pair?letters={asked['letters']}")
    assert (answer.status_code, "Wait a minute" in answer.text) == (429, True)
    clock.go(minutes=2)
    assert "Pair Kitchen?" in tom.get(f"/league/pair?letters={asked['letters'].lower()}").text
    clock.go(minutes=9)
    assert tom.post("/league/pair", data={"letters": asked["letters"]}).status_code == 404
    late = hub.test_client().post(f"/league/api/pairings/{asked['id']}", json={"secret": asked["secret"]})
    assert late.status_code == 404


REFUSED = [
    ("", {}, 401),
    ("Bearer wrong", {}, 401),
    ("Basic wrong", {}, 401),
]


@pytest.mark.parametrize(("header", "body", "status"), REFUSED)
def test_without_a_token_no_report_is_taken(
    hub: Flask, header: str, body: dict[str, str], status: int
) -> None:
    begun(hub)
    for address in ("reports", "faces", "reports/x/pictures/0"):
        answer = hub.test_client().post(
            f"/league/api/{address}", json=body, headers={"Authorization": header} if header else {}
        )
        assert answer.status_code == status
        assert answer.get_json()["error"]


@pytest.mark.parametrize("body", [b"", b"no picture", b"\xff\xd8 no picture", b"GIF89a", b"\x89PNG\r\n"])
def test_a_picture_that_is_none_is_refused_and_the_turn_stays(
    hub: Flask, table: Flask, clock: SetClock, body: bytes
) -> None:
    tom = begun(hub)
    with served(hub, table) as url:
        paired(table, tom, url)
        known_there(table, tom, "Tom")
        desk = desk_of(table)
        desk.presses.throw(desk.board().revision, [2, 2, 3, 3, 4, 6])
        (delivery,) = sent(table, clock)
        hub_there = desk.office.destinations.hub()
        assert hub_there
        reply = hub_there.ask("POST", f"/league/api/reports/{delivery.report.key}/pictures/7", body)
        assert reply.status == 422
        large = hub_there.ask(
            "POST", f"/league/api/reports/{delivery.report.key}/pictures/7", b"x" * 4_000_000
        )
        assert large.status in (413, 422)
    assert tom.get(f"/league/turns/{delivery.report.key}/7.jpg").status_code == 404
    assert "There is no picture of this turn" in tom.get(f"/league/turns/{delivery.report.key}").text


def test_a_league_that_answers_anything_but_yes_or_never_gets_the_turn_once_when_it_is_well_again(
    hub: Flask, table: Flask, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tom, odd, desk = begun(hub), FormSite(), desk_of(table)
    give_up_the_silent(monkeypatch, odd)
    ann = joined(hub, tom, "Ann")
    with served(hub, table) as url:
        paired(table, tom, url)
        known_there(table, ann, "Ann")
        desk.presses.throw(desk.board().revision, [1, 1, 1, 2, 3, 4])
        desk.presses.play(desk.board().revision, "stop 1 1 1")
        desk.office.league.set("hub_url", odd.url)
        desk.office.destinations.look_up()
        for tried, odd.mood in enumerate(("down", "busy", "garbage", "slow", "broken", "picky", "well"), 1):
            (delivery,) = sent(table, clock, minutes=30)
            assert (delivery.state, odd.tries) == ("waiting", tried), odd.mood
        desk.office.league.set("hub_url", url)
        desk.office.destinations.look_up()
        for _ in range(2):
            assert [each.state for each in sent(table, clock, minutes=30)] == ["sent"]
    odd.close()
    with desk_of(hub).office.league.place.reading() as connection:
        assert [turn.score for turn in turns_of(connection, date.min, date.max)] == [1000]
