# Tested by tests/test_webui_bench_league.py.
"""`./rollcall bench sizes`: leagues of ten to ten thousand players, measured, and drawn as a plot.

Each lies in a SQLite file of its own, which is gone afterwards. Processor time is told and drawn: a machine that has
other work, too, changes it less than the time on the clock.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from hardware.path import replacing
from webui.cli import Refusal
from webui.config import Settings
from webui.league.day import DAY
from webui.league.made_up import World
from webui.storage.database import StoreError
from webui.terminal.curves import Curve, drawn
from webui.terminal.settings import named, settings_of
from webui.verbs.bench_league import asked, bring_in, visited

PLAYERS = (10, 100, 1000, 10_000)
DAYS = 30
"""Days that each league has. Larger: ten thousand players take long to bring in."""


@dataclass(frozen=True)
class Size:
    """What a league of so many players takes. ms: processor time of a page; load_s: of bringing the league in."""

    players: int
    rows: int
    load_s: float
    today_ms: float
    standings_ms: float


def main(arguments: list[str]) -> int:
    """Measure, print, and draw; raises Refusal where it cannot be."""
    options = _parser().parse_args(arguments)
    found = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            settings = settings_of(data=options.data or Path(folder), camera="none", streams=4)
            for size in _sizes(settings, Path(folder), options.players, options.days):
                found.append(size)
                print(json.dumps(asdict(size)), flush=True)
        if options.plot:
            with replacing(options.plot) as part:
                part.write_text(plot(found, options.days), encoding="utf-8")
    except StoreError as error:
        raise Refusal(str(error)) from None
    except OSError as error:
        raise Refusal(f"{error.filename or options.plot} cannot be written: {error.strerror}.") from None
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall bench sizes", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=PLAYERS, help="of each league")
    parser.add_argument("--days", type=int, default=DAYS, help=f"of turns that each has (default {DAYS})")
    parser.add_argument(
        "--data", type=named, metavar="DIR", help="where odds are kept (default: they are worked out anew)"
    )
    parser.add_argument("--plot", type=named, metavar="FILE", help="write a drawing of it, an SVG")
    return parser


def _sizes(settings: Settings, folder: Path, players: Sequence[int], days: int) -> Iterator[Size]:
    """Each of these leagues in turn, in a file of this folder. settings: where the odds are kept."""
    for count in players:
        world = World.made(settings.data, count, days)
        file = folder / f"{count}.sqlite3"
        own = replace(settings, database=f"sqlite:///{file}")
        rows, _, load_s = bring_in(own, world)
        with visited(own) as (page, league):
            for day in (world.days[-1], world.days[-1] + DAY):
                league.scores(day.year)
            today_ms = asked(page, "/league/")[2]
            standings_ms = asked(page, f"/league/year/{world.days[-1].year}")[2]
        file.unlink()
        yield Size(count, rows, load_s, today_ms, standings_ms)


def plot(sizes: Sequence[Size], days: int) -> str:
    """An SVG of what these leagues take, against their players."""
    curves = (
        Curve("bring it in, s", tuple((each.players, each.load_s) for each in sizes)),
        Curve("today’s page, ms", tuple((each.players, each.today_ms) for each in sizes)),
        Curve("the standings, ms", tuple((each.players, each.standings_ms) for each in sizes)),
    )
    return drawn(f"Processor time of a league with {days} days of turns", "players", curves)
