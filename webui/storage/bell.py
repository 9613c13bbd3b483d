# Tested by tests/test_webui_hub.py.
"""A bell that all programs on one database hear: something of the league is different now.

On PostgreSQL it is NOTIFY and LISTEN; on a SQLite file there is one program, which hears itself. It rings after the
change is stored. Each ring has a name, the same in every program, and all hear the rings in the same order: pages that
know the same ring show the same. Whoever begins to listen rings, so that all know the same from the start; so is told,
when the line is back, whoever was cut off from the server.
"""

from __future__ import annotations

import logging
import select
import socket
import threading
from collections.abc import Callable
from typing import Any

import sqlalchemy as sql
from ulid import ULID

log = logging.getLogger("rollcall")

PAUSE_S = 0.2
"""Seconds between two rings of one program. Larger: pages learn later. Smaller: the server has more to do."""
AGAIN_S = 1.0
"""Seconds until a server that was lost is tried again. Larger: pages stay behind for longer after it is back."""
LISTEN_S = 30.0
"""Seconds after which the line is looked at, though nothing came. Larger: a lost server is noticed later."""


class Bell:
    """The bell of this database. heard: called with the name of a ring by whichever thread hears it. Thread-safe."""

    def __init__(self, url: sql.URL, heard: Callable[[str], None]) -> None:
        self._url, self._heard = url, heard
        self._rung, self._closed = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        if url.get_backend_name() != "postgresql":
            self.ring()
        else:
            self._waker, self._awoken = socket.socketpair()
            self._waker.setblocking(False)
            self._thread = threading.Thread(target=self._run, name="bell", daemon=True)
            self._thread.start()

    def ring(self) -> None:
        """Something is different now; every program on this database hears it, this one, too."""
        if self._thread is None:
            self._heard(str(ULID()))
        else:
            self._rung.set()
            self._wake()

    def close(self) -> None:
        """Hear no more; may be called twice."""
        self._closed.set()
        if self._thread is None:
            return
        if self._thread.is_alive():
            self._wake()
            self._thread.join(5.0)
        self._waker.close()
        self._awoken.close()

    def _wake(self) -> None:
        try:
            self._waker.send(b".")
        except OSError:
            return  # the line is full of wakers already, or closed

    def _run(self) -> None:
        engine = sql.create_engine(self._url, poolclass=sql.NullPool, isolation_level="AUTOCOMMIT")
        lost = False
        while not self._closed.is_set():
            try:
                with engine.connect() as connection:
                    self._listen(connection, lost)
            except (sql.exc.DBAPIError, OSError) as error:
                if not lost:
                    log.warning(
                        "pages are told nothing of other programs for now: %s", str(error).splitlines()[0]
                    )
                lost = True
                self._closed.wait(AGAIN_S)

    def _listen(self, connection: sql.Connection, lost: bool) -> None:
        # One name a schema: two leagues in one database do not hear each other.
        channel = connection.execute(sql.select(sql.func.hashtext(sql.func.current_schema()))).scalar()
        name = f"rollcall_{(channel or 0) % 2**32}"
        connection.exec_driver_sql(f"LISTEN {name}")
        line: Any = connection.connection.driver_connection
        if lost:
            log.info("pages are told of other programs again")
        self._rung.set()
        self._wake()
        while not self._closed.is_set():
            ready, _, _ = select.select([line.fileno(), self._awoken], [], [], LISTEN_S)
            if self._awoken in ready:
                self._awoken.recv(4096)
            if self._rung.is_set():
                self._rung.clear()
                connection.execute(sql.select(sql.func.pg_notify(name, str(ULID()))))
            rings = [ring.payload for ring in line.notifies(timeout=0)]
            if rings:
                self._heard(rings[-1])
            if not ready:
                connection.exec_driver_sql("SELECT 1")
            self._closed.wait(PAUSE_S)
