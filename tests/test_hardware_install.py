"""The installer: run twice it is done once, killed anywhere it is finished by the next run, and no update bricks it."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from waiting import LONG_S, until

from webui.storage.migrate import newest_form

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "hardware" / "install.sh"
VENV = Path(sys.prefix)
KILLS = int(os.environ.get("ROLLCALL_KILLS", "3"))
"""How often the installer is killed; 100 show it, a few show that it still holds."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("bash") is None or Path(sys.base_prefix) == VENV,
    reason="the installer is for Linux, and the tests run in a virtual environment here",
)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The root of a system of its own, without systemd."""
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


def command(*words: str) -> list[str]:
    return ["bash", str(SCRIPT), *words, "--venv", str(VENV), "--no-apt"]


def install(machine: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*words),
        env={**os.environ, "ROLLCALL_ROOT": str(machine), "ROLLCALL_WATCH_S": "3", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def tree(folder: Path) -> dict[str, str]:
    """Every file with its content, every link with its end; what Python itself keeps is left out."""
    told = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            told[name] = os.readlink(path)
        elif path.is_file() and "__pycache__" not in name:
            told[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return told


def current(machine: Path) -> Path:
    return Path(os.readlink(machine / "opt/rollcall/current"))


def test_it_puts_everything_in_its_place_and_a_second_run_changes_nothing(machine: Path) -> None:
    done = install(machine)
    assert done.returncode == 0, done.stderr
    assert (current(machine) / "rollcall").exists()
    assert (machine / "etc/systemd/system/rollcall.service").exists()
    assert "/opt/rollcall/current" not in os.listdir(machine)
    assert re.search(r"http://\S+\.local:8420/ or http://", done.stdout)
    before = tree(machine)
    again = install(machine)
    assert again.returncode == 0, again.stderr
    assert tree(machine) == before


def test_killed_at_any_moment_the_next_run_comes_to_the_same_end(machine: Path, tmp_path: Path) -> None:
    begun_s = time.monotonic()
    assert install(machine).returncode == 0
    took_s, whole = time.monotonic() - begun_s, tree(machine)
    moments = random.Random(39)
    for number in range(KILLS):
        other = tmp_path / f"killed-{number}"
        other.mkdir()
        process = subprocess.Popen(
            command(),
            env={**os.environ, "ROLLCALL_ROOT": str(other)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(moments.uniform(0, took_s))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        done = install(other)
        assert done.returncode == 0, done.stderr
        ends = {name: text.replace(str(other), str(machine)) for name, text in tree(other).items()}
        assert ends == whole
        shutil.rmtree(other)


def test_a_system_of_32_bits_is_refused_before_anything_is_done(machine: Path, tmp_path: Path) -> None:
    (tmp_path / "getconf").write_text("#!/bin/sh\necho 32\n")
    (tmp_path / "getconf").chmod(0o755)
    done = install(machine, PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert done.returncode == 2
    assert "32 bits" in done.stderr
    assert not list(machine.iterdir())


@pytest.mark.parametrize("words", [["fly"], ["--nonsense"]])
def test_a_word_that_is_none_is_refused(machine: Path, words: list[str]) -> None:
    assert install(machine, *words).returncode == 2
    assert not list(machine.iterdir())


def test_removed_it_leaves_the_matches_alone(machine: Path) -> None:
    install(machine)
    (machine / "var/lib/rollcall").mkdir(parents=True)
    (machine / "var/lib/rollcall/rollcall.sqlite3").write_text("matches")
    assert install(machine, "uninstall").returncode == 0
    left = [path for path in machine.rglob("*") if path.is_file()]
    assert left == [machine / "var/lib/rollcall/rollcall.sqlite3"]
    assert install(machine, "uninstall").returncode == 0


# Updates. systemctl is ours: it starts the very program that the unit names, and ends it.

SYSTEMCTL = """#!/bin/bash
root=$ROLLCALL_ROOT; pid=$root/pid
halt() {
  [ -e "$pid" ] || return 0
  kill "$(cat "$pid")" 2>/dev/null
  while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.05; done
  rm -f "$pid"
}
case $1 in
  restart) halt; rm "$root/fails" 2>/dev/null && exit 1; cd "$root/opt/rollcall/current" || exit 1
    PYTHONPATH=$PWD setsid .venv/bin/python -P -m webui run --camera none --host 127.0.0.1 \\
      --port "$ROLLCALL_PORT" --data "$root/var/lib/rollcall" >"$root/log" 2>&1 &
    echo $! > "$pid" ;;
  disable|stop) halt ;;
  show) if kill -0 "$(cat "$pid")" 2>/dev/null; then echo 0; else echo 2; fi ;;
esac
exit 0
"""


@pytest.fixture
def served(machine: Path, tmp_path: Path) -> Iterator[dict[str, str]]:
    """A system on which the service runs; the environment to install with."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "systemctl").write_text(SYSTEMCTL)
    (tmp_path / "bin" / "systemctl").chmod(0o755)
    (machine / "run/systemd/system").mkdir(parents=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "ROLLCALL_PORT": str(port),
        "ROLLCALL_WATCH_S": "3",
    }
    done = install(machine, **environment)
    assert done.returncode == 0, done.stderr
    assert answers(port), (machine / "log").read_text()
    yield environment
    install(machine, "uninstall", **environment)


def answers(port: int) -> bool:
    """Whether the pages are served, as soon as they are."""

    def is_served() -> bool:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/health", timeout=LONG_S) as answer:
            return bool(answer.status == 200)
        return False

    return until(is_served)


def version(tmp_path: Path, name: str) -> Path:
    """Another version of the program."""
    folder = tmp_path / name
    folder.mkdir()
    for part in ("rollcall", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / part, folder)
    for part in ("hardware", "vision", "engine", "webui"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "models").mkdir()
    for path in [
        *(ROOT / "models").glob("*.onnx"),
        *(ROOT / "models").glob("*.json"),
        ROOT / "models/CARD.md",
    ]:
        shutil.copy(path, folder / "models")
    (folder / "hardware" / "NEWS").write_text(name)
    return folder


def test_an_update_runs_the_new_version_and_keeps_a_copy_of_the_matches(
    machine: Path, tmp_path: Path, served: dict[str, str]
) -> None:
    before, better = current(machine), str(version(tmp_path, "better"))
    # As where the program ends before it has told systemd that its pages are served.
    (machine / "fails").touch()
    assert install(machine, "update", better, **served).returncode == 2
    assert current(machine) == before
    assert answers(int(served["ROLLCALL_PORT"]))
    # A busy machine may take long until the first page.
    done = install(machine, "update", better, **served, ROLLCALL_COME_S="180")
    assert done.returncode == 0, done.stdout + done.stderr
    assert current(machine) != before
    assert (current(machine) / "hardware/NEWS").read_text() == "better"
    with closing(sqlite3.connect(machine / "var/lib/rollcall/before-update.sqlite3")) as copy:
        assert copy.execute("SELECT count(*) FROM desk").fetchone() == (1,)
    assert before.exists(), "there must be one to go back to"


@dataclass(frozen=True)
class Spoilt:
    """A fault of a new version: this file of it has that text, after its own where that is kept."""

    file: str
    text: str
    after: bool = False

    def put(self, release: Path) -> None:
        path = release / self.file
        before = path.read_text() if self.after else ""
        path.write_text(before + self.text)


RAISES = "raise RuntimeError('a fault of this version')\n"
ENDS_SOON = """
import os, threading
threading.Timer(2.0, os._exit, (3,)).start()
"""
HANGS = """
import time
time.sleep(3600)
"""
# The newest form of the matches is one that no version before knows.
FORM = "webui/storage/migrations/versions/m0099_of_the_future.py"
OF_THE_FUTURE = """
import sqlalchemy as sql
from alembic import op
revision, down_revision = "0099", "{newest}"
def upgrade():
    op.add_column("desk", sql.Column("future", sql.Integer))
"""

SPOILT = (
    (Spoilt("webui/__main__.py", "this is no Python"),),
    (Spoilt("models/reader.onnx", "no net"),),
    (Spoilt("webui/serving/server.py", RAISES),),
    (
        Spoilt(FORM, OF_THE_FUTURE.format(newest=newest_form())),
        Spoilt("webui/push.py", ENDS_SOON, after=True),
    ),
    (Spoilt("webui/templates/base.html", "{% nonsense %}"),),
    (Spoilt("webui/cli.py", ""),),
    (Spoilt("models/reader.json", "{}"),),
    (Spoilt("webui/verbs/run.py", "import sys\nsys.exit(0)\n"),),
    (Spoilt("hardware/demo.py", RAISES),),
    (Spoilt("webui/storage/store.py", RAISES, after=True),),
    (Spoilt("webui/health.py", "import nothing_of_this_name\n"),),
    (Spoilt("vision/reading/reader.py", ""),),
    (Spoilt("webui/verbs/run.py", HANGS),),
    (Spoilt("webui/push.py", ENDS_SOON, after=True),),
    (Spoilt("engine/game.py", RAISES, after=True),),
    (Spoilt("models/detector.onnx", ""),),
    (Spoilt("webui/routes/table.py", "blueprint = None\n"),),
    (Spoilt("webui/templates/start.html", "{{ nothing.of.this }}"),),
    (Spoilt("webui/storage/database.py", "FILE = 7\n", after=True),),
    (Spoilt("vision/pipeline.py", "class Pipeline:\n    pass\n"), Spoilt("webui/app.py", RAISES, after=True)),
)
"""The first of them show that it holds; all twenty are tried with ROLLCALL_SPOILT=20."""
TRIED = int(os.environ.get("ROLLCALL_SPOILT", "4"))


def revision_of(port: int) -> int:
    with urlopen(f"http://127.0.0.1:{port}/board.json", timeout=30) as answer:
        return int(json.load(answer)["revision"])


def press(port: int, path: str, **form: object) -> None:
    """What a page does."""
    data = urlencode({"revision": revision_of(port), **form}, doseq=True).encode()
    with urlopen(Request(f"http://127.0.0.1:{port}/match/{path}", data), timeout=30) as answer:
        assert answer.status == 200


def told(machine: Path) -> list[tuple[object, ...]]:
    """Every line of every match, straight from the file."""
    with closing(sqlite3.connect(machine / "var/lib/rollcall/rollcall.sqlite3")) as file:
        return file.execute("SELECT match, n, text FROM lines ORDER BY match, n").fetchall()


def longest_silence_s(port: int, done: threading.Event) -> float:
    """For how long no page was served until it was done and one was again; seconds."""
    longest_s, served_s = 0.0, time.monotonic()
    while True:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/", timeout=5):
            longest_s, served_s = max(longest_s, time.monotonic() - served_s), time.monotonic()
            if done.is_set():
                return longest_s
        time.sleep(0.2)


def test_spoilt_versions_are_gone_back_from_with_every_line_and_the_page_says_so(
    machine: Path, tmp_path: Path, served: dict[str, str]
) -> None:
    before, port, silences = current(machine), int(served["ROLLCALL_PORT"]), []
    press(port, "new", player=["Ann", "Bo"], rounds=20)
    for number, faults in enumerate(SPOILT[:TRIED]):
        press(port, "throw" if number % 2 == 0 else "stop", faces="1 2 3 4 6 6" if number % 2 == 0 else "1")
        lines, done = told(machine), threading.Event()
        release = version(tmp_path, f"spoilt-{number}")
        for fault in faults:
            fault.put(release)
        with ThreadPoolExecutor(1) as pool:
            silence = pool.submit(longest_silence_s, port, done)
            ended = install(machine, "update", str(release), **served)
            done.set()
            silences.append(silence.result())
        assert ended.returncode == 2, (faults, ended.stdout, ended.stderr)
        assert current(machine) == before
        assert told(machine) == lines
        assert "An update was tried" in (machine / "var/lib/rollcall/update.txt").read_text()
    print(f"{len(silences)} spoilt versions; seconds without a page: {[round(each) for each in silences]}")
    assert install(machine, "update", str(ROOT), **served).returncode == 0  # it runs already


# The unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    unit = (ROOT / "hardware/rollcall.service").read_text(encoding="utf-8")
    # The program is not installed here; all the rest is judged as it is.
    unit = re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", unit, flags=re.MULTILINE)
    unit = re.sub(r"^WorkingDirectory=.*\n", "", unit, flags=re.MULTILINE)
    (tmp_path / "rollcall.service").write_text(unit)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "rollcall.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    about = [line for line in (done.stdout + done.stderr).splitlines() if "rollcall" in line]
    assert not about, about


def test_systemd_is_told_when_the_pages_are_served_and_that_the_table_is_looked_at(tmp_path: Path) -> None:
    place = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(place)
        heard.settimeout(LONG_S)
        words = [
            "run",
            "--camera",
            "none",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            str(tmp_path / "data"),
        ]
        with subprocess.Popen(
            [sys.executable, "-m", "webui", *words],
            cwd=ROOT,
            env={**os.environ, "NOTIFY_SOCKET": place},
            stdout=subprocess.DEVNULL,
        ) as process:
            said = {heard.recv(100), heard.recv(100)}
            process.terminate()
    assert said == {b"READY=1", b"WATCHDOG=1"}
