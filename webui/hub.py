# Tested by tests/test_webui_hub.py.
"""A league without a table: the pages and the API of the year, served from as many processes as one likes."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Self

import sqlalchemy as sql
from flask import Flask, Response, jsonify, redirect, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response as Answer

from webui import assets
from webui.answer import asks_for_a_page, problem
from webui.config import Settings
from webui.gate import guard
from webui.hall import Hall, hall
from webui.league.clock import Clock
from webui.league.house import Keeper
from webui.league.league import League, odds_in
from webui.league.place import Place
from webui.league.wire import Wire
from webui.push import Push
from webui.report import version
from webui.routes import (
    events,
)
from webui.routes.league_pages import LEAGUE
from webui.routes.sentences import LARGEST_POST, sentence_of
from webui.storage.bell import Bell
from webui.storage.bucket import Bucket
from webui.storage.database import StoreError, engine_of, sentences
from webui.storage.migrate import is_newest
from webui.storage.store import Store

log = logging.getLogger("rollcall")
NAME = "rollcall.hub"
PAGES = (events, *LEAGUE)


@dataclass(frozen=True)
class Hub:
    """The parts of one process. store: held where the league lies in a SQLite file, which is of one process."""

    hall: Hall
    keeper: Keeper
    store: Store | None

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Open the database, which must have the newest form. Raises StoreError."""
        bucket = Bucket(settings.bucket) if settings.bucket else None
        url, held = _opened(settings)
        push = Push(settings.streams, settings.heartbeat)
        kept = League(Place(url), Clock(), odds_in(settings.data), bucket)
        hall = Hall(kept, push, Bell(url, lambda ring: push.became("league", ring)))
        return cls(hall, Keeper(kept, Wire(settings.inward)), held)

    def close(self) -> None:
        """Let every page go, and give the database back."""
        self.hall.push.close()
        self.keeper.close()
        self.hall.bell.close()
        self.hall.league.close()
        if self.store:
            self.store.close()


def _opened(settings: Settings) -> tuple[sql.URL, Store | None]:
    """The address of the database; of a SQLite file also the hold on it."""
    engine = engine_of(settings.data, settings.database)
    try:
        if engine.dialect.name == "sqlite":
            store = Store.open(settings.data, settings.database)
            return store.url, store
        with sentences("the database"):
            if not is_newest(engine):
                raise StoreError(
                    "The database has another form.", "Bring it up: ./rollcall db upgrade --db URL."
                )
        return engine.url, None
    finally:
        engine.dispose()


def create_hub(settings: Settings) -> Flask:
    """The app of one process, which begins to look after the league. Raises StoreError."""
    app = Flask("webui", static_url_path=assets.address())
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_POST
    app.json.sort_keys = False  # type: ignore[attr-defined]
    hub = app.extensions[NAME] = Hub.open(settings)
    hub.hall.attach(app)
    app.context_processor(lambda: {"sprite": url_for("static", filename="sprite.svg")})
    guard(app, settings.names)
    if settings.proxies:
        count = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    assets.serve(app)
    for each in PAGES:
        app.register_blueprint(each.blueprint)
    app.add_url_rule("/", "first", _first)
    app.add_url_rule("/health", "health", _health)
    app.register_error_handler(
        StoreError, lambda error: problem("Not now", f"{error} Nothing was changed.", 507)
    )
    app.register_error_handler(HTTPException, _http_problem)
    app.register_error_handler(Exception, _our_fault)
    hub.keeper.start()
    return app


def _first() -> Answer:
    return redirect(url_for("league.day"), 303)


def _health() -> Response:
    """Whether the database answers: a page for a person, JSON for who watches over the server."""
    try:
        hall().league.is_begun()
    except StoreError as error:
        if asks_for_a_page():
            return problem("Not now", str(error), 507)
        answer = jsonify(ok=False, version=version(), error=str(error))
        answer.status_code = 507
        return answer
    pages = hall().push.streams
    if asks_for_a_page():
        return problem("All is well", f"The database answers. Pages that are open: {pages}.", 200)
    return jsonify(ok=True, version=version(), pages=pages)


def _http_problem(error: HTTPException) -> Response:
    return problem("Not here", sentence_of(error), error.code or 500)


def _our_fault(error: Exception) -> Response:
    log.error("our fault, please report it", exc_info=error)
    return problem("Our fault", "Something broke on our side. Nothing was changed; try again.", 500)
