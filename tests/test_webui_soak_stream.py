"""Hours of play over a network camera, with a fault a minute: no throw is lost or doubled, and nothing leaks.

`ROLLCALL_SOAK_MINUTES=120 ./rollcall test -s tests/test_webui_soak_stream.py` is the whole of it; without that it is
skipped. `ROLLCALL_SOAK_FAULT=storm`, too, has every throw fall into that fault. The program is a process of its own, as
at home. In the first quarter it is killed, too; then one life of it must stay flat.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from pathlib import Path

import pytest
from filmed_table import filmed_table
from held import MOST_OF_DATABASE, Held
from soak import Soak, in_the_log
from soak_faults import FAULTS, KILLED, NONE, Fault

MINUTES = float(os.environ.get("ROLLCALL_SOAK_MINUTES", "0"))
ONLY = os.environ.get("ROLLCALL_SOAK_FAULT", "")
FAULT_S = 60.0
"""Seconds between two faults. Smaller: more of them, and less play in between."""
KILLED_SHARE = 0.25
"""Share of the time in which the program is killed, too. Larger: less time in which one life of it must stay flat."""
WARM_SHARE = 0.25
"""Share of the last life after which everything that is kept once is there. Larger: a leak has less time to show."""
WINDOW_SHARE = 0.1
"""Share of the time whose middle reading counts: while dice roll memory goes up and down by a twentieth. Larger: a leak
shows less. Smaller: chance shows."""
FLAT = 1.05
"""How many times the memory of then may be there in the end."""
TELL_EVERY = 10
"""Throws from one line about them to the next. Fewer: a longer log."""

pytestmark = pytest.mark.skipif(not MINUTES, reason="set ROLLCALL_SOAK_MINUTES to so many minutes")


def faults_of(number: int, share: float) -> Fault:
    """The fault of this number; every other one kills the program while that may be."""
    if ONLY:
        return next(each for each in (*FAULTS, KILLED) if each.name == ONLY)
    if share < KILLED_SHARE and number % 2:
        return KILLED
    return FAULTS[(number // 2 if share < KILLED_SHARE else number) % len(FAULTS)]


def test_no_throw_is_lost_or_doubled_and_nothing_leaks_with_a_fault_a_minute(tmp_path: Path) -> None:
    with filmed_table() as table:
        (tmp_path / "table.json").write_text(json.dumps(table.table))
        with Soak.begun(tmp_path, table) as soak:
            readings = _played(soak)
            lines, fates = in_the_log(tmp_path), soak.fates
    warm_share = KILLED_SHARE + (1 - KILLED_SHARE) * WARM_SHARE
    warm = [held for share, held in readings if warm_share <= share < warm_share + WINDOW_SHARE]
    end = [held for share, held in readings if share >= 1 - WINDOW_SHARE]
    middle = [statistics.median(each.rss_mb for each in window) for window in (warm, end)]
    print(
        f"after {MINUTES:.0f} min: {lines} throws in the log; {dict(fates)}; {middle} MB; {warm[-1]} -> {end[-1]}"
    )
    assert lines > 0
    assert middle[1] < middle[0] * FLAT
    assert max(each.threads for each in end) <= max(each.threads for each in warm) + 2
    assert max(each.others for each in end) <= max(each.others for each in warm) + 8
    assert end[-1].of_database <= MOST_OF_DATABASE


def _played(soak: Soak) -> list[tuple[float, Held]]:
    """Play for so long, with a fault a minute: what was held after each throw, by the share of the time."""
    begun_s, length_s, number, readings = time.monotonic(), 60 * MINUTES, 0, list[tuple[float, Held]]()
    while (share := (time.monotonic() - begun_s) / length_s) < 1:
        is_due = bool(ONLY) or time.monotonic() - begun_s > number * FAULT_S
        soak.throw(faults_of(number, share) if is_due else NONE)
        number += is_due
        readings.append((share, Held.by(soak.program.process.pid)))
        if soak.table.thrown % TELL_EVERY == 0:
            print(f"{time.strftime('%H:%M:%S')} {readings[-1][1]} {dict(soak.fates)}", flush=True)
    return readings
