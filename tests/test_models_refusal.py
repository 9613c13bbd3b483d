"""What is mistyped ends a command with a sentence, and overwrites nothing."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from models.measure.rendered import SETS
from models.refusal import Refusal, told

SEEDS = [word for name in SETS for word in (f"--{name}", "7")]


def test_a_command_that_refuses_ends_with_the_sentence_and_other_faults_stay_as_they_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stopped, told():
        raise Refusal("there is nothing")
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "error: there is nothing\n"
    with pytest.raises(ZeroDivisionError), told():
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("measure.rendered", [*SEEDS, "--out", "kept"]),
        ("measure.limits", ["--pictures", "7", "--tables", "7", "--out", "kept"]),
        ("measure.failures", ["--seeds", "7", "--out", "kept"]),
        ("shipping.restore", ["none", "to", "--rendered", "none"]),
    ],
)
def test_a_mistyped_folder_of_pictures_is_refused(
    command: str,
    more: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if command in ("shipping.restore", "measure.limits"):
        pytest.importorskip("torch", reason="training needs the extra packages of .[train]")
        pytest.importorskip("onnx", reason="training needs the extra packages of .[train]")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept").write_text("kept")
    monkeypatch.setattr(sys, "argv", [command, "none", *more])
    with pytest.raises(SystemExit):
        importlib.import_module(f"models.{command}").main()
    assert "none holds no rendered pictures" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"kept"}
    assert (tmp_path / "kept").read_text() == "kept"
