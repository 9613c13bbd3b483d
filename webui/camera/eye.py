"""Looks at the table: frames from the lens through the pipeline; what is seen goes into the match.

One thread of its own. Newest wins: while a frame is worked on, others may come and go.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hardware.camera import SIZE, Camera, innermost
from hardware.frame import Frame, Image
from hardware.phone import PhoneCamera
from hardware.rotated import Rotated
from vision.nouns import Detection, Event, View
from vision.plane.table import Points, Table
from webui.calls.call import Call
from webui.calls.watching import SlowWatch
from webui.camera.chosen import with_chosen
from webui.camera.going import Going
from webui.camera.handover import Handover
from webui.camera.lasting import Lasting
from webui.camera.late import Late
from webui.camera.lens import Lens
from webui.camera.opening import again, first, opened, table_of
from webui.camera.rolling import Rolling
from webui.camera.screen import source_of
from webui.camera.shot import Read, shot_of
from webui.camera.steady import Steady
from webui.config import Settings
from webui.health import Health
from webui.match.board import Source
from webui.match.sightings import Sightings
from webui.push import Push
from webui.report import Reports
from webui.setup.fit import hang_of
from webui.setup.table_file import TableFile
from webui.setup.trial import Trial

if TYPE_CHECKING:
    from vision.reading.reader import Reader

WATCH_S = 0.5
"""Seconds without a frame after which the camera is watched and what could not be written is tried again. Larger: a
silent camera is said later. Smaller: more work while nothing happens."""
REST_S = 1.0
"""Seconds of rest after a fault of ours, before a fresh pipeline. Larger: blind for longer. Smaller: a fault that comes
back takes the whole processor."""


Hang = Callable[[Image, Sequence[Detection]], int]
"""How a picture with these dice hangs, in quarter turns."""


class Looks(Protocol):
    """What the eye needs of a `vision.pipeline.Pipeline`."""

    def expect(self, dice: int | None, counting: bool = False) -> None: ...
    def read_again(self, all_thrown: bool = False) -> None: ...
    def mark(self, table: Table | None, picture: Image | None = None) -> None: ...
    def step(self, frame: Frame) -> View: ...
    def finish(self) -> tuple[Event, ...]: ...


class Eye:
    """The camera and what it sees. `source`, `picture` may be asked from any thread.

    trial: test throws, which take the match's place while it is on. hang: how a picture hangs, as its dice tell.
    beat: called a few times a second as long as the table is looked at. say: takes what pages are to say of it.
    """

    def __init__(
        self,
        lens: Lens,
        pipeline: Callable[[], Looks],
        sightings: Sightings,
        health: Health,
        push: Push,
        reports: Reports,
        table_file: TableFile | None = None,
        settings: Settings | None = None,
        read: Read = lambda image: (),
        hang: Hang = lambda image, dice: 0,
    ) -> None:
        self.hang = hang
        self.reader: Reader | None = None
        self.table_file = table_file
        self.beat: Callable[[], None] = lambda: None
        self.say: Callable[[Call], None] = lambda call: None
        self._settings = settings or Settings()
        self._read = read
        self._photo: Image | None = None
        self._steady = Steady(table_file)
        self._lasting = Lasting()
        self._rolling = Rolling()
        self.going = Going()
        self._late = Late()
        self._slow = SlowWatch(lambda call: self.say(call))
        self._lens = lens
        self._new_pipeline = pipeline
        self._sightings = sightings
        self._health = health
        self._push = push
        self._reports = reports
        self._view: View | None = None
        self.trial = Trial(lambda: push.changed("view"))
        self._handover = Handover(sightings, self.trial, self._steady)
        self._closed = threading.Event()
        self._anew = threading.Event()
        # The match as it was when a person asked for the dice that lie there.
        self._asked: deque[int] = deque(maxlen=1)
        self._thread = threading.Thread(target=self._run, name="vision", daemon=True)

    @classmethod
    def open(
        cls, settings: Settings, sightings: Sightings, health: Health, push: Push, reports: Reports
    ) -> Eye:
        """The camera, reader and table area of the settings. Raises CameraError, ModelError, TableError."""
        from vision.pipeline import Pipeline
        from vision.reading.reader import Reader

        settings = with_chosen(settings)
        camera = first(settings)
        try:
            table_file = table_of(camera, settings)
            reader = Reader.open(settings.models)
            # The first look takes many times as long as the next ones; it must not fall into a throw.
            reader.read(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
        except Exception:
            camera.close()
            raise

        def anew() -> Camera:
            return again(lens.camera, eye._settings)

        def pipeline() -> Pipeline:
            assert eye.table_file
            now, picture = eye.table_file.now, eye.table_file.picture
            return Pipeline(reader, now.table, picture=picture if now.table else None)

        def hang(image: Image, dice: Sequence[Detection]) -> int:
            return hang_of(image, dice, reader)

        lens = Lens(camera, anew, settings, health, reports)
        eye = cls(lens, pipeline, sightings, health, push, reports, table_file, settings, reader.read, hang)
        eye.reader = reader
        return eye

    def use(self, name: str) -> None:
        """Look through the camera of this name from now on. Raises CameraError, and nothing is changed then."""
        settings = replace(self._settings, camera=name)
        camera = opened(name, settings)
        table_file = table_of(camera, settings)
        self._lens.change(camera)
        self._begin(settings, table_file)

    def turn(self, degrees: int) -> None:
        """Turn the camera's picture clockwise by so much from now on; a film stays as it is. Raises TableError."""
        camera, settings = self._lens.camera, replace(self._settings, rotate=degrees)
        if isinstance(camera, Rotated):
            table_file = table_of(camera, settings)
            camera.turn(degrees)
            self._begin(settings, table_file)

    @property
    def rotate(self) -> int:
        """Degrees by which the camera's picture is turned clockwise."""
        return self._settings.rotate

    def _begin(self, settings: Settings, table_file: TableFile) -> None:
        """Look anew, with these settings and this table."""
        self._settings = settings
        self.table_file, self._steady, self._view = table_file, Steady(table_file), None
        self._handover.steady = self._steady
        self.look_anew()
        self._push.changed("board", "view")

    @property
    def phone(self) -> PhoneCamera | None:
        """The camera that a phone is, if that is what is looked through."""
        camera = innermost(self._lens.camera)
        return camera if isinstance(camera, PhoneCamera) else None

    def see_photo(self, image: Image) -> None:
        """Read a photo of one throw, as soon as the eye comes to it; the newest one wins."""
        self._photo = image

    def start(self) -> None:
        """Begin to look."""
        self._lens.start(self._lens.camera)
        self._thread.start()

    def close(self) -> None:
        """Stop looking; may be called twice."""
        self._closed.set()
        self._lens.close()
        if self._thread.ident:
            self._thread.join(WATCH_S + 5)

    def source(self) -> Source:
        """The camera and the table as they are now, for the screen."""
        now = source_of(self._lens, self._view, self.table_file, self._rolling.on)
        return replace(now, by_itself=self.going.by_itself, moved_s=self._steady.moved_s)

    def frame(self) -> Frame | None:
        """The newest frame as it was taken; None before the first."""
        newest = self._lens.slot.newest()
        return newest[0] if newest else None

    def in_camera(self, points_px: Points) -> Points:
        """(N, 2) points of the table as it was marked, where the camera's own newest picture has them."""
        view = self._view
        return view.in_camera(points_px) if view else points_px

    @property
    def view(self) -> View | None:
        """What was seen last; None before the first look."""
        return self._view

    def look_anew(self) -> None:
        """Look with a fresh pipeline from the next frame on: a person has marked the table anew."""
        self._anew.set()

    def read_again(self, revision: int) -> None:
        """Tell the dice that lie there as a throw: a person asks who saw this revision. If told since, they were it."""
        self._asked.append(revision)

    def picture(self, width: int | None = None) -> tuple[bytes, float] | None:
        """The newest picture as JPEG, for so many px, and its age in seconds; None before the first."""
        return self._lens.picture.newest(width)

    def _run(self) -> None:
        pipeline = self._new_pipeline()
        while not self._closed.is_set():
            self.beat()
            if self._anew.is_set():
                self._anew.clear()
                pipeline = self._new_pipeline()
            try:
                self._look(pipeline)
            except Exception:
                # Ours to mend, not the players' to suffer: the match goes on with eyes as fresh as at the start.
                self._reports.our_fault(traceback.format_exc())
                pipeline = self._new_pipeline()
                self._closed.wait(REST_S)

    def _look(self, pipeline: Looks) -> None:
        frame = self._lens.slot.take(WATCH_S)
        self._lens.watch()
        if self._lens.camera.instead:
            self._late.take(self._handover.playing, self.use, self._health)
        photo, self._photo = self._photo, None
        if photo is not None:
            self._see(photo)
            frame = None
        awaited = self._handover.taker.awaited
        if self._lens.camera.demo:
            self.going.keep(awaited)
        expected = self.going.expected(awaited)
        self._lens.camera.expect(expected.dice, expected.lying, expected.waits)
        if frame:
            before = (self._view.phase if self._view else "", self._rolling.on)
            pipeline.expect(awaited.dice or None, awaited.counting)
            if self._asked and self._asked.pop() == awaited.revision and not self._handover.waits:
                pipeline.read_again(not awaited.aside)
            self._view = view = pipeline.step(frame)
            self._slow.look(view.waits.code if view.waits and expected.dice else "", frame.time_s)
            self._steady.look(frame, view.image, view.sway)
            # A wrong number of dice is a question of the game; it is asked there.
            troubles = [each for each in view.troubles if each.code != "count"]
            lasting = self._lasting.step([*self._steady.troubles, *troubles], frame.time_s)
            self._health.hold("vision", lasting)
            self._handover.put(view)
            if self.table_file and self._steady.stale:
                self._steady.stale = False
                pipeline.mark(self.table_file.now.table, self.table_file.picture)
            if (view.phase, self._rolling.step(view.phase, frame.time_s)) != before:
                self._push.changed("view")
        if self._handover.deliver():
            self._rolling.end()

    def _see(self, photo: Image) -> None:
        """Take a photo as a throw: nothing was seen of how its dice came to lie there."""
        state = self._sightings.state
        kept, thrown = (state.kept, state.to_throw) if state else ((), 0)
        shot = shot_of(photo, time.monotonic(), self._read, kept, thrown)
        self._lens.slot.show(Frame(photo, shot.view.time_s, 0))
        self._view = shot.view
        self.look_anew()
        if shot.roll:
            self._handover.add(shot.roll)
        self._push.changed("view")
