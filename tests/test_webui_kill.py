"""kill -9 at any moment: the same turn, the same dice, the same question, nothing lost and nothing twice."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from waiting import LONG_S, until

from engine.log import Match
from webui.storage.database import FILE

KILLS = 20


class Tables:
    """The process that forks tables, and the table that runs now."""

    program = "killed_table.py"

    def __init__(self, data: Path, *how: str) -> None:
        self.troubles = (data / "stderr").open("w+")
        self.helper = subprocess.Popen(
            [sys.executable, "-u", str(Path(__file__).with_name(self.program)), str(data), *how],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.troubles,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent.parent), *sys.path])},
        )
        self.pid = self.port = 0

    def say(self, word: str) -> None:
        assert self.helper.stdin is not None
        self.helper.stdin.write(f"{word}\n")
        self.helper.stdin.flush()

    def start(self) -> None:
        self.pid = self.port = 0
        self.say("start")
        assert self.helper.stdout is not None
        while not (self.pid and self.port):
            line = self.helper.stdout.readline()
            assert line, "the helper has ended"
            assert "ended" not in line, "the table did not open"
            # Two processes write here, and their lines may come as one.
            if found := re.search(r"pid (\d+)", line):
                self.pid = int(found[1])
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])

    def kill_in(self, seconds: float) -> threading.Timer:
        """kill -9 after so long, whatever it is doing then."""
        timer = threading.Timer(seconds, os.kill, (self.pid, signal.SIGKILL))
        timer.start()
        return timer

    def reap(self) -> None:
        """Wait until it is quite dead: a dying process still holds locks after its connections are closed."""
        self.say("reap")
        assert self.helper.stdout is not None
        while "reaped" not in self.helper.stdout.readline():
            pass
        self.pid = 0

    def ask(self, method: str, path: str, **form: object) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG_S)
        try:
            body = "&".join(f"{name}={str(value).replace(' ', '+')}" for name, value in form.items())
            kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
            connection.request(method, path, body, kind)
            with connection.getresponse() as answer:
                return answer.status, answer.read()
        finally:
            connection.close()

    def close(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
        self.helper.kill()
        self.helper.communicate()
        self.troubles.close()


class Player:
    """Plays by what the board says, and remembers all that was seen and confirmed."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables = tables
        self.chance = random.Random(seed)
        self.seen: dict[int, dict[str, Any]] = {}
        self.confirmed = 0
        self.pending = False

    def board(self) -> dict[str, Any]:
        board: dict[str, Any] = json.loads(self.tables.ask("GET", "/board.json")[1])
        return self.remember(board)

    def remember(self, board: dict[str, Any]) -> dict[str, Any]:
        """One revision is one board, whoever looks and whatever happened in between."""
        board = {name: value for name, value in board.items() if name not in ("source", "troubles")}
        assert self.seen.setdefault(board["revision"], board) == board
        return board

    def play_until_killed(self) -> None:
        """Afterwards `pending` says whether a press was on its way, so that nobody knows what became of it."""
        self.pending = False
        try:
            while True:
                self.press()
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            return

    def press(self) -> None:
        board = self.board()
        path, form = self.choose(board)
        if not path:
            time.sleep(0.005)
            return
        self.pending = True
        status, answer = self.tables.ask("POST", path, revision=board["revision"], **form)
        assert status in (200, 409, 422), answer
        if status == 200:
            self.remember(json.loads(answer))
            self.confirmed += 1
        self.pending = False

    def choose(self, board: dict[str, Any]) -> tuple[str, dict[str, object]]:
        state, question = board["state"], board["question"]
        if not state or state["outcome"]:
            return "/match/new", {"player": self.chance.choice(["Ann", "Zoe"]), "rounds": 20}
        if board["undo"] and self.chance.random() < 0.1:
            return "/match/undo", {}
        if question and question["kind"] != "which":
            faces = [self.chance.randint(1, 6) for _ in range(question["expected"])]
            return "/match/throw", {"faces": " ".join(map(str, faces))}
        if state["moves"]:
            move = self.chance.choice(state["moves"])
            return f"/match/{move['kind']}", {"faces": " ".join(map(str, move["faces"]))}
        return "", {}


def stored(data: Path) -> tuple[int, int, list[tuple[str, ...]]]:
    """Straight from the file: the revision, how many throws were seen, the lines of every match."""
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as file:
        (revision,) = file.execute("SELECT revision FROM desk").fetchone()
        (rolls,) = file.execute("SELECT count(*) FROM rolls").fetchone()
        rows = file.execute("SELECT match, text FROM lines ORDER BY match, n").fetchall()
    lines: dict[int, list[str]] = {}
    for match, text in rows:
        lines.setdefault(match, []).append(text)
    return revision, rolls, [tuple(each) for each in lines.values()]


def test_twenty_kills_at_random_moments_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    with closing(Tables(tmp_path)) as tables:
        _kill_and_compare(tables, tmp_path)


def _kill_and_compare(tables: Tables, data: Path) -> None:
    player = Player(tables, seed=420)
    unconfirmed = 0
    last: dict[str, Any] = {}
    for _ in range(KILLS):
        tables.start()
        board = player.board()
        if last and board["match"] == last["match"]:
            assert board["lines"][: len(last["lines"])] == last["lines"]
        before = player.confirmed
        while player.confirmed == before:
            player.press()
        timer = tables.kill_in(player.chance.uniform(0.0, 0.2))
        player.play_until_killed()
        timer.join()
        tables.reap()
        last = player.seen[max(player.seen)]
        # A confirmed press is one revision, and so is a throw that was seen: none is missing, none is there twice.
        revision, rolls, matches = stored(data)
        assert revision - rolls - player.confirmed - unconfirmed in ((0, 1) if player.pending else (0,))
        unconfirmed = revision - rolls - player.confirmed
        for lines in matches:
            Match.from_lines(lines)
    assert rolls > 0
    tables.start()
    assert player.board()["lines"][: len(matches[-1])] == list(matches[-1])


def test_an_open_question_and_its_picture_survive_a_kill(tmp_path: Path) -> None:
    with closing(Tables(tmp_path, "once")) as tables:
        player = Player(tables, seed=7)
        tables.start()
        player.press()
        assert until(lambda: player.board()["question"])
        before = player.board()
        os.kill(tables.pid, signal.SIGKILL)
        tables.reap()
        tables.start()
        assert player.board() == before
        assert before["question"]["faces"] == [1, 2, None, 4, 6, 6]
        status, picture = tables.ask("GET", f"/evidence/{before['question']['roll']['id']}.jpg")
        assert (status, picture[:2]) == (200, b"\xff\xd8")
