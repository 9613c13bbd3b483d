"""Hours of play in minutes of patience: memory stays flat, nothing leaks, every throw is in the log once.

`ROLLCALL_SOAK_MINUTES=120 ./rollcall test tests/test_webui_soak.py` is the whole of it; without that it is skipped.
"""

from __future__ import annotations

import gc
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib import request
from urllib.error import URLError

import pytest
from held import MOST_OF_DATABASE, Held
from real_browser import Table, served

from vision.nouns import Roll
from webui.config import Settings
from webui.match.board import Question
from webui.match.ledger import Refused
from webui.memory import bound_heaps, giving_back
from webui.storage.database import FILE

MINUTES = float(os.environ.get("ROLLCALL_SOAK_MINUTES", "0"))
WARM_SHARE = 0.25
"""Share of the time after which everything that is kept once is there. Larger: a leak has less time to show."""
FAULT_S = 60.0
"""Seconds between two faults."""
STORM = 200
"""Requests at once, as of a room full of phones that all come back."""
FLAT = 1.05
"""How many times the memory of then may be there in the end."""
CHOICE_S = 8.0
"""Seconds after which a person chooses. Smaller: the demo never throws on by itself."""
MARGIN_MB = 8.0
"""Megabytes by which the memory of a process goes up and down by itself."""

pytestmark = pytest.mark.skipif(not MINUTES, reason="set ROLLCALL_SOAK_MINUTES to so many minutes")


def held() -> Held:
    """What this process holds, once what nobody needs is gone."""
    gc.collect()
    return Held.by(os.getpid())


@dataclass
class Person:
    """Answers what is asked, chooses where the demo does not go on by itself, and begins the next match.

    refused: the numbers of the throws of which this person has said that they were none.
    """

    table: Table
    refused: set[int] = field(default_factory=set)
    choice: int = -1
    since_s: float = 0.0

    def play(self) -> None:
        """Do what there is to do now."""
        table, board = self.table, self.table.desk.board()
        if board.state is None or board.state.outcome:
            return table.new("Ann", "Bo", rounds=20)
        with suppress(URLError, Refused):
            if board.question:
                self.answer(board.question)
            elif board.state.moves and self.has_waited(board.revision):
                move = board.state.moves[0]
                table.post(move.kind, faces=move.faces)
        assert table.desk.eye
        return table.desk.eye.going.look(board.revision, False, True)

    def has_waited(self, revision: int) -> bool:
        """Whether this choice has been open for longer than the demo needs to throw on."""
        if revision != self.choice:
            self.choice, self.since_s = revision, time.monotonic()
        return time.monotonic() > self.since_s + CHOICE_S

    def answer(self, question: Question) -> None:
        """Say what lies there; of what cannot be a throw, that it was none."""
        dice = zip(question.faces, question.roll.thrown, strict=False)
        faces = [face or die.ranking[0] for face, die in dice]
        if question.kind == "unsure" and len(faces) == question.expected:
            return self.table.post("throw", faces=faces)
        print(f"refused: {question.kind}, {faces} for {question.expected} dice, {question.moves}")
        self.table.post("dismiss")
        self.refused |= {question.roll.id, *(roll.id for roll in question.later)}
        return None


def stored(data: Path) -> set[int]:
    """The numbers of all throws that the match was given."""
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as file:
        return {number for (number,) in file.execute("SELECT id FROM rolls")}


def storm(table: Table) -> None:
    """Many pages at once."""

    def ask(number: int) -> None:
        with suppress(OSError):
            place = ("/table", "/board.json", "/history", "/picture.jpg", "/settings")[number % 5]
            with request.urlopen(f"{table.url}{place}", timeout=10) as answer:
                answer.read()

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(ask, range(STORM)))


def faults(table: Table) -> Iterator[None]:
    """One fault after the other, for ever."""
    eye = table.desk.eye
    assert eye
    while True:
        storm(table)
        yield
        eye.use("demo")  # the camera was plugged out and in again
        eye.going.by_itself = True
        yield
        eye._lens.camera.close()  # it ends, as a film does, and is opened again
        eye.use("demo")
        yield
        eye.look_anew()  # the table is marked anew
        yield


def test_it_runs_for_long_with_a_fault_a_minute(tmp_path: Path) -> None:
    seen = list[int]()
    # As the program does, before there are threads: else each keeps what its largest picture once took.
    bound_heaps()
    with served(Settings(data=tmp_path, camera="demo", evidence_mb=20)) as table, giving_back(lambda: False):
        take = table.desk.sightings.see

        def counted(roll: Roll, *reel: object) -> None:
            before = stored(tmp_path)
            take(roll, *reel)  # type: ignore[arg-type]
            seen.extend(stored(tmp_path) - before)

        table.desk.sightings.see = counted  # type: ignore[method-assign]
        assert table.desk.eye
        table.desk.eye.going.by_itself = True
        begun_s, fault_s, coming, warm = time.monotonic(), time.monotonic(), faults(table), held()
        warm_s = begun_s + 60 * MINUTES * WARM_SHARE
        is_warm, person = False, Person(table)
        while (now_s := time.monotonic()) < begun_s + 60 * MINUTES:
            person.play()
            if now_s > fault_s + FAULT_S:
                fault_s = now_s
                next(coming)
                print(f"{time.strftime('%H:%M:%S')} {held()} {len(seen)} throws seen", flush=True)
            if not is_warm and now_s > warm_s:
                is_warm, warm = True, held()
            time.sleep(0.5)
        end = held()
        told = Counter(
            line.roll
            for match in table.desk.store.matches()
            for line in match.lines
            if line.roll and line.text.startswith(("throw", "off"))
        )
        lost = set(seen) - set(told) - person.refused
        print(
            f"after {MINUTES:.0f} min: {len(seen)} throws seen, {len(told)} in the log, {len(person.refused)} refused"
        )
        print(f"{warm} -> {end}")
        assert all(times == 1 for times in told.values())
        assert not lost, f"throws that are neither in the log nor were refused: {lost}"
        assert told
    assert end.rss_mb < warm.rss_mb * FLAT + MARGIN_MB
    assert end.threads <= warm.threads + 2
    assert end.others <= warm.others + 8
    assert end.of_database <= MOST_OF_DATABASE
