"""Sets of dice are kept, chosen, forgotten, carried elsewhere, and read with; what is no set is refused whole."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

from models.measure.strange import SETS, Drawn
from vision.learning.dice_set import MOST, DiceSet
from vision.learning.example import Example, Origin
from webui.cli import main
from webui.dice.exchange import NoSet, packed, unpacked
from webui.storage.crop_file import crop_of
from webui.storage.dice_sets import DiceSets, NoSuchSet, Thrown
from webui.storage.store import Store, StoreError


def example(seed: int, value: int = 1, origin: Origin = "shown", roll: str = "") -> Example:
    crop = np.random.default_rng(seed).integers(0, 256, (48, 48, 3), np.uint8)
    return Example(crop, value, origin, roll or str(seed), 0.1, 0.5)


@pytest.fixture
def sets(tmp_path: Path) -> Iterator[DiceSets]:
    store = Store.open(tmp_path)
    sets = DiceSets.open(store.url)
    yield sets
    sets.close()
    store.close()


def test_examples_come_back_as_they_were_kept(sets: DiceSets) -> None:
    number = sets.make("  the bone   ones ")
    sets.put(number, [example(1, 3), example(2, 0, "removed")])
    back = list(sets.read(number).values())
    assert sets.set_of(number).name == "the bone ones"
    assert [(each.value, each.origin, each.share) for each in back] == [
        (3, "shown", 0.1),
        (0, "removed", 0.1),
    ]
    assert np.array_equal(back[0].crop, example(1).crop)


def test_what_a_throw_taught_is_replaced_when_it_is_put_right_and_gone_when_it_is_undone(
    sets: DiceSets,
) -> None:
    number = sets.make("bone")
    sets.put(number, [example(1, 3, "kept", "roll 7"), example(2, 4, "kept", "roll 8")])
    sets.put(number, [example(1, 5, "corrected", "roll 7")], ["roll 7"])
    assert sorted(each.value for each in sets.read(number).values()) == [4, 5]
    sets.put(number, [], ["roll 7"])
    assert [each.value for each in sets.read(number).values()] == [4]


def test_one_set_is_chosen_or_none(sets: DiceSets) -> None:
    bone, red = sets.make("bone"), sets.make("red")
    assert sets.chosen() is None
    for number in (bone, red):
        sets.choose(number)
        assert [each.id for each in sets.all() if each.chosen] == [number]
    sets.choose(None)
    assert sets.chosen() is None
    with pytest.raises(NoSuchSet):
        sets.choose(99)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb\x00", "BONE"])
def test_a_name_that_cannot_be_is_refused(sets: DiceSets, name: str) -> None:
    sets.make("bone")
    with pytest.raises(NoSuchSet):
        sets.make(name)
    assert [each.name for each in sets.all()] == ["bone"]


def test_more_than_the_most_makes_the_least_telling_go(sets: DiceSets) -> None:
    number = sets.make("bone")
    sets.put(number, [example(seed, 1 + seed % 6, "kept") for seed in range(MOST)])
    sets.put(number, [example(9000 + seed, 1, "corrected") for seed in range(5)])
    kept = list(sets.read(number).values())
    assert len(kept) == MOST
    assert sum(each.origin == "corrected" for each in kept) == 5


def test_a_set_is_pictured_by_the_newest_die_of_each_value_that_somebody_told(sets: DiceSets) -> None:
    number = sets.make("bone")
    assert sets.faces(number) == []
    taught = [(6, "shown"), (0, "removed"), (2, "kept"), (2, "kept"), (1, "kept"), (6, "kept"), (1, "told")]
    sets.put(number, [example(seed, value, origin) for seed, (value, origin) in enumerate(taught)])
    by_number = sets.read(number)
    assert [(by_number[each].value, by_number[each].origin) for each in sets.faces(number)] == [
        (1, "told"),
        (2, "kept"),
        (6, "shown"),
    ]
    assert sets.faces(number)[1] == max(each for each in by_number if by_number[each].value == 2)


def test_forgetting_one_leaves_the_others_and_forgetting_all_leaves_nothing(sets: DiceSets) -> None:
    number = sets.make("bone")
    sets.put(number, [example(1), example(2), example(3)])
    sets.keep_throws(number, [Thrown("roll 1", (1, 2), (2,))])
    one, *others = sets.read(number)
    sets.forget(number, [one])
    assert list(sets.read(number)) == others
    sets.forget(number)
    assert sets.read(number) == {}
    assert sets.throws(number) == []
    sets.remove(number)
    assert sets.all() == []


def test_a_set_taken_elsewhere_is_the_same_set() -> None:
    dice = DiceSet("bone", (example(1, 2), example(2, 0, "removed")))
    back = unpacked(packed(dice).encode())
    assert (back.name, [each.key for each in back.examples]) == ("bone", [each.key for each in dice.examples])
    assert [each.value for each in back.examples] == [2, 0]


SPOILT = {
    "value inf": float("inf"),
    "value huge": 10**400,
    "share huge": 10**400,
    "sure huge": 10**400,
    "roll half": "\ud800",
}


def spoilt(change: str) -> bytes:
    """The file of a set in which something is wrong."""
    table = json.loads(packed(DiceSet("bone", (example(1),))))
    row = table["examples"][0]
    if change == "format":
        table["format"] = "another"
    elif change == "crop":
        row["crop"] = base64.b64encode(b"no picture").decode()
    elif change == "size":
        row["crop"] = base64.b64encode(
            cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes()
        ).decode()
    elif change == "many":
        table["examples"] = [row] * (MOST + 1)
    else:
        row[change.split()[0]] = ({"value": 7, "origin": "guessed", "share": "nan", "sure": None} | SPOILT)[
            change
        ]
    return json.dumps(table).encode()


@pytest.mark.parametrize(
    "change", ["format", "crop", "size", "many", "value", "origin", "share", "sure", *SPOILT]
)
def test_what_is_no_set_is_refused_with_a_sentence(change: str) -> None:
    with pytest.raises(NoSet, match=r"\.$"):
        unpacked(spoilt(change))


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff\xfe", b"null", b"7" * 10, b"[" * 5000])
def test_what_is_no_table_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NoSet):
        unpacked(data)


@pytest.mark.parametrize("px", [9, 4800])
def test_a_picture_that_is_no_crop_is_not_even_unpacked(px: int) -> None:
    assert crop_of(cv2.imencode(".png", np.zeros((px, px), np.uint8))[1].tobytes()) is None


def test_a_set_that_is_brought_twice_stands_beside_itself_under_a_number(sets: DiceSets) -> None:
    for name in ("bone", "x" * 40):
        names = [sets.bring(DiceSet(name)).name for _ in range(3)]
        assert len(set(names)) == 3
        assert all(each.startswith(name[:36]) for each in names)


def test_a_set_that_cannot_be_written_leaves_no_empty_set_behind(sets: DiceSets) -> None:
    for spoilt_one in (replace(example(1), roll="\ud800"), replace(example(1), share=cast(float, "half"))):
        with pytest.raises((StoreError, ValueError)):
            sets.make("bone", [example(2), spoilt_one])
    assert sets.all() == []


@pytest.mark.parametrize("words", [["--data", "FOLDER", "list"], ["list", "--data", "FOLDER"]])
def test_the_folder_is_named_before_the_word_or_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sets: DiceSets, words: list[str]
) -> None:
    sets.make("bone")
    assert main(["dice", *(str(tmp_path) if word == "FOLDER" else word for word in words)]) == 0
    assert capsys.readouterr().out == "bone: 0 examples\n"


def test_a_photo_is_read_with_a_set_that_was_brought(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = np.random.default_rng([1, 7])
    drawn = Drawn.any(SETS["a star for 1, a heart for 6"], rng)
    file, photo = tmp_path / "star.json", tmp_path / "six.png"
    file.write_text(packed(DiceSet("star", tuple(drawn.examples(rng)))))
    cv2.imwrite(str(photo), drawn.picture([1, 6, 1, 6, 1], rng)[0])
    data = ["--data", str(tmp_path / "data")]
    assert main(["dice", *data, "import", str(file)]) == 0
    assert main(["dice", *data, "list"]) == 0
    assert "star: 30 examples" in capsys.readouterr().out
    assert main(["read", "--dice-set", "star", *data, str(photo)]) == 0
    assert "1 1 1 6 6 (sum 15)" in capsys.readouterr().out
    assert main(["dice", *data, "export", "star", str(tmp_path / "again.json")]) == 0
    assert len(unpacked((tmp_path / "again.json").read_bytes()).examples) == 30


def test_a_set_that_is_not_there_is_said_with_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "--dice-set", "bone", "--data", str(tmp_path), "x.jpg"]) == 2
    assert "Nothing was kept" in capsys.readouterr().err
    Store.open(tmp_path).close()
    assert main(["read", "--dice-set", "bone", "--data", str(tmp_path), "x.jpg"]) == 2
    assert "no set of dice called 'bone'" in capsys.readouterr().err
