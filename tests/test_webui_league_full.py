"""The disk of a league is full: a turn waits at its table, people get a sentence, and with room it is there once."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sql
from flask import Flask
from leagued import SetClock, begun, desk_of, joined, opened, played, report_of, turn_lines
from seen_dice import roll
from test_webui_league_hub import known_there, paired, sent, served, table

from webui.league.accounts import accounts
from webui.league.hand_over import packed_of
from webui.league.place import Place
from webui.league.turn import Report
from webui.league.turns import turns_of
from webui.storage.database import FILE, DiskFull

__all__ = ["table"]
FULL = "disk is full"


@pytest.fixture
def hub(tmp_path: Path, clock: SetClock) -> Iterator[Flask]:
    """A league whose database has pages so small that any turn needs a new one."""
    (tmp_path / "hub").mkdir()
    with sqlite3.connect(tmp_path / "hub" / FILE) as file:
        file.execute("PRAGMA page_size=512")
        file.execute("VACUUM")
    app = opened(tmp_path / "hub", clock)
    yield app
    desk_of(app).close()


@contextmanager
def full(app: Flask, pages: int = 0) -> Iterator[None]:
    """SQLite answers as on a full disk: of the league's database no page is free, but so many."""
    league = desk_of(app).office.league
    engine = league.place._engine

    def allow(connection: sqlite3.Connection, most: int) -> None:
        connection.execute(f"PRAGMA max_page_count={most}")  # what is there is the least

    def none(connection: sqlite3.Connection, *_more: object) -> None:
        allow(connection, 1)

    def some(connection: sqlite3.Connection, *_more: object) -> None:
        allow(connection, there + pages)

    def many(connection: sqlite3.Connection, *_more: object) -> None:
        allow(connection, 1_000_000)

    sql.event.listen(engine, "checkout", none)
    with suppress(DiskFull):
        for n in range(10_000):
            league.set(f"filler {n}", "x" * 400)
    sql.event.remove(engine, "checkout", none)
    with engine.connect() as connection:
        there = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    sql.event.listen(engine, "checkout", some)
    yield
    sql.event.remove(engine, "checkout", some)
    sql.event.listen(engine, "checkout", many)


def scores(place: Place) -> list[int]:
    with place.reading() as connection:
        return [turn.score for turn in turns_of(connection, date.min, date.max)]


def test_a_turn_waits_until_the_league_has_room_and_is_there_once(
    hub: Flask, table: Flask, clock: SetClock
) -> None:
    tom = begun(hub)
    ann = joined(hub, tom, "Ann")
    place, desk = desk_of(hub).office.league.place, desk_of(table)
    with served(hub, table) as url:
        paired(table, tom, url)
        known_there(table, ann, "Ann")
        desk.presses.throw(desk.board().revision, [1, 1, 1, 2, 3, 4])
        desk.presses.play(desk.board().revision, "stop 1 1 1")
        with full(hub):
            for tried in range(1, 4):
                (delivery,) = sent(table, clock, minutes=20)
                assert (delivery.state, delivery.tries) == ("waiting", tried)
                assert FULL in delivery.answer
            assert scores(place) == []
            assert FULL in table.test_client().get("/league/reports").text
        for _ in range(3):
            assert [each.state for each in sent(table, clock, minutes=20)] == ["sent"]
    assert scores(place) == [1000]
    assert "1,000" in tom.get("/league/").text


def test_a_picture_for_which_there_was_no_room_is_brought_later(
    hub: Flask, table: Flask, clock: SetClock
) -> None:
    tom = begun(hub)
    desk = desk_of(table)
    with served(hub, table) as url:
        paired(table, tom, url)
        known_there(table, tom, "Tom")
        noise = np.random.default_rng(1).integers(0, 255, (360, 640, 3), np.uint8)
        desk.sightings.see(replace(roll((1, 1, 1, 2, 3, 4)), picture=noise))
        desk.presses.play(desk.board().revision, "stop 1 1 1")
        with full(hub, pages=12):
            (delivery,) = sent(table, clock)
            assert delivery.state == "waiting"
            assert "has the turn, and not all of its pictures" in delivery.answer
            assert scores(desk_of(hub).office.league.place) == [1000]
        (delivery,) = sent(table, clock, minutes=20)
        assert delivery.state == "sent"
    assert scores(desk_of(hub).office.league.place) == [1000]
    assert tom.get(f"/league/turns/{delivery.report.key}/0.jpg?large=1").data[:2] == b"\xff\xd8"


def test_people_read_on_and_what_they_bring_is_answered_with_a_sentence(hub: Flask, clock: SetClock) -> None:
    tom = begun(hub)
    ann = joined(hub, tom, "Ann")
    desk, league = desk_of(hub), desk_of(hub).office.league
    played(desk, "Kira")
    with league.place.reading() as connection:
        who = {each.name: each for each in accounts(connection)}
    theirs: list[Report] = []
    for n in range(4):
        theirs.append(report_of(turn_lines(random.Random(n), "Tom"), clock.at))
        assert league.report_own(who["Tom"], theirs[-1]).state == "taken"
        clock.go(days=1)
    new = report_of(turn_lines(random.Random(9), "Ann"), clock.at)
    with full(hub):
        pages = (
            "",
            "year/2026",
            f"players/{who['Tom'].id}",
            f"turns/{theirs[0].key}",
            "roll-call",
            "years",
            "me",
        )
        for page in pages:
            assert tom.get(f"/league/{page}").status_code == 200, page
        for page, form in (
            ("hand-over", {"turn": packed_of(new.body)}),
            (f"turns/{theirs[0].key}/comment", {"comment": "x" * 200}),
        ):
            answer = (ann if page == "hand-over" else tom).post(f"/league/{page}", data=form)
            assert answer.status_code == 507, page
            assert FULL in answer.text
            assert "Nothing was changed" in answer.text
            assert "Back to the league" in answer.text
    assert ann.post("/league/hand-over", data={"turn": packed_of(new.body)}).status_code == 303
    assert len(scores(league.place)) == 5
