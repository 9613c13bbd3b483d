# Tested by tests/test_webui_eye.py.
"""The camera thread: opens the camera, puts its frames into the slot, opens it again when it is lost or has frozen."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from hardware.camera import Camera, CameraError
from webui.camera.absent import ABSENT
from webui.camera.late import THERE
from webui.camera.live import LivePicture
from webui.camera.slot import Slot
from webui.camera.wrong import Wrong
from webui.config import Settings
from webui.health import Health
from webui.report import Reports

log = logging.getLogger("rollcall")

State = Literal["starting", "on", "silent", "ended", "none"]
# Seconds between two tries to open a lost camera. Larger: it comes back later. Smaller: more work in vain.
PAUSE_S = 1.0
# Seconds between two tries after `settings.restarts` tries in `WINDOW_S`. Larger: it comes back later.
LONG_PAUSE_S = 10.0
# Seconds over which the tries are counted. Larger: the longer pause begins sooner.
WINDOW_S = 60.0
STOP_S = 5.0


class Lens:
    """Keeps one camera open. `watch` is to be called a few times a second by another thread.

    opener: opens the camera anew; raises CameraError. camera: it is open already.
    A camera that has frozen may block its thread for ever, and still call itself well: the age of the newest frame
    is what counts. Such a thread is left behind, and whatever it may still bring is not taken.
    """

    def __init__(
        self,
        camera: Camera,
        opener: Callable[[], Camera],
        settings: Settings,
        health: Health,
        reports: Reports,
    ) -> None:
        self.slot = Slot()
        self.picture = LivePicture(self.slot, settings)
        self.camera = camera
        self._opener = opener
        self._settings = settings
        self._health = health
        self._reports = reports
        self._wrong = Wrong()
        self._closed = threading.Event()
        self._ended = False
        self._openings: deque[float] = deque(maxlen=settings.restarts)
        self._since_s = time.monotonic()
        self._lock = threading.Lock()
        self._turn = 0
        self._reading = False
        self._thread = threading.Thread()

    def start(self, camera: Camera | None = None) -> None:
        """Begin to take pictures, in a new thread."""
        with self._lock:
            self._turn += 1
            self._since_s = time.monotonic()
            self._thread = threading.Thread(
                target=self._run, args=(self._turn, camera), name=f"camera-{self._turn}", daemon=True
            )
            self._thread.start()

    def change(self, camera: Camera) -> None:
        """Take pictures with this camera, which is open, in the place of the one before."""
        before, self.camera, self._ended, self._reading = self.camera, camera, False, False
        for code in ("camera-lost", "camera-silent", "camera-wrong", "clip-over", THERE):
            self._health.end("camera", code)
        self.start(camera)
        self.slot.clear()
        # In a thread of its own, because closing a frozen camera may block.
        threading.Thread(target=before.close, name="camera-close", daemon=True).start()

    def _mine(self, turn: int) -> bool:
        return turn == self._turn and not self._closed.is_set()

    def _run(self, turn: int, camera: Camera | None) -> None:
        try:
            while self._mine(turn):
                camera = camera or self._open(turn)
                if camera and not self._take(turn, camera):
                    return
                camera = None
        except Exception:
            self._reports.our_fault(traceback.format_exc())
            with self._lock:
                # Else its successor would not be watched.
                self._reading = self._reading and not self._mine(turn)
            if camera:
                # Else it would be taken, by ourselves, when it is opened again.
                with suppress(Exception):
                    camera.close()
            # Not at once: a fault that comes back with every frame must not take the whole processor.
            if not self._closed.wait(LONG_PAUSE_S) and self._mine(turn):
                self.start()

    def _open(self, turn: int) -> Camera | None:
        now_s = time.monotonic()
        often = len(self._openings) == self._openings.maxlen and now_s - self._openings[0] < WINDOW_S
        self._openings.append(now_s)
        if self._closed.wait(LONG_PAUSE_S if often else PAUSE_S) or not self._mine(turn):
            return None
        try:
            camera = self._opener()
        except CameraError as error:
            self._health.start("camera", "camera-lost", error.what, error.do)
            return None
        if not self._mine(turn):
            camera.close()
            return None
        self.camera = camera
        log.info("the camera %s is open again", camera.name)
        return camera

    def _take(self, turn: int, camera: Camera) -> bool:
        """Frames into the slot until there are no more; False where that is the end (a clip is over).

        A thread that was left behind ends here, too: what is read, and how it goes, is its successor's to say.
        """
        self._reading, self._since_s, lost = True, time.monotonic(), None
        try:
            for frame in camera.frames():
                if not self._mine(turn):
                    return False
                self.slot.put(frame)
                self._health.end("camera", "camera-lost")
        except CameraError as error:
            lost = error
        with self._lock:
            if not self._mine(turn):
                return False
            self._reading, self._ended = False, not camera.live
        if lost:
            self._health.start("camera", "camera-lost", lost.what, lost.do)
        elif self._ended:
            self._health.start(
                "camera", "clip-over", "The clip is over.", "Start Roll Call again to see it again."
            )
        if not self._ended:
            camera.close()
        return not self._ended

    def age_s(self) -> float | None:
        """The age of the newest frame; None before the first."""
        newest = self.slot.newest()
        return time.monotonic() - newest[1] if newest else None

    @property
    def state(self) -> State:
        """How the camera is."""
        if self.camera.name == ABSENT:
            return "none"
        if self._ended:
            return "ended"
        silent_s = self._silent_s()
        if silent_s > self._settings.stale:
            return "silent"
        return "on" if self.slot.newest() else "starting"

    def _silent_s(self) -> float:
        newest = self.slot.newest()
        heard_s = newest[1] if newest else self._since_s
        return time.monotonic() - max(heard_s, self.camera.quiet_s)

    def watch(self) -> None:
        """Say what is wrong with the camera, and open it anew when it stays silent."""
        self._say_what_is_wrong()
        silent = self.state == "silent"
        if not silent:
            self._health.end("camera", "camera-silent")
        if not silent or not self._reading:
            return
        if self.camera.trouble is None:
            self._health.start("camera", "camera-silent", *_silence(self.camera))
        # A film is not opened again: it may pause for as long as whoever made it did, and would begin anew.
        stuck_s = min(self._silent_s(), time.monotonic() - self._since_s)
        if self.camera.live and not self.camera.patient and stuck_s > self._settings.reopen:
            log.warning("%s is stuck: opening it again", self.camera.name)
            # In a thread of its own, because closing a frozen camera may block as well.
            threading.Thread(target=self.camera.close, name="camera-close", daemon=True).start()
            self._reading = False
            self.start()

    def _say_what_is_wrong(self) -> None:
        newest = self.slot.newest()
        wrong = self._wrong.of(self.camera, newest[0] if newest else None) if self._reading else None
        if wrong:
            self._health.start("camera", "camera-wrong", wrong.what, wrong.do)
        else:
            self._health.end("camera", "camera-wrong")

    def close(self) -> None:
        """Give the camera back; may be called twice. A thread that is stuck is left to the end of the process."""
        self._closed.set()
        # The reader first: some cameras crash when they are closed under a running read.
        if self._thread.ident:
            self._thread.join(STOP_S / 5)
        closing = threading.Thread(target=self.camera.close, name="camera-close", daemon=True)
        closing.start()
        closing.join(STOP_S)
        if self._thread.ident:
            self._thread.join(STOP_S)
        for thread in (closing, self._thread):
            if thread.is_alive():
                log.warning("the thread %s did not stop; the program ends without it", thread.name)


def _silence(camera: Camera) -> tuple[str, str]:
    """The trouble that no new picture comes: what, and what to do. A film has no cable."""
    if camera.live:
        return f"No new picture comes from {camera.name}.", "Look at its cable; it is opened again by itself."
    return "The film stands still.", "It goes on by itself."
