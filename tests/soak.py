"""A table in a process of its own, over a network camera, and the person who throws there and answers what is asked.

Whatever happens is noted; a failure says the newest of it, the lines and throws of the log, and what the program said.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from filmed_table import FilmedTable
from net_camera import Faults, network_camera
from soak_faults import NONE, STEPPED, Fault
from test_webui_kill import stored
from test_webui_run import Program, running
from waiting import until

import engine.line
from webui.match.lines import standing
from webui.storage.database import FILE
from webui.storage.store import Line

TOLD_S = 30.0
"""Seconds until a person asks for the dice to be read again, and then until a throw counts as lost. Smaller: a busy
machine loses some."""
LOOK_S = 0.1
"""Seconds between two looks at the board. Smaller: the looks themselves are a load."""
PLAY_S = 5.0
"""Seconds for which a fault holds that the camera sees through."""
DICE = 6
PICTURES_A_S = 15
NOTED = 60
"""Notes, and lines that the program said, which a failure tells. Fewer: its beginning may be missing."""


@dataclass
class Soak:
    """The program, the camera that it looks through, and the table before that.

    fates: how many throws came to what. untold: the last one was not told. answered: a die of it was asked about, and
    its likeliest value was said.
    notes: what happened last; words: what the program said last.
    """

    data: Path
    table: FilmedTable
    camera: ExitStack
    program_now: ExitStack
    address: str
    faults: Faults
    program: Program
    words: deque[str]
    fates: Counter[str] = field(default_factory=Counter)
    untold: bool = False
    answered: bool = False
    notes: deque[str] = field(default_factory=lambda: deque(maxlen=NOTED))

    @classmethod
    @contextmanager
    def begun(cls, data: Path, table: FilmedTable) -> Iterator[Soak]:
        words = deque[str](maxlen=NOTED)
        with ExitStack() as camera, ExitStack() as program_now:
            faults = Faults(picture=table.picture, wait_s=1 / PICTURES_A_S)
            address, _ = camera.enter_context(network_camera(faults))
            program = program_now.enter_context(_started(data, address, words))
            yield cls(data, table, camera, program_now, address, faults, program, words)

    def lose_camera(self) -> None:
        """The camera is off."""
        self.camera.close()

    def revive_camera(self) -> None:
        """The camera is on again, at the same address."""
        self.faults = Faults(picture=self.table.picture, wait_s=1 / PICTURES_A_S)
        port = int(self.address.split(":")[2].strip("/"))
        self.camera.enter_context(network_camera(self.faults, port))

    def restart(self) -> None:
        """kill -9, and the next start."""
        self.program.process.kill()
        self.program_now.close()
        self.program = self.program_now.enter_context(_started(self.data, self.address, self.words))

    def note(self, what: str) -> None:
        """This happened now."""
        self.notes.append(f"{time.strftime('%H:%M:%S')} {what}")

    def board(self) -> dict[str, Any]:
        return self.program.board()

    def press(self, path: str, seen: dict[str, Any], **form: object) -> bool:
        """Whoever saw this board presses; whether it was taken."""
        revision = seen["revision"]
        status, answer = self.program.ask("POST", f"/match/{path}", revision=revision, **form)
        self.note(f"{path} {form} at {revision}: {status}")
        # 409: the table moved on just now; whoever presses looks anew.
        assert status in (200, 409), self.story(f"{path} {form}: {status} {answer}")
        return status == 200

    def settle(self) -> dict[str, Any]:
        """Answer and choose until the game awaits dice: the board then."""
        while True:
            board = self.board()
            state, question = board["state"], board["question"]
            if state is None or state["outcome"]:
                self.press("new", board, game="morning-roll", player="Ann", rounds=20)
            elif question:
                self.answer(board)
            elif state["moves"]:
                move = state["moves"][0]
                self.press(move["kind"], board, faces=" ".join(map(str, move["faces"])))
            else:
                return board

    def answer(self, board: dict[str, Any]) -> None:
        """Say what lies there; of what is no throw, that it is none."""
        question = board["question"]
        thrown = (die for die in question["roll"]["dice"] if die["zone"] == "throw")
        faces = [face or die["ranking"][0] for face, die in zip(question["faces"], thrown, strict=False)]
        if question["kind"] == "unsure" and len(faces) == question["expected"]:
            self.answered |= self.press("throw", board, faces=" ".join(map(str, faces)))
        elif self.press("dismiss", board):
            self.fates[f"no throw: {question['kind']}"] += 1

    def is_told(self, before: int) -> bool:
        """Whether a throw is in the log that was not, or is asked about; before: how many there were."""
        time.sleep(LOOK_S)
        board = self.board()
        question = board["question"]
        if question and question["kind"] == "turned":
            self.answer(board)
            return False
        return question is not None or in_the_log(self.data) > before

    def looked_again(self, board: dict[str, Any], before: int) -> bool:
        """Whether the throw is told once a person has asked for the dice to be read as they lie."""
        self.fates["read by a press"] += 1
        # It may be told just now: then the table has moved on from the board that was seen.
        self.press("again", board)
        return until(lambda: self.is_told(before), TOLD_S)

    def said_why(self) -> bool:
        """Whether the page says that this machine is too slow to see throws now; then the dice are thrown again."""
        codes = {each["code"] for each in self.program.ask("GET", "/health")[1]["troubles"]}
        self.fates["said to be too slow, thrown again"] += "slow" in codes
        return "slow" in codes

    def throw(self, fault: Fault = NONE) -> None:
        """One throw, while this is wrong; then what became of it is counted."""
        board = self.settle()
        before, thrown = in_the_log(self.data), self.table.thrown
        self.answered = False
        self.note(
            f"{fault.name}: throw {board['state']['to_throw']}, {before} in the log, {board['revision']}"
        )
        with fault.wrong(self):
            assert self.table.throw(board["state"]["to_throw"], aside_of(board)), self.story("not filmed")
            if not fault.blind and fault is not NONE:
                time.sleep(PLAY_S)
        told = until(lambda: self.is_told(before), TOLD_S)
        if not told and not fault.blind:
            told = self.looked_again(self.board(), before) or self.said_why()
        self.note(f"told: {told}")
        self.settle()
        new = in_the_log(self.data) - before
        if new == 1 and not self.untold:
            self.compare(throws_of(self.data)[-1])
        self.fates[f"{fault.name}: {'told' if told else 'not seen'}"] += 1
        assert self.table.thrown == thrown + 1, self.story(f"{self.table.thrown - thrown} throws were filmed")
        assert told or fault.blind, self.story(f"{fault.name}: not told")
        # One that fell into a fault may be told late, beside the next.
        assert new <= 1 + self.untold, self.story(f"{fault.name}: {new} throws for one")
        self.untold = not told

    def compare(self, told: engine.line.Line) -> None:
        """Count a throw that stands in the log otherwise than it lies there."""
        table = self.table
        right = (
            told.number == table.off if told.is_off else sorted(told.faces) == table.lies and not table.off
        )
        if not right:
            # Of a die that was asked about nothing was claimed: the person of the soak takes the likeliest value.
            self.fates["asked, and its likeliest value wrong" if self.answered else "wrong"] += 1
            print(
                self.story(f"WRONG: {told}, and {table.lies} lie there, {table.off} off the table"),
                flush=True,
            )

    def story(self, what: str) -> str:
        """What went wrong, and all that may explain it."""
        asked = {path: self.program.ask("GET", path)[1] for path in ("/board.json", "/health")}
        parts = {
            "what happened": self.notes,
            "the log": (json.dumps(row) for row in newest_rows(self.data)),
            "the program": self.words,
            "now": (f"{path}: {json.dumps(answer)}" for path, answer in asked.items()),
        }
        return "\n".join([what, *(f"-- {name}\n" + "\n".join(told) for name, told in parts.items())])


@contextmanager
def _started(data: Path, address: str, words: deque[str]) -> Iterator[Program]:
    table = data / "table.json"
    with running(data, STEPPED, address, env={**os.environ, "ROLLCALL_TABLE": str(table)}) as program:
        said = program.process.stdout
        assert said is not None
        # Read as it comes: a pipe that is full would halt the program.
        reading = threading.Thread(target=lambda: words.extend(line.rstrip() for line in said), daemon=True)
        reading.start()
        try:
            assert until(lambda: program.board()["source"]["width"] > 0), "the stream was never seen"
            yield program
        finally:
            program.process.kill()
            reading.join()


def throws_of(data: Path) -> list[engine.line.Line]:
    """The throws that stand in the log, of all matches. One that the program itself took back is none."""
    throws: list[engine.line.Line] = []
    for texts in stored(data)[2]:
        lines = [Line(text) for text in texts]
        told = [lines[number].told for number in standing(lines).stands]
        throws += [each for each in told if each.is_throw or each.is_off]
    return throws


def in_the_log(data: Path) -> int:
    """How many throws those are."""
    return len(throws_of(data))


def newest_rows(data: Path) -> Iterator[tuple[object, ...]]:
    """The newest lines and throws of the database, newest first."""
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as file:
        yield from file.execute(
            "SELECT match, n, text, roll, written FROM lines ORDER BY match DESC, n DESC LIMIT 20"
        )
        yield from file.execute("SELECT id, match, seen FROM rolls ORDER BY id DESC LIMIT 5")


def aside_of(board: dict[str, Any]) -> list[int]:
    """The values of the dice that lie aside: those kept in this turn since all six were thrown."""
    kept: list[int] = []
    for roll in board["state"]["rolls"]:
        kept = [*(kept if len(kept) < DICE else ()), *roll["kept"]]
    return kept if len(kept) < DICE else []
