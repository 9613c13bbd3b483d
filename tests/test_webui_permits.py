"""Who may press: at an open table everybody but watchers; else those alone who have joined, each by its role."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui.desk import Desk
from webui.pairing import Pairing
from webui.permits import FREE

PLAY = "/match/by-throw"
HOST = "/setup/steps/later"


def joined(app: Flask, desk: Desk, use: str) -> tuple[FlaskClient, str]:
    """A phone that joined for this use, and where it was led."""
    client = app.test_client()
    letters = desk.pairing.letters()[0]
    answer = client.post("/phone/join", data={"letters": letters, "name": use, "role": use})
    return client, answer.headers.get("Location", "")


def may(client: FlaskClient, address: str) -> bool:
    answer = client.post(address, data={"on": "yes"})
    assert answer.status_code in (303, 403)
    return answer.status_code == 303


@pytest.mark.parametrize(
    ("use", "place", "plays"),
    [("hand", "/table", True), ("board", "/wall", False), ("guest", "/table", False)],
)
def test_a_phone_is_led_to_what_it_is_for_and_only_players_press(
    app: Flask, desk: Desk, use: str, place: str, plays: bool
) -> None:
    phone, led = joined(app, desk, use)
    assert led == place
    assert may(phone, PLAY) is plays


def test_at_a_closed_table_a_stranger_only_looks_a_player_plays_and_the_host_does_all(
    app: Flask, desk: Desk
) -> None:
    stranger, host = app.test_client(), app.test_client()
    player, _ = joined(app, desk, "hand")
    assert may(stranger, HOST)
    host.post("/camera/admit", data={"all": "no"})
    assert [(may(each, PLAY), may(each, HOST)) for each in (stranger, player, host)] == [
        (False, False),
        (True, False),
        (True, True),
    ]
    assert stranger.get("/").status_code == 200
    assert "only looks on" in stranger.post(PLAY, headers={"Accept": "application/json"}).json["error"]  # type: ignore[index]
    assert stranger.post("/camera/admit", data={"all": "yes"}).status_code == 403
    mark = next(each.mark for each in desk.pairing.phones() if each.name == "hand")
    host.post("/camera/role", data={"mark": mark, "role": "host"})
    assert may(player, HOST)
    host.post("/camera/role", data={"mark": mark, "role": "watcher"})
    assert not may(player, PLAY)
    host.post("/camera/admit", data={"all": "yes"})
    assert may(stranger, HOST)
    assert not may(player, PLAY)


def test_a_watcher_is_no_camera(app: Flask, desk: Desk) -> None:
    guest, _ = joined(app, desk, "guest")
    assert guest.post("/phone/camera").status_code == 403
    assert guest.post("/phone/frame", data=b"").status_code == 403
    assert "Which table?" in guest.get("/phone").text


def test_roles_outlive_a_restart_and_phones_of_before_there_were_any_are_players(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    path.write_text(json.dumps([{"mark": "x", "name": "Bo"}]))
    pairing = Pairing(path)
    assert (pairing.phones()[0].role, pairing.open) == ("player", True)
    secret = pairing.admit(False, "")
    again = Pairing(path)
    assert (again.open, again.role(secret), again.role("none")) == (False, "host", "watcher")


@pytest.mark.parametrize("role", ["", "king", "HOST"])
def test_no_role_that_there_is_not(app: Flask, desk: Desk, role: str) -> None:
    assert app.test_client().post("/camera/role", data={"mark": "x", "role": role}).status_code == 400


@pytest.mark.parametrize(
    "address",
    [
        "/dice/new",
        "/dice/1/remove",
        "/dice/1/forget",
        "/league/hold",
        "/league/faces/forget",
        "/league/clock",
    ],
)
def test_who_looks_on_changes_neither_the_dice_nor_what_the_table_reports(
    app: Flask, desk: Desk, address: str
) -> None:
    guest, _ = joined(app, desk, "guest")
    hand, _ = joined(app, desk, "hand")
    desk.school.sets.make("bone")
    before = desk.school.sets.all()
    assert guest.post(address, data={"name": "evil", "all": "yes"}).status_code == 403
    assert desk.school.sets.all() == before
    assert hand.post(address, data={"name": "ours", "all": "yes"}).status_code != 403


@pytest.mark.parametrize("address", ["/league/hub", "/league/hub/leave", "/league/begin"])
def test_only_a_host_opens_a_league_or_joins_the_table_to_one(app: Flask, desk: Desk, address: str) -> None:
    hand, _ = joined(app, desk, "hand")
    host = app.test_client()
    host.post("/camera/admit", data={"all": "no"})
    assert hand.post(address).status_code == 403
    assert host.post(address).status_code != 403


def test_who_looks_on_may_post_to_nothing_but_what_is_free(app: Flask, desk: Desk) -> None:
    guest, _ = joined(app, desk, "guest")
    posts = [rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    ours = [re.sub("<[^>]*>", "1", rule) for rule in posts if not rule.startswith(FREE)]
    assert len(ours) > 40
    assert [rule for rule in ours if guest.post(rule).status_code != 403] == []
