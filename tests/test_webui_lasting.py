"""Troubles that come and go are not told; those that hold are, and do not flicker."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vision.nouns import Trouble
from webui.camera.lasting import LASTS_S, Lasting

FPS = 10


def told(*spells: tuple[float, set[str]]) -> list[set[str]]:
    """The codes told at each picture, ten a second; spells: for so many seconds these troubles are seen."""
    lasting, pictures = Lasting(), [codes for length_s, codes in spells for _ in range(round(length_s * FPS))]
    return [
        {each.code for each in lasting.step([Trouble(code, "", "", 0.0) for code in sorted(codes)], at / FPS)}
        for at, codes in enumerate(pictures)
    ]


def test_a_trouble_of_a_second_is_not_told() -> None:
    assert not any(told((2, set()), (1, {"dark"}), (3, set()), (1.4, {"glare"}), (3, set())))


def test_a_trouble_that_holds_is_told_once_and_does_not_flicker() -> None:
    seen = told((3, {"dark"}), (0.5, set()), (1, {"dark"}), (1, set()), (1, {"dark"}), (4, set()))
    since = next(at for at, codes in enumerate(seen) if codes)
    assert since == round(LASTS_S * FPS)
    until = next(at for at in range(since, len(seen)) if not seen[at])
    assert until / FPS == 6.5 + LASTS_S
    assert not any(seen[until:])


def test_each_trouble_has_a_time_of_its_own() -> None:
    seen = told((1, {"dark"}), (1, {"dark", "blur"}), (2, {"blur"}), (2, set()))
    assert seen[19] == {"dark"}
    assert seen[29] == {"dark", "blur"}
    assert seen[39] == {"blur"}


def test_a_clock_that_jumps_back_begins_anew() -> None:
    lasting, dark = Lasting(), [Trouble("dark", "", "", 0.0)]
    assert lasting.step(dark, 100.0) == []
    assert lasting.step(dark, 102.0) == dark
    assert lasting.step([], 1.0) == []
    assert lasting.step(dark, 1.5) == []


@given(st.lists(st.lists(st.sampled_from(["dark", "blur"]), max_size=2), min_size=1, max_size=120))
def test_nothing_is_told_that_did_not_hold_and_nothing_that_holds_is_kept_back(
    every: list[list[str]],
) -> None:
    shown = told(*((1 / FPS, set(codes)) for codes in every))
    long = round(LASTS_S * FPS)
    for at, codes in enumerate(shown):
        for code in ("dark", "blur"):
            recent = [code in seen for seen in every[max(0, at - long) : at + 1]]
            if len(recent) > long and all(recent):
                assert code in codes
            if not any(recent):
                assert code not in codes
