"""Every file of webui has a test of its own name, or its first line names its test; the long tests begin first."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from conftest import LONG

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path.relative_to(ROOT)
    for path in (ROOT / "webui").rglob("*.py")
    if path.stem not in ("__init__", "__main__") and "migrations" not in path.parts
)


def its_test(path: Path) -> Path:
    """The test of this file: as its first line says, or by its name, with its folder or without."""
    first = (ROOT / path).read_text(encoding="utf-8").split("\n", 1)[0]
    if named := re.fullmatch(r"# Tested by tests/(test_\w+)\.py\.", first):
        return ROOT / "tests" / f"{named[1]}.py"
    whole = ROOT / "tests" / f"test_{'_'.join(path.with_suffix('').parts)}.py"
    return whole if whole.is_file() else ROOT / "tests" / f"test_webui_{path.stem}.py"


@cache
def ours() -> dict[str, Path]:
    """Every file of ours, by the name that it is imported under; those of the tests by their own name."""
    packages = ("engine", "hardware", "vision", "webui", "models")
    files = [path for package in packages for path in (ROOT / package).rglob("*.py")]
    named = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in files}
    return named | {path.stem: path for path in (ROOT / "tests").glob("*.py")}


@cache
def imported(path: Path) -> frozenset[Path]:
    """Our files that it imports, at its top or where it needs them."""
    names, text = set[str](), path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    found = {ours()[name] for name in names & ours().keys()}
    # The program run as a command, and the verbs, which are imported by their names.
    if '"webui"' in text:
        found.add(ROOT / "webui" / "cli.py")
    # The whole program, as a fixture.
    if path.parent.name == "tests" and re.search(r"\b(app: Flask|desk: Desk)\b", text):
        found.add(ROOT / "tests" / "conftest.py")
    if path == ROOT / "webui" / "cli.py":
        found |= {*(ROOT / "webui" / "verbs").glob("*.py")}
    return frozenset(found)


@cache
def reached(test: Path) -> frozenset[Path]:
    """All files that a test runs, by what it imports and what that imports."""
    found, new = set[Path](), {test}
    while new:
        found |= new
        new = {each for path in new for each in imported(path)} - found
    return frozenset(found)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_file_of_webui_has_a_test_that_runs_it(path: Path) -> None:
    test = its_test(path)
    assert test.is_file(), (
        f"{path} has no test: write {test.name}, or begin it with: # Tested by tests/test_webui_....py."
    )
    assert ROOT / path in reached(test), f"{test.name} does not import {path}"


def test_every_file_of_tests_that_is_to_begin_first_is_there() -> None:
    assert [name for name in LONG if not (ROOT / "tests" / f"{name}.py").is_file()] == []
