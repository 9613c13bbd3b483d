"""Players join and leave between matches, and a guest is forgotten after the match."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from plain_browser import PlainBrowser

from webui.desk import Desk
from webui.match.guests import FILE, MOST, Guests


def post(app: Flask, desk: Desk, **fields: object) -> int:
    return (
        app.test_client().post("/match/new", data={"revision": desk.board().revision, **fields}).status_code
    )


def finished(app: Flask, desk: Desk, *players: str, **fields: object) -> None:
    """A match of one round of these players, which the first has won."""
    assert post(app, desk, game="morning-roll", rounds=1, player=list(players), **fields) == 303
    for number in range(len(players)):
        desk.presses.throw(desk.board().revision, (1, 1, 2, 3, 4, 6))
        desk.presses.play(desk.board().revision, "stop 1" if number else "stop 1 1")
    assert desk.board().state.outcome is not None  # type: ignore[union-attr]


def offered(app: Flask) -> list[str]:
    """The names that the start page knows: in a seat, or to be seated with one tap."""
    page = PlainBrowser(app.test_client()).open("/")
    seats = [each["value"] for each in page.all("input", name="player") if each["value"]]
    return [*seats, *(each["value"] for each in page.all("button", name="seat"))]


def test_a_rematch_is_of_those_who_play_on_and_of_whoever_joins(app: Flask, desk: Desk) -> None:
    finished(app, desk, "Ann", "Bo", "Cy")
    page = PlainBrowser(app.test_client()).open("/table")
    stays = [
        each["value"] for each in page.all("input", name="player", type="checkbox") if each.has("checked")
    ]
    assert stays == ["Ann", "Bo", "Cy"]
    assert post(app, desk, game="morning-roll", rounds=1, player=["Ann", "Cy", " Dee ", ""]) == 303
    assert desk.board().players == ("Ann", "Cy", "Dee")


@pytest.mark.parametrize(
    ("begins", "players", "first"),
    [
        ("3", ["Ann", "Cy"], "Cy"),
        ("2", ["Ann", "Cy"], "Cy"),
        ("2", ["Ann", "Bo", "Cy", "Dee"], "Bo"),
        ("3", ["Ann", "Bo"], "Ann"),
        ("1", ["Dee", "Eve"], "Dee"),
    ],
)
def test_who_was_chosen_to_begin_begins_though_the_seats_have_changed_or_else_the_next_who_plays_on(
    app: Flask, desk: Desk, begins: str, players: list[str], first: str
) -> None:
    finished(app, desk, "Ann", "Bo", "Cy")
    fields = {"was": ["Ann", "Bo", "Cy"], "begins": begins, "player": players}
    assert post(app, desk, game="morning-roll", rounds=1, **fields) == 303
    state = desk.board().state
    assert state is not None
    assert state.player == first


def test_a_guest_plays_and_is_forgotten_and_who_comes_again_under_their_name_is_not(
    app: Flask, desk: Desk
) -> None:
    finished(app, desk, "Ann", "Bo")
    finished(app, desk, "Ann", "Gus", guests="yes")
    assert desk.guests.of(desk.board().match) == {"Gus"}, "Ann was known"
    page = PlainBrowser(app.test_client()).open("/table")
    assert [each["value"] for each in page.all("input", name="guest")] == ["Gus"]
    assert offered(app) == ["Ann", "Bo"]
    assert "Gus" in PlainBrowser(app.test_client()).open("/history").one("main").words, (
        "the match is as it was"
    )
    finished(app, desk, "Ann", "Gus", guest="Gus")
    assert offered(app) == ["Ann", "Bo"], "a rematch makes nobody known"
    finished(app, desk, "Ann", "Gus")
    assert offered(app) == ["Ann", "Gus", "Bo"]


@pytest.mark.parametrize("typed", ["Gus ", "G\u200bus", " Gus"])
def test_a_guest_is_forgotten_however_the_name_was_typed(app: Flask, desk: Desk, typed: str) -> None:
    assert post(app, desk, player=[typed], guest=typed) == 303
    assert desk.guests.of(desk.board().match) == {"Gus"}


def test_guests_are_known_after_a_restart_and_those_of_old_matches_are_let_go(tmp_path: Path) -> None:
    guests = Guests(tmp_path)
    for match in range(1, MOST + 3):
        guests.put(match, ["Gus"])
    again = Guests(tmp_path)
    assert (again.of(1), again.of(2), again.of(3)) == (frozenset(), frozenset(), {"Gus"})
    assert again.of(None) == frozenset()


@pytest.mark.parametrize("spoilt", ["", "[]", "{", '{"x": 1}', '{"1": 7}'])
def test_a_spoilt_list_of_guests_knows_none(tmp_path: Path, spoilt: str) -> None:
    (tmp_path / FILE).write_text(spoilt, encoding="utf-8")
    assert Guests(tmp_path).of(1) == frozenset()


@pytest.mark.parametrize(
    ("game", "option", "value"),
    [("morning-roll", "variant", "2-4-24"), ("midnight", "dice", "own"), ("420", "rounds", "3")],
)
def test_an_option_of_another_game_is_a_sentence_unless_it_names_its_game_as_the_form_does(
    app: Flask, desk: Desk, game: str, option: str, value: str
) -> None:
    fields = {"game": game, "player": ["Ann", "Bo"], "revision": desk.board().revision}
    answer = app.test_client().post("/match/new", data={**fields, option: value})
    assert answer.status_code == 400
    assert f"has no option &#39;{option}&#39;. Nothing was changed." in answer.get_data(as_text=True)
    assert desk.board().match is None
    assert post(app, desk, **{**fields, f"midnight.{option}": value, "first": "seats"}) in (303, 422)


def test_twelve_names_alike_are_one_sentence(app: Flask, desk: Desk) -> None:
    answer = app.test_client().post(
        "/match/new",
        data={
            "game": "midnight",
            "player": ["Ann", " Ann ", *["Ann"] * 10],
            "revision": desk.board().revision,
        },
    )
    assert answer.status_code == 422
    assert desk.board().match is None
    said = PlainBrowser(app.test_client())
    said.open("/")
    assert said.press("Start", player=["Ann", "Ann "]).one("p", class_="refused").words


def test_nobody_left_to_play_is_a_sentence_and_changes_nothing(app: Flask, desk: Desk) -> None:
    finished(app, desk, "Ann", "Bo")
    before = desk.board()
    assert post(app, desk, game="morning-roll", rounds=1, player=[""], was=["Ann", "Bo"], begins="1") == 422
    assert post(app, desk, game="midnight", player=["Ann", "Ann"], was=["Ann", "Bo"], begins="9") == 422
    assert desk.board() == before


def test_start_with_nobody_named_leads_to_the_first_field(app: Flask) -> None:
    browser = PlainBrowser(app.test_client())
    browser.open("/")
    page = browser.press("Start", player=["", ""])
    first, second = page.all("input", name="player")
    assert first.has("autofocus")
    assert page.one("p", id=first["aria-describedby"]).words.startswith("Name at least 1 player")
    assert not second.has("autofocus")
