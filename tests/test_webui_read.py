from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.frame import Image
from models.measure.speed import plain_table
from vision.nouns import Detection
from webui import cli
from webui.verbs import read


def photo(path: Path, width: int = 320, height: int = 240) -> Path:
    image = np.full((height, width, 3), 150, np.uint8)
    cv2.imwrite(str(path), image)
    return path


def test_one_json_line_a_photo_in_the_order_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [photo(tmp_path / "b.png"), photo(tmp_path / "a.png", 64, 48)]
    assert read.main(["--json", *map(str, names)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["photo"] for row in rows] == [str(name) for name in names]
    assert [row["size"] for row in rows] == [[320, 240], [64, 48]]
    assert all(row["dice"] == [] and row["ms"] > 0 for row in rows)


def test_a_bad_photo_is_named_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    good = photo(tmp_path / "good.png")
    assert read.main(["--json", str(text), str(tmp_path / "gone.png"), str(good)]) == 2
    printed = capsys.readouterr()
    assert [json.loads(line)["photo"] for line in printed.out.splitlines()] == [str(good)]
    complaints = printed.err.splitlines()
    assert len(complaints) == 2
    assert "text.jpg" in complaints[0]
    assert "gone.png" in complaints[1]


def test_dice_are_a_line_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = photo(tmp_path / "a.png")
    assert read.main([str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: no dice\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_name_never_steers_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    steering = "\x1b[31m\n.png"
    photo(tmp_path / "a.png").rename(tmp_path / steering)
    assert cli.main(["read", str(tmp_path / steering), f"gone{steering}"]) == 2
    assert cli.main(["watch", f"gone{steering}"]) == 2
    assert cli.main([f"gone{steering}"]) == 2
    printed = capsys.readouterr()
    written = r"\x1b[31m\n.png"
    assert printed.out == f"{tmp_path}/{written}: no dice\n"
    assert "\x1b" not in printed.err
    assert printed.err.startswith(
        f"rollcall read: There is no photo gone{written}. Check the path.\n"
        f"rollcall watch: There is no clip gone{written}. Check the path.\n"
        f"rollcall gone{written}: there is no such verb.\n\nusage: "
    )


def test_a_drawing_goes_into_the_folder(tmp_path: Path) -> None:
    path = photo(tmp_path / "a.png")
    assert read.main([str(path), "--draw", str(tmp_path / "drawn")]) == 0
    drawn = cv2.imread(str(tmp_path / "drawn" / "a.jpg"))
    assert drawn is not None
    assert drawn.shape == (240, 320, 3)


def test_no_photo_and_no_other_copy_is_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        photo(tmp_path / name / "a.jpg")
    before = (tmp_path / "one" / "a.jpg").read_bytes()
    photos = [str(tmp_path / name / "a.jpg") for name in ("one", "two")]
    assert cli.main(["read", *photos, "--draw", str(tmp_path / "one")]) == 2
    assert "could replace it" in capsys.readouterr().err
    assert (tmp_path / "one" / "a.jpg").read_bytes() == before
    assert cli.main(["read", *photos, "--draw", str(tmp_path / "drawn")]) == 0
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["a-2.jpg", "a.jpg"]


def test_no_photo_is_written_over_through_a_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("pics", "marked"):
        (tmp_path / name).mkdir()
    original = tmp_path / "pics" / "x.jpg"
    cv2.imwrite(str(original), plain_table(640, 360))
    before = original.read_bytes()
    (tmp_path / "x.jpg").symlink_to(original)
    assert cli.main(["read", str(tmp_path / "x.jpg"), "--draw", str(tmp_path / "pics")]) == 2
    assert "could replace it" in capsys.readouterr().err
    (tmp_path / "marked" / "x.jpg").symlink_to(original)
    assert cli.main(["read", str(original), "--draw", str(tmp_path / "marked")]) == 0
    assert original.read_bytes() == before
    assert (tmp_path / "marked" / "x.jpg").read_bytes() != before


def test_what_is_read_is_what_the_photo_shows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "six.png"
    cv2.imwrite(str(path), plain_table(640, 360))
    assert read.main([str(path), "--draw", str(tmp_path / "drawn")]) == 0
    assert capsys.readouterr().out == f"{path}: 1 2 3 4 5 6 (sum 21)\n"
    drawn = cv2.imread(str(tmp_path / "drawn" / "six.jpg"))
    assert drawn is not None
    assert np.abs(drawn.astype(int) - plain_table(640, 360)).max() > 150
    assert read.main(["--json", str(path)]) == 0
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(die["value"] for die in row["dice"]) == [1, 2, 3, 4, 5, 6]
    assert all(0.8 < die["p"] <= 1 and die["state"] == "flat" for die in row["dice"])


class Doubting:
    """A reader that is unsure of as many dice as told, and sure of some."""

    def __init__(self, sure: Sequence[int], asked: int) -> None:
        corners = np.array([[9, 9], [40, 9], [40, 40], [9, 40]], np.float32)
        ranking = (6, 5, 4, 3, 2, 1)
        known = [Detection(corners, value, 0.99, "flat", 0.99, ranking) for value in sure]
        self.dice = (*known, *[Detection(corners, None, 0.5, "unsure", 0.9, ranking)] * asked)

    def read(self, _image: Image) -> tuple[Detection, ...]:
        return self.dice


@pytest.mark.parametrize(
    ("sure", "asked", "said"),
    [
        ((), 1, "1 to ask about"),
        ((5,), 0, "5"),
        ((5, 2), 0, "2 5 (sum 7)"),
        ((5, 2), 2, "2 5, and 2 to ask about"),
    ],
)
def test_a_die_it_is_not_sure_of_has_no_value_and_adds_to_no_sum(
    sure: tuple[int, ...],
    asked: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = photo(tmp_path / "a.png")
    monkeypatch.setattr(read.Reader, "open", lambda *_: Doubting(sure, asked))
    assert read.main([str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: {said}\n"
    assert read.main(["--json", str(path)]) == 0
    values = [die["value"] for die in json.loads(capsys.readouterr().out)["dice"]]
    assert values == [*sure, *[None] * asked]


def test_a_marked_copy_of_a_very_long_picture_is_made_smaller(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((40, 70_000, 3), 120, np.uint8))
    assert read.main([str(tmp_path / "a.png"), "--draw", str(tmp_path / "drawn")]) == 0
    drawn = cv2.imread(str(tmp_path / "drawn" / "a.jpg"))
    assert drawn is not None
    assert drawn.shape[1] == 65_500


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = photo(tmp_path / "a.png")
    assert cli.main(["read", str(path), "--draw", str(path / "drawn")]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_missing_weights_are_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = photo(tmp_path / "a.png")
    assert cli.main(["read", str(path), "--models", str(tmp_path)]) == 2
    assert "missing" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-5", "65", "many"])
def test_threads_that_cannot_be_are_refused(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        read.main([str(photo(tmp_path / "a.png")), "--threads", number])
    assert refused.value.code == 2
    assert "no number of processor cores from 1 to 64" in capsys.readouterr().err
