"""Coming in: the first account, invitations, signing in and out, one's own account, and who runs the league.

GET, POST /league/begin          the first account, which runs the league
GET, POST /league/join/SECRET    a new account, by an invitation
GET, POST /league/sign-in, /renew
POST      /league/sign-out, /sign-out-everywhere, /zone
GET, POST /league/me             one's own account: days away; /me/turns.jsonl: all turns, to take along
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any

from flask import Blueprint, Response, g, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from webui.hall import hall
from webui.league import accounts as people
from webui.league import tokens, tries
from webui.league.day import UnknownZone
from webui.league.refusal import Denied
from webui.league.secret import folded
from webui.league.turns import turns_of
from webui.routes.visitor import COOKIE, league, let_in, needs_account, refused, shown, visitor

blueprint = Blueprint("league_people", __name__, url_prefix="/league")
UTC_ZONE = "Etc/UTC"
NOT_HERE = "Who runs this server opens the league: ./rollcall league invite ADDRESS makes the link for it."


def guarded(do: Callable[[], Answer], again: Callable[[], Any]) -> Answer:
    try:
        return do()
    except Denied as error:
        return refused(error, again)
    except UnknownZone as error:
        return refused(Denied(str(error)), again)


def _from() -> str:
    return request.remote_addr or ""


def _zone() -> str:
    return request.form.get("zone", "") or UTC_ZONE


@blueprint.get("/begin")
def begin() -> Answer:
    """Nobody has opened a league here yet."""
    if league().is_begun():
        return redirect(url_for("league.day"), 303)
    if not hall().has_table:
        g.refusal = NOT_HERE
    return shown("begin.html", 200 if hall().has_table else 403, page_class="narrow")


@blueprint.post("/begin")
def do_begin() -> Answer:
    """Open it; whoever does runs it."""
    form = request.form

    def do() -> Answer:
        if not hall().has_table:
            raise Denied(NOT_HERE)
        session = league().begin(form.get("name", ""), form.get("password", ""), _zone())
        return let_in(to_page("league.day"), session)

    return guarded(do, lambda: shown("begin.html", page_class="narrow"))


def to_page(page: str) -> Response:
    answer = redirect(url_for(page), 303)
    assert isinstance(answer, Response)
    return answer


@blueprint.get("/join/<secret>")
def join(secret: str) -> Answer:
    """An invitation, opened."""
    with league().place.reading() as connection:
        invited = people.is_invited(connection, league().now(), secret)
    if not invited:
        g.refusal = people.NO_INVITATION
    return shown("join.html", 200 if invited else 404, page_class="narrow", secret=secret if invited else "")


@blueprint.post("/join/<secret>")
def do_join(secret: str) -> Answer:
    """A new account; signed in at once."""
    form = request.form

    def do() -> Answer:
        tries.try_(league().place, league().now(), tries.SIGN_IN_FROM, "join", _from())
        with league().place.writing() as connection:
            now = league().now()
            account = people.register(
                connection, now, secret, form.get("name", ""), form.get("password", ""), _zone()
            )
            session = people.new_session(connection, now, account)
        hall().bell.ring()
        return let_in(to_page("league.day"), session)

    return guarded(do, lambda: join(secret))


@blueprint.get("/sign-in")
def sign_in() -> Answer:
    """Name and password."""
    if visitor():
        return redirect(url_for("league.day"), 303)
    if not league().is_begun():
        return redirect(url_for("league_people.begin"), 303)
    return shown("sign_in.html", page_class="narrow", next=request.args.get("next", ""))


@blueprint.post("/sign-in")
def do_sign_in() -> Answer:
    """A new session."""
    name, password = request.form.get("name", ""), request.form.get("password", "")

    def do() -> Answer:
        place, now = league().place, league().now()
        tries.try_(place, now, tries.SIGN_IN_FROM, "sign-in from", _from())
        tries.try_(place, now, tries.SIGN_IN, "sign-in", folded(name))
        with place.writing() as connection:
            session = people.sign_in(connection, now, name, password)
        tries.forget(place, "sign-in", folded(name))
        return let_in(_back(), session)

    return guarded(do, lambda: shown("sign_in.html", page_class="narrow", next=request.form.get("next", "")))


def _back() -> Response:
    """To the page that asked for the sign-in, if it is one of ours."""
    page = request.form.get("next", "")
    ours = page.startswith("/league/") and "//" not in page and "\\" not in page and page.isprintable()
    answer = redirect(page if ours else url_for("league.day"), 303)
    assert isinstance(answer, Response)
    return answer


@blueprint.get("/renew")
def renew() -> Answer:
    """A new password, by a code."""
    return shown("renew.html", page_class="narrow")


@blueprint.post("/renew")
def do_renew() -> Answer:
    """The new password; signed out everywhere else, and in here."""
    form = request.form

    def do() -> Answer:
        place, now = league().place, league().now()
        tries.try_(place, now, tries.SIGN_IN, "renew", folded(form.get("name", "")))
        tries.try_(place, now, tries.SIGN_IN_FROM, "renew from", _from())
        with place.writing() as connection:
            account = people.renew(
                connection, now, form.get("name", ""), form.get("code", ""), form.get("password", "")
            )
            session = people.new_session(connection, now, account)
        return let_in(to_page("league.day"), session)

    return guarded(do, renew)


@blueprint.post("/sign-out")
def sign_out() -> Answer:
    """End this session."""
    with league().place.writing() as connection:
        people.sign_out(connection, request.cookies.get(COOKIE, ""))
    answer = to_page("league_people.sign_in")
    answer.delete_cookie(COOKIE, path="/league")
    return answer


@blueprint.post("/sign-out-everywhere")
@needs_account
def sign_out_everywhere() -> Answer:
    """End every session of this account."""
    you = visitor()
    assert you
    with league().place.writing() as connection:
        people.sign_out_everywhere(connection, you.id)
    return to_page("league_people.sign_in")


@blueprint.get("/me")
@needs_account
def me() -> Answer:
    """One's own account."""
    return me_page()


def me_page(**made: Any) -> Answer:
    """The page of one's own account, with what was made just now."""
    you = visitor()
    assert you
    now = league().now()
    with league().place.reading() as connection:
        away = sorted(people.days_away(connection).get(you.id, frozenset()))
        own = tokens.tokens(connection, now, you.id)
    today = you.home.at(now).day
    coming = [(first, zone) for first, zone in you.home.zones if first > today]
    zone, later = you.home.zone(today), [day for day in away if day >= today]
    return shown("me.html", away=later, today=today, coming=coming, zone=zone, tokens=own, **made)


@blueprint.post("/me")
@needs_account
def do_me() -> Answer:
    """Mark days as away, or no longer."""
    you = visitor()
    assert you
    day, away = request.form.get("day", ""), request.form.get("away") == "yes"

    def do() -> Answer:
        wanted = day_of(day)
        if wanted < you.home.at(league().now()).day:
            raise Denied("A day that is over stays as it was.")
        with league().place.writing() as connection:
            people.be_away(connection, you.id, wanted, away)
        hall().bell.ring()
        return to_page("league_people.me")

    return guarded(do, me)


def day_of(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Denied("A day is such as 2026-03-03.") from None


@blueprint.get("/me/turns.jsonl")
@needs_account
def own_turns() -> Answer:
    """All turns of one's own, one a line, with what was done about each: to take along."""
    you = visitor()
    assert you
    with league().place.reading() as connection:
        turns = turns_of(connection, date.min, date.max, you.id)
    lines = [json.dumps(asdict(turn), default=str, ensure_ascii=False) + "\n" for turn in turns]
    name = f"attachment; filename=turns-{you.id}.jsonl"
    return Response("".join(lines), mimetype="application/jsonl", headers={"Content-Disposition": name})


@blueprint.post("/zone")
@needs_account
def zone() -> Answer:
    """The page says in which time zone it is: another one counts from the next day on."""
    you = visitor()
    assert you
    try:
        with league().place.writing() as connection:
            home = people.move(connection, league().now(), you, request.form.get("zone", ""))
    except UnknownZone as error:
        return refused(Denied(str(error)), me)
    first, name = home.zones[-1]
    return jsonify(zone=name, first=first.isoformat())
