"""Starts `rollcall run` as often as it is asked to, each a process of its own that can really be killed.

Its clock is taken to be synchronised, its reports go out at once, and it has little patience with who does not answer.
Everything is imported once and then forked, because starting Python twenty times would take a minute.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta

from webui import cli
from webui.league import office, reporting, sender, wire
from webui.league.clock import Clock
from webui.verbs import run


def main() -> None:
    """Fork a table for each `start` that comes and say its process id; for each `reap`, say when it is quite dead.

    After `calm`, tables have the patience that they have at home.
    """
    assert run
    office.Clock = lambda: Clock(synchronised=lambda: True)  # type: ignore[assignment, misc]
    reporting.PAUSE = timedelta(0)
    sender.FIRST_S, sender.LONGEST_S, sender.SETTLES_S, sender.LOOKS_S = 0.05, 1.0, 0.2, 0.5
    wire.ANSWER_S = 0.6
    for line in sys.stdin:
        if line.strip() == "calm":
            wire.ANSWER_S = 20.0
            continue
        if line.strip() == "reap":
            os.wait()
            print("reaped", flush=True)
            continue
        pid = os.fork()
        if pid == 0:
            words = ["run", "--camera", "none", "--host", "127.0.0.1", "--port", "0", "--data", sys.argv[1]]
            try:
                cli.main(words)
            finally:
                print("ended", flush=True)
                os._exit(1)
        print(f"pid {pid}", flush=True)


if __name__ == "__main__":
    main()
