from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise

import pytest
from waiting import LONG_S

from hardware.demo import Chapter, Demo
from hardware.frame import Frame


@pytest.mark.parametrize("dice", [6, 0])
def test_the_demo_ends_when_it_is_closed_while_it_plays_or_waits(dice: int) -> None:
    demo, faults, begun = Demo(), [], threading.Event()
    demo.expect(dice)

    def look() -> None:
        try:
            for _ in demo.frames():
                begun.set()
        except Exception as error:
            faults.append(error)

    eye = threading.Thread(target=look, daemon=True)
    eye.start()
    assert begun.wait(LONG_S)
    demo.close()
    eye.join(LONG_S)
    assert not eye.is_alive()
    assert not faults


def test_the_film_of_the_demo_lies_on_the_same_table_and_ends() -> None:
    demo = Demo()
    with demo, demo.film() as film:
        assert film.table == demo.table is not None
        assert next(film.frames()).time_s == 0
        assert not film.demo


class Drawn(Demo):
    """The demo, whose draws are looked at alone."""

    def draw(self, dice: int, times: int) -> list[Chapter]:
        last, drawn = None, []
        for _ in range(times):
            last = self._drawn(dice, last)
            assert last is not None
            drawn.append(last)
        return drawn


@pytest.mark.parametrize("dice", range(1, 7))
def test_throws_are_drawn_by_their_chances_and_none_comes_twice_running(dice: int) -> None:
    with Drawn(seed=7) as demo:
        drawn = demo.draw(dice, 4000)
        fitting = [chapter for chapter in demo._chapters if chapter.thrown == dice]
    assert all(one is not other for one, other in pairwise(drawn))
    assert {chapter.start for chapter in drawn} == {chapter.start for chapter in fitting}
    for chapter in fitting:
        share = sum(each is chapter for each in drawn) / len(drawn)
        # That none comes twice running evens the chances out a little.
        assert share == pytest.approx(chapter.chance, abs=0.06)


def test_two_demos_do_not_throw_alike() -> None:
    with Drawn() as one, Drawn() as other:
        assert [each.start for each in one.draw(6, 12)] != [each.start for each in other.draw(6, 12)]


def still(frames: Iterator[Frame], pictures: int = 20) -> bool:
    """Whether the next pictures are all one."""
    first, *others = [next(frames).image for _ in range(pictures)]
    return all(each is first for each in others)


def moved(frames: Iterator[Frame], most: int = 200) -> bool:
    before = next(frames).image
    return any(next(frames).image is not before for _ in range(most))


def test_the_demo_holds_still_while_it_waits_and_throws_when_somebody_goes_on() -> None:
    with Demo(seed=1) as demo:
        frames = demo.frames()
        demo.expect(6, waits=True)
        assert still(frames)
        demo.expect(6)
        assert moved(frames)
        while not still(frames, 40):
            pass
        demo.expect(5, (1,), waits=True)  # a bust, an undo, an open sheet
        assert still(frames, 130), "longer than a throw that nobody has to go on from lies there"
        demo.expect(5, (1,))
        assert moved(frames)
