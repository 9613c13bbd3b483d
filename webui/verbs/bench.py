"""`./rollcall bench`: measure speed and memory on this machine, with the demo clip as the table.

At the end the program itself runs for a minute, with the demo playing and pages open: how long it takes from a tap to
the new board, and what memory it takes. With
--minutes 60 an hour of table is looked at on one core, as fast as it goes: throws, and the dice that lie between
them; how much of the core a still table takes, and whether memory stays flat. `bench league` is about a league,
`bench sizes` about small and large ones.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

from hardware.camera import CameraError
from hardware.clip import Clip
from hardware.demo import FILM, FOLDER
from hardware.frame import Frame
from vision.nouns import Roll
from vision.pipeline import Pipeline
from vision.reading.reader import Reader
from webui.app import create_app
from webui.cli import Refusal
from webui.config import Settings
from webui.storage.store import Change, Line, Store
from webui.terminal.figures import Fact, Measured, measured, repeated
from webui.terminal.in_use import in_use
from webui.terminal.reader import open_reader
from webui.terminal.settings import named, settings_of
from webui.verbs import bench_league, bench_sizes
from webui.verbs.bench_reads import reads

# After each round of the clip its last picture stays for so long, as dice lie while a player thinks.
HOLD_S = 30.0
# Seconds after the last picture from which the table counts as still: a throw is told by then. Larger: fewer pictures
# count. Smaller: what a throw costs counts as a still table.
CALM_S = 5.0
# Memory is told after the first minute, when all that is made once is there, and after a sixth of the time.
STARTED_S = 60.0
# Seconds of play by a guest whose page is open.
USED_S = 60.0


def main(arguments: list[str]) -> int:
    """Measure and print; raises Refusal without a clip or weights."""
    if arguments[:1] == ["league"]:
        return bench_league.main(arguments[1:])
    if arguments[:1] == ["sizes"]:
        return bench_sizes.main(arguments[1:])
    parser = argparse.ArgumentParser(prog="rollcall bench", description=__doc__)
    parser.add_argument(
        "--clip", type=named, default=FOLDER / FILM, help="the clip to look at (default: the demo)"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="of looking at the clip (default 10)")
    parser.add_argument(
        "--used",
        type=float,
        default=USED_S,
        help="seconds of the program in use, for its memory (default 60)",
    )
    parser.add_argument("--minutes", type=float, metavar="M", help="look at M minutes of table instead")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args(arguments)
    settings = settings_of(camera="none")
    _check_length("--seconds", options.seconds)
    _check_length("--used", options.used)
    if options.minutes is not None:
        _check_length("--minutes", options.minutes)
        for fact in _long(settings, options.clip, 60 * options.minutes):
            print(json.dumps(vars(fact)) if options.json else fact, flush=True)
        return 0
    if not options.json:
        print(f"{'':<44}{'median':>12} {'19 of 20':>12}")
    for figure in _all(settings, options.clip, options.seconds):
        print(json.dumps(vars(figure)) if options.json else figure, flush=True)
    try:
        for used in in_use(options.used):
            print(json.dumps(vars(used)) if options.json else used, flush=True)
    except OSError as error:
        raise Refusal(f"the program does not answer: {error}. Try ./rollcall run.") from None
    return 0


def _check_length(name: str, length: float) -> None:
    """Raises Refusal for a time that is none, or has no end."""
    if not 0 < length < math.inf:
        raise Refusal(f"{name} is a number above 0 that has an end, got {length:g}.")


def _all(settings: Settings, clip: Path, seconds: float) -> Iterator[Measured | Fact]:
    try:
        started_s = time.perf_counter()
        reader = open_reader(settings.models)
        opened_ms = (time.perf_counter() - started_s) * 1000
        yield Measured("open the reader", opened_ms, opened_ms, 1)
        with Clip(clip) as camera:
            yield from _vision(reader, camera.frames(), seconds)
    except CameraError as error:
        raise Refusal(str(error)) from None
    with tempfile.TemporaryDirectory() as folder:
        yield _store(Path(folder) / "store")
        yield from _pages(Path(folder) / "pages")


def _vision(reader: Reader, frames: Iterator[Frame], seconds: float) -> Iterator[Measured | Fact]:
    """The whole path of each frame; and the reader alone, on the last one."""
    pipeline = Pipeline(reader)
    spent: dict[str, list[float]] = {"moving": [], "still": []}
    frame = None
    end_s = time.perf_counter() + seconds
    for frame in frames:
        start_s = time.perf_counter()
        view = pipeline.step(frame)
        spent["moving" if view.phase == "moving" else "still"].append(time.perf_counter() - start_s)
        if time.perf_counter() > end_s:
            break
    for phase, times in spent.items():
        if times:
            yield measured(f"one frame while dice are {phase}", times)
    if frame is not None:
        yield from reads(reader, frame.image)


def _long(settings: Settings, clip: Path, length_s: float) -> Iterator[Fact]:
    """What so many seconds of table cost on one core."""
    cv2.setNumThreads(1)
    try:
        pipeline = Pipeline(open_reader(settings.models))
        told = {min(STARTED_S, length_s / 12): "at the start", length_s / 6: "after a sixth of the time"}
        kinds = ("moving", "between", "still")
        spent, seen, rolls, last_s = dict.fromkeys(kinds, 0.0), Counter[str](), 0, 0.0
        for frame, gap_s, held_s in _round_and_round(clip, length_s):
            start_s = time.process_time()
            view = pipeline.step(frame)
            kind = "still" if held_s > CALM_S else "moving" if view.phase == "moving" else "between"
            spent[kind] += time.process_time() - start_s
            seen[kind] += 1
            rolls += sum(isinstance(event, Roll) for event in view.events)
            last_s = frame.time_s + gap_s
            for due_s in [due_s for due_s in told if last_s >= due_s]:
                yield Fact(f"memory {told.pop(due_s)}", _memory_mb(), "MB")
    except CameraError as error:
        raise Refusal(str(error)) from None
    yield Fact("memory at the end", _memory_mb(), "MB")
    yield Fact("minutes of table", last_s / 60, "min")
    yield Fact("throws read", rolls, "")
    yield Fact("one picture while dice move", 1000 * spent["moving"] / max(seen["moving"], 1), "ms")
    for kind, what in (("between", "dice that lie between throws"), ("still", "a still table")):
        yield Fact(what, 100 * spent[kind] / max(seen[kind] * gap_s, 1e-6), "% of a core")


def _round_and_round(clip: Path, length_s: float) -> Iterator[tuple[Frame, float, float]]:
    """The clip again and again, its last picture held after each round, with the time to the next picture, s, and the
    seconds for which this one has been held.
    """
    start_s, seq = 0.0, 0
    while start_s < length_s:
        with Clip(clip) as camera:
            gap_s, frame = 1 / camera.fps, None
            for frame in camera.frames():
                yield replace(frame, time_s=start_s + frame.time_s, seq=(seq := seq + 1)), gap_s, 0.0
        if frame is None:
            return
        start_s += frame.time_s + gap_s
        for held in range(round(HOLD_S / gap_s)):
            yield replace(frame, time_s=start_s + held * gap_s, seq=(seq := seq + 1)), gap_s, held * gap_s
        start_s += HOLD_S


def _memory_mb() -> float:
    """What this process holds now; the most it ever held where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except OSError:
        return float(_peak_mb() or 0)


def _store(folder: Path) -> Measured:
    store = Store.open(folder)
    try:
        saved = store.write(
            store.load(), Change((Line("game morning-roll"), Line("players Ann")), new_match=True)
        )

        def write() -> None:
            nonlocal saved
            saved = store.write(saved, Change((Line("throw 1 2 3 4 6 6"),)))

        return repeated("write one line to the disk", write, 50)
    finally:
        store.close()


def _pages(folder: Path) -> Iterator[Measured]:
    app = create_app(Settings(data=folder, camera="none"))
    client = app.test_client()
    client.post("/match/new", data={"revision": "0", "player": ["Ann", "Bo"]})
    client.post("/match/throw", data={"revision": "1", "faces": "1 2 3 4 5 5"})
    for path in ("/table", "/board.json"):
        yield repeated(f"make {path}", lambda path=path: client.get(path), 50)  # type: ignore[misc]
    app.extensions["rollcall"].close()


def _peak_mb() -> int | None:
    """The most memory this process ever held; None where the system does not say."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))
