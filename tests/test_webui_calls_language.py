"""Sentences are made by the language's file alone: every id has both forms, and none is longer than it may be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.calls.call import RANKS, call
from webui.calls.language import LEVELS, Form, How, Language, SentenceError, english
from webui.calls.values import Count, Dice, Name, Names, Part, Row, Spelt, Tally, Thrown, Word, names_of

SOURCE = (Path(__file__).parent.parent / "webui" / "calls" / "en.ftl").read_text(encoding="utf-8")
ANN, BO = Name("Ann", 1), Name("Bo", 2)


def said(part: Part, form: Form = "caption", level: str = "full") -> str:
    text = english().words(part, How(level, form))  # type: ignore[arg-type]
    return text.replace("\u2068", "").replace("\u2069", "")


def one(value: object, form: Form = "caption") -> str:
    """A value alone, by way of a message that has nothing else."""
    return said(Part("hands-all", {"hands": value}), form)


@pytest.mark.parametrize("id_", RANKS)
def test_every_id_has_both_forms(id_: str) -> None:
    name = id_.replace(".", "-")
    own = [name, *(f"{name}-{game}" for game in ("morning-roll", "midnight", "420"))]
    found = [each for each in own if english().has(each)]
    assert found, id_
    for message in found:
        block = re.search(rf"^{message} =\n(?:[ \t].*\n|\n(?=[ \t]))+", SOURCE, re.MULTILINE)
        assert block, message
        for level in LEVELS:
            assert f".{level} =" in block[0], f"{message}.{level}"


def test_every_message_with_two_forms_is_an_id_or_a_part_that_needs_them() -> None:
    ids = {id_.replace(".", "-") for id_ in RANKS}
    parts = {"keys-kept", "what-throw", "what-keep", "what-again", "what-stop", "what-fix"}
    parts |= {"worth-sum", "stays-well", "stays-short"}
    for message in re.findall(r"^([a-z0-9-]+) =\n    \.brief", SOURCE, re.MULTILINE):
        whose = re.sub("-(morning-roll|midnight|420)$", "", message)
        assert whose in ids or message in parts, message


@pytest.mark.parametrize(
    ("value", "caption", "heard"),
    [
        (Dice((6, 4, 1, 4, 4)), "1, three 4s and 6", "1, three fours and 6"),
        (Dice((6, 6)), "two 6s", "two sixes"),
        (Dice((3,)), "3", "3"),
        (Row((3, 1, None)), "3, 1, ?", "3, 1, unsure"),
        (Count(1), "one die", "one die"),
        (Count(2), "two dice", "two dice"),
        (Count(13), "13 dice", "13 dice"),
        (Word(12), "twelve", "twelve"),
        (1950, "1,950", "1,950"),
        (Spelt("B7K4"), "B 7 K 4", "B, 7, K, 4"),
        (Part("coins", {"count": 1, "unit": "coins"}), "1 coin", "1 coin"),
        (Part("coins", {"count": 3, "unit": "drinks"}), "3 drinks", "3 drinks"),
        (Part("game-420"), "420", "four twenty"),
        (Names((ANN, BO, Name("Zoë", 3))), "Ann, Bo and Zoë", "Ann, Bo and Zoë"),
        (Names((ANN, BO)), "Ann and Bo", "Ann and Bo"),
        (Tally(((ANN, 2), (BO, 1))), "Ann 2, Bo 1", "Ann 2, Bo 1"),
    ],
)
def test_a_value_is_said_as_the_design_says(value: object, caption: str, heard: str) -> None:
    assert (one(value), one(value, "said")) == (caption, heard)


def test_more_than_four_names_are_counted_unless_they_are_wanted_whole() -> None:
    names = tuple(Name(name, seat) for seat, name in enumerate("ABCDEF", 1))
    assert one(Names(names)) == "A, B, C and 3 more"
    assert one(Names(names, whole=True)) == "A, B, C, D, E and F"
    assert one(Tally(tuple((name, 1) for name in names))) == "A 1, B 1, C 1 and 3 more"


@pytest.mark.parametrize(
    ("name", "heard"),
    [
        (Name("6", 2), "player 6"),
        (Name("🎲🎲", 2), "player 2"),
        (Name("Ann 🎲", 1), "Ann"),
        (Name("Ann", 3, twin=True), "Ann, player 3"),
        (Name("محمد", 1), "محمد"),
    ],
)
def test_a_name_is_heard_without_what_a_voice_cannot_say(name: Name, heard: str) -> None:
    assert one(name, "said") == heard


def test_names_that_sound_alike_are_told_by_their_seats() -> None:
    assert [name.twin for name in names_of(["Zoë", "zoe!", "Ann"]).values()] == [True, True, False]


def test_a_name_is_isolated_in_captions_and_brings_no_second_stop() -> None:
    jr = english().sentence(
        call("player.joins", {"name": Name("Al Jr.", 1), "other": BO}), How("brief", "caption")
    )
    assert jr == "\u2068Al Jr.\u2069 joins."
    awaited = {
        "name": BO,
        "names": Names((Name("Al Jr.", 1),)),
        "count": 2,
        "game": Part("game-420"),
        "table": 1,
    }
    assert (
        english().sentence(call("evening.next", awaited), How("brief", "caption"))
        == "Next: \u2068Al Jr.\u2069"
    )


def test_thrown_dice_go_by_place_where_they_are_picked_so() -> None:
    thrown = Thrown((2, 5, 3), (2, 3, 5), aside=True)
    full, brief = How("full", "said", "place"), How("brief", "said", "place")
    part = Part("hands-all", {"hands": thrown})
    assert english().words(part, full) == "die 2 is a 2, die 3 a 5, die 5 a 3"
    assert english().words(part, brief) == "2, 5, 3"
    assert english().words(part, How("full", "said", "value")) == "2, 3 and 5"


def test_a_message_or_a_field_that_is_not_there_is_a_fault_that_names_it() -> None:
    with pytest.raises(SentenceError, match="no message nowhere"):
        english().words(Part("nowhere"), How())
    with pytest.raises(SentenceError, match="over-it"):
        Language("en", "over-it = { $there }").words(Part("over-it"), How())


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6))
def test_no_dice_stand_beside_each_other_without_a_comma_or_a_word(faces: list[int]) -> None:
    assert not re.search(r"\d \d", one(Dice(tuple(faces))))
