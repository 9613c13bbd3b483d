# Tested by tests/test_webui_hub.py.
"""`./rollcall serve`: a league for many, without a table: its pages and its API, from several processes at one address.

Behind a proxy that speaks HTTPS, with `--names` for the name that people type in, and ROLLCALL_PROXIES=1. Whoever
runs it comes in by the link of `./rollcall league invite`. A SQLite file is served from one process, PostgreSQL from
as many as there are cores.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from flask import Flask

from webui.cli import Refusal
from webui.config import Settings
from webui.hub import NAME, create_hub
from webui.serving.listening import listen
from webui.storage.database import StoreError, engine_of, sentences
from webui.storage.migrate import is_newest
from webui.storage.store import Store
from webui.terminal.settings import addressed, named, settings_of

INSTALL = "The server of several processes is not installed: .venv/bin/pip install -e '.[server]'."
KEEP_S = 75
"""Seconds for which a line stays open on which nothing is asked: longer than a proxy keeps it. Larger: more lines lie
open. Smaller: now and then a request meets a line that is just being closed."""
GRACE_S = 5
"""Seconds for what is being answered when the server is told to end. Larger: it ends later."""


def main(arguments: list[str]) -> int:
    """Serve until it is stopped; raises Refusal where it cannot be."""
    settings = _settings(arguments)
    try:
        from gunicorn.app.base import BaseApplication
    except ImportError:
        raise Refusal(INSTALL) from None
    # Gunicorn would try five times and then tell nobody why. It takes the port itself, a moment later.
    listen(settings.host, settings.port).close()
    try:
        settings = _ready(settings)
    except StoreError as error:
        raise Refusal(str(error)) from None

    class Served(BaseApplication):  # type: ignore[misc]
        """The server, told what to do by our settings alone."""

        def load_config(self) -> None:
            for name, value in _options(settings).items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return create_hub(settings)

    print(f"The league is served at http://{settings.host}:{settings.port}/. Stop with Ctrl-C.", flush=True)
    Served().run()
    return 0


def _settings(arguments: list[str]) -> Settings:
    parser = argparse.ArgumentParser(prog="rollcall serve", description=__doc__)
    parser.add_argument(
        "--db",
        dest="database",
        type=addressed,
        metavar="URL",
        help="postgresql+psycopg://..., or a SQLite file",
    )
    parser.add_argument("--data", type=named, metavar="DIR", help="where odds are kept (default ~/.rollcall)")
    parser.add_argument(
        "--host", help="0.0.0.0 (default) serves the whole network, 127.0.0.1 only this machine"
    )
    parser.add_argument("--port", type=int, help="of the pages (default 8420)")
    parser.add_argument("--processes", type=int, help="how many serve (default 4; of a SQLite file 1)")
    parser.add_argument(
        "--names", help="public names of the pages, with commas between, such as rolls.example"
    )
    return settings_of(**vars(parser.parse_args(arguments)))


def _ready(settings: Settings) -> Settings:
    """Bring the database to the newest form before any process opens it. Raises StoreError."""
    engine = engine_of(settings.data, settings.database)
    try:
        if engine.dialect.name == "sqlite":
            return replace(settings, processes=1)
        with sentences("the database"):
            old = not is_newest(engine)
        if old:
            Store.open(settings.data, settings.database).close()
        return settings
    finally:
        engine.dispose()


def _options(settings: Settings) -> dict[str, Any]:
    """What gunicorn is told. A worker has threads: those of open pages wait, the others answer."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return {
        "bind": f"{host}:{settings.port}",
        "workers": settings.processes,
        "worker_class": "gthread",
        "threads": settings.threads,
        "keepalive": KEEP_S,
        "graceful_timeout": GRACE_S,
        "worker_exit": _closed,
        "proc_name": "rollcall",
        # It opens a socket in the home folder by which others may command it; nobody here does.
        "control_socket_disable": True,
    }


def _closed(_server: Any, worker: Any) -> None:
    """A process ends: its part of the league is closed."""
    app = getattr(worker, "wsgi", None)
    if isinstance(app, Flask):
        app.extensions[NAME].close()
