"""`rollcall run` as a process: it opens, says where, stops cleanly, and refuses with a sentence and exit code 2."""

from __future__ import annotations

import http.client
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from net_camera import network_camera
from test_hardware_camera import write_clip
from waiting import LONG_S, until

from webui import cli

T = TypeVar("T")


class Program:
    """A running `rollcall run` that answers on `port`."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def ask(self, method: str, path: str, **form: object) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG_S)
        try:
            body = "&".join(f"{name}={str(value).replace(' ', '+')}" for name, value in form.items())
            kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
            connection.request(method, path, body, kind)
            with connection.getresponse() as answer:
                return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def board(self) -> dict[str, Any]:
        return self.ask("GET", "/board.json")[1]

    def post(self, path: str, **form: object) -> tuple[int, dict[str, Any]]:
        return self.ask("POST", path, revision=self.board()["revision"], **form)

    def stop(self, number: int = signal.SIGTERM) -> str:
        self.process.send_signal(number)
        out, _ = self.process.communicate(timeout=LONG_S)
        return out


@contextmanager
def running(data: Path, before: str = "", camera: str = "none", **more: Any) -> Iterator[Program]:
    """Start it with dice typed in, on a free port. before: Python to run first in the new process."""
    code = f"import sys\n{before}\nfrom webui.cli import main\nsys.exit(main(sys.argv[1:]))"
    words = ["run", "--camera", camera, "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **more,
    )
    try:
        assert process.stdout is not None
        port = None
        while port is None:
            line = process.stdout.readline()
            assert line, "it ended before it said where"
            port = re.search(r"open: http://127\.0\.0\.1:(\d+)/", line)
        yield Program(process, int(port[1]))
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_it_is_stopped_and_then_ends_cleanly_at_once(tmp_path: Path, number: int) -> None:
    with running(tmp_path) as program:
        assert program.post("/match/new", player="Ann")[0] == 200
        # An open stream must not hold up the end.
        stream = http.client.HTTPConnection("127.0.0.1", program.port, timeout=LONG_S)
        stream.request("GET", "/events")
        with stream.getresponse() as answer:
            assert answer.status == 200
            out = program.stop(number)
            # It was ended, not cut off: the last chunk has come.
            assert answer.read().startswith(b"retry")
        stream.close()
        assert program.process.returncode == 0
        assert "Roll Call is closed" in out
        assert "Traceback" not in out


def test_it_goes_on_where_it_was_after_it_was_stopped(tmp_path: Path) -> None:
    with running(tmp_path) as program:
        program.post("/match/new", player="Ann")
        program.post("/match/throw", faces="1 2 3 4 6 6")
        before = program.board()
        program.stop()
    with running(tmp_path) as program:
        assert program.board() == before


def test_it_serves_every_page_while_all_streams_are_open(tmp_path: Path) -> None:
    with running(tmp_path) as program:
        streams = [http.client.HTTPConnection("127.0.0.1", program.port, timeout=LONG_S) for _ in range(12)]
        for each in streams:
            each.request("GET", "/events")
        statuses = [each.getresponse().status for each in streams]
        assert (statuses.count(200), statuses.count(503)) == (10, 2)
        for _ in range(10):
            assert program.ask("GET", "/health")[0] == 200
        for each in streams:
            each.close()


def test_in_a_terminal_it_shows_a_code_to_scan(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    words = ["run", "--camera", "none", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "webui", *words],
        stdout=theirs,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    os.close(theirs)
    said = b""
    while b"Stop with Ctrl-C" not in said:
        said += os.read(ours, 4096)
    process.terminate()
    assert process.wait(LONG_S) == 0
    os.close(ours)
    assert said.decode().count("█") > 20


def test_a_camera_that_is_plugged_in_late_is_waited_for(tmp_path: Path) -> None:
    with network_camera() as (address, _):
        pass
    with running(tmp_path, camera=address) as program:
        assert "No pictures come from" in until_health(program, ["camera-lost"])
        with network_camera(port=int(address.split(":")[2][:-1])):
            until_health(program, [])


def until_health(program: Program, codes: list[str]) -> str:
    """Wait until just these troubles hold; the first one's sentence."""
    troubles: list[dict[str, str]] = []

    def now() -> list[str]:
        troubles[:] = program.ask("GET", "/health")[1]["troubles"]
        return [each["code"] for each in troubles]

    assert until(lambda: now() == codes), troubles
    return troubles[0]["what"] if troubles else ""


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence with which `run` refuses."""
    assert cli.main(["run", *words]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("rollcall run: ")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err + said.out
    return said.err


def test_a_busy_port_is_refused_before_anything_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refused(capsys, "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path / "new"))
    assert f"Port {port} is in use by another program. Name another: --port" in said
    assert not (tmp_path / "new").exists()


def test_a_second_program_on_the_same_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as program:
        said = refused(capsys, "--port", "0", "--data", str(tmp_path), "--camera", "none")
        assert "Another Roll Call is using the data folder" in said
        assert program.ask("GET", "/health")[0] == 200


CASES: list[tuple[Callable[[Path], list[str]], str]] = [
    (lambda _: ["--camera", "lamp:3"], r"There is no camera 'lamp:3'. Say auto, pi, usb:0"),
    (lambda _: ["--camera", "usb:lamp"], r"There is no camera 'usb:lamp'. Say usb:0"),
    (lambda path: ["--camera", f"photos:{path}/none"], r"There is no folder .*none"),
    (lambda path: ["--camera", f"clip:{path}/none.mp4"], r"There is no clip .*none.mp4"),
    (lambda path: ["--camera", f"clip:{made(path / 'e.mp4', '')}"], r"e.mp4 is empty \(0 bytes\)"),
    (lambda path: ["--camera", f"clip:{made(path / 't.mp4', 'hello')}"], r"t.mp4 is not a video"),
    (lambda path: ["--camera", "none", "--data", str(made(path / "file", ""))], r"is a file, not a folder"),
    (lambda path: ["--table", str(path / "none.json")], r"none.json"),
    (
        lambda path: ["--table", str(made(path / "bad.json", "[1"))],
        r"bad.json is not JSON.*mark the table anew",
    ),
    (lambda path: ["--camera", "none", "--table", str(made(path / "bad.json", "1"))], r"bad.json is not one"),
    (lambda _: ["--camera", "none", "--host", "300.1.1.1"], r"The address 300.1.1.1 cannot be served"),
    (
        lambda path: ["--camera", "demo", "--record", str(made(path / "films", "") / "in")],
        r"cannot be recorded in .*films.in: Not a directory. Name another folder with --record",
    ),
    (lambda _: ["--port", "70000"], r"The port is 1 to 65535, got 70000"),
]


def made(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.parametrize(("words", "sentence"), CASES)
def test_what_cannot_be_opened_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: Callable[[Path], list[str]], sentence: str
) -> None:
    given = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data"), *words(tmp_path)]
    assert re.search(sentence, refused(capsys, *given))


def test_a_wrong_model_file_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clip, models = write_clip(tmp_path / "clip.mp4", [80] * 5), tmp_path / "models"
    models.mkdir()
    given = [
        "--port",
        "0",
        "--data",
        str(tmp_path / "data"),
        "--camera",
        f"clip:{clip}",
        "--models",
        str(models),
    ]
    assert "missing" in refused(capsys, *given)
    for weights in ("detector.onnx", "reader.onnx"):
        (models / weights).write_text("hello")
    (models / "reader.json").write_text("{}")
    assert str(models) in refused(capsys, *given)


def test_words_that_are_no_options_are_refused() -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", "--port", "many"])
    assert ended.value.code == 2


# Files of this process cannot grow beyond this: the kernel then refuses to write, as on a full disk.
FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
"""


def test_on_a_full_disk_the_press_is_refused_nothing_is_lost_and_play_goes_on_with_room(
    tmp_path: Path,
) -> None:
    with running(tmp_path, FULL.format(size=360_000)) as program:
        assert program.post("/match/new", player="Ann", rounds=20)[0] == 200
        status, answer = 200, {}
        while status == 200:
            before = program.board()["lines"]
            status, answer = program.post("/match/throw", faces="2 2 3 3 4 6")
            assert len(before) < 20
        assert status == 507
        assert "The disk is full" in answer["error"]
        assert "Nothing was changed" in answer["error"]
        assert program.board()["lines"] == before
        assert [each["code"] for each in program.board()["troubles"]] == ["store"]
        program.stop()
    with running(tmp_path) as program:
        assert program.board()["lines"] == before
        assert program.post("/match/throw", faces="2 2 3 3 4 6")[0] == 200


def test_it_does_not_start_on_a_full_disk(tmp_path: Path) -> None:
    code = f"import sys\n{FULL.format(size=1000)}\nfrom webui.cli import main\nsys.exit(main(sys.argv[1:]))"
    words = ["run", "--camera", "none", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, timeout=LONG_S
    )
    assert done.returncode == 2
    assert "The disk is full" in done.stderr
    assert "Traceback" not in done.stderr


AS_NOBODY = """
import os
import sqlalchemy.dialects.sqlite, webui.verbs.run
if os.getuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
"""


def test_a_read_only_data_folder_is_refused() -> None:
    # Not tmp_path: only its owner may enter that. Root may write anywhere, so it runs as nobody.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        code = f"import sys\n{AS_NOBODY}\nfrom webui.cli import main\nsys.exit(main(sys.argv[1:]))"
        words = ["run", "--camera", "none", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, timeout=LONG_S
        )
        Path(folder).chmod(0o755)
    assert done.returncode == 2
    assert "read-only here" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_refusal_stands_alone_on_stderr(tmp_path: Path) -> None:
    (tmp_path / "text.mp4").write_text("hello")
    command = [sys.executable, "-m", "webui", "watch", str(tmp_path / "text.mp4")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG_S, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("rollcall watch: ")
    assert done.stderr.count("\n") == 1
