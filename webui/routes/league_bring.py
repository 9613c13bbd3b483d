# Tested by tests/test_webui_league_people.py.
"""What a person brings to the league: six letters of a table, a turn in a link, a turn thrown without a camera.

GET, POST /league/pair               letters: a table asks to be paired, or who a player there is
POST /league/square                  photo: of the square on a table's screen, whose letters are read
GET, POST /league/hand-over          turn, or report: a turn in a link, which a person reports
GET, POST /league/type               a turn that is typed in throw by throw
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from flask import Blueprint, Response, g, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from engine.game import MoveError
from engine.line import Line
from engine.log import Match
from hardware.photo import PhotoError
from webui.hall import hall
from webui.league import devices, tries
from webui.league.acts import By, comment
from webui.league.finished import RULES, finished
from webui.league.hand_over import packed_of, report_of
from webui.league.place import new_key
from webui.league.refusal import Denied
from webui.league.turn import Report, said
from webui.pairing import LENGTH
from webui.routes.sent_photo import sent_photo
from webui.routes.visitor import league, needs_account, needs_open, refused, shown, visitor
from webui.square import NO_SQUARE, letters_in

blueprint = Blueprint("league_bring", __name__, url_prefix="/league")


@blueprint.get("/pair")
@needs_account
def pair() -> Answer:
    """Type letters in, or see what the table with these letters asks."""
    letters = request.args.get("letters", "")
    if not letters:
        return _which_table()
    try:
        question = _question(letters)
    except Denied as error:
        return refused(error, lambda: _which_table(letters[:LENGTH].upper()))
    return shown("pair.html", page_class="narrow", question=question, letters=letters)


def _which_table(letters: str = "") -> Response:
    return shown("pair.html", page_class="narrow", question=None, letters=letters)


@blueprint.post("/square")
@needs_account
def read_square() -> Answer:
    """Read the letters of a square that was photographed."""
    try:
        letters = letters_in(sent_photo())
    except PhotoError:
        letters = ""
    if not letters:
        return refused(Denied(NO_SQUARE), _which_table)
    return redirect(url_for("league_bring.pair", letters=letters), 303)


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
        return refused(error, _which_table)
    hall().known()
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
            packed = packed_of(hall().body_of(key))
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
        hall().bell.ring()
    except Denied as error:
        return refused(error, again)
    return redirect(url_for("league.turn", turn=report.key), 303)


def _say(turn: str, words: str) -> None:
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
        if lines and Line.read(line).is_undo:
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
