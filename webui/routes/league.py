# Tested by tests/test_webui_league_people.py.
"""The league's pages: the day, the year, the roll call, a player, a turn with its proof.

GET  /league/                    today
GET  /league/day/DATE            a day before
GET  /league/year/YEAR           standings; camera=1: of turns that a camera has seen
GET  /league/years, /roll-call
GET  /league/players/ID          span: 7, 30, year, always
GET  /league/turns/ID            its lines, pictures and acts; /N.jpg: a picture, large=1
POST /league/turns/ID/comment, /withdraw; the organiser also: /correct, /internet, /hide
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Any

import sqlalchemy as sql
from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from webui.calls import league as calls
from webui.desk import desk
from webui.hall import hall
from webui.league import accounts as people
from webui.league import acts, devices, proofs
from webui.league.accounts import Account
from webui.league.acts import By
from webui.league.chain import hash_of_day
from webui.league.day_page import SHOWN, day_page, row_of, year_page, years
from webui.league.destinations import HERE
from webui.league.finished import replayed
from webui.league.player_page import BEGINNING, SPANS, player_page
from webui.league.refusal import Denied
from webui.league.standings import without_luck_of
from webui.league.turn import Turn
from webui.league.turns import closings_of, turn_of
from webui.number import whole
from webui.routes import league_words as words
from webui.routes.visitor import league, needs_open, refused, shown, visitor

BESIDE = ("open", "correct", "internet")
"""What is told beside a score; what was done about a comment is told on the page of its turn."""

blueprint = Blueprint("league", __name__, url_prefix="/league")


@blueprint.app_context_processor
def _common() -> dict[str, Any]:
    return {"say": words}


def _you() -> Account:
    account = visitor()
    assert account is not None
    return account


def _today() -> date:
    return _you().home.at(league().now()).day


@blueprint.get("/")
@needs_open
def day() -> Response:
    """Today."""
    return _day(_today())


@blueprint.get("/day/<text>")
@needs_open
def past_day(text: str) -> Response:
    """A day before."""
    try:
        wanted = date.fromisoformat(text)
    except ValueError:
        abort(404, "There is no such day.")
    if wanted > _today():
        abort(404, "This day has not begun yet.")
    if wanted < BEGINNING:
        abort(404, "There is no such day.")
    return _day(wanted)


def _first() -> int:
    """The row from which a table is shown."""
    text = request.args.get("from", "")
    return int(text) if re.fullmatch("[1-9][0-9]{0,7}", text) else 0


def _day(wanted: date) -> Response:
    you = _you()
    scores = league().scores(wanted.year)
    with league().place.reading() as connection:
        everyone = people.accounts(connection)
        page = day_page(connection, everyone, wanted, you, _first())
        year = year_page(connection, everyone, scores, _today(), you.id)
        closing = hash_of_day(connection, wanted)
        is_known = devices.is_known(connection, you.id)
    before = wanted - date.resolution if wanted > BEGINNING else None
    known = {account.id: account for account in everyone}
    ruled = {
        row.turn.id: words.told_of((act for act in row.turn.acts if act.kind in BESIDE), known)
        for row in page.rows
    }
    return shown(
        "day.html",
        page=page,
        year=year,
        today=_today(),
        before=before,
        is_known=is_known,
        is_alone=len(everyone) == 1,
        closing=closing,
        ruled=ruled,
        openings=words.told_of(page.openings, known),
    )


@blueprint.get("/year/<int:number>")
@needs_open
def year(number: int) -> Response:
    """The standings of a year, with the luck taken out beside the totals."""
    if not BEGINNING.year <= number <= _today().year:
        abort(404, "There is no such year.")
    scores, camera = league().scores(number), "camera" in request.args
    with league().place.reading() as connection:
        everyone = people.accounts(connection)
        page = year_page(connection, everyone, scores, _today(), _you().id, _first(), camera_only=camera)
    fair = without_luck_of(everyone, scores.by_camera() if camera else scores, page.first, SHOWN)
    return shown("year.html", page=page, fair=fair, worth=league().luck.worth)


@blueprint.get("/years")
@needs_open
def past_years() -> Response:
    """The years that were played."""
    with league().place.reading() as connection:
        scores = [league().scores(each) for each in years(connection)]
        everyone = people.accounts(connection)
        pages = [year_page(connection, everyone, each, _today(), _you().id) for each in scores]
    return shown("years.html", pages=pages)


@blueprint.get("/roll-call")
@needs_open
def roll_call() -> Response:
    """Everybody who plays."""
    with league().place.reading() as connection:
        return shown("roll_call.html", everyone=people.accounts(connection))


@blueprint.get("/players/<account>")
@needs_open
def player(account: str) -> Response:
    """A player: how good, and how lucky."""
    with league().place.reading() as connection:
        found = people.account_of(connection, account)
        if found is None or people.is_deleted(connection, account):
            abort(404, "There is no such player.")
        span = request.args.get("span", "year")
        span = span if span in SPANS else "year"
        page = player_page(connection, found, span, _today(), league().luck, league().scores)
        known = {each.id: each for each in people.accounts(connection)}
        closed = words.told_of(closings_of(connection, found.id), known)
    return shown("player.html", page=page, spans=SPANS, today=_today(), closed=closed)


@blueprint.get("/turns/<turn>")
@needs_open
def turn(turn: str) -> Response:
    """A turn, with all that proves it."""
    return _turn_page(turn)


def _turn_page(number: str) -> Response:
    with league().place.reading() as connection:
        found = _found(connection, number)
        everyone = {account.id: account for account in people.accounts(connection)}
        pictures = proofs.pictured(connection, number)
    account = everyone[found.account]
    withdrawable = found.account == _you().id and not found.withdrawn
    return shown(
        "turn.html",
        row=row_of(found, account),
        rolls=_rolls(found),
        acts=words.told_of(found.acts, everyone),
        pictures=sorted(pictures),
        began=account.home.at(found.began).local,
        ended=account.home.at(found.ended).local,
        came=account.home.at(found.came).local,
        withdrawable=withdrawable and league().now() < found.came + acts.WITHDRAWN,
        today=account.home.at(league().now()).day,
    )


def _found(connection: sql.Connection, number: str) -> Turn:
    found = turn_of(connection, number)
    if found is None:
        abort(404, "There is no such turn.")
    return found


def _rolls(turn: Turn) -> list[dict[str, Any]]:
    """The throws of a turn as a sum: kept dice with their points, and how the last one ended."""
    if not turn.lines:
        return []  # its player has had it deleted
    last = replayed(turn.lines).state.turns[-1]
    end = {"bust": "bust", "off table": "off the table"}.get(last.end, "")
    return [
        {"thrown": roll.thrown, "kept": roll.kept, "points": getattr(roll, "points", 0), "end": end}
        for roll in last.rolls
    ]


@blueprint.get("/turns/<turn>/<int:n>.jpg")
@needs_open
def picture(turn: str, n: int) -> Response:
    """The picture of a throw."""
    with league().place.reading() as connection:
        packed = proofs.picture(connection, turn, n, "large" in request.args, league().bucket)
    if packed is None:
        abort(404, "The picture of this throw is not here any more.")
    return Response(packed, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def _act(turn: str, do: Callable[[sql.Connection, By], None]) -> Answer:
    """Do something about a turn; back to it."""
    by = By(_you(), league().now(), request.form.get("reason", ""))
    try:
        with league().place.writing() as connection:
            do(connection, by)
        hall().bell.ring()
    except Denied as error:
        return refused(error, lambda: _turn_page(turn))
    return redirect(url_for("league.turn", turn=turn), 303)


@blueprint.post("/turns/<turn>/comment")
@needs_open
def comment(turn: str) -> Answer:
    """Say something about one's own turn; nothing takes it away."""
    return _act(
        turn, lambda connection, by: acts.comment(connection, by, turn, request.form.get("comment", ""))
    )


@blueprint.post("/turns/<turn>/withdraw")
@needs_open
def withdraw(turn: str) -> Answer:
    """Take one's own turn back; the table that reported it is told."""
    answer = _act(turn, lambda connection, by: acts.withdraw(connection, by, turn))
    if answer.status_code == 303 and hall().has_table:
        with suppress(Denied):
            score = desk().office.box.find(turn, HERE).report.score
            desk().say(calls.withdrawn(score, f"report/{turn}"))
    return answer


@blueprint.post("/turns/<turn>/correct")
@needs_open
def correct(turn: str) -> Answer:
    """Let another score count."""
    score = whole(request.form.get("score", ""))
    return _act(
        turn, lambda connection, by: acts.correct(connection, by, turn, -1 if score is None else score)
    )


@blueprint.post("/turns/<turn>/internet")
@needs_open
def internet(turn: str) -> Answer:
    """Mark the dice as internet dice."""
    return _act(turn, lambda connection, by: acts.mark_internet(connection, by, turn))


@blueprint.post("/turns/<turn>/hide")
@needs_open
def hide(turn: str) -> Answer:
    """Hide the comment, or show it again."""
    hidden = request.form.get("hidden") == "yes"
    return _act(turn, lambda connection, by: acts.hide_comment(connection, by, turn, hidden))
