"""The build guide tells figures that are right."""

from __future__ import annotations

import math
import re
from pathlib import Path

from hardware.panel import BUTTON, BUZZER, LAMP, LONG_S, OFF_S
from vision.view.light import SMALL_PX

GUIDE = (Path(__file__).parent.parent / "hardware" / "README.md").read_text(encoding="utf-8")
CELL = re.compile(r"(\d+) x (\d+) mm, ([\d.]+) mm a pixel, dice from (\d+) mm")


def test_the_table_of_heights_is_what_its_formula_gives() -> None:
    head = next(line for line in GUIDE.splitlines() if line.startswith("| height"))
    angles = [int(degrees) for degrees in re.findall(r"\((\d+) degrees\)", head)]
    rows = re.findall(r"^\| (\d+) cm \|(.*)\|$", GUIDE, re.MULTILINE)
    assert len(rows) == 6
    for height, cells in rows:
        for angle, (wide, high, pixel, die) in zip(angles, CELL.findall(cells), strict=True):
            width_mm = 2 * 10 * int(height) * math.tan(math.radians(angle) / 2)
            assert int(wide) == round(width_mm)
            assert abs(int(high) - width_mm * 720 / 1280) <= 1
            assert abs(float(pixel) - width_mm / 1280) <= 0.005
            assert int(die) == math.ceil(SMALL_PX * width_mm / 1280)


def test_the_pins_and_presses_are_those_of_the_panel() -> None:
    for pin in (BUTTON, LAMP, BUZZER):
        assert f"GPIO {pin} |" in GUIDE
    assert f"{LONG_S:.0f} s: stop the turn" in GUIDE
    assert f"{OFF_S:.0f} s: switch off" in GUIDE
