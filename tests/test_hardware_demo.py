from __future__ import annotations

import threading

import pytest

from hardware.demo import Demo


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
    assert begun.wait(10)
    demo.close()
    eye.join(10)
    assert not eye.is_alive()
    assert not faults


def test_the_film_of_the_demo_lies_on_the_same_table_and_ends() -> None:
    demo = Demo()
    with demo, demo.film() as film:
        assert film.table == demo.table is not None
        assert next(film.frames()).time_s == 0
        assert not film.demo
