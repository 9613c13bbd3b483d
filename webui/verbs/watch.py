"""`./rollcall watch CLIP|CAMERA`: follow a clip or a camera and print what happens on the table."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2

from hardware.camera import Camera, CameraError
from hardware.cameras import KINDS, is_camera, open_camera
from hardware.clip import Clip
from hardware.demo import Demo
from hardware.frame import Frame
from vision.nouns import Die, Event, Gone, Moving, OffTable, Roll, Turned, View
from vision.pipeline import Pipeline
from vision.plane.table import Table, TableError
from webui.camera.steady import Steady
from webui.cli import Refusal
from webui.setup.table_file import MarkedTable, TableFile, load_table
from webui.terminal.reader import add_models, open_reader
from webui.terminal.settings import named

PROGRESS_EVERY_S = 2.0


def main(arguments: list[str]) -> int:
    """Print a line for each event, and one at the end."""
    options = _parser().parse_args(arguments)
    cv2.setNumThreads(1)
    table = _open_table(options.table)
    reader = open_reader(options.models)
    try:
        with _open_source(options.source) as source:
            if isinstance(source, Clip) and source.note:
                print(source.note, file=sys.stderr)
            if table is None and source.table:
                table = Table.from_json(source.table)
            return _watch(
                source,
                Pipeline(reader, table, options.dice),
                Steady(TableFile(None, _marked(table))),
                options.json,
                options.why,
            )
    except CameraError as error:
        raise Refusal(str(error)) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall watch", description=__doc__)
    parser.add_argument("source", metavar="CLIP|CAMERA", help=f"a video file, or {KINDS}")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--dice", type=_count, metavar="N", help="how many dice each throw has, if known")
    parser.add_argument(
        "--table", type=named, metavar="FILE", help="the marked table (JSON); else the whole picture"
    )
    parser.add_argument(
        "--why", action="store_true", help="print what each throw waits for before it is told, too"
    )
    add_models(parser)
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 20:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of dice from 1 to 20")
    return int(text)


def _open_table(path: Path | None) -> Table | None:
    if path is None:
        return None
    try:
        return load_table(path)
    except TableError as error:
        raise Refusal(f"{error}.") from None


def _marked(table: Table | None) -> MarkedTable:
    return MarkedTable("hand", table) if table else MarkedTable()


def _open_source(name: str) -> Camera:
    """A clip is read as fast as it can be; a camera gives its frames when they come."""
    if not is_camera(name):
        return Clip(Path(name.removeprefix("clip:")))
    camera = open_camera(name)
    return _film_of(camera) if isinstance(camera, Demo) else camera


def _film_of(demo: Demo) -> Clip:
    """What is watched where the demo was opened: nobody plays here whom it could wait for."""
    if demo.instead:
        print(
            f"{demo.taken or 'No camera was found.'} The film of the demo is watched instead.",
            file=sys.stderr,
        )
    with demo:
        return demo.film()


def _watch(source: Camera, pipeline: Pipeline, steady: Steady, as_json: bool, why: bool) -> int:
    """Feed every frame to the pipeline; a source that fails is told after what it did give."""
    began_s, first_s, frames, failed = time.monotonic(), None, 0, None
    told_s, waits = began_s, Waits()
    try:
        for frame in source.frames():
            # A camera's clock starts anywhere: its times count from its first frame.
            first_s = first_s if first_s is not None else (frame.time_s if source.live else 0.0)
            frames += 1
            view = pipeline.step(frame)
            _print_events(_seen(frame, view, steady), first_s, as_json)
            if why and (line := waits.step(view, first_s)):
                _print(line, as_json)
            if not as_json and time.monotonic() - told_s > PROGRESS_EVERY_S:
                told_s = time.monotonic()
                print(f"{frame.time_s - first_s:.0f} s watched", file=sys.stderr)
    except CameraError as error:
        failed = error
    spent_s = max(time.monotonic() - began_s, 1e-6)
    _print_events(steady.judged(pipeline.finish()), first_s or 0.0, as_json)
    _print({"event": "end", "frames": frames, "fps": round(frames / spent_s, 1)}, as_json)
    if failed is not None:
        raise Refusal(str(failed))
    return 0


class Waits:
    """What the throw that is not told yet waits for, said whenever that changes."""

    def __init__(self) -> None:
        self._code = ""

    def step(self, view: View, first_s: float) -> dict[str, Any] | None:
        """What is to be said of one more view; None where nothing is."""
        code = view.waits.code if view.waits else ""
        changed, self._code = code != self._code, code
        if not (changed and view.waits):
            return None
        return {
            "t": _time(view.time_s, first_s),
            "event": "waits",
            "code": code,
            "what": view.waits.what,
            "do": view.waits.do,
        }


def _seen(frame: Frame, view: View, steady: Steady) -> Iterator[Event]:
    """What happened in a frame; that the camera was nudged once, and then no die counts as off the table."""
    before = steady.troubles
    steady.look(frame, view.image)
    if steady.troubles and not before:
        yield from steady.troubles
    yield from steady.judged(view.events)


def _print_events(events: Iterable[Event], first_s: float, as_json: bool) -> None:
    for event in events:
        _print(fact(event, first_s), as_json)


def _print(line: dict[str, Any], as_json: bool) -> None:
    print(json.dumps(line) if as_json else "  ".join(_words(line)), flush=True)


def _words(line: dict[str, Any]) -> Iterator[str]:
    """The same line for a person."""
    if line["event"] == "end":
        yield f"{line['frames']} pictures, {line['fps']} a second"
        return
    yield f"{line['t']:7.2f} s"
    if line["event"] == "moving":
        yield "dice move"
    elif line["event"] == "roll":
        yield "threw " + (
            " ".join("?" if value is None else str(value) for value in line["values"]) or "nothing"
        )
        if line["kept"]:
            yield "kept " + " ".join("?" if value is None else str(value) for value in line["kept"])
        if line["bumped"]:
            yield "bumped " + " ".join(map(str, line["bumped"]))
        if line["off_table"]:
            yield f"{line['off_table']} off the table"
    elif line["event"] == "off_table":
        yield " ".join(gone["why"] for gone in line["gone"]) or line["why"]
    elif line["event"] == "turned":
        yield f"A die turned over: {line['was']} became {line['value'] or 'unclear'}."
    else:
        yield f"{line['what']} {line['do']}"


def fact(event: Event, first_s: float = 0.0) -> dict[str, Any]:
    """An event as the JSON line says it; times in seconds since `first_s`, places in pixels of the picture."""
    if isinstance(event, Moving):
        return {"t": _time(event.time_s, first_s), "event": "moving"}
    if isinstance(event, Roll):
        return {
            "t": _time(event.time_s, first_s),
            "event": "roll",
            "values": list(event.faces),
            "kept": list(event.kept),
            "bumped": list(event.bumped),
            "off_table": event.off_table,
            "asked": event.asked,
            "gone": [_gone(gone, first_s) for gone in event.gone],
            "dice": [_die(die) for die in event.dice],
            "span": [_time(time_s, first_s) for time_s in event.span_s],
        }
    if isinstance(event, OffTable):
        ways = [
            [[_time(t, first_s), round(x, 1), round(y, 1)] for t, x, y in track] for track in event.tracks
        ]
        return {
            "t": _time(event.time_s, first_s),
            "event": "off_table",
            "n": event.n,
            "why": event.why,
            "gone": [_gone(gone, first_s) for gone in event.gone],
            "ways": ways,
        }
    if isinstance(event, Turned):
        return {"t": _time(event.time_s, first_s), "event": "turned", "was": event.was, **_die(event.die)}
    return {
        "t": _time(event.since_s, first_s),
        "event": "trouble",
        "code": event.code,
        "what": event.what,
        "do": event.do,
    }


def _gone(gone: Gone, first_s: float) -> dict[str, Any]:
    return {
        "how": gone.how,
        "t": _time(gone.time_s, first_s),
        "at": gone.at_px and [round(at, 1) for at in gone.at_px],
        "beyond_mm": None if gone.beyond_mm is None else round(gone.beyond_mm, 1),
        "why": gone.why,
    }


def _die(die: Die) -> dict[str, Any]:
    return {
        "value": die.value,
        "p": round(die.value_p, 4),
        "state": die.state,
        "zone": die.zone,
        "center": [round(at, 1) for at in die.centre_px],
        "corners": [[round(float(a), 1), round(float(b), 1)] for a, b in die.corners_px],
    }


def _time(time_s: float, first_s: float) -> float:
    return round(time_s - first_s, 3)
