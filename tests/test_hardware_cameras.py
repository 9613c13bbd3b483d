"""Cameras that come late, folders of photos, a phone: what opens by which name, and what is said meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from net_camera import network_camera
from second_clock import SecondClock
from waiting import LONG_S, until

from hardware import fresh, phone, photos, usb
from hardware.camera import Camera, CameraError, CameraTaken, NoSuchCamera, Through
from hardware.cameras import Awaited, awaited, is_camera, open_camera
from hardware.frame import Frame, Image, is_black
from hardware.fresh import Fresh
from hardware.holder import holder_of
from hardware.phone import PhoneCamera
from hardware.photos import Photos
from hardware.rotated import Rotated


def open_or_await(name: str) -> Camera:
    try:
        return open_camera(name)
    except CameraError as error:
        return awaited(name, error)


def grey(level: int) -> Image:
    return np.full((48, 64, 3), level, np.uint8)


def level(image: Image) -> int:
    return round(float(image.mean()))


# Late, unplugged, taken


def test_a_camera_that_is_switched_on_late_is_awaited_and_opens_by_its_own_name() -> None:
    with network_camera() as (address, _):
        pass
    camera = open_or_await(address)
    assert isinstance(camera, Awaited)
    with pytest.raises(CameraError, match="No pictures come from"):
        next(camera.frames())
    with network_camera(port=int(address.split(":")[2][:-1])), open_or_await(camera.again) as later:
        assert next(later.frames()).image.shape == (48, 64, 3)


@pytest.mark.parametrize("name", ["webcam", "usb:first", "clip:none.mp4", "photos:none", "usb:../video0"])
def test_nobody_waits_for_a_camera_that_no_waiting_brings(name: str) -> None:
    with pytest.raises(CameraError, match="There is no"):
        open_or_await(name)


def test_a_password_of_an_awaited_camera_is_not_in_its_name() -> None:
    camera = open_or_await("http://ann:secret@127.0.0.1:9/live")
    assert "secret" not in camera.name + str(camera.trouble)


def test_a_usb_camera_is_known_by_a_name_that_it_keeps_in_every_port(tmp_path: Path) -> None:
    (tmp_path / "usb-Maker_Cam_123-video-index0").symlink_to("../../video4")
    (tmp_path / "usb-Other_Cam_9-video-index0").symlink_to("../../video0")
    assert usb._number("usb-Maker_Cam_123-video-index0", tmp_path) == 4
    assert usb._lasting_name(4, tmp_path) == "usb-Maker_Cam_123-video-index0"
    assert usb._lasting_name(7, tmp_path) == ""
    assert usb._lasting_name(4, tmp_path / "none") == ""
    with pytest.raises(CameraError, match="is not plugged in"):
        usb._number("usb-Gone_Cam-video-index0", tmp_path)
    with pytest.raises(NoSuchCamera):
        usb._number("usb-../../../etc/passwd", tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who holds a device")
def test_who_holds_a_device_is_named(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    assert holder_of(device) == ""
    program = "import sys; held = open(sys.argv[1]); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(device)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout
        holder.stdout.readline()
        named = holder_of(device)
        holder.communicate()
    assert named.startswith("python")
    assert f"(process {holder.pid})" in named
    assert holder_of(device) == ""


def test_a_usb_camera_that_is_taken_is_said_with_who_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(device: Path) -> bytes:
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(usb, "_capability", busy)
    monkeypatch.setattr(usb, "holder_of", lambda device: f"cheese (process {device.name})")
    with pytest.raises(CameraTaken, match=r"cheese \(process video0\) is using the camera usb:0"):
        open_camera("usb:0")


# Frozen and black


def test_a_picture_that_differs_in_one_dot_is_new_and_the_same_one_is_frozen_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = SecondClock()
    monkeypatch.setattr(fresh, "time", SimpleNamespace(monotonic=clock))
    told, image = Fresh(), grey(90)
    assert told.is_new(image)
    assert not told.is_new(image.copy())
    assert not told.frozen
    clock.now_s += fresh.FROZEN_S + 0.1
    assert told.frozen
    other = image.copy()
    other[17, 40, 1] += 1
    assert told.is_new(other)
    assert not told.frozen


def test_only_a_picture_in_which_nothing_is_seen_is_black() -> None:
    noise = np.random.default_rng(1).integers(0, 8, (480, 640, 3), np.uint8)
    assert is_black(noise)
    dim = noise.copy()
    dim[200:280, 300:380] = 30
    assert not is_black(dim)


# A folder of photos


def photo(folder: Path, name: str, grey_level: int, second: int) -> None:
    cv2.imwrite(str(folder / f"{name}.part.png"), grey(grey_level))
    os.utime(folder / f"{name}.part.png", (second, second))
    (folder / f"{name}.part.png").rename(folder / name)


def test_of_a_folder_the_newest_photo_is_shown_once_and_in_between_it_is_not_dead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "LOOK_S", 0.01)
    photo(tmp_path, "a.png", 50, 100)
    photo(tmp_path, "b.png", 90, 200)
    (tmp_path / "notes.txt").write_text("no photo")
    with open_camera(f"photos:{tmp_path}") as camera:
        frames = camera.frames()
        assert level(next(frames).image) == 90
        photo(tmp_path, "c.PNG", 130, 300)
        assert level(next(frames).image) == 130
        assert camera.quiet_s > 0


def test_a_photo_that_cannot_be_read_is_said_and_the_next_one_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "LOOK_S", 0.005)
    (tmp_path / "a.jpg").write_text("no photo")
    with Photos(tmp_path) as camera:
        seen: list[int] = []
        looking = threading.Thread(target=lambda: seen.extend(level(each.image) for each in camera.frames()))
        looking.start()
        assert until(lambda: camera.trouble)
        assert "a.jpg cannot be read" in str(camera.trouble)
        photo(tmp_path, "b.png", 90, 4_000_000_000)
        assert until(lambda: seen)
        assert camera.trouble is None
        camera.close()
        looking.join()
    assert seen == [90]


def test_a_folder_that_goes_away_is_lost_with_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    with Photos(folder) as camera:
        folder.rmdir()
        with pytest.raises(CameraError, match="went away"):
            next(camera.frames())


# A phone


def test_of_what_a_phone_sends_the_newest_picture_wins() -> None:
    with PhoneCamera() as camera:
        frames = camera.frames()
        camera.put(grey(10))
        camera.put(grey(20))
        assert level(next(frames).image) == 20
        camera.put(grey(30))
        frame = next(frames)
        assert (level(frame.image), frame.seq) == (30, 1)
        assert is_camera("phone")


def test_a_picture_is_shown_again_while_the_phone_sees_nothing_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone, "REPEAT_S", 0.01)
    monkeypatch.setattr(phone, "LIVE_S", LONG_S)
    with PhoneCamera() as camera:
        frames = camera.frames()
        camera.put(grey(40))
        shown = [next(frames) for _ in range(5)]
        camera.put(grey(70))
        assert level(next(frames).image) == 70
    assert {level(each.image) for each in shown} == {40}
    times = [each.time_s for each in shown]
    assert times == sorted(set(times))


@contextmanager
def shown_by(camera: PhoneCamera) -> Iterator[list[Frame]]:
    """The frames that it shows, as they come; it is closed at the end."""
    shown: list[Frame] = []
    reading = threading.Thread(target=lambda: shown.extend(camera.frames()))
    reading.start()
    yield shown
    camera.close()
    reading.join(LONG_S)


def test_a_picture_in_which_something_moves_is_shown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone, "REPEAT_S", 0.01)
    monkeypatch.setattr(phone, "LIVE_S", LONG_S)
    with PhoneCamera() as camera, shown_by(camera) as shown:
        for grey_level in (10, 20, 30):
            camera.put(grey(grey_level), moves=True)
            assert until(lambda asked=grey_level: shown and level(shown[-1].image) == asked)
        still_s = camera.put(grey(40))
        assert until(lambda: [level(each.image) for each in shown].count(40) > 3)
    assert [level(each.image) for each in shown[:3]] == [10, 20, 30]
    assert shown[3].time_s == still_s, "by its time it is known which picture a frame shows"


def test_the_last_live_picture_is_shown_no_more_once_a_phone_takes_photos(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(phone, "REPEAT_S", 0.01)
    monkeypatch.setattr(phone, "LIVE_S", LONG_S)
    with PhoneCamera() as camera, shown_by(camera) as shown:
        camera.put(grey(10))
        assert until(lambda: len(shown) > 2)
        camera.rest()
        before = len(shown)
        time.sleep(20 * phone.REPEAT_S)
        assert len(shown) <= before + 1, "it would take the place of the photo"
        camera.put(grey(20))
        assert until(lambda: level(shown[-1].image) == 20), "live again"


def test_a_phone_that_has_not_come_or_fell_asleep_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SecondClock()
    monkeypatch.setattr(phone, "time", SimpleNamespace(monotonic=clock))
    with PhoneCamera() as camera:
        assert "No phone sends pictures yet" in str(camera.trouble)
        camera.put(grey(10))
        assert camera.trouble is None
        clock.now_s += phone.ASLEEP_S + 0.1
        assert "it sleeps" in str(camera.trouble)
        camera.rest()
        assert camera.trouble is None


def test_a_phone_camera_that_is_closed_ends_at_once() -> None:
    camera = PhoneCamera()
    reading = threading.Thread(target=lambda: list(camera.frames()))
    reading.start()
    camera.close()
    reading.join(LONG_S)
    assert not reading.is_alive()


def test_what_a_camera_knows_of_itself_is_known_through_others() -> None:
    inner = PhoneCamera()
    through: Camera = Rotated(inner, 90)
    assert isinstance(through, Through)
    assert through.trouble is inner.trouble is not None
    inner.rest()
    assert through.quiet_s == inner.quiet_s > 0
    assert through.patient
    through.close()
