"""The one-way street: who may import whom."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("engine", "hardware", "vision", "webui", "models")
MAY_IMPORT = {
    "engine": {"engine"},
    "hardware": {"hardware"},
    "vision": {"vision", "hardware.frame"},
    "webui": {"webui", "engine", "vision", "hardware"},
    "models": {"models", "vision", "hardware"},
}
# What a laptop without a Pi, and a player who never trains, do not have: only inside what needs it.
ONLY_INSIDE = {"picamera2", "libcamera", "gpiozero", "psycopg", "gunicorn", "boto3", "botocore"}


@cache
def imports(path: Path) -> tuple[tuple[str, bool], ...]:
    """The modules that a file imports, each with whether that happens at the top of the file."""
    return tuple(found(path))


def found(path: Path) -> Iterator[tuple[str, bool]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, id(node) in top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.relative_to(ROOT)} imports relatively; name the package"
            yield node.module or "", id(node) in top


def files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", OURS)
def test_a_package_imports_only_what_stands_before_it_in_the_street(package: str) -> None:
    assert files(package)
    for path in files(package):
        for module, _ in imports(path):
            if module.split(".")[0] in OURS:
                allowed = any(module == may or module.startswith(may + ".") for may in MAY_IMPORT[package])
                assert allowed, f"{path.relative_to(ROOT)} imports {module}, which {package} must not know"


ROOMS = {
    "vision": ("picture", "plane", "reading", "learning", "view", "following", "throw"),
    "webui": (
        "serving",
        "storage",
        "match",
        "dice",
        "trial",
        "calls",
        "page",
        "games",
        "setup",
        "camera",
        "terminal",
        "league",
        "routes",
        "verbs",
    ),
    "models": ("scenes", "examples", "shipping", "training", "measure"),
}
"""The folders of a package, each of which imports only those before it."""
ON_TOP = {
    "vision": {"vision.pipeline", "vision.whereabouts", "vision.draw"},
    "webui": set[str](),
    "models": set[str](),
}
"""Files beside the folders that none of these imports; the others may be imported by all."""


@pytest.mark.parametrize(
    ("package", "room"), [(each, room) for each, rooms in ROOMS.items() for room in rooms]
)
def test_a_folder_imports_only_those_below_it(package: str, room: str) -> None:
    rooms = ROOMS[package]
    above = {f"{package}.{each}" for each in rooms[rooms.index(room) + 1 :]} | ON_TOP[package]
    for path in sorted((ROOT / package / room).glob("*.py")):
        for module, _ in imports(path):
            folder = ".".join(module.split(".")[:2])
            assert folder not in above, f"{path.relative_to(ROOT)} imports {module}, which stands above it"


@pytest.mark.parametrize("package", ROOMS)
def test_every_folder_has_its_place_in_the_order(package: str) -> None:
    folders = {path.parent.name for path in (ROOT / package).glob("*/*.py")}
    assert folders == set(ROOMS[package])


def test_the_league_knows_no_flask() -> None:
    for path in sorted((ROOT / "webui" / "league").glob("*.py")):
        roots = {module.split(".")[0] for module, _ in imports(path)}
        assert not roots & {"flask", "werkzeug", "waitress"}, f"{path.relative_to(ROOT)} knows the web"


def test_only_the_games_of_the_page_know_one_game() -> None:
    games = {"engine.morning_roll", "engine.midnight", "engine.four_twenty"}
    for path in sorted((ROOT / "webui").rglob("*.py")):
        if path.parent.name != "games":
            assert not games & {module for module, _ in imports(path)}, (
                f"{path.relative_to(ROOT)} knows one game"
            )


def test_the_engine_needs_only_python_and_in_its_solvers_numpy() -> None:
    for path in files("engine"):
        for module, _ in imports(path):
            root = module.split(".")[0]
            if root == "numpy":
                assert "solve" in path.stem, f"{path.relative_to(ROOT)} imports numpy, which only solvers may"
            else:
                known = root in sys.stdlib_module_names or root == "engine"
                assert known, f"{path.relative_to(ROOT)} imports {module}, which is not in Python"


@pytest.mark.parametrize("package", OURS)
def test_what_not_every_machine_has_is_imported_only_where_it_is_used(package: str) -> None:
    for path in files(package):
        for module, at_top in imports(path):
            if module.split(".")[0] in ONLY_INSIDE:
                assert not at_top, (
                    f"{path.relative_to(ROOT)} imports {module} at its top; import it where it is used"
                )


def test_no_file_carries_a_name_of_the_standard_library() -> None:
    names = {path.stem for package in OURS for path in (ROOT / package).glob("*.py")} - {
        "__init__",
        "__main__",
    }
    top = {path.stem for path in ROOT.glob("*.py")}
    assert not (top | set(OURS)) & sys.stdlib_module_names
    # Inside packages such a name is only confusing; at the top it would break Python itself.
    assert not names & {
        "types",
        "random",
        "statistics",
        "numbers",
        "fractions",
        "logging",
        "queue",
        "signal",
        "time",
    }
