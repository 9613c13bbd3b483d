"""Threads share few heaps, and what is free is given back: to the other threads, or to the system."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from webui import memory

# Eight threads, one after the other, take 100 kB pieces until they have 8 MB, and give all but each tenth back: what
# is counted are the heaps that glibc has made for them.
MANY = """
import ctypes, threading
from webui import memory
if {bound}: assert memory.bound_heaps()
kept = []
def use(wait):
    kept.append([bytes(100_000) for _ in range(80)][::10])
    wait.wait()
wait = threading.Barrier(8)
threads = [threading.Thread(target=use, args=(wait,)) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
heaps = [line for line in open("/proc/self/maps") if line.split()[-1] == "[heap]" or (" rw-p 00000000 00:00 0 " in line
         and int(line.split("-")[0], 16) % (64 << 20) == 0)]
print(len(heaps))
"""


def printed(script: str, bound: bool) -> str:
    """What this script says in a process of its own, whose heaps are bound or not."""
    done = subprocess.run(
        [sys.executable, "-c", script.format(bound=bound)], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="Only glibc gives each thread a heap.")
def test_threads_share_two_heaps() -> None:
    def heaps(bound: bool) -> int:
        return int(printed(MANY, bound))

    assert heaps(True) <= memory.ARENAS < heaps(False)


# A piece of 30 MB lets glibc put the next large ones into the heap, where a small one keeps what lies beneath it.
BENEATH = """
from pathlib import Path
from webui import memory
if {bound}: assert memory.bound_heaps()
held = lambda: int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) / 1000
first = bytearray(b"x" * 30_000_000)
del first
before = held()
large = [bytearray(b"x" * 10_000_000) for _ in range(2)]
small = bytearray(b"x" * 100_000)
del large
print(held() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="Only glibc keeps large pieces in a heap.")
def test_a_large_piece_that_is_free_goes_back_to_the_system_from_beneath_a_small_one() -> None:
    def left_mb(bound: bool) -> float:
        return float(printed(BENEATH, bound))

    assert left_mb(True) < 2 < 15 < left_mb(False)


# Each twentieth of many small pieces stays: what lies free between them is in no one's use.
BETWEEN = """
import time
from pathlib import Path
from webui import memory
memory.GIVE_BACK_S = 0.01
held = lambda: int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) / 1000
before = held()
kept = [bytes(100_000) for _ in range(1000)][::20]
with memory.giving_back(lambda: {bound}):
    end_s = time.monotonic() + (1 if {bound} else 120)
    while time.monotonic() < end_s and held() - before > 20:
        time.sleep(0.01)
print(held() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="Only glibc gives back when it is asked to.")
def test_what_is_free_between_small_pieces_goes_back_now_and_then_and_not_while_dice_roll() -> None:
    assert float(printed(BETWEEN, bound=False)) <= 20 < 60 < float(printed(BETWEEN, bound=True))


def test_where_there_is_no_such_setting_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory.ctypes, "CDLL", lambda _: object())
    assert not memory.bound_heaps()
    assert not memory.give_back()
