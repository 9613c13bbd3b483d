"""Attacks on a league at every address it has: other sites, strangers, a closed day, replays, guessed codes."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from flask import Flask
from flask.testing import FlaskClient
from leagued import SetClock, app, begun, desk_of, joined, report_of, reported, turn_lines
from test_webui_league_open import ask, token
from werkzeug.routing import Rule

from webui.config import Settings
from webui.hub import create_hub
from webui.league import tries
from webui.league.place import new_key
from webui.storage.league import TURNS

__all__ = ["app"]
CHANGES = {"POST", "PUT", "PATCH", "DELETE"}
ELSEWHERE = ({"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, {"Origin": "null"})
OF_THE_TABLE = {"/league/reports", "/league/faces", "/league/hub"}
"""Pages of the table itself: whoever stands there reads them. A league without a table has none of them."""


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


def filled(app: Flask, rule: Rule, **known: Any) -> str:
    """The path of this address; what is not known is 1."""
    with app.test_request_context():
        values: dict[str, Any] = {name: known.get(name, 1) for name in rule.arguments}
        return app.url_for(rule.endpoint, **values)


def addresses(app: Flask, methods: set[str]) -> Iterator[tuple[str, Rule]]:
    """Each address of the league, with each of these methods that it takes."""
    for rule in app.url_map.iter_rules():
        if str(rule).startswith("/league"):
            yield from ((method, rule) for method in sorted(methods & (rule.methods or set())))


def test_another_site_can_change_nothing_at_any_address(app: Flask) -> None:
    tom = begun(app)
    asked = [(method, filled(app, rule)) for method, rule in addresses(app, CHANGES)]
    assert len(asked) > 40
    for headers in ELSEWHERE:
        answers = {path: tom.open(path, method=method, headers=headers).status_code for method, path in asked}
        assert set(answers.values()) == {403}, answers


def test_another_site_can_change_nothing_at_a_league_without_a_table(tmp_path: Path) -> None:
    hub = create_hub(Settings(data=tmp_path, camera="none"))
    asked = [(method, filled(hub, rule)) for method, rule in addresses(hub, CHANGES)]
    assert not OF_THE_TABLE & {path for _, path in asked}
    for headers in ELSEWHERE:
        answers = [hub.test_client().open(path, method=method, headers=headers) for method, path in asked]
        assert {answer.status_code for answer in answers} == {403}


def telling(app: Flask, client: FlaskClient, key: str, account: str) -> set[str]:
    """The pages that tell this one the player or the score."""
    day = dict.fromkeys(("day", "text"), "2026-03-03") | dict.fromkeys(("number", "year"), 2026)
    known = {"turn": key, "account": account, "n": 0, **day}
    found = set()
    for _, rule in addresses(app, {"GET"}):
        with client.get(filled(app, rule, **known)) as answer:
            if re.search(rb"Tomasina|1,000|\D1000\D", answer.data):
                found.add(answer.request.path)
    return found


def test_no_address_tells_a_stranger_who_plays_and_nobody_of_a_closed_day(
    app: Flask, clock: SetClock
) -> None:
    tom = begun(app, name="Tomasina")
    key, account = reported(app, tom, clock, "Tomasina")
    ann = joined(app, tom, "Ann")
    assert len(telling(app, ann, key, account) - OF_THE_TABLE) > 4, "an open day is read"
    assert telling(app, app.test_client(), key, account) <= OF_THE_TABLE
    clock.go(hours=11)
    assert telling(app, ann, key, account) <= OF_THE_TABLE
    assert telling(app, app.test_client(), key, account) <= OF_THE_TABLE


def test_a_report_that_somebody_replays_or_changes_is_there_once_as_it_was(
    app: Flask, clock: SetClock
) -> None:
    tom = begun(app)
    toms, anns = token(tom, "report"), token(joined(app, tom, "Ann"), "report")
    facts = json.loads(report_of(turn_lines(random.Random(1), "Tom"), clock.at).body)
    body, renamed = json.dumps(facts), json.dumps(facts | {"key": new_key()})
    assert ask(app, "/turns", toms, body).status_code == 200
    for secret, again, sentence in (
        (anns, body, "under this key"),
        (toms, json.dumps(facts | {"comment": "changed"}), "under this key"),
        (toms, renamed, "already rolled today"),
    ):
        answer = ask(app, "/turns", secret, again)
        assert (answer.status_code, sentence in answer.text) == (422, True), answer.text
    clock.go(days=1)
    assert ask(app, "/turns", toms, body).status_code == 200, "taken before, and written no second time"
    assert "too late" in ask(app, "/turns", toms, renamed).text
    with desk_of(app).office.league.place.reading() as connection:
        (turn,) = connection.execute(sql.select(TURNS)).all()
    assert (turn.id, turn.comment, turn.day) == (facts["key"], "", "2026-03-03")


def test_guessing_the_code_for_a_new_password_ends_and_tells_nobody_who_plays(app: Flask) -> None:
    begun(app)
    form = {"code": "BCDFGHJKLMNP", "password": "another three words"}

    def guessed(name: str, n: int) -> tuple[int, str]:
        headers = {"X-Forwarded-For": f"10.0.0.{n}"}
        answer = app.test_client().post("/league/renew", data={**form, "name": name}, headers=headers)
        return answer.status_code, re.sub(r'data-now="[^"]*"', "", answer.text).replace(name, "NAME")

    tom, tim = ([guessed(name, n) for n in range(12)] for name in ("Tom", "Tim"))
    assert tom == tim
    assert [status for status, _ in tom] == [404] * 10 + [429] * 2
    assert [guessed(f"P{n}", n)[0] for n in range(30)][-1] == 429, "other names from the same place, too"


def test_who_reports_too_fast_gets_as_many_through_as_one_may_however_often_they_ask(
    app: Flask, clock: SetClock
) -> None:
    taken = []
    with desk_of(app).office.league.place.writing() as connection:
        for _ in range(180):
            counted = [
                tries.count_try(connection, clock.at, tries.REPORTING, "table", "x") for _ in range(20)
            ]
            taken.append(counted.count(False))
            clock.go(seconds=1)
    assert [sum(taken[n : n + 60]) for n in (0, 60, 120)] == [600] * 3
