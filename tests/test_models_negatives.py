"""Pictures without dice: fetched, and kept small."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.examples import negatives
from models.refusal import Refusal


@pytest.fixture
def shops(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One package of each kind; the first words of the commands that have run."""
    ran: list[str] = []
    scene = cv2.imencode(".png", np.full((120, 120, 3), 90, np.uint8))[1].tobytes()
    sticker = cv2.imencode(".png", np.full((50, 50, 4), 90, np.uint8))[1].tobytes()

    def run(command: list[str], cwd: Path | None = None, check: bool = False) -> None:
        ran.append(command[0] if command[0] in ("apt-get", "dpkg") else "pip")
        if ran[-1] == "apt-get":
            assert cwd is not None
            (cwd / "openclipart-png_1.deb").write_text("")
        elif ran[-1] == "dpkg":
            Path(command[3]).mkdir(exist_ok=True)
            (Path(command[3]) / "a.png").write_bytes(sticker)
        else:
            with zipfile.ZipFile(Path(command[6]) / "scikit_image-1.whl", "w") as wheel:
                wheel.writestr("b.png", scene)

    monkeypatch.setattr(negatives, "DEBIAN", ("openclipart-png",))
    monkeypatch.setattr(negatives, "PYTHON", ("scikit-image",))
    monkeypatch.setattr(subprocess, "run", run)
    return ran


def test_pictures_are_fetched_once_and_then_kept_small(tmp_path: Path, shops: list[str]) -> None:
    for _ in range(2):
        negatives.fetch(tmp_path)
        assert shops == ["apt-get", "dpkg", "pip"]
    found = negatives.load(tmp_path)
    assert [image.shape for image in (*found.scenes, *found.stickers)] == [(120, 120, 3), (50, 50, 4)]
    again = negatives.load(tmp_path)
    assert np.array_equal(again.scenes[0], found.scenes[0])
    assert (tmp_path / "small.npz").is_file()


def test_who_asks_for_help_fetches_nothing(shops: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        negatives.main(["--help"])
    assert "fetches the packages" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        negatives.main(["nonsense"])
    assert shops == []


@pytest.mark.parametrize("breaks", ["dpkg", "zip"])
def test_what_was_stopped_while_it_was_unpacked_is_unpacked_the_next_time(
    breaks: str, tmp_path: Path, shops: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run, extract = subprocess.run, zipfile.ZipFile.extractall

    def stop(*arguments: object, **more: object) -> None:
        if breaks == "zip" or arguments[0][0] == "dpkg":  # type: ignore[index]
            if breaks == "dpkg":
                Path(arguments[0][3]).mkdir()  # type: ignore[index]
            else:
                Path(str(arguments[1])).mkdir()
            raise KeyboardInterrupt
        run(*arguments, **more)  # type: ignore[call-overload]

    with monkeypatch.context() as patched:
        patched.setattr(*((subprocess, "run") if breaks == "dpkg" else (zipfile.ZipFile, "extractall")), stop)
        with pytest.raises(KeyboardInterrupt):
            negatives.fetch(tmp_path)
    assert zipfile.ZipFile.extractall is extract
    negatives.fetch(tmp_path)
    assert len(negatives.load(tmp_path).scenes) == len(negatives.load(tmp_path).stickers) == 1


def test_without_pictures_a_sentence_says_how_to_fetch_them_and_nothing_is_kept(
    tmp_path: Path, shops: list[str]
) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(Refusal, match=r"fetch them with python -m models\.examples\.negatives"):
            negatives.load(folder)
    assert not (tmp_path / "small.npz").exists()
    np.savez(tmp_path / "small.npz")  # as older versions kept it
    with pytest.raises(Refusal, match="fetch them"):
        negatives.load(tmp_path)
    negatives.fetch(tmp_path)
    assert len(negatives.load(tmp_path).scenes) == 1
