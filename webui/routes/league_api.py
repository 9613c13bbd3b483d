# Tested by tests/test_webui_league_table.py.
"""What other machines ask the league: tables that are to be paired, and what they report.

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

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import RequestEntityTooLarge

from webui.hall import hall
from webui.json_text import read_json
from webui.league import devices, proofs, tries
from webui.league.devices import Device
from webui.league.refusal import Denied
from webui.league.turn import Report
from webui.routes.sentences import sentence_of
from webui.routes.visitor import (
    STATUS,
    league,
)

blueprint = Blueprint("league_api", __name__, url_prefix="/league")


def answers_json(page: Callable[..., Any]) -> Callable[..., Any]:
    """Answers JSON, a refusal too, and one of a body that is too large."""

    @wraps(page)
    def guarded(*args: Any, **kwargs: Any) -> Response:
        try:
            return cast(Response, page(*args, **kwargs))
        except Denied as error:
            return _refused(error.sentence, STATUS.get(error.kind, 422))
        except RequestEntityTooLarge as error:
            return _refused(sentence_of(error), 413)

    return guarded


def _refused(sentence: str, status: int) -> Response:
    answer = jsonify(state="refused", error=sentence, sentence=sentence)
    answer.status_code = status
    return answer


def _facts() -> dict[str, Any]:
    try:
        facts = read_json(request.get_data())
    except ValueError:
        facts = None
    if not isinstance(facts, dict):
        raise Denied("The body is JSON: one object.")
    return facts


def table_of_token() -> Device:
    """The table whose token came along; that counts as a try. Raises Denied (401)."""
    device = _table_of_token()
    tries.try_(league().place, league().now(), tries.REPORTING, "table", device.id)
    return device


def _table_of_token() -> Device:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    with league().place.reading() as connection:
        device = devices.device_of(connection, token) if scheme == "Bearer" and token else None
    if device is None:
        raise Unknown
    if league().now() - device.seen > devices.SEEN_EVERY:
        with league().place.writing() as connection:
            devices.note_seen(connection, league().now(), device)
    return device


class Unknown(Denied):
    """No table has this token."""

    def __init__(self) -> None:
        super().__init__("This table is not paired with the league, or not any more.", "token")


STATUS["token"] = 401


@blueprint.post("/api/pairings")
@answers_json
def pairings() -> Response:
    """A table asks to be paired."""
    tries.try_(league().place, league().now(), tries.ASKING, "pairing", request.remote_addr or "")
    with league().place.writing() as connection:
        ask = devices.ask_pairing(connection, league().now(), str(_facts().get("name", "")))
    return jsonify(id=ask.id, letters=ask.letters, secret=ask.secret, until=ask.until.isoformat())


@blueprint.post("/api/pairings/<ask>")
@answers_json
def pairing(ask: str) -> Response:
    """The table fetches the answer."""
    with league().place.writing() as connection:
        token = devices.fetch_token(connection, league().now(), ask, str(_facts().get("secret", "")))
    return jsonify(state="paired" if token else "asked", token=token or "")


@blueprint.post("/api/faces")
@answers_json
def ask_face() -> Response:
    """A table asks who its player of this name is."""
    device = table_of_token()
    with league().place.writing() as connection:
        ask = devices.ask_face(connection, league().now(), device.id, str(_facts().get("name", "")))
    return jsonify(letters=ask.letters, until=ask.until.isoformat())


@blueprint.get("/api/faces")
@answers_json
def faces() -> Response:
    """Who is known at this table, by their names there."""
    device = table_of_token()
    with league().place.reading() as connection:
        return jsonify(players=sorted(devices.faces(connection, device.id)))


@blueprint.post("/api/reports")
@answers_json
def reports() -> Response:
    """A table reports a turn."""
    device = _table_of_token()
    try:
        report = Report.read(request.get_data(as_text=True))
    except Denied:
        tries.try_(league().place, league().now(), tries.REPORTING, "table", device.id)
        raise
    taken = league().report_from(device.id, report)
    hall().bell.ring()
    return jsonify(state=taken.state, sentence=taken.sentence, turn=taken.turn)


@blueprint.post("/api/reports/<key>/pictures/<int:n>")
@answers_json
def pictures(key: str, n: int) -> Response:
    """A table brings the picture of a throw."""
    request.max_content_length = proofs.MOST_BYTES
    device = table_of_token()
    with league().place.reading() as connection:
        owner = devices.reporter(connection, key)
    if owner != device.id:
        raise Denied("This table has reported no such turn.", "unknown")
    kept = proofs.keep(league().place, league().now(), key, [(n, request.get_data())], league().bucket)
    return jsonify(state="kept", new=kept)
