"""Who is next on a planned evening: whoever has waited longest, worked out from the lines, said once, one tap away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_browser import PlainBrowser

from engine.log import Match
from webui.desk import Desk
from webui.match.plan import Plan, Plans
from webui.page.evening import APART
from webui.page.next_up import next_of
from webui.page.past import Past

HIGH, LOW = (1, 4, 6, 6, 5, 5), (1, 4, 2, 2, 2, 2)
PUB = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def agree(client: FlaskClient, present: str, game: str = "midnight", seats: int = 2, count: int = 3) -> int:
    form = {"present": present.split(), "game": game, "seats": str(seats), "count": str(count)}
    return client.post("/evening/plan", data=form).status_code


def start_next(desk: Desk, client: FlaskClient) -> tuple[str, ...]:
    answer = client.post("/match/next", data={"revision": str(desk.board().revision)})
    assert answer.status_code == 303
    return desk.board().players


def finish(desk: Desk) -> None:
    """The match on the table to its end, everyone keeping all six of one throw, the first of them the best."""
    faces = HIGH
    while (state := desk.board().state) and not state.outcome:
        if state.to_throw:
            desk.presses.throw(desk.board().revision, faces)
        desk.presses.play(desk.board().revision, f"keep {' '.join(map(str, desk.board().state.thrown))}")
        faces = LOW


def said(desk: Desk, id_: str) -> list[str]:
    """The captions of the calls of this id, of all that was said."""
    calls = [call for each in desk.feed.recent() for call in each.heard["calls"]]
    return [call["full"][1] for call in calls if call["id"] == id_]


def test_an_evening_begins_with_a_call_of_how_many_matches_and_who_is_first(
    desk: Desk, client: FlaskClient
) -> None:
    assert agree(client, "Ann Bo Cy") == 303
    assert said(desk, "evening.begins") == ["The evening begins: 3 matches. First Ann and Bo, Midnight."]


def test_a_plan_that_is_changed_while_matches_wait_begins_no_evening_again(
    desk: Desk, client: FlaskClient
) -> None:
    agree(client, "Ann Bo Cy")
    agree(client, "Ann Bo Cy Dee", count=5)
    assert len(said(desk, "evening.begins")) == 1


def test_who_has_waited_longest_is_said_and_shown_when_a_match_is_over_and_plays_by_one_tap(
    app: Flask, desk: Desk, client: FlaskClient
) -> None:
    agree(client, "Ann Bo Cy")
    assert start_next(desk, client) == ("Ann", "Bo")
    finish(desk)
    assert said(desk, "evening.next") == ["Next: Ann and Cy, Midnight."]
    browser = PlainBrowser(app.test_client())
    for address in ("/table", "/", "/evening"):
        next_up = browser.open(address).one("section", class_="next-up")
        assert "Next: Ann and Cy" in next_up.words, address
        assert "Midnight, match 2 of 3. Bo waits." in next_up.words, address
    browser.press("Start it")
    assert desk.board().players == ("Ann", "Cy")


def test_nobody_is_next_after_the_last_match(desk: Desk, client: FlaskClient) -> None:
    agree(client, "Ann Bo", count=1)
    start_next(desk, client)
    finish(desk)
    assert said(desk, "evening.next") == []
    assert "Next: Ann" not in client.get("/table").text
    assert client.post("/match/next", data={"revision": str(desk.board().revision)}).status_code == 422


def test_a_win_that_is_taken_back_and_played_again_says_who_is_next_again_and_counts_once(
    desk: Desk, client: FlaskClient
) -> None:
    agree(client, "Ann Bo Cy")
    start_next(desk, client)
    finish(desk)
    desk.presses.undo(desk.board().revision)
    waits = desk.next_up()
    assert waits
    assert (waits.names, waits.number) == (("Ann", "Cy"), 2)
    finish(desk)
    waits = desk.next_up()
    assert waits
    assert (waits.names, waits.number) == (("Ann", "Cy"), 2)


def test_a_match_that_was_begun_otherwise_counts_too(desk: Desk, client: FlaskClient) -> None:
    agree(client, "Ann Bo Cy")
    desk.presses.new(desk.board().revision, "midnight", ["Bo", "Cy"], rounds=1, first="seats")
    finish(desk)
    waits = desk.next_up()
    assert waits
    assert (waits.names, waits.number) == (("Ann", "Bo"), 2)


def test_two_who_start_the_next_match_at_once_start_one(desk: Desk, client: FlaskClient) -> None:
    agree(client, "Ann Bo Cy")
    revision = str(desk.board().revision)
    answers = [client.post("/match/next", data={"revision": revision}).status_code for _ in range(2)]
    assert answers == [303, 409]
    assert desk.board().players == ("Ann", "Bo")


def test_the_plan_is_there_after_a_restart_and_a_spoilt_file_is_no_plan(tmp_path: Path) -> None:
    plan = Plan(3, PUB, "420", ("Ann", "Zoë"), 2, 4)
    Plans(tmp_path).agree(plan)
    assert Plans(tmp_path).now == plan
    Plans(tmp_path).agree(None)
    assert Plans(tmp_path).now is None
    for text in ("", "[]", '{"after": 1}', '{"after": "x"}'):
        (tmp_path / "evening.json").write_text(text, encoding="utf-8")
        assert Plans(tmp_path).now is None


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"present": []}, "Name at least 1 player"),
        ({"seats": "3"}, "3 are to play in a match, and 2 are here"),
        ({"seats": "0"}, "How many play in a match is a number from 1 to 12"),
        ({"count": "100"}, "How many matches is a number from 0 to 99"),
        ({"count": "ten"}, "How many matches is a number from 0 to 99"),
        ({"game": "chess"}, "none of them"),
        ({"game": "420", "seats": "1"}, "2 players"),
        ({"present": [f"Player {n}" for n in range(13)]}, "at most 12 players"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_a_sentence_and_the_one_before_stays(
    desk: Desk, client: FlaskClient, wrong: dict[str, object], sentence: str
) -> None:
    agree(client, "Ann Bo")
    before = desk.plans.now
    form = {"present": ["Ann", "Bo"], "game": "midnight", "seats": "2", "count": "3", "more": "", **wrong}
    answer = client.post("/evening/plan", data=form)
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert desk.plans.now == before


def test_names_that_are_typed_join_those_with_a_tick_and_one_written_twice_is_one(
    desk: Desk, client: FlaskClient
) -> None:
    form = {"present": ["Ann"], "more": " Bo , Ann,,Zoë ", "game": "midnight", "seats": "2", "count": "3"}
    client.post("/evening/plan", data=form)
    plan = desk.plans.now
    assert plan
    assert plan.present == ("Ann", "Bo", "Zoë")


def match_of(number: int, begun: datetime, players: tuple[str, ...]) -> Past:
    turn = ("throw 1 4 6 6 5 5", "keep 1 4 6 6 5 5")
    lines = ("game midnight rounds=1 first=seats", f"players {' '.join(players)}", *turn * len(players))
    return Past(number, begun, lines, Match.from_lines(lines))


def test_an_evening_that_is_over_by_the_clock_has_no_next_match() -> None:
    plan = Plan(0, PUB, "midnight", ("Ann", "Bo"), 2, 3)
    last = match_of(1, PUB + timedelta(hours=4), ("Ann", "Bo"))
    assert next_of(plan, [last], 1, last.begun + APART)
    assert next_of(plan, [last], 1, last.begun + APART + timedelta(seconds=1)) is None
    assert next_of(plan, [], None, PUB + APART + timedelta(seconds=1)) is None


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 8), st.data())
def test_whoever_stays_the_whole_evening_plays_as_often_as_anybody_to_within_one(
    people: int, data: st.DataObject
) -> None:
    present = tuple("ABCDEFGH"[:people])
    seats = data.draw(st.integers(1, people))
    plan, past = Plan(0, PUB, "midnight", present, seats, 99), list[Past]()
    for number in range(1, 13):
        waits = next_of(plan, past, None, PUB)
        assert waits
        assert waits.number == number
        assert len(waits.names) == seats
        assert set(waits.names) | set(waits.waiting) == set(present)
        past.insert(0, match_of(number, PUB + timedelta(minutes=number), waits.names))
    played = [sum(name in each.state.players for each in past if each.state) for name in present]
    assert max(played) - min(played) <= 1
