"""Matches of all games from all tables: brought by themselves, once each, with corrections, after any time alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from leagued import SetClock, begun, desk_of, opened
from midnight_turns import midnight_turn, with_turns
from test_webui_league_hub import hub, paired, served, table

from engine.log import Match
from webui.league.bringing import AT_ONCE, Bringing
from webui.league.matches import MOST_LINES
from webui.storage.league_matches import BROUGHT
from webui.storage.saved import Change, Line

__all__ = ["hub", "table"]


def bring(table: Flask) -> int:
    """What the sender's thread does now and then."""
    office, desk = desk_of(table).office, desk_of(table)
    return Bringing(office.league.place, office.destinations, desk.store.matches).work()


def play(table: Flask, *scores: int) -> None:
    """A match of Midnight of one round at this table, to its end."""
    desk = desk_of(table)
    desk.presses.new(desk.board().revision, "midnight", ["Ann", "Bo"], rounds=1)
    for score in scores:
        throw, keep = midnight_turn(score)
        desk.presses.throw(desk.board().revision, [int(face) for face in throw.split()[1:]])
        desk.presses.play(desk.board().revision, keep)


def stored(hub: Flask) -> list[str]:
    with desk_of(hub).office.league.place.reading() as connection:
        return [row.lines[-1] for row in connection.execute(BROUGHT.select().order_by(BROUGHT.c.number))]


@pytest.fixture
def clock() -> SetClock:
    """Now: a match is begun by the clock of its machine."""
    return SetClock(datetime.now(UTC))


@pytest.fixture
def url(hub: Flask, table: Flask) -> Iterator[str]:
    """The league, served, with the table paired."""
    tom = begun(hub)
    with served(hub, table) as url:
        paired(table, tom, url)
        yield url


def test_a_match_that_is_over_is_brought_once_and_shown_with_its_tally(
    hub: Flask, table: Flask, clock: SetClock, url: str
) -> None:
    play(table, 20, 12)
    assert (bring(table), bring(table)) == (1, 0)
    page = tom_of(hub).get("/league/matches").text
    assert "Ann won" in page
    assert "Kitchen" in page
    assert "Ann leads with one win." in page


def tom_of(hub: Flask) -> FlaskClient:
    client = hub.test_client()
    client.post("/league/sign-in", data={"name": "Tom", "password": "three dice rolling"})
    return client


def test_a_match_that_is_being_played_is_not_brought_and_one_that_was_left_is(
    hub: Flask, table: Flask, url: str
) -> None:
    play(table, 20)
    assert bring(table) == 0
    play(table, 9)
    assert bring(table) == 1
    assert stored(hub) == [midnight_turn(20)[1]]


def test_undo_over_the_end_brings_the_match_again_and_the_newest_lines_stand(
    hub: Flask, table: Flask, url: str
) -> None:
    play(table, 20, 12)
    assert bring(table) == 1
    desk = desk_of(table)
    desk.presses.undo(desk.board().revision)
    desk.presses.play(desk.board().revision, midnight_turn(12)[1])
    assert bring(table) == 1
    assert len(stored(hub)) == 1
    with desk_of(hub).office.league.place.reading() as connection:
        (row,) = connection.execute(BROUGHT.select()).all()
    assert "undo" in row.lines


def test_a_table_that_was_alone_for_a_week_catches_up_with_every_match(hub: Flask, table: Flask) -> None:
    tom, store = begun(hub), desk_of(table).store
    lines = with_turns(Match.new("midnight", ["Ann", "Bo"], rounds=1), 20, 12).lines
    for _ in range(2 * AT_ONCE + 3):
        store.write(store.load(), Change(tuple(map(Line, lines)), new_match=True))
    with served(hub, table) as url:
        paired(table, tom, url)
    desk_of(table).office.destinations.wire.close()
    bringing = Bringing(desk_of(table).office.league.place, desk_of(table).office.destinations, store.matches)
    assert bringing.work() == 0, "the league is away"
    with served(hub, table) as url:
        desk_of(table).office.destinations.join_hub(url, desk_of(table).office.league.setting("hub_token"))
        assert bring(table) == 2 * AT_ONCE + 3
        assert bring(table) == 0
    assert len(stored(hub)) == 2 * AT_ONCE + 3


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        '{"number": 1, "begun": "2026-03-03T08:00:00+00:00", "lines": "game"}',
        '{"number": 0, "begun": "2026-03-03T08:00:00+00:00", "lines": []}',
        '{"number": 1, "begun": "tomorrow", "lines": ["game midnight", "players Ann Bo"]}',
        '{"number": 1, "begun": "2099-03-03T08:00:00+00:00", "lines": ["game midnight", "players Ann Bo"]}',
        '{"number": 1, "begun": "2026-03-03T08:00:00+00:00", "lines": ["game chess", "players Ann Bo"]}',
        '{"number": 1, "begun": "2026-03-03T08:00:00+00:00", "lines": ["game midnight", "players Ann", "keep 7"]}',
        json.dumps({"number": 1, "begun": "2026-03-03T08:00:00+00:00", "lines": ["undo"] * (MOST_LINES + 1)}),
        "[" * 5_000,
    ],
)
def test_what_is_no_match_is_refused_with_a_sentence(hub: Flask, table: Flask, url: str, body: str) -> None:
    far = desk_of(table).office.destinations.hub()
    assert far
    reply = far.ask("POST", "/league/api/matches", body or " ")
    assert (reply.status, "error" in reply.text) == (422, True)
    assert stored(hub) == []


def test_without_a_token_no_match_is_taken_and_without_an_account_none_is_shown(
    hub: Flask, tmp_path: Path
) -> None:
    begun(hub)
    assert hub.test_client().post("/league/api/matches", data="{}").status_code == 401
    assert hub.test_client().get("/league/matches").status_code == 303


def test_morning_roll_is_left_out_while_the_league_is_closed(tmp_path: Path, clock: SetClock) -> None:
    app = opened(tmp_path, clock)
    clock.at = clock.at.replace(hour=12)
    tom, desk = begun(app), desk_of(app)
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1, off_table="bust")
    desk.presses.throw(desk.board().revision, [2, 2, 3, 3, 4, 6])
    assert "Morning Roll" in tom.get("/league/matches").text.split("<main")[1]
    clock.at = clock.at.replace(hour=22)
    night = tom.get("/league/matches").text.split("<main")[1]
    assert "No match was played" in night
    assert "Morning Roll is shown while the league is open." in night
    desk.close()
