"""The web program: `create_app(settings)` opens everything and gives a Flask app.

A form works without JavaScript: POST, then 303 back to the table. The same address answers JSON to whoever asks for
it (`Accept: application/json`): the new board, or {"error": sentence, "board": ...}. Where a POST is refused, a form
gets the table page again with the sentence in `flask.g.notice` and the status 400, 409, 422 or 507.
"""

from __future__ import annotations

import traceback

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from engine.game import MoveError
from webui import assets
from webui.answer import problem, refused
from webui.assembly import open_desk
from webui.config import Settings
from webui.desk import desk as desk_here
from webui.gate import guard
from webui.match.ledger import Refused, Stale
from webui.permits import refuse_without_permit
from webui.routes import (
    calls,
    camera,
    data,
    dice,
    ear,
    evening,
    events,
    health,
    league_hub,
    league_table,
    moves,
    phone,
    setup,
    steps,
    wall,
    why,
)
from webui.routes import settings as setting
from webui.routes import table as pages
from webui.routes.league_pages import LEAGUE
from webui.routes.sentences import LARGEST_POST, sentence_of
from webui.storage.store import StoreError


def create_app(settings: Settings) -> Flask:
    """Open the data folder and, unless `settings.camera` is "none", the camera; the app around them.

    The parts are `webui.desk.desk()` inside a request and `app.extensions["rollcall"]` outside; its start() begins
    to look at the table, its close() gives everything back. Raises StoreError, CameraError, ModelError.
    """
    app = Flask("webui", static_url_path=assets.address())
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_POST
    app.json.sort_keys = False  # type: ignore[attr-defined]
    desk = app.extensions["rollcall"] = open_desk(settings)
    desk.hall().attach(app)
    guard(app, settings.names)
    app.before_request(refuse_without_permit)
    assets.serve(app)
    app.register_blueprint(calls.blueprint)
    app.register_blueprint(camera.blueprint)
    app.register_blueprint(phone.blueprint)
    app.register_blueprint(data.blueprint)
    app.register_blueprint(dice.blueprint)
    app.register_blueprint(events.blueprint)
    app.register_blueprint(health.blueprint)
    app.register_blueprint(moves.blueprint)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(setup.blueprint)
    app.register_blueprint(steps.blueprint)
    app.register_blueprint(setting.blueprint)
    for each in (*LEAGUE, league_table, league_hub):
        app.register_blueprint(each.blueprint)
    app.register_blueprint(wall.blueprint)
    app.register_blueprint(why.blueprint)
    app.register_blueprint(evening.blueprint)
    app.register_blueprint(ear.blueprint)
    app.register_error_handler(Stale, lambda error: refused(str(error), 409))
    app.register_error_handler(Refused, lambda error: refused(str(error), 422))
    app.register_error_handler(MoveError, lambda error: refused(error.sentence, 422))
    app.register_error_handler(StoreError, lambda error: refused(f"{error} Nothing was changed.", 507))
    app.register_error_handler(HTTPException, _http_problem)
    app.register_error_handler(Exception, _our_fault)
    return app


def _http_problem(error: HTTPException) -> Response:
    status = error.code or 500
    if request.method == "POST" and status == 400:
        return refused(error.description or error.name, 400)
    return problem("Not here", sentence_of(error), status)


def _our_fault(error: Exception) -> Response:
    reports = desk_here().reports
    reports.our_fault("".join(traceback.format_exception(error)))
    return problem("Our fault", "Something broke on our side. Your match is safe.", 500, reports.text())
