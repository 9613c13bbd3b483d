"""Write the model card's figures into models/CARD.md from models/figures.json: no figure there is typed by hand.

python -m models.card            put the tables between the markers
python -m models.card --measure  measure speed, memory, sizes and sums of the shipped nets first
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import resource
from pathlib import Path
from typing import Any

import cv2

from models.speed import bench_reader, median_ms
from vision.read import Reader

HERE = Path(__file__).parent
FIGURES = HERE / "figures.json"
CARD = HERE / "CARD.md"
_BEGIN, _END = "<!-- figures: begin -->", "<!-- figures: end -->"
_SHARES = ("right", "wrong", "asked", "missed")


def measure() -> dict[str, Any]:
    """Speed on one thread here, memory of the process, size and sha256 of each file."""
    cv2.setNumThreads(1)
    reader = Reader.open(HERE)
    times = {row.what: round(row.ms, 1) for row in bench_reader(reader)}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # before PyTorch comes in
    # Only here: to write the card, or to read it in a test, needs no PyTorch.
    from models.yardstick import opened

    yardstick_ms = median_ms(opened())
    times["yardstick: a plain net of 3.2 M parameters and 8.7 GFLOP at 640 x 640"] = round(yardstick_ms, 1)
    weights = {
        path.name: {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path in sorted(HERE.glob("*.onnx"))
    }
    return {"ms": times, "machine": platform.machine(), "peak_mb": round(peak), "weights": weights}


def tables(figures: dict[str, Any]) -> str:
    """The part of the card between the markers."""
    limits = json.loads((HERE / "reader.json").read_text())
    lines = [*_folds(figures["folds"]), "", f"Limits shipped (reader.json): `{json.dumps(limits)}`", ""]
    lines += _rendered(figures["rendered"]) if "rendered" in figures else []
    return "\n".join(lines + _shipped(figures.get("shipped", {})))


def _folds(folds: dict[str, Any]) -> list[str]:
    """What `models.evaluate` measured: a row each for the dice of a rig that the training did not see."""
    heads = ["rig", "training", "`ask`", "photos", "dice", *(f"{name} %" for name in _SHARES)]
    heads += ["ghosts (where dice have no label)", "questions", "all right %", "calibration error of `p` %"]
    heads += ["wrong labels", "right, wrong, all right % with those put right"]
    lines = [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
    for name, row in folds.items():
        shares = [f"{row[f'{what}_percent']:.2f}" for what in _SHARES]
        cells = [name, row["training"], row["limits"]["ask"], row["photos"], row["dice"], *shares]
        cells += [f"{row['ghosts']} ({row['ghosts_unlabelled']})", row["questions"]]
        cells += [
            f"{row['all_right_percent']:.2f}",
            f"{100 * row['calibration_error']:.1f}",
            row["wrong_labels"],
        ]
        corrected = [row["relabelled"][f"{what}_percent"] for what in ("right", "wrong", "all_right")]
        cells.append(", ".join(f"{share:.2f}" for share in corrected))
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def _shipped(shipped: dict[str, Any]) -> list[str]:
    """What `measure` measured; the headline alone where it was not asked to yet."""
    lines = [
        "",
        "The nets shipped, one thread, on the machine that measured them, decoding included only where a file is read:",
        "",
        *(f"- {what}: {ms} ms" for what, ms in shipped.get("ms", {}).items()),
    ]
    if shipped:
        lines.append(f"- peak memory of the measuring process: {shipped['peak_mb']} MB")
    weights = shipped.get("weights", {})
    files = [
        f"- `{name}`: {file['bytes']} bytes, sha256 `{file['sha256']}`" for name, file in weights.items()
    ]
    return [*lines, "", *files]


def _rendered(figures: dict[str, Any]) -> list[str]:
    """What `models.rendered` measured."""
    seeds, states, measured = figures["seeds"], figures["states"], figures["measured"]
    lines = [
        f"Rendered pictures that no training saw (`models/scenes/pictures.py`), read by the nets shipped; hard makes "
        f"come often in them, on purpose. Of kind `states`, seed {seeds['states']} (the limits were chosen on seed "
        f"{seeds['choose']}: `tilted` {figures['limits']['tilted']}), {states['pictures']} "
        f"pictures, dice of 24 px or more that are neither cut nor covered:",
        *_by_state(states),
        "",
        f"Quick stills of measured tables (`models/scenes/snapshots.py`), seed {seeds['measured']} (the limit was "
        f"chosen on clips to develop on), {measured['pictures']} pictures, dice close together in most:",
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--measure", action="store_true")
    figures = json.loads(FIGURES.read_text()) if FIGURES.is_file() else {}
    if parser.parse_args().measure:
        figures["shipped"] = measure()
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    before, rest = CARD.read_text().split(_BEGIN)
    CARD.write_text(f"{before}{_BEGIN}\n{tables(figures)}\n{_END}{rest.split(_END)[1]}")


if __name__ == "__main__":
    main()
