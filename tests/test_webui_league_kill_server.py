"""The PostgreSQL of a league is killed while tables report: what was said to be taken is there, each turn once.

ROLLCALL_KILLS: so many kills instead of three.
"""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql
from flask import Flask
from postgres import NAMED, Server, is_installed
from waiting import LONG_S

from webui.config import Settings
from webui.hub import NAME, create_hub
from webui.league.made_up import World, newcomers, report_of_newcomer, token_of
from webui.storage.carry import import_lines
from webui.storage.database import META, engine_of
from webui.storage.league import TURNS
from webui.storage.store import Store

KILLS = int(os.environ.get("ROLLCALL_KILLS", "3"))
A_KILL = 40
"""Reports from one kill to the next."""


def send(app: Flask, bodies: list[str], taken: set[int], over: threading.Event) -> None:
    """Send each report until the league has said that it is taken."""
    page = app.test_client()
    for n, body in enumerate(bodies):
        headers = {"Authorization": f"Bearer {token_of(n % 50)}"}
        while n not in taken and not over.is_set():
            answer = page.post("/league/api/reports", data=body, headers=headers)
            assert answer.status_code in (200, 507), answer.text
            if answer.status_code == 200 and answer.json["state"] == "taken":
                taken.add(n)
            else:
                time.sleep(0.02)


@pytest.mark.skipif(bool(NAMED) or not is_installed(), reason="there is no PostgreSQL to kill here")
def test_a_server_that_is_killed_while_turns_are_reported_loses_none_and_doubles_none(
    tmp_path: Path, solved_data: Path
) -> None:
    chance, count = random.Random(5), KILLS * A_KILL
    world = World.made(solved_data, 2, 1)
    bodies = [report_of_newcomer(world, n) for n in range(count)]
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        server = Server(Path(folder))
        server.start("synchronous_commit=on")
        Store.open(tmp_path, server.url).close()
        with closing(engine_of(tmp_path, server.url).connect()) as connection:
            import_lines(connection.engine, world.lines())
            for table, rows in newcomers(world, count).items():
                connection.execute(META.tables[table].insert(), rows)
            connection.commit()
        connection.engine.dispose()
        app = create_hub(Settings(data=tmp_path, database=server.url))
        taken: set[int] = set()
        over = threading.Event()
        sender = threading.Thread(target=send, args=(app, bodies, taken, over))
        sender.start()
        try:
            for kill in range(KILLS):
                goal = kill * A_KILL + chance.randrange(A_KILL)
                while len(taken) < goal and sender.is_alive():
                    time.sleep(0.005)
                server.stop("immediate")
                server.start("synchronous_commit=on")
            sender.join(10 * LONG_S)
            with app.extensions[NAME].hall.league.place.reading() as connection:
                found = Counter(connection.execute(sql.select(TURNS.c.account)).scalars())
        finally:
            over.set()
            sender.join(LONG_S)
            app.extensions[NAME].close()
            server.stop("immediate")
    newcomers_found = {account: n for account, n in found.items() if account.startswith("N")}
    assert len(taken) == count
    assert newcomers_found == {f"N{n:025}": 1 for n in range(count)}
