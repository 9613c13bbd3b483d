# Tested by tests/test_webui_league_table.py.
"""What other machines and phones ask the league, and the pages on which a person brings something along.

GET, POST /league/pair               letters: a table asks to be paired, or who a player there is; yes=1
GET, POST /league/hand-over          turn: a turn in a link, which a person reports
GET, POST /league/type               a turn that was thrown without a camera, typed in throw by throw
POST /league/api/pairings            {name}: six letters; /ID {secret}: {token} when somebody has said yes
POST /league/api/faces               {name}: six letters, for the table of this token
GET  /league/api/faces               the players who are known at the table of this token
POST /league/api/reports             a report, for the table of this token
POST /league/api/reports/KEY/pictures/N   its picture, a JPEG
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from flask import Blueprint, Response, g, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from engine.game import MoveError
from engine.log import Match
from webui.desk import desk
from webui.league import devices, proofs, tries
from webui.league.devices import Device
from webui.league.finished import RULES, finished
from webui.league.hand_over import packed_of, report_of
from webui.league.place import new_key
from webui.league.refusal import Denied
from webui.league.turn import Report, said
from webui.routes.visitor import (
    STATUS,
    league,
    needs_account,
    needs_open,
    refused,
    shown,
    visitor,
)

blueprint = Blueprint("league_api", __name__, url_prefix="/league")


@blueprint.get("/pair")
@needs_account
def pair() -> Answer:
    """Type letters in, or see what the table with these letters asks."""
    letters = request.args.get("letters", "")
    if not letters:
        return shown("pair.html", page_class="narrow", question=None, letters="")
    try:
        question = _question(letters)
    except Denied as error:
        return refused(error, lambda: shown("pair.html", page_class="narrow", question=None, letters=""))
    return shown("pair.html", page_class="narrow", question=question, letters=letters)


def _question(letters: str) -> devices.Question:
    you = visitor()
    assert you
    tries.try_(league().place, league().now(), tries.LETTERS, "letters", you.id)
    with league().place.reading() as connection:
        question = devices.question(connection, league().now(), letters)
    tries.forget(league().place, "letters", you.id)
    return question


@blueprint.post("/pair")
@needs_account
def do_pair() -> Answer:
    """Say yes to what the table asks."""
    you, letters = visitor(), request.form.get("letters", "")
    assert you
    try:
        _question(letters)
        with league().place.writing() as connection:
            asked = devices.answer(connection, league().now(), letters, you)
    except Denied as error:
        return refused(error, lambda: shown("pair.html", page_class="narrow", question=None, letters=""))
    desk().office.destinations.look_up()
    if asked.kind == "face":
        g.told = (
            f"Done. At {asked.table} you are {asked.name} from now on; your turns there count by themselves."
        )
    else:
        g.told = f"Done. {asked.name} is paired: press “It is done” there."
    return shown("pair.html", page_class="narrow", question=None, letters="", done=True)


@blueprint.get("/hand-over")
@needs_open
def hand_over() -> Answer:
    """A turn in a link, filled in: the person presses."""
    packed = request.values.get("turn", "")
    try:
        if key := request.values.get("report", ""):
            packed = packed_of(desk().office.box.body(key))
        report = report_of(packed)
    except Denied as error:
        return refused(error, lambda: shown("hand_over.html", page_class="narrow", report=None, packed=""))
    return shown("hand_over.html", page_class="narrow", report=report, packed=packed)


@blueprint.post("/hand-over")
@needs_open
def do_hand_over() -> Answer:
    """Report the turn of a link."""

    def report() -> Report:
        return report_of(request.form.get("turn", ""))

    return _reported(report, hand_over)


def _reported(make: Callable[[], Report], again: Callable[[], Any]) -> Answer:
    you = visitor()
    assert you
    try:
        report = make()
        taken = league().report_own(you, report)
        if taken.state != "taken":
            raise Denied(taken.sentence)
        if words := said(request.form.get("comment", "")):
            _say(report.key, words)
    except Denied as error:
        return refused(error, again)
    return redirect(url_for("league.turn", turn=report.key), 303)


def _say(turn: str, words: str) -> None:
    from webui.league.acts import By, comment

    you = visitor()
    assert you
    with league().place.writing() as connection:
        comment(connection, By(you, league().now()), turn, words)


@blueprint.get("/type")
@needs_open
def type_turn() -> Answer:
    """A turn that was thrown without a camera: what lies there, then what is kept."""
    return _typing(_match(request.values.getlist("line")))


def _match(lines: list[str]) -> Match:
    you = visitor()
    assert you
    match = Match.new("morning-roll", [you.name], **cast(Any, RULES))
    for line in lines[:400]:
        match = match.add(line[:60])
    return match


def _typing(match: Match) -> Response:
    began = request.values.get("began", "") or str(league().now().timestamp())
    lines = [str(line) for line in match.standing]
    return shown("type.html", page_class="narrow", state=match.state, lines=lines, began=began)


@blueprint.post("/type")
@needs_open
def do_type_turn() -> Answer:
    """One more throw or choice; the last one reports the turn."""
    lines = request.form.getlist("line")
    try:
        match = _match(lines)
        line = request.form.get("move") or _thrown(request.form.get("faces", ""))
        if line == "undo" and lines:
            return _typing(_match(lines[:-1]))
        match = match.add(line)
    except (MoveError, Denied) as error:
        return refused(Denied(error.sentence), type_turn)
    if match.state.outcome is None:
        return _typing(match)
    return _reported(lambda: _typed(match), type_turn)


def _thrown(text: str) -> str:
    faces = " ".join(text.replace(",", "").replace(" ", ""))
    if not faces:
        raise Denied("Type the dice as they lie, such as 1 2 2 3 5 6.")
    return f"throw {faces[:60]} by=hand"


def _typed(match: Match) -> Report:
    now = league().now()
    (turn,) = finished(match)
    began = max(now.timestamp() - 3600, min(now.timestamp(), _number(request.form.get("began", ""))))
    start = now.fromtimestamp(began, now.tzinfo)
    return Report(new_key(), turn.player, turn.score, turn.mark, start, now, "league", "", turn.lines)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if number == number else 0.0


def _json(page: Callable[..., Any]) -> Callable[..., Any]:
    """Answers JSON, a refusal too."""

    @wraps(page)
    def guarded(*args: Any, **kwargs: Any) -> Response:
        try:
            return cast(Response, page(*args, **kwargs))
        except Denied as error:
            answer = jsonify(state="refused", error=error.sentence, sentence=error.sentence)
            answer.status_code = STATUS.get(error.kind, 422)
            return answer

    return guarded


def _facts() -> dict[str, Any]:
    facts = request.get_json(force=True, silent=True)
    if not isinstance(facts, dict):
        raise Denied("The body is JSON: one object.")
    return facts


def _table() -> Device:
    """The table whose token came along. Raises Denied (401)."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    with league().place.reading() as connection:
        device = devices.device_of(connection, token) if scheme == "Bearer" and token else None
    if device is None:
        raise Unknown
    tries.try_(league().place, league().now(), tries.REPORTING, "table", device.id)
    with league().place.writing() as connection:
        devices.note_seen(connection, league().now(), device)
    return device


class Unknown(Denied):
    """No table has this token."""

    def __init__(self) -> None:
        super().__init__("This table is not paired with the league, or not any more.", "token")


STATUS["token"] = 401


@blueprint.post("/api/pairings")
@_json
def pairings() -> Response:
    """A table asks to be paired."""
    tries.try_(league().place, league().now(), tries.ASKING, "pairing", request.remote_addr or "")
    with league().place.writing() as connection:
        ask = devices.ask_pairing(connection, league().now(), str(_facts().get("name", "")))
    return jsonify(id=ask.id, letters=ask.letters, secret=ask.secret, until=ask.until.isoformat())


@blueprint.post("/api/pairings/<ask>")
@_json
def pairing(ask: str) -> Response:
    """The table fetches the answer."""
    with league().place.writing() as connection:
        token = devices.fetch_token(connection, league().now(), ask, str(_facts().get("secret", "")))
    return jsonify(state="paired" if token else "asked", token=token or "")


@blueprint.post("/api/faces")
@_json
def ask_face() -> Response:
    """A table asks who its player of this name is."""
    device = _table()
    with league().place.writing() as connection:
        ask = devices.ask_face(connection, league().now(), device.id, str(_facts().get("name", "")))
    return jsonify(letters=ask.letters, until=ask.until.isoformat())


@blueprint.get("/api/faces")
@_json
def faces() -> Response:
    """Who is known at this table, by their names there."""
    device = _table()
    with league().place.reading() as connection:
        return jsonify(players=sorted(devices.faces(connection, device.id)))


@blueprint.post("/api/reports")
@_json
def reports() -> Response:
    """A table reports a turn."""
    device = _table()
    taken = league().report(device.id, Report.read(request.get_data(as_text=True)))
    desk().push.changed("league")
    return jsonify(state=taken.state, sentence=taken.sentence, turn=taken.turn)


@blueprint.post("/api/reports/<key>/pictures/<int:n>")
@_json
def pictures(key: str, n: int) -> Response:
    """A table brings the picture of a throw."""
    request.max_content_length = proofs.MOST_BYTES
    device = _table()
    with league().place.reading() as connection:
        owner = devices.reporter(connection, key)
    if owner != device.id:
        raise Denied("This table has reported no such turn.", "unknown")
    kept = proofs.keep(league().place, league().now(), key, [(n, request.get_data())])
    return jsonify(state="kept", new=kept)
