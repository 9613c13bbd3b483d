"""That dice roll is said once for a throw, however often they stop and start while they are taken up."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from vision.nouns import Phase
from webui.camera.rolling import BEGINS_S, ENDS_S, Rolling

FPS = 20


def said(*spells: tuple[float, Phase]) -> list[bool]:
    """Whether dice are said to roll at each picture; spells: for so many seconds the table is in this phase."""
    rolling, pictures = Rolling(), [phase for length_s, phase in spells for _ in range(round(length_s * FPS))]
    return [rolling.step(phase, at / FPS) for at, phase in enumerate(pictures)]


def changes(told: list[bool]) -> int:
    return sum(one != other for one, other in pairwise(told))


def test_dice_that_are_taken_up_one_by_one_and_thrown_change_the_heading_once() -> None:
    taken_up = [spell for _ in range(6) for spell in ((0.5, "moving"), (0.7, "settled"))]
    assert changes(said((2, "settled"), *taken_up, (0.7, "empty"), (1.5, "moving"))) == 1  # type: ignore[arg-type]


def test_a_hand_that_passes_by_changes_nothing_and_a_table_that_is_left_alone_is_called_so() -> None:
    assert not any(said((1, "settled"), (0.2, "moving"), (1, "settled"), (0.2, "moving"), (1, "empty")))
    told = said((1, "settled"), (3, "moving"), (4, "settled"))
    assert changes(told) == 2
    assert not told[-1]


def test_with_the_throw_that_is_told_nothing_rolls_any_more() -> None:
    rolling = Rolling()
    assert [rolling.step("moving", at / FPS) for at in range(20)][-1]
    rolling.end()
    assert not rolling.on
    assert not rolling.step("moving", 1.0)


@given(st.lists(st.tuples(st.floats(0.05, 2), st.sampled_from(["moving", "settled", "empty"])), max_size=20))
def test_nothing_that_is_said_is_taken_back_before_a_moment_has_gone(
    spells: list[tuple[float, Phase]],
) -> None:
    told = said(*spells)
    ends = [at for at, (one, other) in enumerate(pairwise(told), 1) if one != other]
    assert all(
        (later - earlier) / FPS >= (ENDS_S if told[earlier] else BEGINS_S) - 1e-9
        for earlier, later in pairwise(ends)
    )
