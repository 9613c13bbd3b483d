"""A PostgreSQL server for tests: the one that ROLLCALL_TEST_DATABASE names, else one of its own where it is installed.

Each test gets an empty schema, which is dropped afterwards.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sql
from waiting import LONG_S

NAMED = os.environ.get("ROLLCALL_TEST_DATABASE", "")
"""Such as postgresql+psycopg://me@localhost/test."""
UNPRIVILEGED = "postgres"
"""Who the server runs as where the tests run as root, which it refuses."""
FAST = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "listen_addresses=",
    "max_connections=60",
)


def is_installed() -> bool:
    """Whether there is a server to test on, and the driver for it."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return False
    return bool(NAMED) or all(map(shutil.which, ("initdb", "postgres", "pg_ctl")))


def cut_off(url: str) -> None:
    """End all other connections of this server, as its restart does; they have ended when this returns."""
    engine = sql.create_engine(url, poolclass=sql.NullPool)
    with engine.connect() as connection:
        # With a time it waits for each: without one it is asked to end, and a busy machine lets it live on for a while.
        ended = connection.exec_driver_sql(
            f"SELECT pg_terminate_backend(pid, {1000 * int(LONG_S)}) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        assert all(ended.scalars())
    engine.dispose()


class Server:
    """A server of our own in this folder, reached by a socket in it. Kill it, and start it again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self._user = UNPRIVILEGED if os.getuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", self.data, "-U", "tests", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.url = f"postgresql+psycopg://tests@/postgres?host={folder}"

    def _run(self, *command: object) -> None:
        words = [str(word) for word in command]
        subprocess.run(
            words, check=True, user=self._user, cwd=self.folder, stdout=subprocess.DEVNULL, timeout=120
        )

    def start(self, *options: str) -> None:
        settings = " ".join(
            f"-c {each}" for each in (*FAST, f"unix_socket_directories={self.folder}", *options)
        )
        log = self.folder / "log"
        self._run("pg_ctl", "-D", self.data, "-l", log, "-o", settings, "-w", "start")

    def stop(self, how: str = "fast") -> None:
        """how: fast, or immediate, which is no better than a kill."""
        self._run("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that runs."""
    if NAMED:
        yield NAMED
        return
    # A socket has a short name: what pytest makes for a test may be too long for it.
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        own = Server(Path(folder))
        own.start()
        try:
            yield own.url
        finally:
            own.stop("immediate")


@contextmanager
def schema(server: str) -> Iterator[str]:
    """The address of an empty place on this server; gone afterwards."""
    name = f"test_{secrets.token_hex(6)}"
    engine = sql.create_engine(server, poolclass=sql.NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    url = sql.make_url(server).update_query_dict({"options": f"-csearch_path={name}"})
    yield url.render_as_string(hide_password=False)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"DROP SCHEMA {name} CASCADE")
    engine.dispose()
