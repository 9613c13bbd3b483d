"""A recording holds what the camera saw, when it saw it."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from waiting import until

from hardware.camera import Camera, CameraError
from hardware.clip import Clip
from hardware.frame import Frame, Image
from hardware.recorder import PIECE_S, PIECES, Recording, record
from webui.cli import Refusal
from webui.verbs.record import main

ROOT = Path(__file__).parent.parent
# Seconds between two pictures, as a camera that changes its rate in the dusk gives them.
UNEVEN_S = [0.0333, 0.0334, 0.05, 0.4, 0.0167, 0.1, 0.0333, 2.5, 0.0333]


def picture(number: int) -> Image:
    """A soft scene with noise, and a square whose grey says which picture it is."""
    random = np.random.default_rng(number)
    scene = np.full((240, 320, 3), (90, 120, 140), np.uint8)
    cv2.circle(scene, (200, 120), 50, (230, 235, 240), -1)
    noisy = np.clip(scene + random.normal(0, 3, scene.shape), 0, 255).astype(np.uint8)
    noisy[:40, :40] = 10 * number
    return noisy


class Table(Camera):
    """A camera with uneven times that drops a picture now and then, like any."""

    name = "table"

    def __init__(self, count: int) -> None:
        self.times = list(1000 + np.cumsum([UNEVEN_S[n % len(UNEVEN_S)] for n in range(count)]))

    def frames(self) -> Iterator[Frame]:
        for number, time_s in enumerate(self.times):
            yield Frame(picture(number % 25), float(time_s), number + number // 10)

    def close(self) -> None:
        pass


def test_a_recording_gives_every_picture_back_at_its_own_time(tmp_path: Path) -> None:
    camera = Table(25)
    done = record(camera, tmp_path / "clip.mkv", seconds=3600)
    assert (done.pictures, done.missed, done.why) == (25, 2, "over")
    with Clip(done.path) as clip:
        frames = list(clip.frames())
    assert [frame.time_s for frame in frames] == pytest.approx(
        [time_s - camera.times[0] for time_s in camera.times], abs=0.0001
    )
    assert [round(float(frame.image[10:30, 10:30].mean()) / 10) for frame in frames] == list(range(25))
    assert done.bytes == done.path.stat().st_size


def test_pips_and_noise_survive_in_a_recording(tmp_path: Path) -> None:
    done = record(Table(5), tmp_path / "clip.mkv", seconds=60)
    with Clip(done.path) as clip:
        for number, frame in enumerate(clip.frames()):
            assert cv2.PSNR(frame.image, picture(number)) > 36


def test_a_recording_ends_after_so_many_seconds_of_the_camera(tmp_path: Path) -> None:
    done = record(Table(200), tmp_path / "clip.mkv", seconds=7)
    assert done.why == "asked"
    assert 4 < done.seconds <= 7


def test_a_recording_never_grows_beyond_its_bound(tmp_path: Path) -> None:
    done = record(Table(200), tmp_path / "clip.mkv", seconds=3600, largest_mb=0.2)
    assert done.why == "large"
    one = done.bytes / done.pictures
    assert 200_000 <= done.bytes < 200_000 + 2 * one


def test_a_recording_leaves_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = shutil._ntuple_diskusage(total=10**10, used=10**10 - 10**6, free=10**6)  # type: ignore[attr-defined]
    monkeypatch.setattr(shutil, "disk_usage", lambda path: full)
    done = record(Table(20), tmp_path / "clip.mkv", seconds=60)
    assert (done.why, done.pictures) == ("disk", 0)


def test_a_recording_cut_off_anywhere_can_be_read_up_to_there(tmp_path: Path) -> None:
    done = record(Table(20), tmp_path / "clip.mkv", seconds=3600)
    whole = done.path.read_bytes()
    for share in (0.31, 0.62, 0.93):
        cut = tmp_path / "cut.mkv"
        cut.write_bytes(whole[: int(len(whole) * share)])
        with Clip(cut) as clip:
            count = len(list(clip.frames()))
        assert abs(count - 20 * share) <= 2


def test_a_recording_is_a_film_that_ffmpeg_reads_without_a_word(tmp_path: Path) -> None:
    ffmpeg = shutil.which("ffmpeg")
    if not ffmpeg:
        pytest.skip("this test needs ffmpeg: apt-get install ffmpeg")
    done = record(Table(20), tmp_path / "clip.mkv", seconds=3600)
    seen = subprocess.run(
        [ffmpeg, "-v", "warning", "-i", done.path, "-f", "null", "-"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert seen.stderr == ""


@pytest.fixture
def film(tmp_path: Path) -> Path:
    return record(Table(40), tmp_path / "film.mkv", seconds=3600).path


def test_the_verb_records_a_camera_and_says_what_it_has(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.mkv"
    assert main([f"clip:{film}", "--seconds", "0.5", "--out", str(out)]) == 0
    assert "pictures" in capsys.readouterr().out
    with Clip(out) as clip:
        assert len(list(clip.frames())) >= 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["usb:99"], r"no camera usb:99\. Plug it in"),
        (["nonsense"], r"no camera 'nonsense'\. Say auto, pi"),
        (["usb:99", "--seconds", "0"], r"--seconds is above 0 and at most 3600, got 0"),
    ],
)
def test_what_cannot_be_recorded_is_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refusal, match=sentence):
        main(arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_cannot_be_is_a_sentence(film: Path, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"cannot be written"):
        main([f"clip:{film}", "--out", str(tmp_path / f"{'x' * 300}.mkv")])


def test_a_recording_is_never_written_over(film: Path) -> None:
    before = film.read_bytes()
    with pytest.raises(Refusal, match=r"is there already\. Name another file"):
        main(["usb:0", "--out", str(film)])
    assert film.read_bytes() == before
    with pytest.raises(Refusal, match="cannot be written"):
        main([f"clip:{film}", "--out", str(film.parent / "no" / "folder.mkv")])


def test_a_disk_that_takes_no_more_is_said_and_what_was_recorded_can_be_read(
    film: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.mkv"
    limit = film.stat().st_size // 3
    command = [sys.executable, "-m", "webui", "record", f"clip:{film}", "--out", str(out)]

    def small_disk() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=small_disk
    )
    assert done.returncode == 2
    assert "cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    with Clip(out) as clip:
        assert len(list(clip.frames())) > 3


def test_a_recorder_killed_at_work_leaves_a_film(film: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.mkv"
    recorder = subprocess.Popen(
        [sys.executable, "-m", "webui", "record", f"clip:{film}", "--out", str(out)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    assert until(lambda: out.exists() and out.stat().st_size >= 50_000)
    recorder.kill()
    recorder.wait()
    with Clip(out) as clip:
        assert len(list(clip.frames())) >= 2


def test_where_no_picture_came_no_file_stands_in_the_way_of_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Dead(Table):
        def frames(self) -> Iterator[Frame]:
            raise CameraError("The camera is gone.", "Plug it in.")

    def stopped(_name: str) -> Camera:
        raise KeyboardInterrupt

    out = tmp_path / "clip.mkv"
    for camera, sentence in ((Dead(5), "The camera is gone"), (Table(0), "nothing was recorded")):
        monkeypatch.setattr("webui.verbs.record.open_camera", lambda _name, camera=camera: camera)
        with pytest.raises(Refusal, match=sentence):
            main(["usb:0", "--out", str(out)])
        assert not out.exists()
    monkeypatch.setattr("webui.verbs.record.open_camera", stopped)
    assert main(["usb:0", "--out", str(out)]) == 0
    assert capsys.readouterr().out.endswith("Nothing was recorded.\n")


def test_a_full_disk_is_no_fault_of_the_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = shutil._ntuple_diskusage(total=10**10, used=10**10 - 10**6, free=10**6)  # type: ignore[attr-defined]
    monkeypatch.setattr(shutil, "disk_usage", lambda path: full)
    monkeypatch.setattr("webui.verbs.record.open_camera", lambda _name: Table(5))
    with pytest.raises(Refusal, match="the disk has less than 200 MB free"):
        main(["usb:0", "--out", str(tmp_path / "clip.mkv")])


class Lost(Table):
    """A camera that is pulled out after its pictures."""

    def frames(self) -> Iterator[Frame]:
        yield from super().frames()
        raise CameraError("The camera is gone.", "Plug it in.")


def test_what_a_lost_camera_had_seen_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "clip.mkv"
    monkeypatch.setattr("webui.verbs.record.open_camera", lambda _name: Lost(5))
    with pytest.raises(
        Refusal, match=rf"The camera is gone\..* {re.escape(str(out))} can be watched up to there"
    ):
        main(["usb:0", "--out", str(out)])


def test_a_lost_camera_is_said(tmp_path: Path) -> None:
    with pytest.raises(CameraError):
        record(Lost(5), tmp_path / "clip.mkv", seconds=3600)
    with Clip(tmp_path / "clip.mkv") as clip:
        assert len(list(clip.frames())) == 5


# A table that is recorded as it goes on


def pieces_of(folder: Path, count: int, largest_mb: float = 2000.0) -> tuple[list[Frame], list[list[Frame]]]:
    """What comes out of a camera that is recorded, and what is in the pieces."""
    recording = Recording(Table(count), folder, largest_mb)
    seen = list(recording.frames())
    for thread in threading.enumerate():
        if thread.name == "recorder-close":
            thread.join()
    films = []
    for path in sorted(folder.glob(PIECES)):
        with Clip(path) as clip:
            films.append(list(clip.frames()))
    return seen, films


def test_a_table_is_recorded_in_pieces_while_it_is_looked_at(tmp_path: Path) -> None:
    seen, films = pieces_of(tmp_path / "new folder", 120)
    assert len(seen) == 120
    assert len(films) == 2
    assert sum(map(len, films)) == 120
    kept = [frame.time_s for frame in films[1]]
    assert np.allclose(np.diff(kept), np.diff([frame.time_s for frame in seen[-len(kept) :]]), atol=0.002)
    assert films[0][-1].time_s < PIECE_S


def test_of_a_table_that_is_recorded_for_long_the_newest_pieces_stay_within_their_bound(
    tmp_path: Path,
) -> None:
    (whole,) = pieces_files(tmp_path / "one", 50, 2000.0)
    bound_mb = 4 * whole.stat().st_size / 1e6
    kept = pieces_files(tmp_path / "few", 500, bound_mb)
    assert 2 <= len(kept) <= 9
    assert sum(piece.stat().st_size for piece in kept) <= bound_mb * 1e6
    assert max(piece.stat().st_size for piece in kept) <= bound_mb * 1e6 / 6


def test_the_oldest_pieces_go_first_though_the_clock_was_set_back(tmp_path: Path) -> None:
    late = tmp_path / "piece-20991231-235959-000.mkv"
    late.write_bytes(bytes(1_000_000))
    os.utime(late, (1e9, 1e9))
    assert late not in pieces_files(tmp_path, 100, 1.1)
    assert len(pieces_files(tmp_path, 10, 1.1)) > 1


def test_a_camera_whose_time_goes_back_begins_a_new_piece(tmp_path: Path) -> None:
    class Back(Table):
        def frames(self) -> Iterator[Frame]:
            for n, frame in enumerate(super().frames()):
                yield replace(frame, time_s=frame.time_s - (100 if n >= 20 else 0))

    assert len(list(Recording(Back(40), tmp_path).frames())) == 40
    for thread in threading.enumerate():
        if thread.name == "recorder-close":
            thread.join()
    assert len(list(tmp_path.glob(PIECES))) == 2


def pieces_files(folder: Path, count: int, largest_mb: float) -> list[Path]:
    pieces_of(folder, count, largest_mb)
    return sorted(folder.glob(PIECES))


def test_a_recording_that_cannot_go_on_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    seen, _ = pieces_of(tmp_path / "file", 10)
    assert len(seen) == 10
    assert "no longer recorded" in caplog.text
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    assert len(pieces_of(tmp_path / "full", 10)[0]) == 10
    assert "nearly full" in caplog.text
