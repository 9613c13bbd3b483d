"""Write the model card's figures into models/CARD.md from models/figures.json: no figure there is typed by hand.

python -m models.measure.card            put the tables between the markers, with sizes and sums of the nets now
python -m models.measure.card --measure  measure speed and memory of the shipped nets first
"""

from __future__ import annotations

import hashlib
import json
import platform
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from models.command import command_line
from models.measure.speed import bench_reader, median_ms
from models.measure.yardstick import opened
from vision.reading.reader import Reader

HERE = Path(__file__).parents[1]
FIGURES = HERE / "figures.json"
CARD = HERE / "CARD.md"
_BEGIN = "<!-- figures: begin -->"
_END = "<!-- figures: end -->"
_SHARES = ("right", "wrong", "asked", "missed")
_LIES = ("flat", "cocked", "stacked")


def measure() -> dict[str, Any]:
    """Speed on one thread here, and memory of the process."""
    cv2.setNumThreads(1)
    reader = Reader.open(HERE)
    times = {row.what: round(row.ms, 1) for row in bench_reader(reader)}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # before the yardstick is opened
    yardstick_ms = median_ms(opened())
    times["yardstick: a plain net of 3.2 M parameters and 8.7 GFLOP at 640 x 640"] = round(yardstick_ms, 1)
    return {"ms": times, "machine": platform.machine(), "peak_mb": round(peak)}


def weights() -> dict[str, Any]:
    """Size and sha256 of each net."""
    return {
        path.name: {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path in sorted(HERE.glob("*.onnx"))
    }


def tables(figures: dict[str, Any]) -> str:
    """The part of the card between the markers."""
    limits = json.loads((HERE / "reader.json").read_text())
    lines = [*_folds(figures["folds"]), "", f"Limits shipped (reader.json): `{json.dumps(limits)}`", ""]
    lines += _limits(figures["limits"]) if "limits" in figures else []
    lines += _rendered(figures["rendered"]) if "rendered" in figures else []
    lines += _runtimes(figures["runtimes"]) if "runtimes" in figures else []
    return "\n".join(lines + _shipped(figures.get("shipped", {})))


def _folds(folds: dict[str, Any]) -> list[str]:
    """What `models.measure.evaluate` measured: a row each for the dice of a rig that the training did not see."""
    heads = ["rig", "training", "`ask`", "photos", "dice", *(f"{name} %" for name in _SHARES)]
    heads += ["ghosts (where dice have no label)", "questions", "all right %", "calibration error of `p` %"]
    heads += [
        "the same, ghosts counted as wrong %",
        "wrong labels",
        "right, wrong, all right % with those put right",
    ]
    lines = [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
    for name, row in folds.items():
        shares = [f"{row[f'{what}_percent']:.2f}" for what in _SHARES]
        cells = [name, row["training"], row["limits"]["ask"], row["photos"], row["dice"], *shares]
        cells += [f"{row['ghosts']} ({row['ghosts_unlabelled']})", row["questions"]]
        cells += [
            f"{row['all_right_percent']:.2f}",
            *(_percent(row.get(name)) for name in ("calibration_error", "calibration_error_with_ghosts")),
            row["wrong_labels"],
        ]
        corrected = [row["relabelled"][f"{what}_percent"] for what in ("right", "wrong", "all_right")]
        cells.append(", ".join(f"{share:.2f}" for share in corrected))
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def _limits(limits: dict[str, Any]) -> list[str]:
    """What `models.measure.limits` found: of each limit what it gives as it is set, and as its rule has it."""
    folds = f", and photos read by the folds {', '.join(limits['folds'])}" if limits["folds"] else ""
    values = {name: of for name, of in limits["of"].items() if not _is_of_lies(name)}
    lies = {name: of for name, of in limits["of"].items() if _is_of_lies(name)}
    return [
        f"How the limits do, and what a rule chooses (`python -m models.measure.limits`): rendered pictures of the "
        f"seeds {_listed(limits['pictures'])} read as photos, and stills of tables of the seeds "
        f"{_listed(limits['tables'])}, which no training saw, read by the nets shipped{folds}; hard makes come often "
        "in them. Each limit with the others as they are set:",
        "",
        *(f"- `{name}`: {of['rule']}." for name, of in limits["of"].items()),
        "",
        *_choices(values, [f"{name} %" for name in _SHARES] + ["ghosts", "questions"], _given),
        "",
        *_choices(lies, [f"of {name} called so, %" for name in _LIES], _called),
        "",
    ]


def _choices(
    limits: dict[str, Any], heads: list[str], cells: Callable[[dict[str, float]], list[float]]
) -> list[str]:
    """A table: of each limit a row as it is set, and one as its rule has it, where that is another value."""
    lines = [f"| limit | value | {' | '.join(heads)} |", "| --- " * (2 + len(heads)) + "|"]
    for name, of in limits.items():
        at, chosen = str(of["set"]), str(of["chosen"])
        for value in dict.fromkeys((at, chosen)):
            whose = "set, and by its rule" if at == chosen else "set" if value == at else "by its rule"
            row = map(str, cells(of["tried"][value]))
            lines.append(f"| `{name}` | {value}, {whose} | {' | '.join(row)} |")
    return lines


def _is_of_lies(limit: str) -> bool:
    """Whether a limit is of how dice lie, not of their values."""
    return limit.startswith("tilted")


def _given(row: dict[str, float]) -> list[float]:
    return [*(row[f"{name}_percent"] for name in _SHARES), row["ghosts"], row["questions"]]


def _called(row: dict[str, float]) -> list[float]:
    return [row[f"{lies}_called_so_percent"] for lies in _LIES]


def _listed(seeds: list[int]) -> str:
    return ", ".join(map(str, seeds))


def _percent(share: float | None) -> str:
    """A share in percent; a dash where a row is from before it was measured."""
    return "-" if share is None else f"{100 * share:.1f}"


def _shipped(shipped: dict[str, Any]) -> list[str]:
    """What `measure` measured, if it was asked to yet, and the weights."""
    lines = [
        "",
        "The nets shipped, one thread, on the machine that measured them, decoding included only where a file is read:",
        "",
        "| read | ms |",
        "| --- | --- |",
        *(f"| {what} | {ms} |" for what, ms in shipped.get("ms", {}).items()),
    ]
    if "peak_mb" in shipped:
        lines += ["", f"The measuring process took {shipped['peak_mb']} MB at most."]
    files = [
        f"- `{name}`: {file['bytes']} bytes, sha256 `{file['sha256']}`"
        for name, file in shipped.get("weights", {}).items()
    ]
    return [*lines, "", *files]


def _rendered(figures: dict[str, Any]) -> list[str]:
    """What `models.measure.rendered` measured."""
    seeds, states, measured = figures["seeds"], figures["states"], figures["measured"]
    lines = [
        f"Rendered pictures that no training saw (`models/scenes/pictures.py`), read by the nets shipped; hard makes "
        f"come often in them, on purpose. Of kind `states`, seed {seeds['states']}, {states['pictures']} "
        f"pictures, dice of 24 px or more that are neither cut nor covered:",
        *_by_state(states),
        "",
        f"Quick stills of measured tables (`models/scenes/snapshots.py`), seed {seeds['measured']}, "
        f"{measured['pictures']} pictures, dice close together in most:",
        *_by_state(measured),
    ]
    lines += [
        "",
        "| pictures without pip dice | pictures | ghosts | questions |",
        "| --- | --- | --- | --- |",
    ]
    for kind, what in (("clutter", "clutter"), ("figures", "numeral, picture and blank cubes, polyhedra")):
        row = figures[kind]
        lines.append(
            f"| {what} (seed {seeds[kind]}) | {row['pictures']} | {row['ghosts']} | {row['questions']} |"
        )
    return lines


def _runtimes(machines: dict[str, Any]) -> list[str]:
    """What `models.measure.runtimes` measured: a table for each machine."""
    lines = []
    for machine, measured in machines.items():
        kinds = next(iter(measured["rows"].values()))
        seeds = [_listed(measured[name]) for name in ("pictures", "tables")]
        lines += [
            "",
            f"The nets shipped, run in three ways on one thread of {machine}: {kinds['photos']['pictures']} photos, "
            f"every fourth of each rig, which they know (by how much the ways differ counts); "
            f"{kinds['pictures']['pictures']} rendered pictures that no training saw (seeds {seeds[0]}), and "
            f"{kinds['tables']['pictures']} stills as of tables that nobody measured (seeds {seeds[1]}):",
            "",
            "| run by | pictures | right % | wrong % | asked % | missed % | ghosts | questions "
            "| flat, cocked, stacked dice called cocked or stacked % | ms of the processor a picture |",
            "| --- " * 10 + "|",
        ]
        for way, of in measured["rows"].items():
            for kind, row in of.items():
                shares = [f"{row[f'{name}_percent']:.2f}" for name in _SHARES]
                called = ", ".join(str(row.get(f"{lies}_called_so_percent", "-")) for lies in _LIES)
                cells = [way, kind, *shares, row["ghosts"], row["questions"], called, row["ms"]]
                lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def _by_state(states: dict[str, Any]) -> list[str]:
    """A table: what dice were called, by how they lie."""
    lines = [
        "",
        "| dice | number | called cocked % | called stacked % | given a value % | a wrong one % |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for what, state in (
        ("flat", "flat"),
        ("cocked, 7 to 45 degrees", "cocked"),
        ("of these by 15 degrees or more", "plainly_cocked"),
        ("stacked", "stacked"),
    ):
        called = [states[f"{state}_called_{name}_percent"] for name in ("cocked", "stacked")]
        wrong = states.get(f"{state}_wrong_percent", "")
        given = states[f"{state}_given_a_value_percent"]
        lines.append(
            f"| {what} | {states[f'{state}_dice']} | {called[0]} | {called[1]} | {given} | {wrong} |"
        )
    return lines


def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("--measure", action="store_true")
    figures = json.loads(FIGURES.read_text()) if FIGURES.is_file() else {}
    if parser.parse_args().measure:
        figures["shipped"] = measure()
    figures["shipped"] = figures.get("shipped", {}) | {"weights": weights()}
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    before, rest = CARD.read_text().split(_BEGIN)
    CARD.write_text(f"{before}{_BEGIN}\n{tables(figures)}\n{_END}{rest.split(_END)[1]}")


if __name__ == "__main__":
    main()
