"""`rollcall doctor`: each check says ok or what to do, and nothing secret leaves the house."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from net_camera import Faults, network_camera
from tables import a_throw, mat_picture, tray_picture
from test_webui_run import running

from hardware.camera import Camera, CameraError, CameraTaken
from hardware.frame import Frame
from hardware.jpeg import encode_jpeg
from vision.reading.reader import Reader
from webui.config import MODELS, Settings
from webui.storage.store import Store
from webui.terminal import machine, sight
from webui.terminal.finding import Finding
from webui.terminal.running import Running

ROOT = Path(__file__).parent.parent


def doctor(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    given = ["doctor", "--data", str(folder), "--port", "0", *words]
    return subprocess.run(
        [sys.executable, "-m", "webui", *given],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_prints_one_line_a_check_and_its_code_says_whether_all_is_well(tmp_path: Path) -> None:
    done = doctor(tmp_path, "--camera", "none", "--json")
    found = [Finding(**each) for each in json.loads(done.stdout)]
    names = [each.check for each in found]
    assert names[:9] == ["system", "disk", "clock", "memory", "heat", "rights", "port", "copies", "nets"]
    assert done.returncode == (0 if all(each.ok for each in found) else 1)
    assert all(each.do for each in found if not each.ok)
    lines = doctor(tmp_path, "--camera", "none").stdout.splitlines()
    assert [line.split()[1] for line in lines] == names


def test_the_bundle_is_shown_and_holds_no_secret(tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    done = doctor(
        tmp_path,
        "--bundle",
        str(file),
        ROLLCALL_CAMERA="http://ann:secret@127.0.0.1:9/x?token=secret",
        ROLLCALL_DATABASE="postgresql+psycopg://me:secret@here/db",
    )
    assert done.returncode == 1, done.stderr
    text = file.read_text()
    assert text in done.stdout
    assert "No pictures come from http://127.0.0.1:9/x?..." in text
    assert "secret" not in text
    assert str(Path.home()) not in text


def test_a_bundle_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    done = doctor(tmp_path, "--camera", "none", "--bundle", str(tmp_path / "none" / "x.txt"))
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


def system(tmp_path: Path, **files: str) -> Path:
    """A system in a folder. Names: `__` for a slash."""
    for name, text in files.items():
        path = tmp_path / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize(("temperature", "ok"), [("45000\n", True), ("80000", False), ("nonsense", True)])
def test_heat_is_said_from_where_a_pi_slows_down(tmp_path: Path, temperature: str, ok: bool) -> None:
    assert machine.heat(system(tmp_path, sys__class__thermal__thermal_zone0__temp=temperature)).ok is ok


@pytest.mark.parametrize(
    ("said", "ok", "word"),
    [
        ("throttled=0x0", True, ""),
        ("throttled=0x50005", False, "slows"),
        ("throttled=0x10000", False, "since"),
        ("", True, ""),
    ],
)
def test_a_pi_that_is_throttled_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, ok: bool, word: str
) -> None:
    monkeypatch.setattr(machine, "_asked", lambda *_: said)
    found = machine.heat(tmp_path)
    assert found.ok is ok
    assert word in found.says


@pytest.mark.parametrize(
    ("left", "ok"), [("MemAvailable:  900000 kB", True), ("MemAvailable: 20000 kB", False), ("", True)]
)
def test_little_memory_is_said(tmp_path: Path, left: str, ok: bool) -> None:
    assert machine.memory(system(tmp_path, proc__meminfo=f"MemTotal: 1 kB\n{left}\n")).ok is ok


@pytest.mark.parametrize(
    ("files", "ok"),
    [
        ({}, True),
        ({"sys__fs__ext4__sda1__errors_count": "0\n"}, True),
        ({"sys__fs__ext4__sda1__errors_count": "3\n"}, False),
        ({"sys__block__mmcblk0__device__life_time": "0x01 0x02\n"}, True),
        ({"sys__block__mmcblk0__device__life_time": "0x02 0x0b\n"}, False),
        ({"sys__block__mmcblk0__device__life_time": "unknown\n"}, True),
    ],
)
def test_a_disk_that_is_broken_or_worn_is_said(tmp_path: Path, files: dict[str, str], ok: bool) -> None:
    assert machine.disk(Settings(data=tmp_path / "data"), system(tmp_path, **files)).ok is ok


def test_a_clock_of_before_the_program_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_asked", lambda *_: "yes")
    assert not machine.clock(0.0).ok
    assert machine.clock(1_800_000_000.0).ok
    monkeypatch.setattr(machine, "_asked", lambda *_: "no")
    assert not machine.clock(1_800_000_000.0).ok


def test_a_port_that_is_taken_and_a_second_copy_are_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = Settings(data=tmp_path, host="127.0.0.1", port=other.getsockname()[1])
        assert not machine.port(taken).ok
    assert machine.port(taken).ok
    store = Store.open(tmp_path)
    assert not machine.copies(taken).ok
    store.close()
    assert machine.copies(taken).ok
    assert machine.copies(Settings(data=tmp_path / "new")).ok
    assert not (tmp_path / "new").exists()


def test_beside_a_table_that_runs_it_tells_of_that_and_calls_nothing_taken(tmp_path: Path) -> None:
    with running(tmp_path, camera="demo") as program:
        settings = Settings(data=tmp_path, host="0.0.0.0", port=program.port)
        at = Running.at(settings)
        assert at is not None
        assert [machine.port(settings, at).ok, machine.copies(settings, at).ok] == [True, True]
        (camera,) = at.findings()
        assert (camera.ok, camera.says) == (False, "The Roll Call that runs here plays its demo.")
        done = doctor(tmp_path, "--port", str(program.port), "--json")
        found = {each["check"]: Finding(**each) for each in json.loads(done.stdout)}
        assert found["port"].says == f"Roll Call serves its pages on port {program.port}."
        assert [found["copies"].ok, found["camera"]] == [True, camera]


def test_what_a_running_table_says_is_wrong_is_said(tmp_path: Path) -> None:
    lost = {"what": "No pictures come from usb:0.", "do": "Plug it in again."}
    at = Running({"name": "usb:0", "state": "silent", "demo": False}, [lost])
    assert [(each.check, each.ok) for each in at.findings()] == [("camera", False), ("table", False)]
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert Running.at(Settings(data=tmp_path, host="127.0.0.1", port=other.getsockname()[1])) is None


def test_a_net_that_is_not_the_one_of_its_card_is_said(tmp_path: Path) -> None:
    assert sight.nets(MODELS).ok
    for path in (*MODELS.glob("*.onnx"), MODELS / "CARD.md"):
        shutil.copy(path, tmp_path)
    (tmp_path / "reader.onnx").write_bytes(b"another")
    found = sight.nets(tmp_path)
    assert not found.ok
    assert "reader.onnx" in found.says


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.open(MODELS)


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "LOOK_S", 0.6)
    monkeypatch.setattr(sight, "SETTLE_S", 0.1)


def wrong(name: str, reader: Reader) -> set[str]:
    return {each.check for each in sight.looked(name, reader) if not each.ok}


def over(change: Callable[[np.ndarray], np.ndarray], wait_s: float = 0.02) -> Faults:
    """A network camera that shows a throw, changed in this way, with a sensor's noise; wait_s: between two pictures."""
    shown = np.asarray(change(a_throw()), np.uint8)

    def picture(number: int, same: bool) -> bytes:
        noise = np.random.default_rng(number).integers(0, 3, shown.shape, np.uint8)
        return encode_jpeg(np.asarray(cv2.add(shown, noise), np.uint8), 90)

    return Faults(picture=picture, wait_s=wait_s)


SABOTAGED: dict[str, tuple[Faults | str, str, str]] = {
    "nobody is there": ("http://127.0.0.1:9/none", "", "camera"),
    "no such USB camera": ("usb:200", "", "camera"),
    "no such kind": ("lamp", "", "camera"),
    "a password": (Faults(password=True), "", "camera"),
    "a page and no picture": (Faults(), "page", "camera"),
    "every picture broken": (Faults(all_broken=True), "", "camera"),
    "slow": (over(lambda image: image, wait_s=0.5), "", "rate"),
    "covered": (over(np.zeros_like), "", "light"),
    "dark": (over(lambda image: image // 12), "", "light"),
    "glaring": (over(lambda image: np.full_like(image, 250)), "", "light"),
    "blurred": (over(lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), 9))), "", "focus"),
    "noise": (
        over(lambda image: np.random.default_rng(1).integers(0, 255, image.shape, np.uint8)),
        "",
        "picture",
    ),
    "upside down": (over(lambda image: np.rot90(image, 2)), "", "hang"),
}
"""What is wrong with a camera, or its name; what is asked of it; the check that names it. Frozen ones have a test of
their own, and so have those that are taken and those whose read never ends."""


@pytest.mark.parametrize("wrong_with_it", SABOTAGED)
def test_sabotaged_cameras_are_each_named_right(wrong_with_it: str, reader: Reader) -> None:
    sabotage, path, check = SABOTAGED[wrong_with_it]
    if isinstance(sabotage, str):
        assert wrong(sabotage, reader) == {check}
        return
    with network_camera(sabotage) as (address, _):
        named = wrong(address + path, reader)
    # On a busy machine any of them is slow, too.
    assert named - {"rate"} == {check} - {"rate"}
    assert check in named


def test_a_camera_that_has_frozen_is_said_to(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.fresh.FROZEN_S", 0.3)
    monkeypatch.setattr(sight, "_enough", lambda *_: False)
    with network_camera(Faults(same=True)) as (address, _):
        assert [each.says for each in sight.looked(address, reader)] == [
            f"{address} sends the same picture again and again: it has frozen."
        ]


def test_a_camera_that_is_taken_is_said_with_its_holder(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(name: str) -> None:
        raise CameraTaken(f"The camera {name} is in use by cheese (process 7).", "Close that program.")

    monkeypatch.setattr(sight, "open_camera", taken)
    (found,) = sight.looked("usb:0", reader)
    assert (found.ok, found.says) == (False, "The camera usb:0 is in use by cheese (process 7).")


class Stuck(Camera):
    """A camera whose read never ends, as some do that have frozen."""

    name = "usb:7"

    def __init__(self, trouble: CameraError | None) -> None:
        self._ended, self._trouble = threading.Event(), trouble

    def frames(self) -> Iterator[Frame]:
        self._ended.wait()
        yield from ()

    def close(self) -> None:
        self._ended.set()


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (None, "usb:7 gives no picture."),
        (CameraError("It has frozen.", "Plug it in again."), "It has frozen."),
    ],
)
def test_a_camera_whose_read_never_ends_does_not_hold_the_doctor(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, trouble: CameraError | None, says: str
) -> None:
    monkeypatch.setattr(sight, "DEAD_S", 0.7)
    monkeypatch.setattr(sight, "open_camera", lambda _: Stuck(trouble))
    assert [(each.ok, each.says) for each in sight.looked("usb:7", reader)] == [(False, says)]


def test_each_fault_of_a_picture_fails_a_check_of_its_own(reader: Reader) -> None:
    table = a_throw()
    for image, named in (
        (table, set()),
        (np.zeros_like(table), {"light"}),
        (table // 12, {"light"}),
        (np.full_like(table, 255), {"light"}),
        (cv2.GaussianBlur(table, (0, 0), 9), {"focus"}),
        (np.random.default_rng(1).integers(0, 255, table.shape, np.uint8), {"picture"}),
        (np.ascontiguousarray(np.rot90(table, 2)), {"hang"}),
    ):
        assert {
            each.check for each in sight._picture(np.asarray(image, np.uint8), reader) if not each.ok
        } == named


def test_doctor_says_what_there_is_to_hold_on_to_where_the_table_ends(reader: Reader) -> None:
    for image, word in (
        (a_throw(), "No mat and no tray"),
        (tray_picture(), "edge of a tray"),
        (mat_picture(), "mat"),
    ):
        edge = next(each for each in sight._picture(image, reader) if each.check == "edge")
        assert edge.ok
        assert word in edge.says
