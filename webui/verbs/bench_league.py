# Tested by tests/test_webui_bench_league.py.
"""`./rollcall bench league`: a league of a thousand players with a year of turns, measured.

How long it takes to be brought in, to show today's page and the standings, and how many reports are taken a second by
several processes. Without --db in a SQLite file of its own; with --db in an empty PostgreSQL database, which holds the
league afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sql
from flask.testing import FlaskClient

from webui.cli import Refusal
from webui.config import Settings
from webui.hub import NAME, create_hub
from webui.league.league import League
from webui.league.made_up import SESSION, TABLES, World, newcomers, report_of_newcomer, token_of
from webui.league.place import Place
from webui.routes.visitor import COOKIE
from webui.storage.carry import import_lines
from webui.storage.database import META, StoreError, engine_of
from webui.storage.league import TURNS
from webui.storage.store import Store
from webui.terminal.sending import Sending
from webui.terminal.settings import addressed, settings_of

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = 60
"""Times that each page is asked for."""
WARM_UP = 3
STARTING_S = 3.0
"""Seconds until all processes have opened the database. Larger: it takes longer; smaller: the first wait."""


@dataclass(frozen=True)
class Figure:
    """One figure and its unit."""

    what: str
    value: float
    unit: str

    def __str__(self) -> str:
        return f"{self.what:<52}{self.value:10.2f} {self.unit}"


def main(arguments: list[str]) -> int:
    """Measure and print; raises Refusal where it cannot be."""
    options = _parser().parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(options.data) if options.data else Path(folder)
            settings = settings_of(data=data, database=options.db, camera="none", streams=4)
            for figure in _figures(settings, options):
                print(json.dumps(asdict(figure)) if options.json else figure, flush=True)
    except StoreError as error:
        raise Refusal(str(error)) from None
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall bench league", description=__doc__)
    parser.add_argument(
        "--db", type=addressed, metavar="URL", help="an empty PostgreSQL database: postgresql+psycopg://..."
    )
    parser.add_argument(
        "--data", metavar="DIR", help="an empty folder to keep the league in (default: none is kept)"
    )
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--rate", type=int, default=200, help="reports a second (with --db)")
    parser.add_argument("--seconds", type=int, default=60, help="for so long (with --db)")
    parser.add_argument("--processes", type=int, default=4, help="that take them (with --db)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    return parser


def _figures(settings: Settings, options: Any) -> Iterator[Figure]:
    world = World.made(settings.data, options.players, options.days)
    rows, lasted_s, worked_s = bring_in(settings, world)
    yield Figure(f"bring in {rows:,} rows", lasted_s, "s")
    yield Figure("- of it processor time of this process", worked_s, "s")
    yield from _pages(settings, world)
    if settings.database and options.rate:
        yield from _reports(settings, world, options)


def bring_in(settings: Settings, world: World) -> tuple[int, float, float]:
    """Write this league into an empty database: its rows, seconds, and seconds of the processor.

    Raises StoreError.
    """
    Store.open(settings.data, settings.database).close()
    engine = engine_of(settings.data, settings.database)
    began_s, worked_s = time.perf_counter(), time.process_time()
    rows = import_lines(engine, world.lines())
    spent_s = time.perf_counter() - began_s, time.process_time() - worked_s
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("ANALYZE")
    engine.dispose()
    return rows, *spent_s


@contextmanager
def visited(settings: Settings) -> Iterator[tuple[FlaskClient, League]]:
    """One process of the league, and the browser of somebody who looks at it."""
    app = create_hub(settings)
    page = app.test_client()
    page.set_cookie(COOKIE, SESSION, path="/league")
    try:
        yield page, app.extensions[NAME].hall.league
    finally:
        app.extensions[NAME].close()


def _pages(settings: Settings, world: World) -> Iterator[Figure]:
    """Today's page and the standings, by one process."""
    with visited(settings) as (page, league):
        for day in (world.days[-1], world.days[-1] + timedelta(days=1)):
            began_s = time.perf_counter()
            league.scores(day.year)
            yield Figure(f"the first look at {day.year} in a process", time.perf_counter() - began_s, "s")
        for what, path in (
            ("today's page", "/league/"),
            ("a full day's page", f"/league/day/{world.days[-1]}"),
            ("the standings", f"/league/year/{world.days[-1].year}"),
            ("a player's page", f"/league/players/{0:026}"),
        ):
            median_ms, p95_ms, worked_ms = asked(page, path)
            yield Figure(f"{what}, median of {PAGES}", median_ms, "ms")
            yield Figure(f"{what}, 95th percentile", p95_ms, "ms")
            yield Figure("- processor time of this process", worked_ms, "ms")


def asked(page: FlaskClient, path: str) -> tuple[float, float, float]:
    """Median and 95th percentile of the time of an answer, and the mean of its processor time, ms. Raises Refusal."""
    spent = []
    worked_s = time.process_time()
    for _ in range(WARM_UP + PAGES):
        began_s = time.perf_counter()
        answer = page.get(path)
        spent.append(1000 * (time.perf_counter() - began_s))
        if answer.status_code != 200:
            raise Refusal(f"{path} answers {answer.status_code}.")
    spent = sorted(spent[WARM_UP:])
    worked_ms = 1000 * (time.process_time() - worked_s) / (WARM_UP + PAGES)
    return spent[len(spent) // 2], spent[round(0.95 * (len(spent) - 1))], worked_ms


def _reports(settings: Settings, world: World, options: Any) -> Iterator[Figure]:
    """Reports at a steady rate, one of each of as many more players, to several processes."""
    place = Place(sql.make_url(settings.database))
    count = options.rate * options.seconds
    bodies = [report_of_newcomer(world, n) for n in range(count)]
    with place.writing() as connection:
        for table, rows in newcomers(world, count).items():
            connection.execute(META.tables[table].insert(), rows)
    with _served(settings, options.processes) as port:
        sent = Sending(port, options.rate, bodies, [token_of(n) for n in range(TABLES)])
        sent.run()
    with place.reading() as connection:
        keys = [json.loads(body)["key"] for body in bodies]
        there = connection.execute(sql.select(TURNS.c.id).where(TURNS.c.id.in_(keys))).scalars().all()
    place.close()
    answers = sorted(sent.spent_ms)
    yield Figure("reports sent", count, "")
    yield Figure("reports answered as taken", sent.taken, "")
    yield Figure("reports in the database afterwards", len(there), "")
    yield Figure("reports a second, over the whole time", sent.taken / sent.lasted_s, "1/s")
    yield Figure("an answer, median", answers[len(answers) // 2], "ms")
    yield Figure("an answer, 95th percentile", answers[round(0.95 * (len(answers) - 1))], "ms")
    yield Figure("the latest that a report was begun", 1000 * sent.behind_s, "ms")


@contextmanager
def _served(settings: Settings, processes: int) -> Iterator[int]:
    """`./rollcall serve` on this database; its port."""
    words = [
        "serve",
        "--db",
        settings.database,
        "--data",
        str(settings.data),
        "--host",
        "127.0.0.1",
        "--port",
        "0",
    ]
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "webui", *words, "--processes", str(processes)],
            cwd=ROOT,
            stdout=log,
            stderr=log,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        try:
            yield _port_of(server, log, processes)
        finally:
            server.terminate()
            server.wait()


def _port_of(server: subprocess.Popen[bytes], log: IO[str], processes: int) -> int:
    """The port, as soon as all processes serve. Raises Refusal where it ends before."""
    while server.poll() is None:
        time.sleep(0.1)
        log.seek(0)
        said = log.read()
        found = re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", said)
        if found and said.count("Booting worker") == processes:
            time.sleep(STARTING_S)
            return int(found[1])
    log.seek(0)
    raise Refusal(f"The server has ended: {log.read()[-400:]}")
