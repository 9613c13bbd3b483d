"""Choose the temperature and the limits in reader.json, each by a rule, on what the nets never saw.

    python -m models.measure.limits build/scenes-test --pictures 902 903 905 906 --tables 901 904 \\
        [--photos PHOTOS --folds no-byler=byler no-desk-tray=matteop65,n3-tray] [--write]

Numbers are seeds, which no training may have used: of `models.scenes.pictures`, read as photos, and of
`models.scenes.snapshots`, as over tables, measured and not; the nets in --weights read them. Photos are read by folds
that never saw their rig, as `models.measure.evaluate` takes them. Photos that the nets know are of no use here.

Each limit is chosen with the others as they are set. What its neighbours would give is printed, and goes into
models/figures.json; reader.json is written with --write only. How the reader looks at a picture hangs a little on its
limits, too: after --write run it again, until it changes nothing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models import records
from models.command import command_line
from models.examples.photos import Photo
from models.measure import evaluate, rendered
from models.measure.card import FIGURES, HERE
from models.measure.ends import limit_for
from models.refusal import Refusal, told
from models.scenes.manifest import learnt_from
from vision.plane.viewpoint import Camera
from vision.reading.chances import tempered
from vision.reading.reader import Reader
from vision.reading.readings import Limits, Readings
from vision.reading.score import Tally

Row = dict[str, float]
# Share of the dice with a wrong value, at most.
WRONG = 0.002
# Share of the flat dice that are called otherwise, at most.
TILTED = 0.003
# Share of the right dice that a limit may lose, at most.
LOST = 0.001
RULES = {
    "temperature": "the mean logarithm of the chance given to what is so is highest",
    "look": f"the highest at which at most {100 * LOST:g} % fewer of the dice are right than at any other tried",
    "die": "right dice less ghosts are most; of equal ones the highest",
    "ask": f"the least at which at most {100 * WRONG:g} % of the dice get a wrong value, or the highest tried",
    "tilted": f"the least at which at most {100 * TILTED:g} % of the flat dice are called cocked or stacked",
    "tilted_somewhere": "the same, over tables that nobody measured",
    "tilted_measured": "the same, over measured tables",
}
_TILTS = tuple(round(0.3 + 0.05 * step, 2) for step in range(14))
TRIED: dict[str, tuple[float, ...]] = {
    "temperature": tuple(round(0.5 + 0.1 * step, 1) for step in range(11)),
    "look": (0.1, 0.15, 0.2, 0.25, 0.3),
    "die": (0.3, 0.36, 0.42, 0.46, 0.5, 0.54, 0.58, 0.64),
    "ask": (0.7, 0.75, 0.8, 0.84, 0.87, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99),
    "tilted": _TILTS,
    "tilted_somewhere": _TILTS,
    "tilted_measured": _TILTS,
}


@dataclass(frozen=True, eq=False)
class Seen:
    """All candidates in photos of rigs held out, in rendered pictures read as photos, and over tables that nobody
    measured and over measured ones.
    """

    photos: Sequence[evaluate.Looked]
    pictures: Sequence[rendered.Looked]
    somewhere: Sequence[rendered.Looked] = ()
    measured: Sequence[rendered.Looked] = ()

    def heated(self, times: float) -> Seen:
        """What is read as photos, at so many times the temperature."""
        photos = [replace(one, found=_heated(one.found, times)) for one in self.photos]
        return Seen(photos, [replace(one, found=_heated(one.found, times)) for one in self.pictures])

    def tally(self, limits: Limits) -> Tally:
        """The counts of what is read as photos; rendered dice count if they lie flat and are 24 px or more."""
        return evaluate.tally(self.photos, limits) + rendered.tally(self.pictures, limits)

    def believed(self, limits: Limits, ghosts: bool = False) -> list[tuple[float, float]]:
        """How sure it is of each die that it finds, and whether that is right; ghosts: and of what is none."""
        made = [
            row
            for one in self.pictures
            for row in evaluate.judged(rendered.flat_labels(one.photo), one.said(limits), ghosts)
        ]
        return evaluate.believed(self.photos, limits, ghosts) + made

    def over(self, limit: str) -> Sequence[rendered.Looked]:
        """The pictures that a limit of what is called tilted is for."""
        named = {
            "tilted": self.pictures,
            "tilted_somewhere": self.somewhere,
            "tilted_measured": self.measured,
        }
        return named[limit]


def _heated(found: Readings, times: float) -> Readings:
    return replace(found, chances=tempered(found.chances, times))


def of_temperature(seen: Seen, limits: Limits, value: float) -> Row:
    """What a temperature gives; the candidates come at the one that is set."""
    return _read(seen.heated(value / limits.temperature), replace(limits, temperature=value))


def _read(seen: Seen, limits: Limits) -> Row:
    """Shares in percent of the dice, counts of what is no die, calibration errors in percent, the mean logarithm."""
    counts, known = seen.tally(limits).as_dict(), seen.believed(limits)
    names = (
        "right_percent",
        "wrong_percent",
        "asked_percent",
        "missed_percent",
        "right",
        "ghosts",
        "questions",
    )
    row = {name: counts[name] for name in names}
    for what, judged in (("", known), ("_with_ghosts", seen.believed(limits, ghosts=True))):
        row[f"calibration_error{what}_percent"] = round(100 * evaluate.calibration_error(judged), 2)
    return row | {"mean_logarithm": _mean_logarithm(known)}


def _mean_logarithm(judged: Sequence[tuple[float, float]]) -> float:
    """Of the chance given to what is so, right or not: how much it knew (a proper score; Good, 1952)."""
    sure, right = np.array(judged, np.float64).reshape(-1, 2).T
    p = np.clip(np.where(right > 0, sure, 1 - sure), 1e-4, 1)
    return round(float(np.log(p).mean()), 5) if len(p) else 0.0


def chosen_tilt(looked: Iterable[rendered.Looked], limits: Limits) -> float:
    """The least limit, to two places, that few enough of the flat dice reach; 2, never, where there are none."""
    tilted, truth = rendered.tilted(looked, limits)
    flat = np.sort(tilted[[true == "flat" for true in truth]])
    return float(np.ceil(100 * limit_for(flat, TILTED)) / 100)


def chosen_reading(name: str, rows: dict[float, Row]) -> float:
    """The value that the rule of temperature, look, die or ask chooses; rows: what each value gives."""
    values = sorted(rows)
    if name == "ask":
        within = [value for value in values if rows[value]["wrong_percent"] <= 100 * WRONG]
        return min(within, default=values[-1])
    if name == "look":
        most = max(row["right_percent"] for row in rows.values())
        return max(value for value in values if rows[value]["right_percent"] >= most - 100 * LOST)
    score: Callable[[Row], float]
    score = _worth if name == "die" else lambda row: row["mean_logarithm"]
    return max(values, key=lambda value: (score(rows[value]), value))


def _worth(row: Row) -> float:
    return row["right"] - row["ghosts"]


def tables(see: Callable[[Limits], Seen], limits: Limits) -> dict[str, dict[str, Any]]:
    """By limit: what is set, what its rule chooses, and what each value tried gives, by value.

    see: what the nets see where the reader looks with these limits, from which `look` is tried anew each time.
    """
    seen = see(limits)
    out = {}
    for name in RULES:
        now = getattr(limits, name)
        if name.startswith("tilted"):
            chosen = chosen_tilt(seen.over(name), limits)
            rows = {
                value: rendered.of_tilt(seen.over(name), limits, value)
                for value in {*TRIED[name], now, chosen}
            }
        else:
            rows = {value: _of(name, see, seen, limits, value) for value in {*TRIED[name], now}}
            chosen = chosen_reading(name, rows)
        table = {str(value): rows[value] for value in sorted(rows)}
        out[name] = {"rule": RULES[name], "set": now, "chosen": chosen, "tried": table}
    return out


def _of(name: str, see: Callable[[Limits], Seen], seen: Seen, limits: Limits, value: float) -> Row:
    """What one value of temperature, look, die or ask gives, the others as they are set."""
    if name == "temperature":
        return of_temperature(seen, limits, value)
    tried = replace(limits, **{name: value})
    return _read(see(tried) if name == "look" else seen, tried)


def eyes(arguments: argparse.Namespace) -> Callable[[Limits], Seen]:
    """What the nets see with some limits, of the pictures and photos that the command line names. Raises Refusal."""
    pictures = rendered.of_seeds(arguments.rendered, arguments.pictures)
    stills = rendered.of_seeds(arguments.rendered, arguments.tables)
    leans, reader = rendered.leans_of(arguments.rendered), Reader.open(arguments.weights)

    def look(photos: Sequence[Photo], place: Callable[[Photo], Camera | None]) -> list[rendered.Looked]:
        return rendered.look(reader, photos, leans, place)

    # Over tables nothing hangs on the limits that are tried anew.
    over_tables = look(stills, rendered.somewhere), look(stills, rendered.viewpoint)

    def see(limits: Limits) -> Seen:
        reader.limits = limits
        folds, _ = (
            evaluate.look_at(arguments.photos, arguments.folds, limits) if arguments.folds else ({}, {})
        )
        photos = [one for looked in folds.values() for one in evaluate.relabelled(looked)]
        return Seen(photos, look(pictures, lambda photo: None), *over_tables)

    return see


def printed(name: str, table: dict[str, Any]) -> str:
    """One limit's table, for a terminal."""
    heads = list(next(iter(table["tried"].values())))
    lines = [
        f"\n{name}: set {table['set']}, chosen {table['chosen']}: {table['rule']}",
        "  ".join(["value", *heads]),
    ]
    for value, row in table["tried"].items():
        mark = "*" if float(value) == table["chosen"] else "=" if float(value) == table["set"] else " "
        cells = (f"{row[head]:>{len(head)}g}" for head in heads)
        lines.append("  ".join([f"{value:>4}{mark}", *cells]))
    return "\n".join(lines)


def options(arguments: list[str] | None) -> argparse.Namespace:
    """What was asked for. Raises Refusal where a net has learnt from what it would be judged by."""
    parser = command_line(__doc__)
    parser.add_argument("rendered", type=Path, help="a folder of rendered pictures")
    parser.add_argument("--pictures", type=int, nargs="+", required=True, metavar="SEED")
    parser.add_argument("--tables", type=int, nargs="+", required=True, metavar="SEED")
    parser.add_argument("--photos", type=Path, help="a COCO folder of real photos, for the folds")
    parser.add_argument("--folds", nargs="+", type=evaluate.fold, default=[], metavar="FOLD=RIG,...")
    parser.add_argument(
        "--weights", type=Path, default=HERE, help="folder of nets and limits (default: models)"
    )
    parser.add_argument(
        "--write", action="store_true", help="put what was chosen into reader.json of that folder"
    )
    parser.add_argument("--out", type=Path, default=FIGURES, help="the JSON file of the figures")
    chosen = parser.parse_args(arguments)
    if bool(chosen.folds) != bool(chosen.photos):
        raise Refusal("folds read photos: give both --photos and --folds, or neither")
    for seed in (*chosen.pictures, *chosen.tables):
        training = "a training" if learnt_from(seed) else records.learnt_from(chosen.weights, seed)
        if training:
            raise Refusal(f"{training} learnt from pictures of seed {seed}: choose by others, and make some")
    return chosen


def keep(found: dict[str, dict[str, Any]], chosen: argparse.Namespace) -> None:
    """Put the tables into the file of the figures."""
    figures = json.loads(chosen.out.read_text()) if chosen.out.is_file() else {}
    figures["limits"] = {
        "pictures": chosen.pictures,
        "tables": chosen.tables,
        "folds": [f"{name}={rigs}" for name, rigs in chosen.folds],
        "of": found,
    }
    chosen.out.write_text(json.dumps(figures, indent=1) + "\n")


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    chosen = options(arguments)
    cv2.setNumThreads(1)
    path = chosen.weights / "reader.json"
    limits = Limits.open(path)
    found = tables(eyes(chosen), limits)
    for name, table in found.items():
        print(printed(name, table))
    keep(found, chosen)
    if chosen.write:
        best = replace(limits, **{name: table["chosen"] for name, table in found.items()})
        path.write_text(json.dumps(asdict(best), indent=1) + "\n")


if __name__ == "__main__":
    main()
