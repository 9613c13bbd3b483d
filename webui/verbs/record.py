# Tested by tests/test_webui_clip_truth.py.
"""`./rollcall record [CAMERA]`: record what a camera sees, with true times; and say what was thrown, for a test."""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path

from hardware.camera import CameraError
from hardware.cameras import open_camera
from hardware.path import in_letters, is_there
from hardware.recorder import LARGEST_MB, LEFT_MB, Recorded, record
from webui.cli import Refusal
from webui.terminal.clip_truth import EXAMPLE
from webui.terminal.reader import add_models
from webui.terminal.settings import named
from webui.terminal.truth import Truth

ABOUT = """Record what a camera sees into one file, each picture with its true time.
Look at it with any player; let Roll Call look at it with ./rollcall watch FILE.
With --test NAME it becomes a test: it asks what was really thrown, and writes that beside the clip."""
REPLAY = Path(__file__).resolve().parent.parent.parent / "tests" / "replay"
LONGEST_S = 3600
WHY = {
    "asked": "",
    "large": f" It ended early: a film may have {LARGEST_MB} MB.",
    "disk": " It ended early: the disk is nearly full.",
    "over": " It ended early: the clip is over.",
}


def main(arguments: list[str]) -> int:
    """Record; exit code 0. Raises Refusal where there is no camera, or a file cannot be written."""
    asked = _parser().parse_args(arguments)
    path = _path(asked)
    if not 0 < asked.seconds <= LONGEST_S:
        raise Refusal(f"--seconds is above 0 and at most {LONGEST_S}, got {asked.seconds:g}.")
    truth = Truth.asked(asked, path)
    if asked.test is not None and is_there(path):
        print(in_letters(f"{path} is there already, and nobody has said what was thrown."))
    elif is_there(path):
        raise Refusal(f"{path} is there already. Name another file with --out.")
    else:
        _record_and_say(asked, path)
    if truth and is_there(path):
        truth.tell()
    return 0


def _path(asked: argparse.Namespace) -> Path:
    """The film to write. Raises Refusal."""
    if asked.test is None:
        path: Path = asked.out or Path(time.strftime("rollcall-%Y%m%d-%H%M%S.mkv"))
        if path.suffix == ".json":
            raise Refusal(
                f"{path} is no name for a film: its truth is written there. Call it {path.with_suffix('.mkv')}."
            )
        return path
    if asked.out or not re.fullmatch(r"[\w-]+", asked.test):
        raise Refusal(f"--test takes a name of letters, digits, - and _, and no --out; got {asked.test!r}.")
    if not REPLAY.is_dir():
        raise Refusal(f"There is no folder {REPLAY}. Name a file with --out, and say --truth.")
    if any(other.suffix != ".mkv" for other in REPLAY.glob(f"{asked.test}.*")):
        raise Refusal(f"There is a test {asked.test} already. Choose another name.")
    return REPLAY / f"{asked.test}.mkv"


def _record_and_say(asked: argparse.Namespace, path: Path) -> None:
    """Raises Refusal."""
    try:
        _say(_record(asked.camera, path, asked.seconds))
    except CameraError as error:
        kept = f" {path} can be watched up to there." if is_there(path) else ""
        raise Refusal(f"{error}{kept}") from None
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}. Name another file with --out.") from None
    except KeyboardInterrupt:
        stopped = in_letters(f"{path}: stopped by you; it can be watched up to here.")
        print(stopped if is_there(path) else "Nothing was recorded.")


def _record(name: str, path: Path, seconds: float) -> Recorded:
    with open_camera(name) as camera:
        if camera.demo:
            none = "no camera was found, and " if camera.instead else ""
            raise Refusal(f"{none}the demo is a recording already. Plug a camera in, or name one.")
        print(f"Recording {in_letters(camera.name)} for {seconds:g} s. Ctrl+C ends it early.", flush=True)
        return record(camera, path, seconds)


def _say(done: Recorded) -> None:
    if done.pictures == 0 and done.why == "disk":
        raise Refusal(
            f"Nothing was recorded: the disk has less than {LEFT_MB} MB free. Make room, or name a file on another "
            "disk with --out."
        )
    if done.pictures == 0:
        raise Refusal("The camera gave no picture, so nothing was recorded. Look at its cable and try again.")
    rate = (done.pictures - 1) / done.seconds if done.seconds else 0.0
    missed = f", {done.missed} missed" if done.missed else ""
    print(
        in_letters(f"{done.path}: {done.pictures} pictures{missed} in {done.seconds:.1f} s ")
        + f"({rate:.1f} a second), {done.bytes / 1e6:.0f} MB.{WHY[done.why]} It stays here: nothing is sent."
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./rollcall record", description=ABOUT)
    parser.add_argument(
        "camera", nargs="?", default="auto", help="pi, usb:0, clip:FILE, http://... (the first one found)"
    )
    parser.add_argument("--seconds", type=float, default=30, help="how long (30)")
    parser.add_argument("--out", type=named, help="the file to write (rollcall-DATE-TIME.mkv)")
    parser.add_argument(
        "--test", metavar="NAME", help="make a test of it: tests/replay/NAME.mkv and NAME.json"
    )
    parser.add_argument("--truth", metavar="TEXT", help=f"what was really thrown, {EXAMPLE}")
    parser.add_argument("--data", type=named, metavar="DIR", help="where the table was marked (~/.rollcall)")
    parser.add_argument("--table", metavar="FILE", help="the marked table (default: the one in --data)")
    add_models(parser)
    return parser
