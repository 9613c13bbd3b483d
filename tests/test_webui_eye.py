"""The two threads that look: newest wins, a lost or frozen camera comes back, no throw is lost, no thread just dies."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from second_clock import SecondClock
from seen_dice import off_table, picture, roll
from waiting import LONG_S, until

from hardware.camera import Camera, CameraError
from hardware.clip import Clip
from hardware.frame import Frame, Image
from vision.nouns import Detection, Event, Moving, OffTable, Trouble, View
from vision.plane.table import Table
from vision.plane.viewpoint import Somewhere
from webui.app import create_app
from webui.assembly import open_desk
from webui.camera import eye as eyes
from webui.camera import lens as lenses
from webui.camera import opening as openings
from webui.camera import slot as slots
from webui.camera.eye import Eye
from webui.camera.lens import Lens
from webui.camera.live import LivePicture
from webui.camera.slot import Slot
from webui.config import Settings
from webui.setup.table_file import TableFile
from webui.storage.replay import Ring
from webui.storage.store import FILE, Change, Line, Store, StoreError

QUICK = {"camera": "none", "picture_rate": 5.0, "hands_free": True}


class Scripted(Camera):
    """Gives a frame each few milliseconds, until it is told to freeze, fail or end."""

    def __init__(self, live: bool = True) -> None:
        self.name = "usb:7"
        self.live = live
        self.mode = "on"
        self.closed = threading.Event()
        self.expected: list[int] = []
        self.is_stuck = threading.Event()
        self.stuck: Callable[[float], object] = time.sleep
        self.may_begin = threading.Event()
        self.may_begin.set()

    def expect(self, dice: int, aside: Sequence[int] = (), waits: bool = False) -> None:
        self.expected.append(dice)

    def frames(self) -> Iterator[Frame]:
        self.may_begin.wait(LONG_S)
        for seq in range(1_000_000):
            if self.closed.wait(0.005) or self.mode == "end":
                return
            if self.mode == "freeze":
                # As V4L2 does after an unplugging: neither a picture nor an error, not even when it is closed.
                self.is_stuck.set()
                self.stuck(LONG_S)
                continue
            if self.mode == "fail":
                raise CameraError("The camera usb:7 gives no pictures.", "Plug it in again.")
            yield Frame(picture(shade=seq % 250), time.monotonic(), seq)

    def close(self) -> None:
        self.closed.set()


class Told:
    """A pipeline that sees what it is told to."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.troubles: tuple[Trouble, ...] = ()
        self.expected: list[int | None] = []
        self.marked: list[Table | None] = []
        self.steps = self.again = 0
        self.counting = False
        self.fault: Exception | None = None
        self.phase = "settled"

    def expect(self, dice: int | None, counting: bool = False) -> None:
        self.expected.append(dice)
        self.counting = counting

    def read_again(self, all_thrown: bool = False) -> None:
        self.again += all_thrown

    def mark(self, table: Table | None, picture: Image | None = None) -> None:
        self.marked.append(table)

    def step(self, frame: Frame) -> View:
        self.steps += 1
        if self.fault:
            fault, self.fault = self.fault, None
            raise fault
        events, self.events = tuple(self.events), []
        return View(frame.image, frame.time_s, (), self.phase, 30.0, 5.0, events, self.troubles)  # type: ignore[arg-type]

    def finish(self) -> tuple[Event, ...]:
        return ()


class Blind:
    """A reader that finds no dice."""

    def read(self, *_: object) -> list[Detection]:
        return []

    def placed(self, camera: Somewhere, *_: object) -> Somewhere:
        return camera

    def with_taught(self, _: object) -> Blind:
        return self


class Watched:
    """A whole desk whose camera and pipeline are scripted; the threads are real.

    How old a picture is, a clock says that goes only when a test moves it: no busy machine makes a camera silent.
    """

    def __init__(self, folder: Path, clock: SecondClock, live: bool = True) -> None:
        self.clock = clock
        self.settings = Settings(data=folder, **QUICK)  # type: ignore[arg-type]
        self.desk = open_desk(self.settings)
        self.desk.presses.new(0, "morning-roll", ["Ann", "Bo"])
        self.cameras = [Scripted(live)]
        self.coming = Scripted()
        self.unplugged = False
        self.beats = 0
        self.told = Told()
        self.pipelines = 0
        parts = self.desk
        self.lens = Lens(self.cameras[0], self.opener, self.settings, parts.health, parts.reports)
        self.eye = Eye(self.lens, self.pipeline, parts.sightings, parts.health, parts.push, parts.reports)
        self.eye.beat = self._beat
        self.eye.start()

    def _beat(self) -> None:
        self.beats += 1

    def looks(self) -> None:
        """The eye looks some times more, at the camera and at what it gives."""
        before = self.beats
        assert until(lambda: self.beats > before + 3)

    def freeze(self, camera: Scripted) -> None:
        """No picture comes any more, for longer than a camera may be silent, but not until it is opened again."""
        camera.mode = "freeze"
        assert camera.is_stuck.wait(LONG_S)
        self.looks()
        self.clock.now_s += self.settings.stale + 0.1

    def opener(self) -> Camera:
        if self.unplugged:
            raise CameraError("There is no camera usb:7.", "Plug it in.")
        self.cameras.append(self.coming)
        self.coming = Scripted()
        return self.cameras[-1]

    def pipeline(self) -> Told:
        self.pipelines += 1
        return self.told

    @property
    def codes(self) -> list[str]:
        return [trouble.code for trouble in self.desk.health.troubles()]

    @property
    def lines(self) -> tuple[str, ...]:
        return self.desk.ledger.board().lines[2:]

    def close(self) -> None:
        self.eye.close()
        self.desk.close()


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lenses, "PAUSE_S", 0.02)
    monkeypatch.setattr(lenses, "LONG_PAUSE_S", 0.2)
    monkeypatch.setattr(lenses, "STOP_S", 0.2)
    monkeypatch.setattr(eyes, "WATCH_S", 0.02)
    monkeypatch.setattr(eyes, "REST_S", 0.02)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SecondClock:
    """What lens and slot take for the time."""
    clock = SecondClock()
    for part in (lenses, slots):
        monkeypatch.setattr(part, "time", SimpleNamespace(monotonic=clock))
    return clock


@pytest.fixture
def watched(tmp_path: Path, clock: SecondClock) -> Iterator[Watched]:
    watched = Watched(tmp_path, clock)
    assert until(lambda: watched.told.steps > 2)
    yield watched
    watched.close()


def test_what_is_seen_reaches_the_match(watched: Watched) -> None:
    watched.told.events = [Moving(0.0), roll((1, 2, 3, 4, 6, 6))]
    assert until(lambda: watched.lines == ("throw 1 2 3 4 6 6",))
    source = watched.eye.source()
    assert (source.name, source.state, source.phase, source.width) == ("usb:7", "on", "settled", 64)


def test_a_throw_that_is_seen_has_a_replay_of_the_seconds_before(watched: Watched) -> None:
    assert until(lambda: len(watched.eye._handover._ring.reel(time.monotonic())) > 2)
    assert watched.eye.view is not None
    watched.told.events = [replace(roll((1, 2, 3, 4, 6, 6)), time_s=watched.eye.view.time_s)]
    assert until(lambda: (throw := watched.desk.board().throw) and throw.roll and throw.roll.has_replay)


def test_the_replay_of_a_die_that_left_shows_it_leave_however_late_its_throw_is_told(
    watched: Watched,
) -> None:
    watched.close()
    eye, picture = watched.eye, np.zeros((36, 64, 3), np.uint8)
    eye._handover._ring = Ring()
    for number in range(20 * 8):
        eye._handover._ring.put(picture, number / 8)
    for told_s, last_s in ((18.0, 11.0), (10.5, 10.5)):
        eye._handover._reel(OffTable(10.0, 1, "A die left the table.", picture))
        reel = eye._handover._reel(replace(roll((1, 4), off=1), time_s=told_s, span_s=(9.0, 9.5)))
        assert [reel[0][0], reel[-1][0]] == pytest.approx([last_s - 3, last_s], abs=0.13)


def test_a_mat_that_is_found_elsewhere_is_told_to_whoever_looks_and_a_throw_goes_on(watched: Watched) -> None:
    watched.eye.table_file = table_file = TableFile.open(watched.settings)
    watched.eye._steady.stale = True
    assert until(lambda: watched.told.marked == [table_file.now.table])
    assert (watched.pipelines, watched.eye._steady.stale) == (1, False)


def test_camera_and_pipeline_know_how_many_dice_are_awaited(watched: Watched) -> None:
    assert (watched.cameras[0].expected[-1], watched.told.expected[-1]) == (6, 6)
    watched.told.events = [roll((1, 2, 3, 4, 6, 6))]
    assert until(lambda: watched.cameras[0].expected[-1] == 0 and watched.told.expected[-1] is None)
    watched.desk.presses.play(watched.desk.board().revision, "keep 1")
    assert until(lambda: watched.cameras[0].expected[-1] == 5 and watched.told.expected[-1] == 5)


def test_while_it_is_asked_how_many_dice_there_are_they_are_counted_again_and_read_when_a_person_says(
    watched: Watched,
) -> None:
    watched.told.events = [roll((1, 2, 3, 4, 6))]
    assert until(lambda: watched.told.counting)
    app = create_app(Settings(data=watched.settings.data / "other", camera="none"))
    app.extensions["rollcall"].close()
    app.extensions["rollcall"] = replace(watched.desk, eye=watched.eye)
    app.test_client().post("/match/again", data={"revision": str(watched.desk.board().revision)})
    # The question stays until the dice are read: where nothing is, it is not lost.
    assert until(lambda: watched.told.again == 1)
    assert watched.told.counting
    watched.told.events = [roll((1, 2, 3, 4, 6, 6))]
    assert until(lambda: watched.lines == ("throw 1 2 3 4 6 6",) and not watched.told.counting)


def test_the_demo_throws_no_more_while_a_throw_is_asked_about_but_dice_may_be_thrown_again(
    watched: Watched,
) -> None:
    watched.told.events = [roll((1, None, 3, 4, 6, 6))]
    assert until(lambda: watched.cameras[0].expected[-1] == 0)
    assert watched.told.expected[-1] == 6
    watched.desk.presses.dismiss(watched.desk.board().revision)
    assert until(lambda: watched.cameras[0].expected[-1] == 6)


def test_the_pipeline_is_told_what_is_awaited_while_something_moves_too(watched: Watched) -> None:
    watched.told.phase = "moving"
    watched.told.events = [roll((1, 2, 3, 4, 6, 6))]
    assert until(lambda: watched.told.expected[-1] is None)
    watched.desk.presses.play(watched.desk.board().revision, "keep 1")
    assert until(lambda: watched.told.expected[-1] == 5)


def test_a_slow_pipeline_gets_the_newest_frame_not_the_next() -> None:
    slot = Slot()
    for seq in range(5):
        slot.put(Frame(picture(), float(seq), seq))
    frame = slot.take(0)
    assert frame is not None
    assert frame.seq == 4
    assert slot.take(0) is None


def test_a_camera_that_is_lost_is_said_and_opened_again_when_it_is_back(watched: Watched) -> None:
    watched.unplugged = True
    watched.cameras[0].mode = "fail"
    assert until(lambda: watched.codes == ["camera-lost"])
    watched.unplugged = False
    assert until(lambda: len(watched.cameras) == 2 and watched.codes == [])
    watched.told.events = [roll((1, 2, 3, 4, 6, 6))]
    assert until(lambda: len(watched.lines) == 1)


def test_a_camera_that_was_away_for_long_is_waited_for_until_its_first_picture(watched: Watched) -> None:
    watched.unplugged = True
    watched.coming.may_begin.clear()
    watched.cameras[0].mode = "fail"
    assert until(lambda: watched.codes == ["camera-lost"])
    watched.clock.now_s += 2 * watched.settings.reopen
    watched.unplugged = False
    assert until(lambda: len(watched.cameras) == 2 and watched.lens._reading)
    watched.looks()
    watched.cameras[1].may_begin.set()
    assert until(lambda: watched.codes == [])
    assert len(watched.cameras) == 2


def test_a_camera_that_auto_found_is_waited_for_and_no_demo_plays_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cameras = [Scripted()]
    opened: list[str] = []
    unplugged = False

    def open_camera(name: str) -> Camera:
        opened.append(name)
        if unplugged and name != "auto":
            raise CameraError(f"There is no camera {name}.", "Plug it in.")
        cameras.append(Scripted())
        cameras[-1].instead = unplugged
        return cameras[-1]

    monkeypatch.setattr(openings, "open_camera", open_camera)
    monkeypatch.setattr("vision.reading.reader.Reader.open", lambda _: Blind())
    desk = open_desk(Settings(data=tmp_path, **{**QUICK, "camera": "auto"}))  # type: ignore[arg-type]
    assert desk.eye is not None
    desk.start()
    unplugged = True
    cameras[-1].mode = "fail"
    assert until(lambda: len(opened) > 4)
    assert [each.code for each in desk.health.troubles()] == ["camera-lost"]
    assert set(opened[1:]) == {"usb:7"}
    unplugged = False
    assert until(lambda: desk.health.troubles() == ())
    source = desk.eye.source()
    assert (source.name, source.instead) == ("usb:7", False)
    desk.close()


def test_a_camera_that_hangs_upside_down_is_turned_when_it_is_opened_and_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "open_camera", lambda _: Scripted())
    monkeypatch.setattr("vision.reading.reader.Reader.open", lambda _: Blind())
    desk = open_desk(Settings(data=tmp_path, rotate=90, **{**QUICK, "camera": "usb:7"}))  # type: ignore[arg-type]
    assert desk.eye is not None
    upright = next(Scripted().frames()).image.shape
    first = desk.eye._lens.camera
    for camera in (first, desk.eye._lens._opener()):
        assert next(camera.frames()).image.shape == (upright[1], upright[0], 3)
    desk.close()


@pytest.mark.parametrize(
    ("name", "again"),
    [("auto", "demo"), ("rtsp://ann:secret@10.0.0.7/live", "rtsp://ann:secret@10.0.0.7/live")],
)
def test_a_film_in_place_of_a_camera_stays_one_and_an_address_keeps_its_password(
    name: str, again: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_camera(name: str) -> Camera:
        opened.append(name)
        return Scripted()

    monkeypatch.setattr(openings, "open_camera", open_camera)
    film = Scripted(live=False)
    film.name, film.instead = "demo", True
    assert openings.again(film, Settings(camera=name)).instead
    assert opened == [again]


def test_a_camera_that_freezes_is_said_and_another_thread_opens_it_again(watched: Watched) -> None:
    watched.freeze(watched.cameras[0])
    assert until(lambda: watched.codes == ["camera-silent"])
    assert watched.eye.source().state == "silent"
    watched.clock.now_s += watched.settings.reopen
    assert until(lambda: len(watched.cameras) == 2 and watched.codes == [])
    assert watched.eye.source().state == "on"
    assert watched.cameras[0].closed.is_set()


@pytest.mark.parametrize("broken", [False, True])
def test_a_camera_that_freezes_twice_is_opened_twice_though_the_first_comes_back_meanwhile_or_breaks(
    watched: Watched, broken: bool
) -> None:
    back = threading.Event()

    def comes_back(seconds: float) -> None:
        back.wait(seconds)
        if broken:
            raise ZeroDivisionError("a lens is loose")

    watched.cameras[0].stuck = comes_back
    left_behind = watched.lens._thread
    watched.freeze(watched.cameras[0])
    watched.clock.now_s += watched.settings.reopen
    assert until(lambda: len(watched.cameras) == 2 and watched.codes == [])
    back.set()
    left_behind.join(LONG_S)
    watched.desk.reports.dismiss()
    watched.freeze(watched.cameras[1])
    watched.clock.now_s += watched.settings.reopen
    assert until(lambda: len(watched.cameras) == 3 and watched.codes == [])


def test_a_film_that_stands_still_is_not_said_to_have_a_cable(watched: Watched) -> None:
    watched.cameras[0].live = False
    watched.freeze(watched.cameras[0])
    assert until(lambda: watched.codes == ["camera-silent"])
    (trouble,) = watched.desk.health.troubles()
    assert trouble.what == "The film stands still."
    assert "cable" not in trouble.do


def test_nothing_is_said_to_roll_in_a_picture_that_comes_no_more(watched: Watched) -> None:
    watched.told.phase = "moving"
    assert until(lambda: watched.eye.source().phase == "moving")
    watched.freeze(watched.cameras[0])
    assert until(lambda: watched.eye.source().state == "silent")
    assert watched.eye.source().phase == "empty"


def test_a_table_over_a_film_is_not_turned_with_the_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corners = np.array([(100, 60), (700, 60), (700, 400), (100, 400)], np.float64)
    marked = Table.from_corners(corners, (600, 340), (1280, 720))
    file = tmp_path / "table.json"
    file.write_text(json.dumps(marked.to_json()))
    monkeypatch.setattr("vision.reading.reader.Reader.open", lambda _: Blind())
    areas = {}
    for live in (False, True):
        monkeypatch.setattr(openings, "open_camera", lambda name, live=live: Scripted(live=live))
        settings = Settings(data=tmp_path, rotate=180, table=str(file), **{**QUICK, "camera": "usb:7"})  # type: ignore[arg-type]
        desk = open_desk(settings)
        assert desk.eye is not None
        assert desk.eye.table_file is not None
        table = desk.eye.table_file.now.table
        assert table is not None
        areas[live] = table.polygon_px
        desk.close()
    assert np.allclose(areas[False], marked.polygon_px)
    assert not np.allclose(areas[True], marked.polygon_px)


def test_the_screen_is_told_where_the_marked_table_and_its_keep_zone_lie_in_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    height, width = next(Scripted().frames()).image.shape[:2]
    marked = replace(Table.whole(2 * width, 2 * height), keep_px=np.array([(0, 0), (width, 0), (0, height)]))
    (tmp_path / "table.json").write_text(json.dumps(marked.to_json()))
    monkeypatch.setattr("vision.reading.reader.Reader.open", lambda _: Blind())
    monkeypatch.setattr(openings, "open_camera", lambda _: Scripted())
    settings = Settings(data=tmp_path, table=str(tmp_path / "table.json"), **{**QUICK, "camera": "usb:7"})  # type: ignore[arg-type]
    desk = open_desk(settings)
    assert desk.eye is not None
    desk.start()
    assert until(lambda: desk.board().source.width > 0)
    source = desk.eye.source()
    assert source.edge == ((0, 0), (width, 0), (width, height), (0, height))
    assert source.keep == ((0, 0), (width / 2, 0), (0, height / 2))
    desk.close()


def test_a_table_is_recorded_where_that_is_asked_for_as_the_camera_sees_it_and_a_film_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.reading.reader.Reader.open", lambda _: Blind())
    for live in (True, False):
        folder = tmp_path / f"live-{live}"
        monkeypatch.setattr(openings, "open_camera", lambda _, live=live: Scripted(live=live))
        settings = Settings(data=tmp_path, record=str(folder), rotate=90, **{**QUICK, "camera": "usb:7"})  # type: ignore[arg-type]
        desk = open_desk(settings)
        desk.start()
        assert until(lambda desk=desk: desk.board().source.width > 0)  # type: ignore[misc]
        desk.close()
        assert folder.exists() is live
    assert until(lambda: not any(thread.name == "recorder-close" for thread in threading.enumerate()))
    (piece,) = (tmp_path / "live-True").iterdir()
    with Clip(piece) as clip:
        assert next(clip.frames()).image.shape == next(Scripted().frames()).image.shape


def test_a_film_that_pauses_for_long_is_not_begun_anew(watched: Watched) -> None:
    (film,) = watched.cameras
    film.live = False
    on = threading.Event()
    film.stuck = on.wait
    watched.freeze(film)
    watched.clock.now_s += 3 * watched.settings.reopen
    watched.looks()
    film.mode = "on"
    on.set()
    assert until(lambda: watched.codes == [] and watched.lens.state == "on")
    assert watched.cameras == [film]
    assert not film.closed.is_set()


def test_a_camera_that_fails_at_once_again_and_again_is_not_opened_in_a_hurry(watched: Watched) -> None:
    watched.unplugged = True
    pauses: list[float] = []
    closed = watched.lens._closed
    watched.lens._closed.wait = lambda seconds: pauses.append(seconds) or closed.is_set()  # type: ignore[method-assign, func-returns-value, assignment]
    watched.cameras[0].mode = "fail"
    restarts = watched.settings.restarts
    assert until(lambda: len(pauses) >= restarts + 3)
    assert set(pauses[:restarts]) == {lenses.PAUSE_S}
    assert set(pauses[restarts : restarts + 3]) == {lenses.LONG_PAUSE_S}


def test_a_clip_that_is_over_is_said_and_the_picture_stays(tmp_path: Path, clock: SecondClock) -> None:
    watched = Watched(tmp_path, clock, live=False)
    assert until(lambda: watched.told.steps > 2)
    watched.cameras[0].mode = "end"
    assert until(lambda: watched.codes == ["clip-over"])
    clock.now_s += 2 * watched.settings.reopen
    watched.looks()
    assert (watched.eye.source().state, watched.codes, len(watched.cameras)) == ("ended", ["clip-over"], 1)
    assert watched.eye.picture() is not None
    watched.close()


def test_a_throw_that_cannot_be_written_waits_for_the_disk_and_then_is(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("The disk is full.", "Make room.")

    monkeypatch.setattr(watched.desk.store, "write", full)
    watched.told.events = [roll((1, 2, 3, 4, 6, 6)), roll((1, 2, 2, 3, 4), kept=(1,))]
    assert until(lambda: watched.codes == ["store"])
    assert watched.lines == ()
    monkeypatch.undo()
    assert until(lambda: watched.lines == ("throw 1 2 3 4 6 6", "keep 1", "throw 1 2 2 3 4"))
    assert watched.codes == []


def test_a_throw_that_meets_what_another_program_has_written_is_taken_after_it(
    watched: Watched, tmp_path: Path
) -> None:
    other = Store.open(tmp_path / "other", f"sqlite:///{watched.settings.data / FILE}")
    other.write(other.load(), Change((Line("throw 1 1 1 1 1 1 by=hand"), Line("undo"))))
    other.close()
    watched.told.events = [roll((1, 2, 3, 4, 6, 6))]
    assert until(lambda: watched.lines == ("throw 1 1 1 1 1 1 by=hand", "undo", "throw 1 2 3 4 6 6"))


def test_a_fault_of_ours_while_looking_is_reported_and_looking_goes_on(watched: Watched) -> None:
    watched.told.fault = ZeroDivisionError("a screw is loose")
    assert until(lambda: watched.pipelines == 2)
    assert watched.codes == ["our-fault"]
    assert "a screw is loose" in watched.desk.reports.text()
    watched.told.events = [roll((1, 2, 3, 4, 6, 6))]
    assert until(lambda: len(watched.lines) == 1)


def test_an_event_that_meets_a_fault_of_ours_is_reported_once_and_what_comes_after_it_is_taken(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a spring is loose")

    monkeypatch.setattr(watched.desk.sightings, "see_off", broken)
    watched.told.events = [off_table(), roll((1, 2, 3, 4, 6, 6))]
    assert until(lambda: watched.lines == ("throw 1 2 3 4 6 6",))
    steps = watched.told.steps
    assert until(lambda: watched.told.steps > steps + 5)
    assert watched.pipelines == 2
    assert "a spring is loose" in watched.desk.reports.text()


def test_a_fault_of_ours_in_the_camera_thread_is_reported_and_it_starts_again(watched: Watched) -> None:
    def broken() -> Iterator[Frame]:
        raise ZeroDivisionError("a lens is loose")

    other = Scripted()
    other.frames = broken  # type: ignore[method-assign]
    watched.lens._opener = lambda: other
    watched.cameras[0].mode = "fail"
    assert until(lambda: "a lens is loose" in watched.desk.reports.text())
    watched.lens._opener = watched.opener
    # A device that is not given back could not be opened again.
    assert until(other.closed.is_set)
    steps = watched.told.steps
    assert until(lambda: watched.told.steps > steps + 3)


def test_troubles_of_vision_are_said_but_a_wrong_number_is_left_to_the_game(watched: Watched) -> None:
    watched.told.troubles = (
        Trouble("dark", "It is dark.", "Light!", 0.0),
        Trouble("count", "5 seen.", "Look.", 0.0),
    )
    assert until(lambda: watched.codes == ["dark"])
    watched.told.troubles = ()
    assert until(lambda: watched.codes == [])


def test_closing_leaves_no_thread_of_ours(tmp_path: Path, clock: SecondClock) -> None:
    before = set(threading.enumerate())
    watched = Watched(tmp_path, clock)
    assert until(lambda: watched.told.steps > 2)
    watched.close()
    watched.close()
    assert until(lambda: set(threading.enumerate()) <= before)


def test_live_pictures_are_made_no_faster_than_the_rate_and_never_wider_than_the_width(
    tmp_path: Path,
) -> None:
    slot = Slot()
    live = LivePicture(slot, Settings(data=tmp_path, picture_rate=0.01, picture_width=32))
    assert live.newest() is None
    slot.put(Frame(picture(64, 48), 0.0, 0))
    first = live.newest()
    slot.put(Frame(picture(64, 48, shade=200), 1.0, 1))
    second = live.newest()
    assert first is not None
    assert second is not None
    assert first[0] is second[0]
    assert second[1] >= first[1]
    import cv2
    import numpy as np

    assert cv2.imdecode(np.frombuffer(first[0], np.uint8), cv2.IMREAD_COLOR).shape == (24, 32, 3)


def test_a_picture_is_made_for_the_width_in_which_it_is_shown(tmp_path: Path) -> None:
    import cv2
    import numpy as np

    slot = Slot()
    slot.put(Frame(picture(1280, 720), 0.0, 0))
    live = LivePicture(slot, Settings(data=tmp_path, picture_width=1000))
    for asked, made in (
        (1, 320),
        (320, 320),
        (321, 480),
        (900, 960),
        (961, 1000),
        (9999, 1000),
        (None, 1000),
    ):
        newest = live.newest(asked)
        assert newest is not None
        assert cv2.imdecode(np.frombuffer(newest[0], np.uint8), cv2.IMREAD_COLOR).shape[1] == made
