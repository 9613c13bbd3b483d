"""Clips under any name, and the end of clips of all kinds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
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


def by_ffmpeg(path: Path, *options: str) -> Path:
    """Make a film so; a test is left out where there is no ffmpeg."""
    ffmpeg = shutil.which("ffmpeg")
    if not ffmpeg:
        pytest.skip("this test needs ffmpeg: apt-get install ffmpeg")
    subprocess.run([ffmpeg, "-y", "-v", "error", *options, str(path)], check=True)
    return path


def moving_clip(path: Path, *options: str, seconds: float = 1.0) -> Path:
    """A test picture that moves, at 30 pictures a second."""
    source = f"testsrc2=size=320x240:rate=30:duration={seconds}"
    return by_ffmpeg(path, "-f", "lavfi", "-i", source, *options)


INTERLACED = {
    "a.ts": "-c:v mpeg2video -flags +ildct+ilme",
    "a.mp4": "-c:v libx264 -x264opts tff=1",
    "a.avi": "-c:v mpeg4 -flags +ildct+ilme",
    "dv.avi": "-c:v dvvideo -s 720x480 -r 30000/1001 -pix_fmt yuv411p -flags +ildct+ilme",
}


@pytest.mark.parametrize("name", INTERLACED)
def test_a_film_of_interlaced_frames_is_read_or_refused_with_what_to_do(name: str, tmp_path: Path) -> None:
    seen: list[np.ndarray] = []
    with Clip(moving_clip(tmp_path / name, *INTERLACED[name].split())) as clip, suppress_refusal() as refused:
        seen += [frame.image.copy() for frame in clip.frames()]
    if refused:
        assert "interlaced" in refused[0]
        assert "yadif" in refused[0]
    else:
        assert all(not np.array_equal(one, other) for one, other in pairwise(seen))


@pytest.mark.parametrize("order", ["pip", "pi", "ppi"])
def test_a_film_that_is_interlaced_in_part_is_read_up_to_there_and_no_picture_is_shown_for_another(
    order: str, tmp_path: Path
) -> None:
    parts = {
        "p": moving_clip(tmp_path / "p.h264", "-c:v", "libx264"),
        "i": moving_clip(tmp_path / "i.h264", "-c:v", "libx264", "-x264opts", "tff=1"),
    }
    (tmp_path / "all.h264").write_bytes(b"".join(parts[part].read_bytes() for part in order))
    film = by_ffmpeg(tmp_path / "all.mp4", "-r", "30", "-i", str(tmp_path / "all.h264"), "-c", "copy")
    count = 0
    with Clip(film) as clip, suppress_refusal() as refused:
        for _ in clip.frames():
            count += 1
    assert "interlaced" in refused[0]
    assert "yadif" in refused[0]
    progressive = 30 * order.index("i")
    assert progressive - 5 <= count <= progressive + 5


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("a.mp4", "libx264"),
        ("a.avi", "mpeg4"),
        ("a.mkv", "mjpeg"),
        ("a.webm", "libvpx"),
        ("a.mov", "libx264"),
    ],
)
def test_a_film_that_stands_still_to_the_bit_is_read_to_its_end(
    name: str, codec: str, tmp_path: Path
) -> None:
    still = by_ffmpeg(tmp_path / "still.png", "-f", "lavfi", "-i", "testsrc2=size=320x240", "-frames:v", "1")
    options = ["-loop", "1", "-framerate", "30", "-i", str(still), "-t", "1", "-c:v", codec]
    film = by_ffmpeg(tmp_path / name, *options, "-pix_fmt", "yuvj420p" if codec == "mjpeg" else "yuv420p")
    with Clip(film) as clip:
        assert len(list(clip.frames())) == 30


@contextmanager
def suppress_refusal() -> Iterator[list[str]]:
    """What is refused in it, in sentences."""
    refused: list[str] = []
    try:
        yield refused
    except CameraError as error:
        refused.append(str(error))


@pytest.mark.parametrize("kind", ["mkv", "avi"])
def test_a_film_that_is_only_marked_as_interlaced_is_read(kind: str, tmp_path: Path) -> None:
    path = moving_clip(tmp_path / f"a.{kind}", "-c:v", "libx264", "-field_order", "tt")
    with Clip(path) as clip:
        assert len(list(clip.frames())) == 30


QUICK_VP8 = ("-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8")
"""Else ffmpeg takes ten times as long for a better picture, and nothing here is about pictures."""


def trimmed(path: Path, whole: Path) -> Path:
    """As a phone trims: what comes before is kept, and an edit list leaves it out."""
    return by_ffmpeg(path, "-ss", "1.3", "-t", "1.0", "-i", str(whole), "-c", "copy")


def piece(path: Path, whole: Path) -> Path:
    """As a recorder cuts its film in pieces: the times go on."""
    return by_ffmpeg(path, "-ss", "2", "-i", str(whole), "-c", "copy", "-copyts")


PIECES = pytest.mark.parametrize(
    ("make", "kind"), [(trimmed, "mp4"), (trimmed, "mov"), (piece, "mkv"), (piece, "webm")]
)


def part_of(make: Callable[[Path, Path], Path], kind: str, folder: Path) -> Path:
    options = [*(QUICK_VP8 if kind == "webm" else ("-c:v", "libx264")), "-g", "30"]
    return make(folder / f"part.{kind}", moving_clip(folder / f"whole.{kind}", *options, seconds=3.2))


@PIECES
def test_a_film_that_was_trimmed_is_whole(
    make: Callable[[Path, Path], Path], kind: str, tmp_path: Path
) -> None:
    with Clip(part_of(make, kind, tmp_path)) as clip:
        count = len(list(clip.frames()))
        assert 0 < count < 0.9 * clip.stated_frames - 3, "it states much more than it shows"


@PIECES
@pytest.mark.parametrize("how", ["shorter", "the rest of it zeros"])
def test_a_film_that_was_trimmed_and_then_cut_off_is_cut_off(
    make: Callable[[Path, Path], Path], kind: str, how: str, tmp_path: Path
) -> None:
    path = part_of(make, kind, tmp_path)
    # MP4 has its index at the end: a cut one is no film at all.
    path = by_ffmpeg(tmp_path / f"fast.{kind}", "-i", str(path), "-c", "copy", "-copyts", *FAST.get(kind, ()))
    data = path.read_bytes()
    kept = data[: 6 * len(data) // 10]
    path.write_bytes(kept if how == "shorter" else kept + bytes(len(data) - len(kept)))
    with Clip(path) as clip, pytest.raises(CameraError, match="is cut off at"):
        list(clip.frames())


FAST = {"mp4": ("-movflags", "faststart"), "mov": ("-movflags", "faststart")}


@pytest.mark.parametrize(("kind", "codec"), [("h264", "libx264"), ("hevc", "libx265")])
def test_of_a_bare_stream_it_is_said_that_its_times_are_guessed(
    kind: str, codec: str, tmp_path: Path
) -> None:
    with Clip(moving_clip(tmp_path / f"a.{kind}", "-c:v", codec)) as clip:
        assert "guessed" in clip.note


@pytest.mark.parametrize("name", ["a.mp4", "a.mkv", "a.mpg", "a.m2v"])
def test_of_a_film_that_holds_times_nothing_is_said(name: str, tmp_path: Path) -> None:
    with Clip(moving_clip(tmp_path / name)) as clip:
        assert clip.note == ""


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
    ("kind", "options"),
    [("avi", "-c copy"), ("webm", f"{' '.join(QUICK_VP8)} -b:v 900k"), ("ts", "-c:v mpeg4 -q 3")],
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


def test_a_clip_played_as_a_camera_waits_for_the_first_throw_that_is_awaited(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    film = Film(path)
    for n in range(8):
        film.add(Frame(np.full((48, 64, 3), 20 + 25 * n, np.uint8), n / 20, n))
    film.close()
    with Clip(path, paced=True) as clip:
        clip.expect(0)
        frames = clip.frames()
        held = [next(frames) for _ in range(12)]
        assert {round(float(frame.image.mean()), -1) for frame in held} == {20}
        assert all(after.time_s > before.time_s for before, after in pairwise(held))
        clip.expect(6)
        clip.expect(0)
        rest = list(frames)
    assert 7 <= len(rest) <= 8
    times = [held[-1].time_s, *(frame.time_s for frame in rest)]
    assert all(after > before for before, after in pairwise(times))
