# Tested by tests/test_webui_league_open.py.
"""The league for programs, by a token of its player's: `read` what its player may see now, `report` a turn.

GET  /league/api/v1/openapi.json     all of this, as a document
GET  /league/api/v1/me               whose token it is
GET  /league/api/v1/days/DAY         the turns of a day
GET  /league/api/v1/years/YEAR       the standings; from, most
GET  /league/api/v1/turns/ID         a turn with its lines
GET  /league/api/v1/feed             what came and was done; after, most; /stream: the same as Server-Sent Events
POST /league/api/v1/turns            report a turn of one's own
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import date
from functools import wraps
from typing import Any, cast

from flask import Blueprint, Response, current_app, jsonify, request

from webui.hall import hall
from webui.league import feed, tokens, tries
from webui.league.accounts import Account
from webui.league.accounts import accounts as everyone
from webui.league.day_page import year_page
from webui.league.league import League
from webui.league.player_page import BEGINNING
from webui.league.refusal import Denied
from webui.league.taking import is_open
from webui.league.turn import Report
from webui.league.turns import counting, turn_of, turns_of
from webui.number import whole
from webui.push import TooManyPages
from webui.report import version
from webui.routes.league_api import answers_json
from webui.routes.league_told import Day, Feed, Me, Reported, Stands, TurnTold, Year, turn_told
from webui.routes.openapi import document, told
from webui.routes.visitor import STATUS, league

PREFIX = "/league/api/v1"
blueprint = Blueprint("league_open", __name__, url_prefix=PREFIX)
STATUS["scope"] = 403
STREAM_S = 600.0
"""Seconds until a stream ends; its reader goes on where it was. Larger: one that has left takes a place for longer."""
LOOK_S = 5.0
"""Seconds between two looks of a stream where nothing has changed. Larger: what must settle first is told later."""


def needs(scope: tokens.Scope) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Only by a token that may do this, and while the league is open for whose it is; the view is told who that is."""

    def guard(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        @answers_json
        def guarded(*args: Any, **kwargs: Any) -> Response:
            who = _who(scope)
            with league().place.reading() as connection:
                if not is_open(connection, league().now(), who):
                    raise Denied("The league is closed. It opens at 08:00.", "closed")
            return cast(Response, view(who, *args, **kwargs))

        return guarded

    return guard


def _who(scope: tokens.Scope) -> Account:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer" or not secret:
        raise Denied("Send a token along: Authorization: Bearer ...", "token")
    with league().place.reading() as connection:
        who = tokens.who_has(connection, league().now(), secret, scope)
    tries.try_(league().place, league().now(), tries.REPORTING, "program", who.id)
    return who


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This document."""
    return jsonify(document(current_app, PREFIX, "Roll Call: a league of Morning Roll", version()))


@blueprint.get("/me")
@told("read", Me)
@answers_json
def me() -> Response:
    """Whose token it is; at any hour."""
    who, now = _who("read"), league().now()
    moment = who.home.at(now)
    with league().place.reading() as connection:
        opened = is_open(connection, now, who)
    return _json(Me(who.id, who.name, who.home.zone(moment.day), moment.day, opened))


@blueprint.get("/days/<day>")
@told("read", Day)
@needs("read")
def day(who: Account, day: str) -> Response:
    """The turns of a day that count."""
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        raise Denied("A day is such as 2026-03-03.", "unknown") from None
    if wanted > who.home.at(league().now()).day:
        raise Denied("This day has not begun yet.", "unknown")
    with league().place.reading() as connection:
        names = {account.id: account.name for account in everyone(connection)}
        turns = counting(turns_of(connection, wanted, wanted))
    return _json(Day(wanted, tuple(turn_told(turn, names) for turn in turns)))


@blueprint.get("/years/<year>")
@told("read", Year, {"from": int, "most": int})
@needs("read")
def year(who: Account, year: str) -> Response:
    """The standings of a year. from: how many are passed over; most: how many are told, 100 where it is left out."""
    today = who.home.at(league().now()).day
    if not re.fullmatch("2[0-9]{3}", year) or not BEGINNING.year <= int(year) <= today.year:
        raise Denied("There is no such year.", "unknown")
    scores = league().scores(int(year))
    with league().place.reading() as connection:
        page = year_page(
            connection, everyone(connection), scores, today, first=_whole("from", 0), most=_whole("most", 100)
        )
    rows = tuple(
        Stands(
            each.place,
            each.account.id,
            each.account.name,
            each.total,
            each.turns,
            each.busts,
            each.best,
            each.streak,
        )
        for each in page.standings
    )
    return _json(Year(page.year, page.players, rows))


@blueprint.get("/turns/<turn>")
@told("read", TurnTold)
@needs("read")
def turn(_who: Account, turn: str) -> Response:
    """A turn with its lines."""
    with league().place.reading() as connection:
        found = turn_of(connection, turn)
        names = {account.id: account.name for account in everyone(connection)}
    if found is None:
        raise Denied("There is no such turn.", "unknown")
    return _json(turn_told(found, names, found.lines))


@blueprint.post("/turns")
@told("report", Reported, body=Report)
@needs("report")
def report(who: Account) -> Response:
    """Report a turn of one's own. The same report counts once, however often it is sent."""
    taken = league().report_own(who, Report.read(request.get_data(as_text=True)))
    hall().bell.ring()
    answer = _json(Reported(taken.state, taken.sentence, taken.turn))
    answer.status_code = 200 if taken.state == "taken" else 422
    return answer


@blueprint.get("/feed")
@told("read", Feed, {"after": str, "most": int})
@needs("read")
def read_feed(_who: Account) -> Response:
    """What came and what was done, the oldest first. after: what the answer before has said in `after`."""
    after = request.args.get("after", "")
    found = _entries(after, min(_whole("most", feed.MOST), feed.MOST))
    return _json(Feed(found, found[-1].after if found else after))


def _entries(after: str, most: int = feed.MOST) -> tuple[feed.Entry, ...]:
    with league().place.reading() as connection:
        return feed.entries(connection, league().now(), after, most)


@blueprint.get("/feed/stream")
@needs("read")
def stream(who: Account) -> Response:
    """The feed as Server-Sent Events, from now on, or from `after` or the header Last-Event-ID on."""
    with league().place.reading() as connection:
        now = feed.newest(connection, league().now())
    after = request.headers.get("Last-Event-ID") or request.args.get("after") or now
    _entries(after, 1)
    try:
        pages = hall().push.stream()
    except TooManyPages:
        raise Denied("Too many streams are open. Ask for the feed now and then.", "often") from None
    answer = Response(_streamed(league(), who, after, pages.wait), mimetype="text/event-stream")
    answer.call_on_close(pages.close)
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _streamed(kept: League, who: Account, after: str, wait: Callable[[], bool]) -> Iterator[bytes]:
    """Entries as they come, while the league is open for who asks; a sign of life in between."""
    end_s, looked_s = time.monotonic() + STREAM_S, 0.0
    news = True
    while time.monotonic() < end_s:
        if news or time.monotonic() - looked_s > LOOK_S:
            looked_s = time.monotonic()
            with kept.place.reading() as connection:
                if not is_open(connection, kept.now(), who):
                    return
                found = feed.entries(connection, kept.now(), after)
            for entry in found:
                after = entry.after
                yield f"event: {entry.kind}\nid: {after}\ndata: {json.dumps(asdict(entry))}\n\n".encode()
        yield b": beat\n\n"
        news = wait()


def _json(answer: Any) -> Response:
    """An answer, with dates and times as ISO 8601."""
    text = json.dumps(asdict(answer), default=lambda value: value.isoformat(), ensure_ascii=False)
    return Response(text, mimetype="application/json")


def _whole(name: str, default: int) -> int:
    """A number of the address. Raises Denied."""
    found = whole(request.args.get(name, str(default)))
    if found is None:
        raise Denied(f"{name} is a number from 0 on.")
    return found
