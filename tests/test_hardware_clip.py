"""Clips under any name, and the end of clips of all kinds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from empty_table import empty_clip

ROOT = Path(__file__).parents[1]
COUNTED = """
import sys
from pathlib import Path
from hardware.clip import Clip
print(sum(1 for _ in Clip(Path(sys.argv[1])).frames()))
"""
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.skipif(sys.platform != "linux", reason="names that are in no letters are found on Linux only")
@pytest.mark.parametrize("setting", [{}, ASCII], ids=["any", "ascii"])
@pytest.mark.parametrize("name", [b"a\xff.mp4", b"folder\xff/a.mp4", "ü.mp4".encode()])
def test_a_clip_is_read_whatever_letters_its_name_is_in(
    name: bytes, setting: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / os.fsdecode(name)
    path.parent.mkdir(exist_ok=True)
    empty_clip(tmp_path / "made.mp4", 12, 25).rename(path)
    # In a process of its own: OpenCV takes the process with it where a name is not in UTF-8.
    program = [sys.executable, "-c", COUNTED, os.fsencode(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **setting}
    done = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, b"12"), done.stderr
