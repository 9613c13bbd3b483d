"""The card holds the figures that were measured, and no others."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from models.measure import card

MODELS = Path(__file__).parents[1] / "models"


def test_between_its_marks_the_card_holds_what_was_measured_and_nothing_typed_by_hand() -> None:
    _, marked = (MODELS / "CARD.md").read_text().split("<!-- figures: begin -->\n")
    figures = json.loads((MODELS / "figures.json").read_text())
    assert marked.split("\n<!-- figures: end -->")[0] == card.tables(figures)


def test_the_weights_in_the_card_are_those_in_the_repository() -> None:
    text = (MODELS / "CARD.md").read_text()
    weights = list(MODELS.glob("*.onnx"))
    assert len(weights) == 8
    for path in weights:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert f"- `{path.name}`: {path.stat().st_size} bytes, sha256 `{digest}`" in text


def test_what_was_not_measured_is_a_dash_and_what_was_is_there_by_machine_and_by_limit() -> None:
    figures = json.loads((MODELS / "figures.json").read_text())
    rig, row = next(iter(figures["folds"].items()))
    row["calibration_error"] = 0.0123
    row.pop("calibration_error_with_ghosts", None)
    shares = {f"{name}_percent": 12.5 for name in ("right", "wrong", "asked", "missed")}
    seen = shares | {"ghosts": 3, "questions": 4, "pictures": 5, "ms": 6.5}
    ways = {"cv2.dnn, floats": dict.fromkeys(("photos", "pictures", "tables"), seen)}
    machine = {"pictures": [7], "tables": [8], "rows": ways}
    called = {
        f"{lies}_{what}": 1
        for lies in ("flat", "cocked", "stacked")
        for what in ("dice", "called_so_percent")
    }
    tilted = {"rule": "few", "set": 0.5, "chosen": 0.6, "tried": {str(v): called for v in (0.4, 0.5, 0.6)}}
    limits = {"pictures": [7], "tables": [8], "folds": ["no-byler=byler"], "of": {"tilted": tilted}}
    lines = card.tables(
        {"folds": {rig: row}, "limits": limits, "runtimes": {"a Pi": machine, "a desk": machine}}
    ).splitlines()
    assert "| 1.2 | - |" in next(line for line in lines if line.startswith(f"| {rig} |"))
    assert "- `tilted`: few." in lines
    for value in ("0.5, set", "0.6, by its rule"):
        assert f"| `tilted` | {value} | 1 | 1 | 1 |" in lines
    assert sum("on one thread of a Pi:" in line for line in lines) == 1
    assert sum("on one thread of a desk:" in line for line in lines) == 1
    cells = "12.50 | 12.50 | 12.50 | 12.50 | 3 | 4 | -, -, - | 6.5"
    assert lines.count(f"| cv2.dnn, floats | photos | {cells} |") == 2
