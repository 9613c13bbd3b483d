# Tested by tests/test_webui_run.py.
"""The verbs: which word runs which module. Each module is imported only when its verb is asked for."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable

from hardware.path import in_letters
from webui import memory, streams

VERBS = {
    "run": "Open the table: camera, web page and score.",
    "read": "Read the dice in photos.",
    "watch": "Follow a clip or a camera and print what happens.",
    "evaluate": "Score the reader on a folder of labelled photos.",
    "advise": "Print the legal moves, their worth and the best one.",
    "play": "Play in this terminal, with the program or friends.",
    "mat": "Print the table mat with corner markers.",
    "record": "Record a camera, with true times, to look at later.",
    "dice": "List the sets of dice that were taught, take one elsewhere, bring one in.",
    "db": "Back the database up, carry it elsewhere, bring it to the newest form.",
    "league": "Verify or write a year of the league; invite who runs it.",
    "serve": "Serve a league for many, without a table.",
    "doctor": "Check this machine: one line a check, and what to do.",
    "bench": "Measure speed and memory on this machine.",
}


class Refusal(Exception):
    """A sentence for the person at the keyboard: what is wrong, why, and what to do. Exit code 2.

    below: what stands under it as it is.
    """

    def __init__(self, sentence: str, below: str = "") -> None:
        super().__init__(in_letters(sentence) + below)


def usage() -> str:
    """The list of verbs, for `--help` and for a word that is none."""
    rows = [f"  {verb:<10} {what}" for verb, what in VERBS.items()]
    return "\n".join(
        [
            "usage: ./rollcall VERB ...",
            "",
            *rows,
            "  test       Run the tests.",
            "",
            "Each verb explains itself: ./rollcall VERB --help",
        ]
    )


def main(arguments: list[str]) -> int:
    """Run one verb and return its exit code; a `Refusal` becomes one sentence on stderr and exit code 2."""
    verb, *rest = arguments or ["--help"]
    memory.bound_heaps()
    # OpenCV's own warnings, read when it is first imported, would stand before the sentence that says it plainly.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
    try:
        if not streams.prepare():
            raise Refusal("there is no output: it is closed. Let it go to a terminal, a file or /dev/null.")
        return _run(verb, rest)
    except Refusal as refusal:
        streams.say(f"rollcall {in_letters(verb)}: {refusal}")
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        streams.is_lost(sys.stderr)  # else Python's own end gives another code


def _run(verb: str, rest: list[str]) -> int:
    """Run the verb, and see that all it printed has arrived."""
    try:
        try:
            return _verb(verb, rest)
        finally:
            _deliver()
    except BrokenPipeError:
        # The reader of our output has left (`... | head`): nothing is wrong, and nothing more can be said to it.
        streams.is_lost(sys.stdout)
        return 0
    except OSError as error:
        if streams.is_lost(sys.stdout):
            raise _unwritten(error) from None
        if streams.is_lost(sys.stderr):
            return 2
        raise


def _deliver() -> None:
    """See that all that was printed has arrived: a long text fails once, and what is left of it does not."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        streams.throw_away(sys.stdout)
        raise _unwritten(error) from None


def _unwritten(error: OSError) -> Refusal:
    return Refusal(f"the output cannot be written: {error.strerror}. Make room, or let it go elsewhere.")


def _verb(verb: str, rest: list[str]) -> int:
    if verb in ("--help", "-h", "help"):
        print(usage())
        return 0
    if verb not in VERBS:
        raise Refusal("there is no such verb.", f"\n\n{usage()}")
    run: Callable[[list[str]], int] = importlib.import_module(f"webui.verbs.{verb}").main
    return run(rest)
