"""Hours of play in minutes of patience: memory stays flat, nothing leaks, every throw is in the log once.

`ROLLCALL_SOAK_MINUTES=120 ./rollcall test tests/test_webui_soak.py` is the whole of it; without that it is skipped.
"""

from __future__ import annotations

import gc
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib import request
from urllib.error import URLError

import pytest
from real_browser import Table, served

from vision.nouns import Roll
from webui.config import Settings
from webui.match.ledger import Refused
from webui.memory import bound_heaps

MINUTES = float(os.environ.get("ROLLCALL_SOAK_MINUTES", "0"))
WARM_SHARE = 0.25
"""Share of the time after which everything that is kept once is there. Larger: a leak has less time to show."""
FAULT_S = 60.0
"""Seconds between two faults."""
STORM = 200
"""Requests at once, as of a room full of phones that all come back."""
FLAT = 1.05
"""How many times the memory of then may be there in the end."""
MARGIN_MB = 8.0
"""Megabytes by which the memory of a process goes up and down by itself."""

pytestmark = pytest.mark.skipif(not MINUTES, reason="set ROLLCALL_SOAK_MINUTES to so many minutes")


@dataclass(frozen=True)
class Held:
    """What the process holds: memory in MB, threads, open files."""

    rss_mb: float
    threads: int
    files: int

    @classmethod
    def now(cls) -> Held:
        gc.collect()
        status = Path("/proc/self/status").read_text()
        kb = next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]
        return cls(int(kb) / 1024, threading.active_count(), len(list(Path("/proc/self/fd").iterdir())))


def play(table: Table) -> None:
    """What people do: they answer what is asked, go on after a bust, and begin the next match."""
    board, eye = table.desk.board(), table.desk.eye
    assert eye
    if board.state is None or board.state.outcome:
        return table.new("Ann", "Bo", rounds=20)
    with suppress(URLError, Refused):
        if board.question:
            dice = zip(board.question.faces, board.question.roll.thrown, strict=False)
            faces = [face or die.ranking[0] for face, die in dice]
            answered = board.question.kind == "unsure" and len(faces) == board.question.expected
            table.post("throw", faces=faces) if answered else table.post("dismiss")
    eye.going.look(board.revision, False, True)
    return None


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
    seen = list[Roll]()
    with served(Settings(data=tmp_path, camera="demo", evidence_mb=20)) as table:
        take = table.desk.sightings.see

        def counted(roll: Roll, *reel: object) -> None:
            take(roll, *reel)  # type: ignore[arg-type]
            seen.append(roll)

        table.desk.sightings.see = counted  # type: ignore[method-assign]
        assert table.desk.eye
        table.desk.eye.going.by_itself = True
        bound_heaps()
        begun_s, fault_s, coming, warm = time.monotonic(), time.monotonic(), faults(table), Held.now()
        warm_s = begun_s + 60 * MINUTES * WARM_SHARE
        is_warm = False
        while (now_s := time.monotonic()) < begun_s + 60 * MINUTES:
            play(table)
            if now_s > fault_s + FAULT_S:
                fault_s = now_s
                next(coming)
            if not is_warm and now_s > warm_s:
                is_warm, warm = True, Held.now()
            time.sleep(0.5)
        end = Held.now()
        matches = table.desk.store.matches()
        told = Counter(
            line.roll
            for match in matches
            for line in match.lines
            if line.roll and line.text.startswith("throw")
        )
        print(f"after {MINUTES:.0f} min: {len(seen)} throws seen, {len(told)} in the log; {warm} -> {end}")
        assert all(times == 1 for times in told.values())
        assert len(seen) >= len(told) > 0
    assert end.rss_mb < warm.rss_mb * FLAT + MARGIN_MB
    assert end.threads <= warm.threads + 2
    assert end.files <= warm.files + 8
