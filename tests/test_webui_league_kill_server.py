"""PostgreSQL and the processes of a league are killed while tables report: what was taken is there, each turn once.

ROLLCALL_KILLS: so many kills instead of three.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import pytest
import sqlalchemy as sql
from postgres import NAMED, Server, is_installed
from test_webui_hub import Served
from waiting import LONG_S, until

from webui.league.made_up import World, newcomers, report_of_newcomer, token_of
from webui.storage.carry import import_lines
from webui.storage.database import META, engine_of
from webui.storage.league import TURNS
from webui.storage.store import Store

KILLS = int(os.environ.get("ROLLCALL_KILLS", "3"))
A_KILL = 40
"""Reports from one kill to the next."""


STORED = "synchronous_commit=on"


def send(port: int, bodies: list[str], taken: set[int], wrong: list[str], over: threading.Event) -> None:
    """Send each report until the league has said that it is taken."""
    for n, body in enumerate(bodies):
        while n not in taken and not over.is_set():
            status, text = sent(port, body, token_of(n % 50))
            if status == 200 and json.loads(text)["state"] == "taken":
                taken.add(n)
                continue
            if status not in (0, 507):
                wrong.append(f"{status} {text}")
                return
            time.sleep(0.02)


def sent(port: int, body: str, token: str) -> tuple[int, str]:
    """What the league answers; 0 where nobody hears its answer."""
    try:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=LONG_S)) as line:
            line.request("POST", "/league/api/reports", body, {"Authorization": f"Bearer {token}"})
            answer = line.getresponse()
            return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException):
        return 0, ""


def filled(url: str, folder: Path, world: World, count: int) -> None:
    """A league with so many players who have not rolled yet, and tables that know them."""
    Store.open(folder, url).close()
    with closing(engine_of(folder, url).connect()) as connection:
        import_lines(connection.engine, world.lines())
        for table, rows in newcomers(world, count).items():
            connection.execute(META.tables[table].insert(), rows)
        connection.commit()
    connection.engine.dispose()


def found_in(url: str) -> dict[str, int]:
    """How many turns each of these players has."""
    engine = sql.create_engine(url, poolclass=sql.NullPool)
    with engine.connect() as connection:
        found = Counter(connection.execute(sql.select(TURNS.c.account)).scalars())
    return {who: n for who, n in found.items() if who.startswith("N")}


def once(count: int) -> dict[str, int]:
    """So many players with a turn each."""
    return {f"N{n:025}": 1 for n in range(count)}


def kill(server: Server, served: Served, how: str) -> None:
    """Kill PostgreSQL, the process of the league that is there for longest, or both its processes."""
    if how == "database":
        server.stop("immediate")
        server.start(STORED)
        return
    booted = len(served.workers())
    last = served.workers()[-2:] if how == "both" else served.workers()[-2:-1]
    for pid in last:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert until(lambda: len(served.workers()) == booted + len(last))


@pytest.mark.skipif(bool(NAMED) or not is_installed(), reason="there is no PostgreSQL to kill here")
def test_kills_of_database_and_processes_while_turns_are_reported_lose_none_and_double_none(
    tmp_path: Path, solved_data: Path
) -> None:
    chance, count = random.Random(5), KILLS * A_KILL
    hows = [("database", "process", "both")[n % 3] for n in range(KILLS)]
    world = World.made(solved_data, 2, 1)
    bodies = [report_of_newcomer(world, n) for n in range(count)]
    (tmp_path / "odds").symlink_to(solved_data / "odds")
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        server = Server(Path(folder))
        server.start(STORED)
        filled(server.url, tmp_path, world, count)
        taken: set[int] = set()
        wrong: list[str] = []
        over = threading.Event()
        with closing(Served(tmp_path, server.url)) as served:
            sender = threading.Thread(target=send, args=(served.port, bodies, taken, wrong, over))
            sender.start()
            try:
                for n, how in enumerate(hows):
                    goal = n * A_KILL + chance.randrange(A_KILL)
                    assert until(lambda goal=goal: len(taken) >= goal or not sender.is_alive())  # type: ignore[misc]
                    kill(server, served, how)
                sender.join(10 * LONG_S)
            finally:
                over.set()
                sender.join(LONG_S)
            said = served.said()
        found = found_in(server.url)
        server.stop("immediate")
    assert not wrong
    assert "our fault" not in said
    assert len(taken) == count
    assert found == once(count)
