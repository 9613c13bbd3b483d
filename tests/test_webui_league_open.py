"""The league for programs: OpenAPI, tokens, feed, webhooks; what is one's own is taken along, or ends."""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import json
import random
import re
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
import schemathesis
import sqlalchemy as sql
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from leagued import PASSWORD, SetClock, app, begun, desk_of, joined, report_of, turn_lines
from PIL import Image
from werkzeug.test import TestResponse

from webui.league import chain, feed, hooks, proofs
from webui.league.house import keep_house
from webui.league.league import League
from webui.league.secret import mark_of
from webui.league.wire import Wire
from webui.storage.league import ACCOUNTS, DEVICES, PICTURES, TURNS

__all__ = ["app"]

API = "/league/api/v1"


@pytest.fixture
def league(app: Flask) -> League:
    return desk_of(app).office.league


@pytest.fixture
def tom(app: Flask) -> FlaskClient:
    return begun(app)


def token(client: FlaskClient, *scopes: str, days: int = 30) -> str:
    """A token of whoever is signed in there."""
    form = {"name": "a program", "days": str(days), **dict.fromkeys(scopes, "yes")}
    page = client.post("/league/me/tokens", data=form).text
    found = re.search(r"shown once: <code>([\w-]+)</code>", page)
    assert found, page
    return found[1]


def ask(app: Flask, path: str, secret: str, body: str = "") -> TestResponse:
    headers = {"Authorization": f"Bearer {secret}"}
    client = app.test_client()
    if body:
        return client.post(f"{API}{path}", data=body, headers=headers)
    return client.get(f"{API}{path}", headers=headers)


def reported(app: Flask, secret: str, clock: SetClock, seed: int = 1, **more: object) -> str:
    """A turn that a program reports; its key."""
    report = report_of(turn_lines(random.Random(seed), by=" by=hand"), clock.at, **more)  # type: ignore[arg-type]
    answer = ask(app, "/turns", secret, report.body)
    assert answer.status_code == 200, answer.text
    return report.key


def test_a_program_reports_a_turn_once_and_reads_it_in_day_year_turn_and_feed(
    app: Flask, tom: FlaskClient, clock: SetClock
) -> None:
    secret = token(tom, "read", "report")
    report = report_of(turn_lines(random.Random(1), by=" by=hand"), clock.at)
    for _ in range(2):
        assert ask(app, "/turns", secret, report.body).json == {
            "state": "taken",
            "sentence": f"The league has {report.score:,} for Tom.",
            "turn": report.key,
        }
    other = report_of(turn_lines(random.Random(2), by=" by=hand"), clock.at)
    assert ask(app, "/turns", secret, other.body).status_code == 422
    clock.go(seconds=3)
    (row,) = ask(app, "/days/2026-03-03", secret).json["turns"]
    assert (row["id"], row["player"], row["points"], row["dice"]) == (
        report.key,
        "Tom",
        report.score,
        "typed",
    )
    (stands,) = ask(app, "/years/2026", secret).json["standings"]
    assert (stands["place"], stands["total"], stands["turns"]) == (1, report.score, 1)
    assert ask(app, f"/turns/{report.key}", secret).json["lines"] == list(report.lines)
    told = ask(app, "/feed", secret).json
    assert [(each["id"], each["points"]) for each in told["entries"]] == [
        (f"turn-{report.key}", report.score)
    ]
    assert ask(app, f"/feed?after={told['after']}", secret).json == {"entries": [], "after": told["after"]}
    assert ask(app, "/me", secret).json["name"] == "Tom"


def test_a_token_does_what_its_scopes_say_until_it_is_taken_away_or_too_old(
    app: Flask, tom: FlaskClient, clock: SetClock
) -> None:
    reading, reporting = token(tom, "read", days=2), token(tom, "report")
    body = report_of(turn_lines(random.Random(1)), clock.at).body
    assert ask(app, "/turns", reading, body).status_code == 403
    assert ask(app, "/feed", reporting).status_code == 403
    assert ask(app, "/feed", reading).status_code == 200
    for nobodys in ("", "x", reading[:-1], reading + "x", "0" * 5000):
        assert ask(app, "/feed", nobodys).status_code == 401
    page = tom.get("/league/me").text
    first = re.findall(r'name="token" value="(\w+)"', page)
    ann = joined(app, tom, "Ann")
    ann.post("/league/me/tokens/away", data={"token": first[1]})
    assert ask(app, "/turns", reporting, body).status_code == 200, "another player takes no token away"
    tom.post("/league/me/tokens/away", data={"token": first[1]})
    assert ask(app, "/turns", reporting, body).status_code == 401
    clock.go(days=2, seconds=1)
    assert ask(app, "/feed", reading).status_code == 401


def test_a_program_sees_nothing_of_a_closed_day(app: Flask, tom: FlaskClient, clock: SetClock) -> None:
    secret = token(tom, "read", "report")
    key = reported(app, secret, clock)
    clock.go(hours=11)
    for path in ("/days/2026-03-03", "/years/2026", f"/turns/{key}", "/feed", "/feed/stream"):
        answer = ask(app, path, secret)
        assert answer.status_code == 403
        assert key not in answer.text
    assert ask(app, "/me", secret).json["open"] is False


def test_a_program_reports_nobodys_turn_but_its_players_and_no_score_that_does_not_follow(
    app: Flask, tom: FlaskClient, clock: SetClock
) -> None:
    secret = token(tom, "report")
    facts = json.loads(report_of(turn_lines(random.Random(1)), clock.at).body)
    forged = (
        {"score": facts["score"] + 50},
        {"mark": "camera", "lines": ["x"]},
        {"ended": "2026-03-03T23:00:00+00:00"},
    )
    for change in forged:
        assert ask(app, "/turns", secret, json.dumps(facts | change)).status_code == 422
    assert ask(app, "/turns", secret, "[" * 30_000).status_code == 422
    assert ask(app, "/turns", secret, "x" * 100_000).status_code == 413
    assert ask(app, "/turns", secret, json.dumps(facts)).status_code == 200
    row = desk_of(app).office.league
    with row.place.reading() as connection:
        (turn,) = connection.execute(sql.select(TURNS)).all()
    assert turn.mark == "typed", "that a camera has seen it is not believed of a program"


def test_the_feed_tells_each_entry_once_in_order_however_it_is_cut(
    app: Flask, tom: FlaskClient, league: League, clock: SetClock
) -> None:
    secret = token(tom, "read")
    names = ["Ann", "Bo", "Cy", "Di"]
    own = [token(joined(app, tom, name), "report") for name in names]
    keys = [reported(app, each, clock, seed) for seed, each in enumerate(own)]
    for key in keys[:2]:
        tom.post(f"/league/turns/{key}/internet", data={"reason": "an app"})
    clock.go(seconds=3)
    with league.place.reading() as connection:
        whole = feed.entries(connection, clock.at)
    assert len(whole) == 6
    after, cut = "", []
    for _ in range(6):
        page = ask(app, f"/feed?most=1&after={after}", secret).json
        cut += page["entries"]
        after = page["after"]
    assert [each["id"] for each in cut] == [each.id for each in whole]
    assert len({each["id"] for each in cut}) == 6
    for wrong in (
        "x",
        "2026~turn",
        "2026-03-03T09:00:00.000Z~act-x",
        "~act-1",
        "2026-03-03~act-" + "9" * 40,
    ):
        assert ask(app, f"/feed?after={wrong}", secret).status_code == 422


def test_the_stream_goes_on_after_the_last_event_that_its_reader_has(
    app: Flask, tom: FlaskClient, clock: SetClock
) -> None:
    secret = token(tom, "read", "report")
    key = reported(app, secret, clock)
    clock.go(seconds=3)
    headers = {"Authorization": f"Bearer {secret}", "Last-Event-ID": "2026-03-03T00:00:00.000Z~act-0"}
    with app.test_client().get(f"{API}/feed/stream", headers=headers, buffered=False) as stream:
        assert stream.status_code == 200
        first = next(iter(stream.response)).decode()  # type: ignore[call-overload]
    assert first.startswith("event: turn\nid: 2026-03-03T09:00:00.000Z~turn-")
    assert json.loads(first.split("data: ")[1])["turn"] == key


class Ear:
    """An address that is told. mood: the status it answers."""

    def __init__(self) -> None:
        self.mood = 200
        self.heard: list[tuple[dict[str, str], str]] = []
        ear = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                ear.heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(ear.mood)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def ear() -> Iterator[Ear]:
    ear = Ear()
    yield ear
    ear.close()


def test_a_webhook_is_told_each_entry_in_order_signed_and_again_until_it_is_taken(
    app: Flask, tom: FlaskClient, league: League, clock: SetClock, ear: Ear
) -> None:
    reporting = token(tom, "report")
    url = f"http://127.0.0.1:{ear.server.server_port}/told"
    page = tom.post("/league/organise/hooks", data={"url": url}).text
    secret = re.findall(r"<code>(whsec_[\w+/=]+)</code>", page.replace("&#43;", "+"))[0]
    clock.go(seconds=3)
    key = reported(app, reporting, clock)
    tom.post(f"/league/turns/{key}/correct", data={"score": "7050", "reason": "a wrong die"})
    clock.go(seconds=3)
    wire = Wire()
    ear.mood = 500
    assert hooks.tell(league, wire) == 0
    assert "It answers 500" in tom.get("/league/organise").text
    assert hooks.tell(league, wire) == 0, "it waits before the next try"
    assert len(ear.heard) == 1
    ear.mood = 204
    clock.go(minutes=1)
    assert hooks.tell(league, wire) == 2
    assert hooks.tell(league, wire) == 0
    names = [headers["webhook-id"] for headers, _ in ear.heard]
    assert names[0] == names[1]
    assert sorted(names[1:]) == sorted([f"turn-{key}", "act-1"])
    for headers, body in ear.heard:
        told = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}"
        mark = hmac.new(
            base64.b64decode(secret.removeprefix("whsec_")), told.encode(), hashlib.sha256
        ).digest()
        assert headers["webhook-signature"] == f"v1,{base64.b64encode(mark).decode()}"
    clock.go(hours=12)
    reported_before = len(ear.heard)
    hooks.tell(league, wire)
    assert len(ear.heard) == reported_before, "nobody is told while the league is closed"
    wire.close()


def test_only_who_runs_the_league_says_who_is_told(app: Flask, tom: FlaskClient) -> None:
    ann = joined(app, tom, "Ann")
    assert ann.post("/league/organise/hooks", data={"url": "http://127.0.0.1/"}).status_code == 404
    for url in ("file:///etc/passwd", "http://", "http://[::1", "https://rolls.example:x", "http://a\nb"):
        assert tom.post("/league/organise/hooks", data={"url": url}).status_code == 422


def pictured(league: League, clock: SetClock, key: str) -> None:
    block = io.BytesIO()
    Image.new("RGB", (400, 300), (9, 99, 9)).save(block, "JPEG")
    proofs.keep(league.place, clock.at, key, [(0, block.getvalue())])


def test_a_player_takes_all_that_is_theirs_along_and_no_secret(
    app: Flask, tom: FlaskClient, league: League, clock: SetClock
) -> None:
    ann = joined(app, tom, "Ann")
    secret = token(ann, "read", "report")
    key = reported(app, secret, clock)
    ann.post(f"/league/turns/{key}/comment", data={"comment": "a good one"})
    pictured(league, clock, key)
    with ann.get("/league/me/all.zip") as answer:
        block = answer.data
    with zipfile.ZipFile(io.BytesIO(block)) as packed:
        assert set(packed.namelist()) == {"all.jsonl", f"pictures/{key}-0.jpg"}
        lines = [json.loads(line) for line in packed.read("all.jsonl").decode().splitlines()]
        text = packed.read("all.jsonl").decode()
        Image.open(io.BytesIO(packed.read(f"pictures/{key}-0.jpg"))).verify()
    assert {"account", "zone", "token", "turn"} <= {line["is"] for line in lines}
    (turn,) = [line for line in lines if line["is"] == "turn"]
    assert (turn["id"], turn["comment"]) == (key, "a good one")
    assert secret not in text
    assert "argon2" not in text


def test_of_a_player_who_has_all_deleted_only_scores_stay_and_every_day_is_verified_still(
    app: Flask, tom: FlaskClient, league: League, clock: SetClock
) -> None:
    ann = joined(app, tom, "Ann the Unforgettable")
    secret = token(ann, "read", "report")
    key = reported(app, secret, clock)
    ann.post(f"/league/turns/{key}/comment", data={"comment": "unforgettable"})
    pictured(league, clock, key)
    clock.go(days=3)
    keep_house(league, Wire())
    before = ask(app, "/years/2026", token(tom, "read")).json["standings"]
    assert ann.post("/league/me/delete", data={"password": "not mine"}).status_code == 404
    assert tom.post("/league/me/delete", data={"password": PASSWORD}).status_code == 422
    assert ann.post("/league/me/delete", data={"password": PASSWORD}).status_code == 303
    assert ann.get("/league/me").status_code == 303
    assert ask(app, "/me", secret).status_code == 401
    after = ask(app, "/years/2026", token(tom, "read")).json["standings"]
    assert [each["total"] for each in after] == [each["total"] for each in before]
    with league.place.reading() as connection:
        assert connection.execute(sql.select(PICTURES)).all() == []
        (turn,) = connection.execute(sql.select(TURNS)).all()
        stored = connection.execute(sql.select(ACCOUNTS)).all()
        lines = [link.line for link in chain.links(connection, 2026)]
    assert (turn.body, turn.comment) == ("", "")
    assert "Unforgettable" not in str(stored)
    assert chain.verify(lines).turns == 0
    for path in (
        "/league/",
        "/league/year/2026",
        "/league/day/2026-03-03",
        f"/league/turns/{key}",
        "/league/roll-call",
    ):
        page = tom.get(path)
        assert page.status_code == 200
        assert "nforgettable" not in page.text
    assert tom.get(f"/league/players/{turn.account}").status_code == 404
    with pytest.raises(chain.Broken, match="2026-03-03"):
        chain.verify([lines[0].replace(f'"score":{turn.score}', f'"score":{turn.score + 50}'), *lines[1:]])


@pytest.mark.parametrize("path", ["/league/api/v1/turns", "/league/api/reports", "/league/api/pairings"])
def test_what_is_too_large_or_is_nowhere_is_answered_as_everything_else_of_the_api(
    app: Flask, tom: FlaskClient, path: str
) -> None:
    client = app.test_client()
    headers = {"Authorization": f"Bearer {token(tom, 'report')}"}
    if path.endswith("reports"):
        with desk_of(app).office.league.place.writing() as connection:
            connection.execute(DEVICES.update().values(mark=mark_of("a table")))
        headers = {"Authorization": "Bearer a table"}
    large = client.post(path, data=b"x" * 100_000, headers=headers)
    assert (large.status_code, large.json and large.json["state"]) == (413, "refused")
    for there in (client.get(path), client.get(f"{path}/nowhere/at/all"), client.put(path)):
        assert there.status_code in (404, 405)
        assert set(there.json or ()) == {"error"}


def test_the_document_names_every_address_of_the_api(app: Flask) -> None:
    found: dict[str, Any] = app.test_client().get(f"{API}/openapi.json").json  # type: ignore[assignment]
    assert set(found["paths"]) == {
        f"{API}/{each}" for each in ("me", "days/{day}", "years/{year}", "turns/{turn}", "turns", "feed")
    }
    assert found["paths"][f"{API}/turns"]["post"]["security"] == [{"token": ["report"]}]


def test_whatever_the_document_allows_is_never_our_fault(
    app: Flask, tom: FlaskClient, clock: SetClock
) -> None:
    secret = token(tom, "read", "report")
    key = reported(app, secret, clock)
    clock.go(seconds=3)
    schema = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", app)
    asked = 0

    def ask_anything(case: schemathesis.Case) -> None:
        nonlocal asked
        asked += 1
        answer = case.call(headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code < 500, (case.method, case.path, answer.text)

    for operation in schema.get_all_operations():
        chosen = settings(
            max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None
        )
        made = operation.ok()
        from hypothesis import given

        chosen(given(case=made.as_strategy())(ask_anything))()
    assert asked > 60
    assert ask(app, f"/turns/{key}", secret).status_code == 200
