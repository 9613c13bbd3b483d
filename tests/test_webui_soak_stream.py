"""Hours of play over a network camera, with a fault a minute: no throw is lost or doubled, and nothing leaks.

`ROLLCALL_SOAK_MINUTES=120 ./rollcall test tests/test_webui_soak_stream.py` is the whole of it; without that it is
skipped. The program is a process of its own, as at home. In the first quarter it is killed, too; then one life of it
must stay flat.
"""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from filmed_table import FilmedTable, filmed_table
from held import Held
from net_camera import Faults, network_camera
from test_webui_kill import stored
from test_webui_run import Program, running
from waiting import until

MINUTES = float(os.environ.get("ROLLCALL_SOAK_MINUTES", "0"))
FAULT_S = 60.0
"""Seconds between two faults. Smaller: more of them, and less play in between."""
KILLED_SHARE = 0.25
"""Share of the time in which the program is killed, too. Larger: less time in which one life of it must stay flat."""
WARM_SHARE = 0.25
"""Share of the last life after which everything that is kept once is there. Larger: a leak has less time to show."""
FLAT = 1.05
"""How many times the memory of then may be there in the end."""
TOLD_S = 30.0
"""Seconds until a person asks for the dice to be read again, and then until a throw counts as lost. Smaller: a busy
machine loses some."""
CAMERA_FAULT_S = 12.0
"""Seconds that the camera has a fault: longer than it takes until the program opens it anew."""
FULL_S = 5.0
STORM = 200
DICE = 6
PICTURES_A_S = 15
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

pytestmark = pytest.mark.skipif(not MINUTES, reason="set ROLLCALL_SOAK_MINUTES to so many minutes")


@dataclass
class Soak:
    """The program, the camera that it looks through, and the table before that.

    fates: how many throws came to what.
    """

    data: Path
    table: FilmedTable
    camera: ExitStack
    program_now: ExitStack
    address: str
    faults: Faults
    program: Program
    fates: Counter[str] = field(default_factory=Counter)

    @classmethod
    @contextmanager
    def begun(cls, data: Path, table: FilmedTable) -> Iterator[Soak]:
        with ExitStack() as camera, ExitStack() as program_now:
            faults = Faults(picture=table.picture, wait_s=1 / PICTURES_A_S)
            address, _ = camera.enter_context(network_camera(faults))
            program = program_now.enter_context(_started(data, address))
            yield cls(data, table, camera, program_now, address, faults, program)

    def revive_camera(self) -> None:
        """The camera is on again, at the same address."""
        self.faults = Faults(picture=self.table.picture, wait_s=1 / PICTURES_A_S)
        port = int(self.address.split(":")[2].strip("/"))
        self.camera.enter_context(network_camera(self.faults, port))

    def restart(self) -> None:
        """kill -9, and the next start."""
        self.program.process.kill()
        self.program_now.close()
        self.program = self.program_now.enter_context(_started(self.data, self.address))

    def board(self) -> dict[str, Any]:
        return self.program.board()

    def press(self, path: str, **form: object) -> None:
        status, answer = self.program.post(f"/match/{path}", **form)
        assert status == 200, (path, form, answer)

    def settle(self) -> dict[str, Any]:
        """Answer and choose until the game awaits dice: the board then."""
        while True:
            board = self.board()
            state, question = board["state"], board["question"]
            if state is None or state["outcome"]:
                self.press("new", game="morning-roll", player="Ann", rounds=20)
            elif question:
                self.answer(question)
            elif state["moves"]:
                move = state["moves"][0]
                self.press(move["kind"], faces=" ".join(map(str, move["faces"])))
            else:
                return board

    def answer(self, question: dict[str, Any]) -> None:
        """Say what lies there; of what is no throw, that it is none."""
        thrown = (die for die in question["roll"]["dice"] if die["zone"] == "throw")
        faces = [face or die["ranking"][0] for face, die in zip(question["faces"], thrown, strict=False)]
        if question["kind"] == "unsure" and len(faces) == question["expected"]:
            self.press("throw", faces=" ".join(map(str, faces)))
        else:
            self.fates[f"no throw: {question['kind']}"] += 1
            self.press("dismiss")

    def looked_again(self, before: int) -> bool:
        """Whether the throw is told once a person has asked for the dice to be read as they lie."""
        self.fates["read by a press"] += 1
        # It may be told just now, and is refused then.
        self.program.post("/match/again")
        return until(lambda: self.board()["revision"] > before, TOLD_S)

    def said_why(self) -> bool:
        """Whether the page says that this machine is too slow to see throws now; then the dice are thrown again."""
        codes = {each["code"] for each in self.program.ask("GET", "/health")[1]["troubles"]}
        self.fates["said to be too slow, thrown again"] += "slow" in codes
        return "slow" in codes

    def throw(self, fault: Fault | None) -> None:
        """One throw, while this is wrong; then what became of it is counted."""
        board = self.settle()
        before, lines = board["revision"], in_the_log(self.data)
        with fault.wrong(self) if fault else ExitStack():
            assert self.table.throw(board["state"]["to_throw"], aside_of(board))
            if fault and not fault.blind:
                time.sleep(FULL_S)
        told = until(lambda: self.board()["revision"] > before, TOLD_S)
        if not told and not (fault and fault.blind):
            told = self.looked_again(before) or self.said_why()
        self.settle()
        new = in_the_log(self.data) - lines
        name = fault.name if fault else "no fault"
        self.fates[f"{name}: {'told' if told else 'not seen'}"] += 1
        assert told or (fault and fault.blind), json.dumps([name, self.program.ask("GET", "/health"), board])
        assert new <= 1, f"{name}: {new} throws for one"


@dataclass(frozen=True)
class Fault:
    """Something that is wrong during one throw. blind: the camera may miss the throw then; else it must be told."""

    name: str
    wrong: Callable[[Soak], AbstractContextManager[object]]
    blind: bool = False


@contextmanager
def _started(data: Path, address: str) -> Iterator[Program]:
    table = data / "table.json"
    with running(data, STEPPED, address, env={**os.environ, "ROLLCALL_TABLE": str(table)}) as program:
        assert until(lambda: program.board()["source"]["width"] > 0), "the stream was never seen"
        yield program


def in_the_log(data: Path) -> int:
    """How many throws are in the log, of all matches."""
    return sum(line.startswith(("throw", "off")) for line in chain(*stored(data)[2]))


def aside_of(board: dict[str, Any]) -> list[int]:
    """The values of the dice that lie aside: those kept in this turn since all six were thrown."""
    kept: list[int] = []
    for roll in board["state"]["rolls"]:
        kept = [*(kept if len(kept) < DICE else ()), *roll["kept"]]
    return kept if len(kept) < DICE else []


@contextmanager
def _frozen(soak: Soak) -> Iterator[None]:
    """The same picture again and again."""
    soak.faults.same = True
    time.sleep(CAMERA_FAULT_S)
    yield
    soak.faults.same = False


@contextmanager
def _silent(soak: Soak) -> Iterator[None]:
    """It answers, and sends nothing."""
    soak.faults.silent = True
    yield
    time.sleep(CAMERA_FAULT_S)
    soak.faults.silent = False


@contextmanager
def _killed_camera(soak: Soak) -> Iterator[None]:
    yield
    soak.camera.close()
    time.sleep(CAMERA_FAULT_S)
    soak.revive_camera()


@contextmanager
def _noisy(soak: Soak) -> Iterator[None]:
    """Every fifth picture is spoilt."""
    soak.faults.noise_every = 5
    yield
    soak.faults.noise_every = 0


@contextmanager
def _full_disk(soak: Soak) -> Iterator[None]:
    pid, whole = soak.program.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (FULL_BYTES, whole[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, whole)


@contextmanager
def _stepped_clock(soak: Soak) -> Iterator[None]:
    soak.program.process.send_signal(signal.SIGUSR1)
    yield


@contextmanager
def _stormed(soak: Soak) -> Iterator[None]:
    """As many pages as a room full of phones asks for, and streams that nobody reads."""

    def ask(number: int) -> None:
        place = ("/table", "/board.json", "/history", "/picture.jpg", "/settings", "/events")[number % 6]
        connection = http.client.HTTPConnection("127.0.0.1", soak.program.port, timeout=10)
        with closing(connection), suppress(OSError, http.client.HTTPException):
            connection.request("GET", place)
            if place != "/events":
                connection.getresponse().read()

    with ThreadPoolExecutor(32) as pool:
        asked = pool.map(ask, range(STORM))
        yield
        list(asked)


@contextmanager
def _killed(soak: Soak) -> Iterator[None]:
    yield
    soak.restart()


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


def faults_of(number: int, share: float) -> Fault:
    """The fault of this number; every other one kills the program while that may be."""
    if share < KILLED_SHARE and number % 2:
        return KILLED
    return FAULTS[(number // 2 if share < KILLED_SHARE else number) % len(FAULTS)]


def test_no_throw_is_lost_or_doubled_and_nothing_leaks_with_a_fault_a_minute(tmp_path: Path) -> None:
    with filmed_table() as table:
        (tmp_path / "table.json").write_text(json.dumps(table.table))
        with Soak.begun(tmp_path, table) as soak:
            warm, end = _played(soak)
            lines, fates = in_the_log(tmp_path), soak.fates
    print(f"after {MINUTES:.0f} min: {lines} throws in the log; {dict(fates)}; {warm} -> {end}")
    assert lines > 0
    assert end.rss_mb < warm.rss_mb * FLAT
    assert end.threads <= warm.threads + 2
    assert end.files <= warm.files + 8


def _played(soak: Soak) -> tuple[Held, Held]:
    """Play for so long, with a fault a minute: what the last life held when it was warm, and at its end."""
    begun_s, length_s, number, warm = time.monotonic(), 60 * MINUTES, 0, None
    warm_share = KILLED_SHARE + (1 - KILLED_SHARE) * WARM_SHARE
    while (share := (time.monotonic() - begun_s) / length_s) < 1:
        if time.monotonic() - begun_s > number * FAULT_S:
            soak.throw(faults_of(number, share))
            number += 1
        else:
            soak.throw(None)
        if warm is None and share > warm_share:
            warm = Held.by(soak.program.process.pid)
            print(f"warm: {warm}; {dict(soak.fates)}", flush=True)
    assert warm is not None
    return warm, Held.by(soak.program.process.pid)
