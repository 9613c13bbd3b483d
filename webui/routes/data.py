# Tested by tests/test_webui_app.py.
"""What a page has besides itself: the board as JSON, pictures, a report."""

from __future__ import annotations

import re
from typing import cast

from flask import Blueprint, Response, abort, jsonify, request, url_for

from webui.answer import done, redirected, refused
from webui.desk import desk
from webui.routes import api
from webui.storage.evidence import Kind
from webui.storage.store import SavedRoll

blueprint = Blueprint("data", __name__)
GONE = "The picture of this throw is not here any more."


@blueprint.get("/board.json")
def board() -> Response:
    """The whole board."""
    return jsonify(api.board(desk().board()))


@blueprint.get("/picture.jpg")
def picture() -> Response:
    """The newest picture of the table, with its age in X-Age-S. A page asks for the next when this one is there.

    width: px in which it is shown; it is not made much larger. What is no such number asks for the whole picture.
    """
    eye = desk().eye
    asked = request.args.get("width", "")
    width = int(asked) if re.fullmatch("[1-9][0-9]{0,4}", asked) else None
    newest = eye.picture(width) if eye else None
    if not newest:
        abort(404, "There is no picture yet.")
    jpeg, age_s = newest
    return Response(jpeg, mimetype="image/jpeg", headers={"X-Age-S": f"{age_s:.2f}"})


@blueprint.get("/evidence/<int:number>.jpg")
def evidence(number: int) -> Response:
    """The picture of a throw."""
    return _evidence(number, "picture")


@blueprint.get("/evidence/<int:number>-leaving.jpg")
def leaving(number: int) -> Response:
    """The picture in which a die was last seen on its way off the table."""
    return _evidence(number, "leaving")


@blueprint.get("/evidence/<int:number>.webp")
def replay(number: int) -> Response:
    """The seconds before a throw lay still, as an animated picture."""
    return _evidence(number, "replay")


@blueprint.post("/evidence/<int:number>/stay")
def stay(number: int) -> Response:
    """Whether the evidence of a throw is to stay when others make room: stays=yes or no. match: whose page asks."""
    saved, stays = _roll(number), request.form.get("stays")
    if stays not in ("yes", "no"):
        abort(400, f"stays is yes or no, not {stays!r}.")
    try:
        there = saved is not None and desk().evidence.stay(saved.picture, stays == "yes")
    except OSError as error:
        why = error.strerror or str(error)
        return refused(f"That could not be noted: {why}. Make room on the disk and press again.", 507)
    if not there:
        abort(404, GONE)
    match = request.form.get("match", "")
    page = url_for("pages.past", number=int(match)) if re.fullmatch("[1-9][0-9]{0,8}", match) else None
    return redirected(f"{page or url_for('pages.history')}#roll-{number}")


def _roll(number: int) -> SavedRoll | None:
    return desk().store.roll(number) if number < 2**31 else None


def _evidence(number: int, kind: Kind) -> Response:
    saved = _roll(number)
    packed = desk().evidence.read(saved.picture, kind) if saved else None
    if saved is None or packed is None:
        abort(404, GONE)
    answer = Response(packed, mimetype="image/webp" if kind == "replay" else "image/jpeg")
    # Another data folder counts from 1 again: a browser asks each time whether its copy is of this very throw.
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.set_etag(f"{saved.picture}-{kind}")
    return cast(Response, answer.make_conditional(request))


@blueprint.get("/report")
def report() -> Response:
    """What to copy into a bug report."""
    return Response(desk().reports.text(), mimetype="text/plain")


@blueprint.post("/report/dismiss")
def dismiss_fault() -> Response:
    """A person has read that something broke on our side."""
    desk().reports.dismiss()
    return done()
