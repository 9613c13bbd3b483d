# Tested by tests/test_webui_bench.py.
"""The program itself in use: started as people start it, with the demo as the table and pages open."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from webui.terminal.figures import Fact, Measured, measured
from webui.terminal.guest import played_for

ROOT = Path(__file__).resolve().parent.parent.parent


def in_use(length_s: float) -> Iterator[Measured | Fact]:
    """The program for so many seconds with the demo playing and pages open: from a tap to the new board, and memory.

    No memory where the system tells none. Raises OSError where the program does not answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        verb = ["run", "--camera", "demo", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        program = subprocess.Popen(
            [sys.executable, "-m", "webui", *verb],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            taps_s = played_for(length_s, _address_of(program))
            now_mb, most_mb = (_memory_of(program.pid, name) for name in ("VmRSS", "VmHWM"))
        finally:
            program.terminate()
            program.wait()
            program.communicate()
    if taps_s:
        yield measured("from a tap to the new board, the demo playing", taps_s)
    if now_mb is not None and most_mb is not None:
        yield Fact(f"memory in use, after {length_s:.0f} s and {len(taps_s)} taps", now_mb, "MB")
        yield Fact("the most of it", most_mb, "MB")


def _address_of(program: subprocess.Popen[str]) -> str:
    """Where the program serves, as it prints it. Raises OSError where it ends before."""
    for line in program.stdout or ():
        if found := re.search(r"http://\S+:\d+", line):
            return found[0]
    raise OSError("it has ended")


def _memory_of(process: int, name: str) -> float | None:
    """What a process holds (VmRSS) or ever held (VmHWM), MB; None where the system does not say."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    return int(status.split(f"{name}:")[1].split()[0]) / 1024
