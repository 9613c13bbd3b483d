"""A constant stands on a line of its own, so that its comment is about it alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def together(path: Path) -> list[int]:
    """The lines of a file that set several constants at once."""
    lines = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        names = [
            each.id
            for target in targets
            if isinstance(target, ast.Tuple)
            for each in ast.walk(target)
            if isinstance(each, ast.Name)
        ]
        if len(names) > 1 and all(name.isupper() for name in names):
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize("package", ["engine", "hardware", "models", "vision", "webui"])
def test_no_line_sets_several_constants(package: str) -> None:
    for path in sorted((ROOT / package).rglob("*.py")):
        assert not together(path), f"{path.relative_to(ROOT)} sets several constants on one line"


def test_a_line_that_sets_several_constants_is_found(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text("FIRST, SECOND = 1, 2\nthird, fourth = 3, 4\nFIFTH = 5\n", encoding="utf-8")
    assert together(file) == [1]
