"""Coming into the league: invited, signed in, signed out; and what somebody else cannot do."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from leagued import PASSWORD, SetClock, app, begun, desk_of, joined, known_here, opened, played, reported

from webui.desk import Desk
from webui.league.secret import folded, named

__all__ = ["app"]


def sign_in(client: FlaskClient, name: str, password: str = PASSWORD, **more: str) -> int:
    return client.post("/league/sign-in", data={"name": name, "password": password, **more}).status_code


def is_in(client: FlaskClient) -> bool:
    return client.get("/league/me").status_code == 200


def test_the_first_account_runs_the_league_and_there_is_no_second_first(app: Flask) -> None:
    tom = begun(app)
    assert tom.get("/league/organise").status_code == 200
    form = {"name": "Eve", "password": PASSWORD, "zone": "Etc/UTC"}
    again = app.test_client().post("/league/begin", data=form)
    assert again.status_code == 422
    assert "open already" in again.text


def test_an_invitation_is_for_one_person_and_for_fourteen_days(app: Flask, clock: SetClock) -> None:
    tom = begun(app)
    page = tom.post("/league/organise/invite").text
    link = page.split("/league/join/")[1].split('"')[0]
    form = {"name": "Ann", "password": PASSWORD, "zone": "Europe/Berlin"}
    assert app.test_client().post(f"/league/join/{link}", data=form).status_code == 303
    late = app.test_client().post(f"/league/join/{link}", data={**form, "name": "Bo"})
    assert (late.status_code, "has been used" in late.text) == (404, True) or late.status_code == 422
    link = tom.post("/league/organise/invite").text.split("/league/join/")[1].split('"')[0]
    clock.go(days=15)
    assert app.test_client().get(f"/league/join/{link}").status_code == 404
    assert app.test_client().post(f"/league/join/{link}", data={**form, "name": "Bo"}).status_code != 303


@pytest.mark.parametrize("name", ["tom", " TOM ", "Ｔｏｍ", "To\u00adm"])
def test_two_accounts_never_have_names_that_look_the_same(app: Flask, name: str) -> None:
    tom = begun(app)
    link = tom.post("/league/organise/invite").text.split("/league/join/")[1].split('"')[0]
    form = {"name": name, "password": PASSWORD, "zone": "Etc/UTC"}
    answer = app.test_client().post(f"/league/join/{link}", data=form)
    assert answer.status_code == 422
    assert "plays already" in answer.text
    # The invitation is not used up by what was refused.
    assert app.test_client().post(f"/league/join/{link}", data={**form, "name": "Ann"}).status_code == 303


@pytest.mark.parametrize(
    "form",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"name": "\u202eevil"},
        {"name": "—"},
        {"password": "short"},
        {"password": "x" * 300},
        {"zone": "Nowhere/City"},
        {"zone": "../../etc/passwd"},
    ],
)
def test_what_cannot_be_is_a_sentence_and_makes_no_account(app: Flask, form: dict[str, str]) -> None:
    whole = {"name": "Ann", "password": PASSWORD, "zone": "Etc/UTC", **form}
    answer = app.test_client().post("/league/begin", data=whole)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert not desk_of(app).office.league.is_begun()


def test_nobody_learns_by_signing_in_who_plays(app: Flask) -> None:
    begun(app)
    known, unknown = app.test_client(), app.test_client()
    pages = [
        client.post("/league/sign-in", data={"name": name, "password": "wrong wrong"})
        for client, name in ((known, "Tom"), (unknown, "Tim"))
    ]
    texts = [page.text.replace("Tom", "NAME").replace("Tim", "NAME") for page in pages]
    assert [page.status_code for page in pages] == [404, 404]
    assert re.sub(r"data-now=\"[^\"]*\"", "", texts[0]) == re.sub(r"data-now=\"[^\"]*\"", "", texts[1])


def test_guessing_a_password_ends_after_ten_tries_even_after_a_restart(
    tmp_path: Path, clock: SetClock
) -> None:
    app = opened(tmp_path, clock)
    begun(app)
    guesser = app.test_client()
    for _ in range(10):
        assert sign_in(guesser, "Tom", "a wrong guess") == 404
    assert sign_in(guesser, "Tom") == 429
    desk_of(app).close()
    app = opened(tmp_path, clock)
    assert sign_in(app.test_client(), "Tom") == 429
    clock.go(minutes=11)
    assert sign_in(app.test_client(), "Tom") == 303
    desk_of(app).close()


def test_a_session_that_somebody_has_planted_is_not_the_one_that_is_signed_in(app: Flask) -> None:
    begun(app)
    planted = app.test_client()
    planted.set_cookie("rollcall_league", "planted", path="/league")
    assert sign_in(planted, "Tom") == 303
    session = planted.get_cookie("rollcall_league", path="/league")
    assert session is not None
    assert session.value != "planted"
    victim = app.test_client()
    victim.set_cookie("rollcall_league", "planted", path="/league")
    assert not is_in(victim)


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites_and_the_secret_is_stored_nowhere(
    app: Flask, tmp_path: Path
) -> None:
    tom = begun(app)
    cookie = tom.get_cookie("rollcall_league", path="/league")
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site) == (True, "Lax")
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("rollcall.sqlite3*"))
    assert cookie.value.encode() not in stored
    assert PASSWORD.encode() not in stored
    assert b"$argon2id$" in stored


def test_a_stolen_session_ends_with_sign_out_everywhere_and_with_its_time(
    app: Flask, clock: SetClock
) -> None:
    tom = begun(app)
    cookie = tom.get_cookie("rollcall_league", path="/league")
    assert cookie is not None
    thief = app.test_client()
    thief.set_cookie("rollcall_league", cookie.value, path="/league")
    assert is_in(thief)
    tom.post("/league/sign-out-everywhere")
    assert not is_in(thief)
    assert sign_in(tom, "Tom") == 303
    assert is_in(tom)
    clock.go(days=401)
    assert not is_in(tom)


def test_signing_out_ends_this_session_and_no_other(app: Flask) -> None:
    tom, phone = begun(app), app.test_client()
    assert sign_in(phone, "tom") == 303
    tom.post("/league/sign-out")
    assert (is_in(tom), is_in(phone)) == (False, True)


def test_a_code_of_the_organiser_gives_a_new_password_once_and_signs_out_everywhere(
    app: Flask, clock: SetClock
) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    page = tom.get("/league/organise").text
    account = re.search(r'value="(\w{26})">New password<span class="vh"> for Ann', page)
    assert account
    made = tom.post("/league/organise/code", data={"account": account[1]}).text
    code = re.search(r"<b>([B-Z]{6}) ([B-Z]{6})</b>", made)
    assert code
    form = {"name": "ann", "code": f"{code[1].lower()}-{code[2]}", "password": "another three words"}
    wrong = app.test_client().post("/league/renew", data={**form, "code": "BCDFGHJKLMNP"})
    assert wrong.status_code == 404
    fresh = app.test_client()
    assert fresh.post("/league/renew", data=form).status_code == 303
    assert (is_in(fresh), is_in(ann)) == (True, False)
    assert sign_in(app.test_client(), "Ann") == 404
    assert sign_in(app.test_client(), "Ann", "another three words") == 303
    assert app.test_client().post("/league/renew", data=form).status_code == 404


def test_only_who_runs_the_league_organises(app: Flask) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    assert ann.get("/league/organise").status_code == 404
    for act in ("invite", "code", "open", "close", "revoke"):
        answer = ann.post(
            f"/league/organise/{act}", data={"account": "x", "day": "2026-03-03", "reason": "x"}
        )
        assert answer.status_code == 404, act
        assert app.test_client().post(f"/league/organise/{act}").status_code == 303, "to the sign-in"


def test_a_closed_account_cannot_come_in_and_its_turns_stay(app: Flask, desk: Desk, clock: SetClock) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    known_here(app, ann, "Ann")
    played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
    clock.go(minutes=1)
    desk.office.sender.work()
    account = re.search(r'<option value="(\w{26})">Ann', tom.get("/league/organise").text)
    assert account
    form = {"account": account[1]}
    assert tom.post("/league/organise/close", data=form).status_code == 422, "a reason is needed"
    assert tom.post("/league/organise/close", data={**form, "reason": "moved"}).status_code == 303
    assert (is_in(ann), sign_in(app.test_client(), "Ann")) == (False, 404)
    assert "1,000" in tom.get("/league/").text
    clock.go(days=1)
    played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
    clock.go(minutes=1)
    desk.office.sender.work()
    assert desk.office.box.shown()[0].state == "refused"


SECRET_PAGES = ("", "year/2026", "years", "roll-call", "day/2026-03-03", "type", "me", "pair")


@pytest.mark.parametrize("page", SECRET_PAGES)
def test_who_is_not_signed_in_sees_nothing_of_the_league(app: Flask, page: str) -> None:
    begun(app)
    answer = app.test_client().get(f"/league/{page}")
    assert answer.status_code == 303
    assert "/league/sign-in" in answer.headers["Location"]


@pytest.mark.parametrize(
    "at", [datetime(2026, 3, 3, 7, 59, 59, tzinfo=UTC), datetime(2026, 3, 3, 20, tzinfo=UTC)]
)
def test_outside_the_hours_there_is_nothing_of_the_game(app: Flask, clock: SetClock, at: datetime) -> None:
    tom = begun(app)
    key, account = reported(app, tom, clock, "Tom")
    clock.at = at
    for page in (*SECRET_PAGES[:-2], f"turns/{key}", f"turns/{key}/0.jpg", f"players/{account}"):
        answer = tom.get(f"/league/{page}")
        assert answer.status_code == 403, page
        assert "Closed for the night" in answer.text
        assert "1,000" not in answer.text
    assert tom.post(f"/league/turns/{key}/comment", data={"comment": "x"}).status_code == 403
    assert is_in(tom)


def test_the_closed_page_says_when_it_opens_and_what_time_it_is_there(app: Flask, clock: SetClock) -> None:
    tom = begun(app, zone="Europe/Berlin")
    clock.at = datetime(2026, 3, 3, 20, 14, tzinfo=UTC)
    page = tom.get("/league/").text
    assert "Come back in the morning" in page
    assert "in 10 hours 46 minutes" in page
    assert "It is 21:14 where you are" in page


def test_a_page_in_another_zone_changes_the_day_from_tomorrow_on(app: Flask, clock: SetClock) -> None:
    tom = begun(app, zone="Europe/Berlin")
    answer = tom.post("/league/zone", data={"zone": "America/New_York"})
    assert answer.get_json() == {"zone": "America/New_York", "first": "2026-03-04"}
    assert "Europe/Berlin" in tom.get("/league/me").text
    clock.at = datetime(2026, 3, 4, 15, tzinfo=UTC)
    assert "America/New York" in tom.get("/league/me").text
    assert tom.post("/league/zone", data={"zone": "Mars"}).status_code == 422


OTHER = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}


@pytest.mark.parametrize(
    "address",
    ["begin", "sign-in", "me", "zone", "organise/invite", "pair", "type", "reports/x/go", "hold", "clock"],
)
def test_another_site_can_post_nothing(app: Flask, address: str) -> None:
    tom = begun(app)
    answer = tom.post(f"/league/{address}", data={"day": "2026-03-03", "away": "yes"}, headers=OTHER)
    assert answer.status_code == 403


def test_after_signing_in_one_goes_on_to_a_page_of_ours_and_to_no_other(app: Flask) -> None:
    begun(app)
    for wanted, to in (
        ("/league/me", "/league/me"),
        ("//evil.example/", "/league/"),
        ("https://evil", "/league/"),
    ):
        client = app.test_client()
        answer = client.post("/league/sign-in", data={"name": "Tom", "password": PASSWORD, "next": wanted})
        assert answer.headers["Location"].endswith(to)
        assert "evil" not in answer.headers["Location"]


def test_names_and_comments_are_words_and_never_markup(app: Flask, desk: Desk, clock: SetClock) -> None:
    tom = begun(app, name="<b>Tom</b>'\"")
    known_here(app, tom, "Tom")
    played(desk, "Tom", "throw 1 1 1 2 3 4", "stop 1 1 1")
    clock.go(minutes=1)
    desk.office.sender.work()
    key = desk.office.box.shown()[0].report.key
    words = "<script>alert(1)</script>'); DROP TABLE league_turns; --"
    assert tom.post(f"/league/turns/{key}/comment", data={"comment": words}).status_code == 303
    for page in ("", "year/2026", "roll-call", f"turns/{key}", "me"):
        text = tom.get(f"/league/{page}").text
        assert "<b>Tom" not in text
        assert "<script>alert" not in text
    assert "DROP TABLE" in tom.get("/league/").text


def test_a_name_is_compared_as_it_looks() -> None:
    assert folded("Zoë") == folded("ZOË") == folded("Zoe\u0308")
    assert folded("Straße") == folded("STRASSE")
    assert named("  Ann   B ") == "Ann B"
