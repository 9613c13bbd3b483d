"""The command line of a module: its help is its docstring."""

from __future__ import annotations

import pytest

from models.command import command_line


def test_the_help_of_a_module_is_its_docstring_line_for_line(capsys: pytest.CaptureFixture[str]) -> None:
    about = "Count things.\n\n    python -m models.things A   one\n    ... --all              every one\n"
    with pytest.raises(SystemExit):
        command_line(about).parse_args(["--help"])
    assert about in capsys.readouterr().out
