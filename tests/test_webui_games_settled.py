"""What was tried as a new user would, and settled: rematches, stakes of nothing, who throws next, the pot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from plain_browser import PlainBrowser

from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk

GOOD, LOW, NONE = "1 4 6 6 6 6", "1 4 2 2 2 2", "2 2 2 2 2 2"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(Settings(data=tmp_path_factory.mktemp("data"), camera="none"))
    yield app
    app.extensions["rollcall"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def desk(app: Flask) -> Desk:
    found = app.extensions["rollcall"]
    assert isinstance(found, Desk)
    return found


def post(client: FlaskClient, desk: Desk, to: str, **fields: object) -> int:
    data = {"revision": desk.board().revision, **fields}
    return client.post(f"/match/{to}", data=data, headers={"Accept": "application/json"}).status_code


def turn(client: FlaskClient, desk: Desk, faces: str) -> None:
    assert post(client, desk, "throw", faces=faces) == 200
    assert post(client, desk, "keep", faces=faces) == 200


def rematch(app: Flask) -> PlainBrowser:
    browser = PlainBrowser(app.test_client())
    browser.open("/table")
    browser.press("Rematch")
    return browser


@pytest.mark.parametrize(
    ("first", "begins"), [("winner", "Ann"), ("loser", "Bo"), ("next", "Bo"), ("seats", "Bo"), ("lot", None)]
)
def test_a_rematch_begins_by_the_rule_of_the_match_and_hands_it_on(
    app: Flask, client: FlaskClient, desk: Desk, first: str, begins: str | None
) -> None:
    post(client, desk, "new", game="midnight", player=["Ann", "Bo"], rounds=1)
    turn(client, desk, GOOD)
    turn(client, desk, LOW)
    post(client, desk, "new", game="midnight", player=["Ann", "Bo"], rounds=1, first=first, begins=1)
    for _ in range(2):
        player = desk.board().state
        assert player is not None
        turn(client, desk, GOOD if player.player == "Ann" else LOW)
    page = rematch(app).page
    if begins is not None:
        assert page.one("h1").words == f"{begins}, six dice."
    kept = dict(desk.board().options)["first"]
    assert kept == (first if first in ("winner", "loser", "next") else "seats")


def test_whoever_is_chosen_for_a_rematch_begins_it_whatever_the_rule(client: FlaskClient, desk: Desk) -> None:
    post(client, desk, "new", game="midnight", player=["Ann", "Bo"], rounds=1)
    turn(client, desk, GOOD)
    turn(client, desk, LOW)
    fields = {"game": "midnight", "player": ["Ann", "Bo"], "first": "winner"}
    assert post(client, desk, "new", **fields, begins=2) == 200
    assert desk.board().state.player == "Bo"  # type: ignore[union-attr]
    for nobody in ("99", "3", "0", "x", ""):
        assert post(client, desk, "new", **fields, begins=nobody) == 422, nobody
    assert post(client, desk, "new", **fields, begins="lot") == 200
    assert dict(desk.board().options)["first"] == "lot"


@pytest.mark.parametrize("stake", ["", "0", "101", "x"])
def test_where_nothing_is_at_stake_the_stake_may_be_anything(
    client: FlaskClient, desk: Desk, stake: str
) -> None:
    fields = {"game": "midnight", "player": ["Ann", "Bo"], "midnight.stake": stake}
    assert post(client, desk, "new", **fields, **{"midnight.stake_in": "nothing"}) == 200
    assert post(client, desk, "new", **fields) == 200
    assert post(client, desk, "new", **fields, **{"midnight.stake_in": "coins"}) == 422


def test_what_lies_in_the_pot_is_beside_the_dial_and_on_the_wall(client: FlaskClient, desk: Desk) -> None:
    fields = {"rounds": 3, "ties": "carry", "stake_in": "coins", "stake": 3}
    post(client, desk, "new", game="midnight", player=["Ann", "Bo"], **fields)
    for pot in ("6", "12"):
        assert f'<b class="pot">{pot} coins in the pot.</b>' in client.get("/table").text
        assert f"Bo throws next · {pot} coins in the pot · Round" in client.get("/wall").text
        turn(client, desk, GOOD)
        turn(client, desk, GOOD)
    assert "1 · carried" in client.get("/table").text
    turn(client, desk, GOOD)
    assert "throws next" not in client.get("/wall").text, "it is the last turn of the match"


def test_one_coin_won_is_one_coin(client: FlaskClient, desk: Desk) -> None:
    post(client, desk, "new", game="midnight", player=["Ann", "Bo"], rounds=1, stake_in="coins")
    turn(client, desk, GOOD)
    turn(client, desk, LOW)
    page = client.get("/table").text
    assert "24 points in all, +1 coin<" in page
    assert "8 points in all, −1 coin<" in page


def test_who_is_out_is_never_said_to_throw_next(client: FlaskClient, desk: Desk) -> None:
    post(client, desk, "new", game="420", player=["Ann", "Bo", "Cy"], first="seats")
    for faces in ("1 1 1 1", "6 5 5 4", "1 1 1 1"):
        assert post(client, desk, "throw", faces=faces) == 200
    wall = client.get("/wall").text
    assert "<bdi>Ann</bdi></h1>" in wall
    assert "Cy throws next" in wall


def test_winners_who_are_many_are_counted_and_few_are_named(client: FlaskClient, desk: Desk) -> None:
    for players, title in (
        (["Ann", "Bo", "Cy"], "Ann, Bo and Cy win together"),
        (["Ann", "Bo", "Cy", "Di"], "Four players win together"),
        ([f"P{n}" for n in range(8)], "8 players win together"),
    ):
        post(client, desk, "new", game="midnight", player=players, rounds=1)
        for _ in players:
            turn(client, desk, GOOD)
        assert f"<span>{title}</span>" in client.get("/table").text


def test_one_round_is_one_round_in_the_options(client: FlaskClient) -> None:
    assert "1 round<" in client.get("/?game=midnight&midnight.rounds=1").text
    assert "2 rounds<" in client.get("/?game=midnight&midnight.rounds=2").text
