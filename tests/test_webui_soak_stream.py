"""Hours of play over a network camera, with a fault a minute: no throw is lost or doubled, and nothing leaks.

`ROLLCALL_SOAK_MINUTES=120 ./rollcall test -s tests/test_webui_soak_stream.py` is the whole of it; without that it is
skipped. `ROLLCALL_SOAK_FAULT=storm`, too, has every throw fall into that fault. The program is a process of its own, as
at home. In the first quarter it is killed, too; then one life of it must stay flat.
"""

from __future__ import annotations

import json
import os
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
            warm, end = _played(soak)
            lines, fates = in_the_log(tmp_path), soak.fates
    print(f"after {MINUTES:.0f} min: {lines} throws in the log; {dict(fates)}; {warm} -> {end}")
    assert lines > 0
    assert end.rss_mb < warm.rss_mb * FLAT
    assert end.threads <= warm.threads + 2
    assert end.others <= warm.others + 2
    assert end.of_database <= MOST_OF_DATABASE


def _played(soak: Soak) -> tuple[Held, Held]:
    """Play for so long, with a fault a minute: what the last life held when it was warm, and at its end."""
    begun_s, length_s, number, warm = time.monotonic(), 60 * MINUTES, 0, None
    warm_share = KILLED_SHARE + (1 - KILLED_SHARE) * WARM_SHARE
    while (share := (time.monotonic() - begun_s) / length_s) < 1:
        is_due = bool(ONLY) or time.monotonic() - begun_s > number * FAULT_S
        soak.throw(faults_of(number, share) if is_due else NONE)
        number += is_due
        if soak.table.thrown % TELL_EVERY == 0:
            print(
                f"{time.strftime('%H:%M:%S')} {Held.by(soak.program.process.pid)} {dict(soak.fates)}",
                flush=True,
            )
        if warm is None and share > warm_share:
            warm = Held.by(soak.program.process.pid)
            print(f"warm: {warm}; {dict(soak.fates)}", flush=True)
    assert warm is not None
    return warm, Held.by(soak.program.process.pid)
