"""The start script and what pyproject.toml promises."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from itertools import takewhile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "rollcall"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root installs packages"
)


def test_the_start_script_needs_only_the_standard_library() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {
        alias.name if isinstance(node, ast.Import) else str(node.module)
        for node in imports
        for alias in node.names
    }
    assert names
    assert {name.split(".")[0] for name in names} <= set(sys.stdlib_module_names)


def test_an_older_python_can_read_the_start_script_far_enough_to_say_so() -> None:
    # A SyntaxError would come before the sentence that names the version needed.
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_every_package_is_listed_for_setuptools() -> None:
    listed = PROJECT["tool"]["setuptools"]["packages"]
    tops = {package.split(".")[0] for package in listed}
    files = [path for top in tops for path in (ROOT / top).rglob("__init__.py")]
    folders = {str(path.parent.relative_to(ROOT)).replace(os.sep, ".") for path in files}
    assert folders == set(listed)


def test_every_dependency_is_pinned_from_below_and_above() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    for line in PROJECT["project"]["dependencies"] + [line for lines in extras.values() for line in lines]:
        assert "==" in line or (">=" in line and ",<" in line), line


@pytest.mark.parametrize("word", [["fly"], ["read", "--nonsense"]])
def test_a_word_that_is_none_is_answered_with_the_ones_there_are(word: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "webui", *word], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "usage: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_terminal_that_knows_no_accents_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "é.jpg").write_text("no picture")
    for more in ([], ["--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "webui", "read", str(tmp_path / "é.jpg"), *more],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
        )
        assert done.returncode == 2
        assert r"\xe9.jpg" in done.stderr
        assert "Traceback" not in done.stderr


def test_output_cut_off_by_its_reader_is_no_error() -> None:
    command = f"{sys.executable} -m webui --help | true"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a .venv whose Python only tells, in the file pips, how often it was to install something."""
    for name in ("rollcall", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python = f'#!/bin/sh\ncase "$*" in *"pip install"*) echo once >> "{tmp_path}/pips";; esac\n'
    for name in ("python3.11", "python3.13"):
        (tmp_path / name).write_text(python)
        (tmp_path / name).chmod(0o755)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(tmp_path / "python3.11")
    return tmp_path


needs_sh = pytest.mark.skipif(
    os.name == "nt", reason="the Python that only tells is a script of a Unix shell"
)


@needs_sh
def test_packages_are_installed_once_for_the_python_of_the_venv_whichever_python_starts(
    checkout: Path,
) -> None:
    def installed(version: str) -> int:
        """How often there was an installation, after a start by a Python of this version."""
        program = (
            f"import runpy, sys; sys.version = {version!r}; runpy.run_path('rollcall', run_name='__main__')"
        )
        subprocess.run([sys.executable, "-c", program], cwd=checkout, capture_output=True, check=True)
        return (checkout / "pips").read_text().count("once")

    assert [installed("3.11"), installed("3.13"), installed("3.11")] == [1, 1, 1]
    (checkout / ".venv" / "bin" / "python").unlink()
    (checkout / ".venv" / "bin" / "python").symlink_to(checkout / "python3.13")
    assert installed("3.13") == 2


@needs_sh
def test_a_first_start_that_is_stopped_ends_without_a_word_more(checkout: Path) -> None:
    slow = '#!/bin/sh\ncase "$*" in *"pip install"*) echo "Collecting patience"; exec sleep 60;; esac\n'
    (checkout / "python3.11").write_text(slow)
    # A shell's background job would pass it on that Ctrl-C is to be ignored.
    start = ["env", "--default-signal=INT", sys.executable, checkout / "rollcall", "--help"]
    with subprocess.Popen(start, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stderr is not None
        said = "".join(takewhile(lambda line: "patience" not in line, process.stderr))
        os.killpg(process.pid, signal.SIGINT)
        rest = process.stderr.read()
    assert said.startswith("rollcall: installing")
    assert (process.returncode, rest) == (130, "")


@needs_root
@pytest.mark.parametrize(
    ("had", "installed", "is_named"),
    [
        (("chromium-headless-shell", "ffmpeg"), ["chromium-headless-shell", "ffmpeg"], ""),
        (("chromium", "ffmpeg"), ["chromium-headless-shell", "chromium", "ffmpeg"], ""),
        ((), ["chromium-headless-shell", "chromium", "ffmpeg"], "chromium-headless-shell"),
    ],
)
def test_where_a_piece_of_the_tests_cannot_be_had_the_next_best_is_installed(
    had: tuple[str, ...], installed: list[str], is_named: str, tmp_path: Path
) -> None:
    wanted = "; ".join(f'[ "$package" = {name} ] && exit 0' for name in had) or ":"
    asked = f'[ "$1" = update ] && exit 0\necho "$package" >> {tmp_path}/asked'
    apt = f"#!/bin/sh\nfor package; do :; done\n{asked}\n{wanted}\nexit 1\n"
    for name, text in (("apt-get", apt), ("nice", '#!/bin/sh\nexec "$@"\n')):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "sh").symlink_to("/bin/sh")
    program = f"import runpy; runpy.run_path({str(SCRIPT)!r})['require_system']()"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (tmp_path / "asked").read_text().split() == installed
    assert f"there is no {is_named}" in done.stderr if is_named else "there is no" not in done.stderr


def ended(command: str, unbuffered: str) -> tuple[int, str]:
    """The code and the complaints of a line for the shell."""
    environment = {**os.environ, "PYTHON": sys.executable, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
UNBUFFERED = pytest.mark.parametrize("unbuffered", ["", "1"])


@FULL
@UNBUFFERED
@pytest.mark.parametrize("words", ["--help", "play --help", "mat --out '{}'"])
def test_output_that_cannot_be_written_is_said_in_a_sentence(
    words: str, unbuffered: str, tmp_path: Path
) -> None:
    words = words.format(tmp_path / "mat.html")
    code, said = ended(f'"$PYTHON" -m webui {words} > /dev/full', unbuffered)
    assert (code, said.count("\n")) == (2, 1)
    assert "the output cannot be written: No space left on device. Make room" in said
    code, said = ended(f'"$PYTHON" -m webui {words} >&-', unbuffered)
    assert (code, said.count("\n")) == (2, 1)
    assert "there is no output: it is closed" in said


@FULL
@UNBUFFERED
@pytest.mark.parametrize("words", ["fly", "read --nonsense", "read none.jpg"])
@pytest.mark.parametrize("lost", ["2> /dev/full", "2>&-", "> /dev/full 2> /dev/full", "<&- >&- 2>&-"])
def test_what_is_refused_is_refused_where_nobody_can_be_told(words: str, lost: str, unbuffered: str) -> None:
    assert ended(f'"$PYTHON" -m webui {words} {lost}', unbuffered) == (2, "")


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("version", ["3.11", "3.13"])
def test_what_is_needed_to_run_resolves_to_wheels(version: str, machine: str, tmp_path: Path) -> None:
    platforms = [
        f"--platform={tag}_{machine}" for tag in ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
    ]
    pip = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", f"--target={tmp_path}"]
    pip += [
        "--only-binary=:all:",
        f"--python-version={version}",
        *platforms,
        *PROJECT["project"]["dependencies"],
    ]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if "Failed to establish a new connection" in done.stderr and "CI" not in os.environ:
        pytest.skip("no package index can be reached, so nothing can be said about wheels")
    assert done.returncode == 0, done.stderr
    assert "Would install" in done.stdout
