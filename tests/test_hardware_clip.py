"""Clips under any name, and the end of clips of all kinds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from empty_table import empty_clip
from nobody import forbidden, needs_rights

from hardware.camera import CameraError
from hardware.clip import Clip
from hardware.film import Film
from hardware.frame import Frame

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


def uneven_clip(path: Path, *options: str) -> Path:
    """60 pictures of noise in 3.4 s, thrice half a second apart, in a file of the kind that the name says."""
    ffmpeg = shutil.which("ffmpeg")
    if not ffmpeg:
        pytest.skip("this test needs ffmpeg: apt-get install ffmpeg")
    noise = np.random.default_rng(1)
    film, time_s = Film(path.with_suffix(".film.mkv")), 0.0
    for seq in range(60):
        film.add(Frame(noise.integers(0, 255, (96, 160, 3), np.uint8), time_s, seq))
        time_s += 1 / 30 if seq % 20 else 0.5
    film.close()
    made = [
        ffmpeg,
        "-v",
        "error",
        "-i",
        path.with_suffix(".film.mkv"),
        *options,
        "-fps_mode",
        "passthrough",
        path,
    ]
    subprocess.run(made, check=True)
    return path


UNEVEN = pytest.mark.parametrize(
    ("kind", "options"), [("avi", "-c copy"), ("webm", "-c:v libvpx -b:v 900k"), ("ts", "-c:v mpeg4 -q 3")]
)


@UNEVEN
def test_a_clip_whose_pictures_are_not_evenly_spaced_is_whole_where_its_time_is_reached(
    kind: str, options: str, tmp_path: Path
) -> None:
    with Clip(uneven_clip(tmp_path / f"a.{kind}", *options.split())) as clip:
        assert clip.stated_frames > 80, "it states more than it holds"
        assert len(list(clip.frames())) == 60


@UNEVEN
def test_a_clip_whose_pictures_are_not_evenly_spaced_is_cut_off_where_it_ends_early(
    kind: str, options: str, tmp_path: Path
) -> None:
    path = uneven_clip(tmp_path / f"a.{kind}", *options.split())
    # Within a packet of the transport stream: between two of them there may be nothing to notice.
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 31])
    with Clip(path) as clip, pytest.raises(CameraError, match=r"cut off at [12]\.\d"):
        list(clip.frames())


@needs_rights
def test_a_clip_that_may_not_be_read_is_said_to_be_there_and_what_to_do() -> None:
    with forbidden("a.mp4", b"\0" * 100) as paths:
        for path in paths:
            with pytest.raises(CameraError, match=r"may not be read\. Give this user the right"):
                Clip(path)
