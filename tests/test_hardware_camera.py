"""Clips, network cameras and the demo as sources of frames; names that are none."""

from __future__ import annotations

import errno
import json
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.address import shown
from hardware.camera import Camera, CameraError, CameraTaken
from hardware.cameras import is_camera, open_camera
from hardware.clip import Clip
from hardware.demo import Demo
from hardware.frame import Frame
from hardware.transport import seems_to_end_in_a_picture
from hardware.usb import gives_pictures, numbers

FPS = 20.0


def write_clip(path: Path, levels: list[int]) -> Path:
    """A clip of plain grey pictures, one of each level."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (64, 48))
    for level in levels:
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    return path


def test_a_clip_gives_every_picture_with_the_times_of_the_clip(tmp_path: Path) -> None:
    levels = list(range(10, 250, 8))
    with Clip(write_clip(tmp_path / "a.mp4", levels)) as clip:
        frames = list(clip.frames())
    assert [frame.seq for frame in frames] == list(range(len(levels)))
    assert np.allclose([frame.time_s for frame in frames], np.arange(len(levels)) / FPS, atol=0.002)
    assert np.allclose([frame.image.mean() for frame in frames], levels, atol=6)


def test_a_paced_clip_takes_as_long_as_it_lasts(tmp_path: Path) -> None:
    with Clip(write_clip(tmp_path / "a.mp4", [100, 120] * 5), paced=True) as clip:
        started = time.monotonic()
        times = [frame.time_s for frame in clip.frames()]
    # Never faster than the clip; how much slower is the machine's affair.
    assert time.monotonic() - started >= 9 / FPS
    assert times == sorted(times)


def test_a_clip_may_be_closed_while_another_thread_reads_it(tmp_path: Path) -> None:
    # In a process of its own: a capture that is released under a running read takes the process with it.
    path = write_clip(tmp_path / "a.mp4", [3] * 200)
    program = """if True:
        import sys, threading, time
        from pathlib import Path
        from hardware.clip import Clip
        for number in range(30):
            clip = Clip(Path(sys.argv[1]))
            reading = threading.Thread(target=lambda: sum(1 for _ in clip.frames()))
            reading.start()
            time.sleep(0.001 * (number % 7))
            clip.close()
            reading.join()
        """
    subprocess.run([sys.executable, "-c", program, str(path)], check=True, cwd=Path(__file__).parents[1])


@pytest.mark.parametrize("name", ["usb:99999999999999", "clip:" + "x" * 300])
def test_a_camera_that_cannot_be_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(CameraError, match="There is no"):
        open_camera(name)


def test_a_clip_cut_off_in_the_middle_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    noise = np.random.default_rng(2)
    path = tmp_path / "a.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (64, 48))
    for _ in range(60):
        writer.write(noise.integers(0, 255, (48, 64, 3), np.uint8))
    writer.release()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    seen: list[Frame] = []
    with Clip(path) as clip, pytest.raises(CameraError, match="is cut off at"):
        seen.extend(clip.frames())
    assert 20 <= len(seen) <= 32


def test_a_clip_that_is_deleted_while_it_plays_is_said_when_it_is_over(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "clip.avi", [10, 60, 110])
    with Clip(path) as clip:
        frames = clip.frames()
        next(frames)
        path.unlink()
        with pytest.raises(CameraError, match="went away"):
            list(frames)


def test_a_transport_stream_that_is_cut_off_says_so_though_it_states_no_length(tmp_path: Path) -> None:
    whole = tmp_path / "whole.ts"
    writer = cv2.VideoWriter(str(whole), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (64, 48))
    for level in range(60):
        writer.write(np.full((48, 64, 3), 4 * level, np.uint8))
    writer.release()
    with Clip(whole) as clip:
        assert len(list(clip.frames())) == 60
    cut = tmp_path / "cut.ts"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2 // 188 * 188 + 100])
    with Clip(cut) as clip, pytest.raises(CameraError, match=r"is cut off at \d\.\d s, after \d+ pictures"):
        list(clip.frames())


def test_a_transport_stream_cut_between_two_packets_seems_cut_off_where_a_picture_is_not_whole(
    tmp_path: Path,
) -> None:
    noise = np.random.default_rng(2)
    whole, cut = tmp_path / "whole.ts", tmp_path / "cut.ts"
    writer = cv2.VideoWriter(str(whole), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (160, 120))
    for _ in range(20):
        writer.write(noise.integers(0, 255, (120, 160, 3), np.uint8))
    writer.release()
    with Clip(whole) as clip:
        assert len(list(clip.frames())) == 20
    packed = whole.read_bytes()
    cuts = range(len(packed) // 188 // 2, len(packed) // 188)
    noticed = 0
    for packets in cuts:
        cut.write_bytes(packed[: packets * 188])
        noticed += seems_to_end_in_a_picture(cut)
    assert 0.9 * len(cuts) < noticed <= len(cuts) - 9, "right between two pictures there is nothing to notice"
    cut.write_bytes(packed[: (cuts[0] + 5) * 188])
    with Clip(cut) as clip, pytest.raises(CameraError, match="seems to be cut off at"):
        list(clip.frames())


def still_stream(path: Path, packets: int, pictures: int) -> Path:
    """A film of equal pictures, each of which fills so many packets to the last byte."""
    head = b"\x00\x00\x01\xe0".ljust(184, b"\x55")
    picture = b"\x47\x41\x00\x10" + head + (b"\x47\x01\x00\x10" + b"\x55" * 184) * (packets - 1)
    path.write_bytes(picture * pictures)
    return path


@pytest.mark.parametrize("packets", [1, 2, 5])
def test_a_still_film_whose_pictures_fit_their_packets_does_not_seem_cut_off(
    packets: int, tmp_path: Path
) -> None:
    assert not seems_to_end_in_a_picture(still_stream(tmp_path / "still.ts", packets, 4))


@pytest.mark.parametrize("packets", [2, 5])
def test_a_still_film_that_ends_within_a_picture_seems_cut_off(packets: int, tmp_path: Path) -> None:
    still = still_stream(tmp_path / "still.ts", packets, 4)
    still.write_bytes(still.read_bytes()[:-188])
    assert seems_to_end_in_a_picture(still)


@pytest.mark.parametrize(
    ("size", "there"),
    [((640, 2), 0), ((2, 640), 0), ((30, 30), 0), ((2000, 32), 0), ((32, 32), 3), ((64, 960), 3)],
)
def test_a_clip_too_narrow_for_dice_is_refused_with_its_size(
    size: tuple[int, int], there: int, tmp_path: Path
) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "a.avi"), cv2.VideoWriter.fourcc(*"MJPG"), FPS, size)
    for _ in range(3):
        writer.write(np.full((*size[::-1], 3), 90, np.uint8))
    writer.release()
    with Clip(tmp_path / "a.avi") as clip:
        if there:
            assert len(list(clip.frames())) == there
        else:
            with pytest.raises(CameraError, match=f"a.avi has pictures of {size[0]} x {size[1]} pixels"):
                next(clip.frames())


def test_a_file_that_is_no_clip_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "text.mp4").write_text("these are no dice")
    whole = write_clip(tmp_path / "whole.mp4", [100] * 20).read_bytes()
    # An MP4 keeps its index at the end: the first half alone cannot be read at all.
    (tmp_path / "half.mp4").write_bytes(whole[: len(whole) // 2])
    for name, sentence in [
        ("none.mp4", "There is no clip"),
        ("empty.mp4", "is empty"),
        ("text.mp4", "is not a video"),
        ("half.mp4", "is not a video"),
        (".", "is not a file"),
    ]:
        with pytest.raises(CameraError, match=sentence):
            Clip(tmp_path / name)
    # FFmpeg opens whatever has such a name.
    (tmp_path / "text.jpg").write_text("these are no dice")
    with Clip(tmp_path / "text.jpg") as clip, pytest.raises(CameraError, match="shows no picture"):
        list(clip.frames())


def test_what_names_no_camera_may_be_the_path_of_a_clip() -> None:
    cameras = ("auto", "pi", "demo", "usb:0", "usb:first", "http://x", "https://x", "rtsp://x")
    assert all(is_camera(name) for name in cameras)
    assert not any(is_camera(name) for name in ("clip:a.mp4", "a.mp4", "pi.mp4", "http", "none", ""))


@pytest.mark.parametrize("name", ["webcam", "usb:", "clip:", "ftp://x/y", "http:x", "pi:1", ""])
def test_an_unknown_camera_is_refused_with_the_names_that_there_are(name: str) -> None:
    with pytest.raises(CameraError, match=r"Say auto, pi, usb:0, phone, .*, clip:FILE, demo"):
        open_camera(name)


@pytest.mark.parametrize(
    ("name", "as_shown"),
    [
        ("rtsp://ann:secret@10.0.0.7:554/live", "rtsp://10.0.0.7:554/live"),
        ("rtsp://ann@mail.org:se@cret@10.0.0.7/live", "rtsp://10.0.0.7/live"),
        ("http://10.0.0.7/cam@1", "http://10.0.0.7/cam@1"),
        ("http://[fe80::1]:81/cam@1?to=a@b", "http://[fe80::1]:81/cam@1?..."),
        ("rtsp://ann:pa#ss@cam/live", "rtsp://...@cam/live"),
        ("rtsp://ann:1/2@3?4@cam/live", "rtsp://...@cam/live"),
        ("rtsp://se?cret@10.0.0.7/live", "rtsp://...@10.0.0.7/live"),
        ("http://10.0.0.7/video?user=ann&pwd=secret", "http://10.0.0.7/video?..."),
        ("clip:what?.mkv", "clip:what?.mkv"),
    ],
)
def test_an_address_is_shown_without_its_secrets(name: str, as_shown: str) -> None:
    assert shown(name) == as_shown


def test_nobody_at_the_address_is_said() -> None:
    with pytest.raises(CameraError, match="No pictures come from"):
        open_camera("http://127.0.0.1:9/none")


def test_a_camera_that_another_program_holds_is_said_where_the_demo_plays_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = CameraTaken("Another program is using the camera usb:0.", "Close it.")

    def held(which: str) -> Camera:
        raise taken

    monkeypatch.setattr("hardware.usb.UsbCamera", held)
    with open_camera("auto") as camera:
        assert (camera.demo, camera.taken) == (True, taken)
    monkeypatch.setattr("hardware.usb.UsbCamera", lambda which: open_camera("none there"))
    with open_camera("auto") as camera:
        assert (camera.demo, camera.instead, camera.taken) == (True, True, None)


def test_the_demo_plays_when_it_is_asked_for_whatever_is_plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for camera in ("usb.UsbCamera", "picamera.PiCamera"):
        monkeypatch.setattr(f"hardware.{camera}", lambda *_: pytest.fail("no camera was asked for"))
    with open_camera("demo") as camera:
        assert (camera.name, camera.demo, camera.instead, camera.taken) == ("demo", True, False, None)


def test_the_first_usb_camera_is_found_whatever_number_the_system_has_given_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam, metadata = 0x04200001, 0x04A00000
    told: dict[str, int | OSError] = {
        "video1": webcam,
        "video10": webcam,
        "video2": metadata,
        "video3": webcam,
        "video4": PermissionError(),
        "video5": OSError(errno.ENODEV, "gone"),
        "video6": OSError(errno.EBUSY, "taken"),
        "videos": webcam,
    }

    def capability(device: Path) -> bytes:
        able = told[device.name]
        if isinstance(able, OSError):
            raise able
        bus = b"platform:bcm2835-isp" if device.name == "video1" else b"usb-xhci-1.2"
        return struct.pack("16s32s32sIII12x", b"x", b"x", bus, 0, able, able)

    monkeypatch.setattr("hardware.usb._capability", capability)
    assert numbers(tmp_path) == (0,)
    for name in told:
        (tmp_path / name).touch()
    assert numbers(tmp_path) == (3, 4, 6, 10)


@pytest.mark.parametrize(
    ("able", "camera"),
    [
        (0x04200001, True),  # a webcam: capture, streaming, extended format
        (0x04A00000, False),  # the webcam's metadata
        (0x04204000, False),  # a video encoder: memory to memory
        (0x24200001, False),  # a part of a Pi's own camera
    ],
)
def test_a_camera_is_told_from_other_video_devices_by_what_it_says_it_can(able: int, camera: bool) -> None:
    assert gives_pictures(struct.pack("16s32s32sIII12x", b"x", b"x", b"x", 0, able | 1, able)) is camera


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """A demo of two chapters: six dice (grey levels from 10), then two (levels from 130)."""
    write_clip(tmp_path / "demo.mp4", [10 + 3 * i for i in range(40)] + [130 + 3 * i for i in range(40)])
    chapters = [
        {"start_s": 0.0, "rest_s": 0.5, "end_s": 2.0, "thrown": 6},
        {"start_s": 2.0, "rest_s": 2.5, "end_s": 4.0, "thrown": 2},
    ]
    (tmp_path / "demo.json").write_text(json.dumps({"fps": FPS, "chapters": chapters}))
    with Demo(tmp_path) as camera:
        yield camera


def levels_until_still(frames: Iterator, still: int = 16) -> list[int]:
    """The grey levels seen until the same picture has come `still` times in a row: longer than dice are taken up."""
    seen: list[int] = []
    while len(seen) < still or len(set(seen[-still:])) > 1:
        seen.append(round(float(next(frames).image.mean())))
    return seen


def test_the_demo_waits_for_a_match_then_throws_and_waits_for_the_choice(demo: Demo) -> None:
    frames = demo.frames()
    assert abs(levels_until_still(frames)[-1] - 10) <= 3  # nothing is awaited: the empty table
    demo.expect(6)
    assert abs(levels_until_still(frames)[-1] - 97) <= 6  # a second after the rest
    demo.expect(0)
    levels_until_still(frames)
    demo.expect(2)
    after = levels_until_still(frames)
    assert abs(after[-1] - 217) <= 6
    assert after[0] < 130 <= max(after)  # the first chapter was played to its end before the second


def test_the_demo_throws_what_the_game_awaits(demo: Demo) -> None:
    demo.expect(2)
    assert abs(levels_until_still(demo.frames())[-1] - 217) <= 6


def test_a_demo_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="The demo is missing"):
        Demo(tmp_path)
