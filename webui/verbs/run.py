"""`./rollcall run`: open the table. Camera, web pages and score, until Ctrl-C."""

from __future__ import annotations

import argparse
import ipaddress
import logging
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Self

import segno
from flask import Flask

from hardware.address import shown
from hardware.camera import CameraError
from hardware.cameras import KINDS
from hardware.path import in_letters
from vision.plane.table import TableError
from vision.reading.net import ModelError
from webui.app import create_app
from webui.cli import Refusal
from webui.config import Settings
from webui.desk import Desk
from webui.memory import giving_back
from webui.panel import attach
from webui.serving.listening import listen
from webui.serving.server import Server, certificate_in
from webui.serving.systemd import Heart, notify
from webui.setup.table_file import load_table
from webui.storage.store import StoreError
from webui.terminal.settings import addressed, named, settings_of


def main(arguments: list[str]) -> int:
    """Serve the table until it is stopped; raises Refusal where it cannot be opened."""
    settings = _settings(arguments)
    logging.basicConfig(format="%(asctime)s %(message)s", datefmt="%H:%M:%S", level=logging.INFO)
    # A page that is closed or left is no news.
    logging.getLogger("waitress").setLevel(logging.WARNING)
    # It counts a request as waiting that a thread is just about to take.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # It tells how it talks to the database, which nobody asked.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with _Stop() as stop, listen(settings.host, settings.port) as listener:
        if settings.camera != "none":
            print(f"Opening the camera ({in_letters(shown(settings.camera))}) ...", flush=True)
        app = _open(settings)
        desk: Desk = app.extensions["rollcall"]
        try:
            # Open streams would keep their threads, and so the server, for a heartbeat.
            stop.first = desk.push.close
            _watch_over(desk)
            attach(desk)
            desk.start()
            _say_where(desk, listener.getsockname()[1])
            with giving_back(lambda: desk.eye is not None and desk.eye.source().rolling):
                Server(app, settings.threads, listener, certificate_in(settings.data)).run()
        finally:
            desk.close()
    print("Roll Call is closed. The match goes on where it is when you start again.")
    return 0


def _watch_over(desk: Desk) -> None:
    """Let systemd know that the pages are served, and for how long the table is looked at."""
    heart = Heart()
    if desk.eye:
        desk.eye.beat = heart.beat
    else:
        heart.by_itself()
    notify("READY=1")


class _Stop:
    """Ctrl-C and SIGTERM end the program from wherever it is: `first` is done, then SystemExit. A second one kills."""

    def __init__(self) -> None:
        self.first: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        for number in self._before:
            signal.signal(number, signal.SIG_DFL)
        self.first()
        raise SystemExit


def _settings(arguments: list[str]) -> Settings:
    parser = argparse.ArgumentParser(prog="rollcall run", description=__doc__)
    parser.add_argument(
        "--camera",
        help=f"{KINDS}; none: the dice are typed in (default auto)",
    )
    parser.add_argument(
        "--rotate", type=int, metavar="DEGREES", help="turn the camera's picture clockwise: 90, 180 or 270"
    )
    parser.add_argument("--port", type=int, help="of the pages (default 8420)")
    parser.add_argument(
        "--host", help="0.0.0.0 (default) serves the whole network, 127.0.0.1 only this machine"
    )
    parser.add_argument(
        "--data", type=named, metavar="DIR", help="where matches are kept (default ~/.rollcall)"
    )
    parser.add_argument(
        "--db",
        dest="database",
        type=addressed,
        metavar="URL",
        help="another database than the file in there: postgresql+psycopg://...",
    )
    parser.add_argument(
        "--table", metavar="FILE", help="the marked table area (default: the one marked on the page)"
    )
    parser.add_argument(
        "--models", type=named, metavar="DIR", help="the folder of the weights (default: models)"
    )
    parser.add_argument(
        "--record",
        metavar="DIR",
        help="record the table into this folder as it goes on, 2 GB at most, the oldest go first; nothing is sent",
    )
    parser.add_argument(
        "--hands-free",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="throwing again confirms the only keep that fits (default); else the page asks",
    )
    return settings_of(**vars(parser.parse_args(arguments)))


def _open(settings: Settings) -> Flask:
    if settings.record:
        _try_to_record(Path(settings.record).expanduser())
    try:
        # With a camera the eye reads it; without one nothing would.
        if settings.table and settings.camera == "none":
            load_table(Path(settings.table))
        return create_app(settings)
    except (StoreError, CameraError, ModelError, TableError) as error:
        raise Refusal(str(error)) from None


def _try_to_record(folder: Path) -> None:
    """Raises Refusal where no film can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        what = f"The table cannot be recorded in {folder}: {error.strerror}."
        raise Refusal(f"{what} Name another folder with --record.") from None


def _say_where(desk: Desk, port: int) -> None:
    """Address and QR code, and what is looked at."""
    here = f"http://{_address(desk.settings.host)}:{port}/"
    source = desk.board().source
    if source.instead:
        why = source.taken or "No camera was found. Plug one in and start again for real dice."
        print(f"{why} A demo plays instead.")
    print(f"\n  The table is open: {here}\n")
    if desk.settings.record:
        where = f"It is recorded in {in_letters(desk.settings.record)}, and nowhere else: nothing is sent."
        print(f"  {where if source.live else 'A film is not recorded.'}")
    if sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").lower():
        segno.make(here, error="l").terminal(compact=True, border=2)
    print("  Stop with Ctrl-C; the match is kept.", flush=True)


def _address(host: str) -> str:
    """An address that another device of this network can open."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        try:
            # Sends nothing: the system only says which of its addresses it would use.
            asker.connect(("192.0.2.1", 9))
            return str(ipaddress.ip_address(asker.getsockname()[0]))
        except OSError:
            return "127.0.0.1"
