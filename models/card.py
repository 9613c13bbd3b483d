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

from vision.read import Reader
from vision.speed import bench_reader

HERE = Path(__file__).parent
FIGURES = HERE / "figures.json"
CARD = HERE / "CARD.md"
_BEGIN, _END = "<!-- figures: begin -->", "<!-- figures: end -->"
_COLUMNS = ("dice", "right", "wrong", "asked", "missed")


def measure() -> dict[str, Any]:
    """Speed on one thread here, memory of the process, size and sha256 of each file."""
    cv2.setNumThreads(1)
    reader = Reader.open(HERE)
    times = {row.what: round(row.ms, 1) for row in bench_reader(reader)}
    weights = {
        path.name: {"bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        for path in sorted(HERE.glob("*.onnx"))
    }
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"ms": times, "machine": platform.machine(), "peak_mb": round(peak), "weights": weights}


def tables(figures: dict[str, Any]) -> str:
    """The part of the card between the markers."""
    heads = [
        "rig",
        "photos",
        "dice",
        "right %",
        "wrong %",
        "asked %",
        "missed %",
        "ghosts",
        "questions",
        "all right %",
    ]
    lines = [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
    for name, row in [*figures["folds"]["rigs"].items(), ("all", figures["folds"]["all"])]:
        shares = [f"{row[f'{what}_percent']:.2f}" for what in _COLUMNS[1:]]
        cells = [name, row["photos"], row["dice"], *shares, row["ghosts"], row["questions"]]
        lines.append("| " + " | ".join(map(str, [*cells, f"{row['all_right_percent']:.2f}"])) + " |")
    errors = ", ".join(
        f"{rig} {100 * error:.1f} %" for rig, error in figures["folds"]["calibration_error"].items()
    )
    lines += ["", f"Expected calibration error of `p`: {errors}.", ""]
    lines += [f"Limits (reader.json): `{json.dumps(figures['folds']['limits'])}`", ""]
    rendered = figures.get("rendered", {})
    if rendered:
        lines += [
            "120 rendered pictures that no training saw (seed 7), read by the nets shipped; hard on purpose:",
            "",
        ]
    for name, value in rendered.items():
        lines.append(f"- {name.replace('_', ' ')}: {value:g}")
    lines += [
        "",
        "The nets shipped, one thread, on the machine they were made on, decoding not included:",
        "",
    ]
    speed = figures.get("shipped", {})
    for what, ms in speed.get("ms", {}).items():
        lines.append(f"- {what}: {ms} ms")
    if speed:
        lines.append(f"- peak memory of the measuring process: {speed['peak_mb']} MB")
    lines.append("")
    for name, file in speed.get("weights", {}).items():
        lines.append(f"- `{name}`: {file['bytes']} bytes, sha256 `{file['sha256']}`")
    return "\n".join(lines)


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
