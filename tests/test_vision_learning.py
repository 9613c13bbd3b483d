"""A set of dice is learnt where that helps, and nothing changes where it does not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.measure.strange import SETS, Drawn, judged
from vision.learning.colours import Colours
from vision.learning.dice_set import MOST, DiceSet, most_telling
from vision.learning.example import Example, Origin
from vision.learning.learner import learn
from vision.learning.learnt import NEVER, Learnt, is_told
from vision.nouns import Floats
from vision.reading.chances import doubted, tempered
from vision.reading.faces import Sizes
from vision.reading.reader import Reader
from vision.reading.taught_dice import told_of_set

MODELS = Path(__file__).parents[1] / "models"
EMBLEMS = "a star for 1, a heart for 6"
IN_PHOTO = Sizes(640)


def random(number: int) -> np.random.Generator:
    return np.random.default_rng([number, 7])


@cache
def reader() -> Reader:
    return Reader.open(MODELS)


@cache
def drawn() -> Drawn:
    return Drawn.any(SETS[EMBLEMS], random(1))


@cache
def examples() -> tuple[Example, ...]:
    return tuple(drawn().examples(random(2)))


@cache
def learnt() -> Learnt:
    found = learn(examples(), reader().faces)
    assert found is not None
    return found


def sized(crops: Floats, times: float) -> Floats:
    """Boxes (N, 5) of such crops, in a picture 640 px wide, so many times as large as the examples."""
    side = times * IN_PHOTO.longest_px * float(np.median([each.share for each in examples()]))
    return np.array([[320, 320, side, side, 0.3]] * len(crops), np.float32)


def crop(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(seed).integers(0, 256, (48, 48, 3), np.uint8)


def example(seed: int, value: int = 1, origin: Origin = "shown", sure: float = 0.0) -> Example:
    return Example(crop(seed), value, origin, str(seed), 0.1, sure)


def test_emblems_are_read_after_six_pictures_and_not_before() -> None:
    before = judged(reader(), drawn(), random(3), 4)
    after = judged(reader().with_taught(learnt()), drawn(), random(3), 4)
    assert before["right"] + 3 <= after["right"] >= 18
    assert after["wrong"] <= before["wrong"]


def test_any_dice_are_read_as_without_a_set_bit_for_bit() -> None:
    picture, _ = drawn().picture([1, 2, 3, 4, 5, 6], random(4))
    plain, again = reader().candidates(picture), reader().with_taught(learnt()).with_taught(None)
    assert np.array_equal(plain.chances, again.candidates(picture).chances)


def test_dice_of_another_set_are_told_as_the_net_alone_tells_them() -> None:
    faces = reader().faces
    other = Drawn.any(SETS[EMBLEMS], random(11)).examples(random(12), 1)
    crops = np.array([each.crop for each in other], np.float32)
    like = learnt().like(crops, sized(crops, 1), IN_PHOTO)
    assert not like.any(), "the two paints are alike: draw another"
    said = learnt().told(crops, like, faces)
    assert not said.sure.any()
    assert np.array_equal(said.alone, faces.untaught(crops))


def test_what_the_net_reads_anyway_is_not_learnt() -> None:
    usual = Drawn.any(replace(SETS[EMBLEMS], emblems={}), random(5))
    crops = [each for each in usual.examples(random(6)) if each.value != 1]
    sure = reader().faces.untaught(np.array([each.crop for each in crops], np.float32)).max(axis=1)
    well = [each for each, p in zip(crops, sure, strict=True) if p > 0.97]
    assert len(well) >= 10
    assert learn(well, reader().faces) is None


def test_one_example_in_ten_taught_wrong_makes_nothing_worse_than_untaught() -> None:
    wrong = [
        replace(each, value=each.value % 6 + 1) if index % 10 == 3 else each
        for index, each in enumerate(examples())
    ]
    found = learn(wrong, reader().faces)
    before = judged(reader(), drawn(), random(8), 4)
    after = judged(reader().with_taught(found), drawn(), random(8), 4)
    assert after["right"] >= before["right"]
    assert after["wrong"] <= before["wrong"]


def test_what_the_set_alone_makes_sure_is_told_beyond_the_bar_of_its_value_only() -> None:
    by_set = np.full((1, 7), 0.01)
    by_set[0, 3] = 0.94
    sure, unsure, bars = np.full((1, 7), 0.01), np.full((1, 7), 0.08), np.full(6, NEVER)
    sure[0, 3], unsure[0, 3] = 0.94, 0.52
    assert is_told(by_set, sure, bars).all(), "the net says so, too"
    assert not is_told(by_set, unsure, bars).any(), "the net is not sure"
    assert not is_told(by_set, np.roll(sure, 1, axis=1), bars).any(), "the net says otherwise"
    bars[3] = 0.9
    assert is_told(by_set, unsure, bars).all(), "the examples have shown that this face is learnt"


def test_an_emblem_is_told_after_five_of_it_and_no_value_in_doubt_after_two() -> None:
    bars, few = learnt().bars, learn(drawn().examples(random(2), 2), reader().faces)
    assert (bars[[0, 5]] < 1).all()
    assert few is not None
    assert (few.bars == NEVER).all()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(0.001, 1), min_size=7, max_size=7),
    st.floats(0.7, 1.3),
)
def test_what_must_be_asked_about_is_sure_of_no_value_and_keeps_its_order(
    odds: list[float], temperature: float
) -> None:
    chances = np.array([odds], np.float32) / sum(odds)
    asked = doubted(chances)
    assert asked.sum() == pytest.approx(1, abs=1e-3)
    assert asked[0, 6] == pytest.approx(chances[0, 6], abs=1e-4)
    assert asked[0, :6].argmax() == chances[0, :6].argmax()
    hot = tempered(asked, temperature)[0]
    assert hot[:6].max() / hot[:6].sum() < 0.87


def test_two_dice_teach_nothing_yet() -> None:
    assert learn(examples()[:2], reader().faces) is None


def test_examples_are_read_twice_and_learnt_alike() -> None:
    again = learn(examples(), reader().faces)
    assert again is not None
    assert again.proof == learnt().proof


def test_colours_and_size_speak_for_a_die_and_never_against_one() -> None:
    colours, crops = Colours.of(examples()), np.array([each.crop for each in examples()], np.float32)
    boxes = sized(crops, 1)
    like = learnt().like(crops, boxes, IN_PHOTO)
    assert (learnt().believed(boxes, like, IN_PHOTO)[:, 4] >= boxes[:, 4]).all()
    assert (colours.speak(boxes, colours.like(crops), IN_PHOTO) > 0).all()
    assert not colours.speak(boxes, colours.like(255 - crops), IN_PHOTO).any()


@pytest.mark.parametrize("times", [0.2, 0.45, 2.2, 5])
def test_what_has_the_colours_of_a_set_and_another_size_is_told_as_with_any_dice(times: float) -> None:
    crops = np.array([each.crop for each in examples()], np.float32)
    faces, boxes = reader().faces, sized(crops, times)
    kept, chances = told_of_set(learnt(), faces, reader().limits, crops, boxes, IN_PHOTO)
    assert np.allclose(kept, boxes)
    assert np.array_equal(chances, faces.untaught(crops))


def test_where_the_size_of_dice_is_known_a_set_is_known_by_its_colours_from_another_place() -> None:
    crops = np.array([each.crop for each in examples()], np.float32)
    over_table = replace(IN_PHOTO, known=True)
    for times in (0.3, 3):
        assert learnt().like(crops, sized(crops, times), over_table).all()
        assert not learnt().like(crops, sized(crops, times), IN_PHOTO).any()


def test_a_set_whose_size_nobody_knows_is_known_by_its_colours() -> None:
    colours = Colours.of([replace(each, share=0.0) for each in examples()])
    crops = np.array([each.crop for each in examples()], np.float32)
    assert colours.of_set(crops, sized(crops, 5), IN_PHOTO).all()


@pytest.mark.parametrize("value", [-1, 7, 12])
def test_an_example_of_no_value_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        example(1, value)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.sampled_from(["shown", "kept"])), max_size=40),
    st.integers(1, 30),
)
def test_the_most_telling_stay_in_their_order_and_no_value_is_forgotten(
    rows: list[tuple[int, Origin]], most: int
) -> None:
    given = tuple(example(seed, value, origin) for seed, (value, origin) in enumerate(rows))
    kept = most_telling(given, most)
    assert [each.key for each in kept] == [each.key for each in given if each in kept]
    assert len(kept) == min(most, len(given))
    values = {each.value for each in given}
    assert len({each.value for each in kept}) == min(len(values), len(kept))


def test_a_correction_stays_where_what_was_only_kept_goes() -> None:
    kept = tuple(example(seed, 3, "kept", 0.99) for seed in range(MOST + 20))
    told = example(9999, 3, "corrected", 0.2)
    assert told.key in {each.key for each in DiceSet("bone", (told, *kept)).taught([]).examples}


def test_the_same_crop_again_counts_as_it_was_told_last() -> None:
    taught = DiceSet("bone").taught([example(1, 2)]).taught([example(1, 5)])
    assert [each.value for each in taught.examples] == [5]
    assert taught.without([taught.examples[0].key]).examples == ()
