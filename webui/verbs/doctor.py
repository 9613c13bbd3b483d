"""`./rollcall doctor`: is this machine fit for the table? One line a check: ok, or what to do. 1 where one is not.

--bundle FILE writes what a bug report needs into one file, and shows it: no password, no name of a player, no picture.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterator
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

from hardware.path import in_letters, replacing
from webui.cli import Refusal
from webui.config import Settings
from webui.report import version
from webui.terminal import machine, sight
from webui.terminal.finding import Finding
from webui.terminal.running import Running
from webui.terminal.settings import named, settings_of


def main(arguments: list[str]) -> int:
    """Print each check as it is done; 0 where all is well, else 1. Raises Refusal."""
    options = _parser().parse_args(arguments)
    settings = settings_of(camera=options.camera, data=options.data, models=options.models, port=options.port)
    found = []
    for finding in _findings(settings):
        found.append(finding)
        if not options.json:
            print(in_letters(str(finding)), flush=True)
    if options.json:
        print(json.dumps([asdict(finding) for finding in found], indent=1))
    if options.bundle:
        _bundle(options.bundle, settings, found)
    return 0 if all(finding.ok for finding in found) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall doctor", description=__doc__)
    parser.add_argument("--camera", help="the one to look through (default: as run does)")
    parser.add_argument(
        "--data", type=named, metavar="DIR", help="where matches are kept (default ~/.rollcall)"
    )
    parser.add_argument("--models", type=named, metavar="DIR", help="the folder of the weights")
    parser.add_argument("--port", type=int, help="of the pages (default 8420)")
    parser.add_argument("--json", action="store_true", help="print all checks as one JSON list")
    parser.add_argument(
        "--bundle", type=named, metavar="FILE", help="write what a bug report needs into FILE"
    )
    return parser


def _findings(settings: Settings) -> Iterator[Finding]:
    running = Running.at(settings)
    yield machine.system()
    yield machine.disk(settings)
    yield machine.clock()
    yield machine.memory()
    yield machine.heat()
    yield machine.rights(settings)
    yield machine.port(settings, running)
    yield machine.copies(settings, running)
    yield from sight.sight(settings, running)


def _bundle(path: Path, settings: Settings, found: list[Finding]) -> None:
    """Write the file, and show what is in it. Raises Refusal."""
    parts = {
        "Roll Call": [version(), platform.platform(), platform.python_version()],
        "Checks": [str(finding) for finding in found],
        "Settings": [f"{name} = {value}" for name, value in settings.public().items()],
        "Packages": sorted({f"{each.name} {each.version}" for each in metadata.distributions()}),
    }
    home = str(Path.home())
    lines = [line for title, rows in parts.items() for line in (f"## {title}", *rows, "")]
    text = "\n".join(in_letters(line.replace(home, "~")) for line in lines)
    try:
        with replacing(path) as part:
            part.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}. Name another file.") from None
    print(f"\n{text}\nThis is all that is in {path}. Look through it, then put it into your report.")
