"""A photo read by a 64-bit ARM, as a Pi has one, gives the very dice that this machine reads.

It needs a Debian of its own: `tests/arm64/make FOLDER` makes one, and ROLLCALL_ARM64=FOLDER names it. The processor is
qemu's image of a Pi 4's: what it reads counts, its speed says nothing.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
READ = """
import json, platform, sys
from itertools import islice
from pathlib import Path
import hardware
from hardware.demo import Demo
from vision.reading.reader import Reader
with Demo() as demo, demo.film() as film:
    image = next(islice(film.frames(), 110, None)).image
dice = Reader.open(Path(hardware.__file__).parents[1] / "models").read(image)
told = [[die.value, round(die.value_p, 3), die.corners_px.round(1).tolist()] for die in dice]
print(json.dumps([platform.machine(), told]))
"""
ENOUGH_S = 900
"""Seconds that an emulated processor may take for a photo; it needs some twenty when nothing else runs."""
CLOSE_P = 0.02
"""By how much a probability may differ: the two processors add in another order."""
CLOSE_EDGES = 0.1
"""By how much a corner may, in edges of a die: whole numbers of 8 bits are rounded otherwise there."""


def read(*command: str, **environment: str) -> list[Any]:
    done = subprocess.run(
        [*command, "-c", READ],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=ENOUGH_S,
    )
    assert done.returncode == 0, done.stderr
    answer: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


@pytest.mark.skipif("ROLLCALL_ARM64" not in os.environ, reason="ROLLCALL_ARM64 names no Debian for ARM")
def test_a_photo_is_read_on_a_pis_processor_as_it_is_here() -> None:
    system = Path(os.environ["ROLLCALL_ARM64"])
    inside = system / "roll-call"
    for part in ("hardware", "vision", "models"):
        shutil.copytree(ROOT / part, inside / part, dirs_exist_ok=True)
    python = next((system / "usr/bin").glob("python3.1?")).name
    there = read(
        *("chroot", str(system), "/usr/bin/qemu-aarch64-static", "-cpu", "cortex-a72", f"/usr/bin/{python}"),
        PYTHONPATH="/site:/roll-call",
    )
    here = read(sys.executable, PYTHONPATH=str(ROOT))
    assert there[0] == "aarch64"
    assert len(here[1]) == 6
    for (value, sure, corners), (told, told_sure, told_corners) in zip(there[1], here[1], strict=True):
        edge_px = math.dist(told_corners[0], told_corners[1])
        assert value == told
        assert sure == pytest.approx(told_sure, abs=CLOSE_P)
        for corner, told_corner in zip(corners, told_corners, strict=True):
            assert math.dist(corner, told_corner) < CLOSE_EDGES * edge_px
