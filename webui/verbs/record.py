"""`./rollcall record [CAMERA]`: record what a camera sees, with true times."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from hardware.camera import CameraError, open_camera
from hardware.path import in_letters, is_there
from hardware.recorder import LARGEST_MB, LEFT_MB, Recorded, record
from webui.cli import Refusal

ABOUT = """Record what a camera sees into one file, each picture with its true time.
Look at it with any player; let Roll Call look at it with ./rollcall watch FILE.
With a file of what was thrown beside it in tests/replay/ it becomes a test: see tests/replay/README.md."""
LONGEST_S = 3600
WHY = {
    "asked": "",
    "large": f" It ended early: a film may have {LARGEST_MB} MB.",
    "disk": " It ended early: the disk is nearly full.",
    "over": " It ended early: the clip is over.",
}


def main(arguments: list[str]) -> int:
    """Record; exit code 0. Raises Refusal where there is no camera, or the file cannot be written."""
    asked = _parser().parse_args(arguments)
    path: Path = asked.out or Path(time.strftime("rollcall-%Y%m%d-%H%M%S.mkv"))
    if not 0 < asked.seconds <= LONGEST_S:
        raise Refusal(f"--seconds is above 0 and at most {LONGEST_S}, got {asked.seconds:g}.")
    if is_there(path):
        raise Refusal(f"{path} is there already. Name another file with --out.")
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
    return 0


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
        + f"({rate:.1f} a second), {done.bytes / 1e6:.0f} MB.{WHY[done.why]}"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./rollcall record", description=ABOUT)
    parser.add_argument(
        "camera", nargs="?", default="auto", help="pi, usb:0, http://... (the first one found)"
    )
    parser.add_argument("--seconds", type=float, default=30, help="how long (30)")
    parser.add_argument("--out", type=Path, help="the file to write (rollcall-DATE-TIME.mkv)")
    return parser
