"""What goes wrong at a table in hours of play: each a fault that is there during one throw."""

from __future__ import annotations

import http.client
import resource
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

from net_camera import Faults
from test_webui_run import Program

CAMERA_FAULT_S = 12.0
"""Seconds that the camera has a fault: longer than it takes until the program opens it anew."""
STORM = 200
FULL_BYTES = 4096
"""No file of the program can grow beyond this on a full disk; all that it writes are larger."""
CLOCK_S = 7200
"""Seconds by which the clock is stepped, to and fro."""

# A signal steps the clock of the program, as a Pi without a battery does when it learns the time.
STEPPED = f"""
import datetime, signal, time
import webui.storage.store, webui.storage.evidence
true_time, step = time.time, [0]
class Stepped(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return datetime.datetime.now(tz) + datetime.timedelta(seconds=step[0])
time.time = lambda: true_time() + step[0]
webui.storage.store.datetime = webui.storage.evidence.datetime = Stepped
def turn(*_):
    step[0] = {CLOCK_S} - step[0]
signal.signal(signal.SIGUSR1, turn)
"""


class Struck(Protocol):
    """The table that a fault befalls."""

    faults: Faults
    program: Program

    def lose_camera(self) -> None: ...
    def revive_camera(self) -> None: ...
    def restart(self) -> None: ...


@dataclass(frozen=True)
class Fault:
    """Something that is wrong during one throw. blind: the camera may miss the throw then; else it must be told."""

    name: str
    wrong: Callable[[Struck], AbstractContextManager[object]]
    blind: bool = False


@contextmanager
def _nothing(_: Struck) -> Iterator[None]:
    yield


@contextmanager
def _frozen(struck: Struck) -> Iterator[None]:
    """The same picture again and again."""
    struck.faults.same = True
    time.sleep(CAMERA_FAULT_S)
    yield
    struck.faults.same = False


@contextmanager
def _silent(struck: Struck) -> Iterator[None]:
    """It answers, and sends nothing."""
    struck.faults.silent = True
    yield
    time.sleep(CAMERA_FAULT_S)
    struck.faults.silent = False


@contextmanager
def _killed_camera(struck: Struck) -> Iterator[None]:
    yield
    struck.lose_camera()
    time.sleep(CAMERA_FAULT_S)
    struck.revive_camera()


@contextmanager
def _noisy(struck: Struck) -> Iterator[None]:
    """Every fifth picture is spoilt."""
    struck.faults.noise_every = 5
    yield
    struck.faults.noise_every = 0


@contextmanager
def _full_disk(struck: Struck) -> Iterator[None]:
    pid, whole = struck.program.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (FULL_BYTES, whole[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, whole)


@contextmanager
def _stepped_clock(struck: Struck) -> Iterator[None]:
    struck.program.process.send_signal(signal.SIGUSR1)
    yield


@contextmanager
def _stormed(struck: Struck) -> Iterator[None]:
    """As many pages as a room full of phones asks for, and streams that nobody reads."""

    def ask(number: int) -> None:
        place = ("/table", "/board.json", "/history", "/picture.jpg", "/settings", "/events")[number % 6]
        connection = http.client.HTTPConnection("127.0.0.1", struck.program.port, timeout=10)
        with closing(connection), suppress(OSError, http.client.HTTPException):
            connection.request("GET", place)
            if place != "/events":
                connection.getresponse().read()

    with ThreadPoolExecutor(32) as pool:
        asked = pool.map(ask, range(STORM))
        yield
        list(asked)


@contextmanager
def _killed(struck: Struck) -> Iterator[None]:
    yield
    struck.restart()


NONE = Fault("no fault", _nothing)
FAULTS = (
    Fault("storm", _stormed),
    Fault("camera frozen", _frozen, blind=True),
    Fault("disk full", _full_disk),
    Fault("camera silent", _silent, blind=True),
    Fault("clock stepped", _stepped_clock),
    Fault("camera killed", _killed_camera, blind=True),
    Fault("every fifth picture noise", _noisy),
)
KILLED = Fault("killed", _killed, blind=True)
