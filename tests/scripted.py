"""Scripted looks, no pictures: dice at rest, flights, hands, and what the settler says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from vision.following.flight import Flight
from vision.following.rest import Rest
from vision.nouns import Detection, DieState, Event, Roll
from vision.plane.table import Table
from vision.throw.footprint import Footprints
from vision.throw.look import Look
from vision.throw.settler import Settler

IMAGE = np.zeros((36, 64, 3), np.uint8)
# Half a millimetre a pixel; the table ends at x = 600, kept dice lie left of 100.
TABLE = Table(
    np.array([[0, 0], [600, 0], [600, 360], [0, 360]], float),
    (640, 360),
    np.diag([0.5, 0.5, 1.0]),
    np.array([[0, 0], [100, 0], [100, 360], [0, 360]], float),
)


def rest(
    number: int, x: float, value: int | None = 4, since: float = 1.0, now: float = 2.0, **more: object
) -> Rest:
    """A die that has lain at (x, 200) since a time and was looked at four times; where it has no value, unsure."""
    square = np.array([[-16, -16], [16, -16], [16, 16], [-16, 16]], np.float32) + np.array(
        [x, 200], np.float32
    )
    ranking = (6, 4, 5, 3, 2, 1) if value is None else (value, *(v for v in range(1, 7) if v != value))
    state: DieState = "unsure" if value is None else "flat"
    found = Detection(square, value, 0.9, state, 0.9, ranking)
    votes = np.full(6, -20.0)
    votes[ranking[0] - 1] = -0.4
    one = Rest(number, found, votes, since, looks=4, seen=4, states=Counter({state: 4}))
    one.still_s = now - since
    for name, content in more.items():
        setattr(one, name, content)
    return one


def flight(
    to: float,
    end: float = 0.9,
    start: tuple[float, float] = (320, -40),
    origin: int | None = None,
    stopped: bool = False,
) -> Flight:
    """A die that flew from `start` to (to, 200) within half a second and was last seen at `end`; stopped: there
    it came to rest."""
    path = [
        (end - 0.5 + 0.5 * t, start[0] + (to - start[0]) * t, start[1] + (200 - start[1]) * t)
        for t in np.linspace(0, 1, 16)
    ]
    return Flight(
        int(to), path, origin, solid=1.0, seen=16, free=14, inside=True, ended=True, stopped=stopped
    )


def look_at(time_s: float, **given: Any) -> Look:
    """A frame of TABLE at which nothing is seen but what is given: fields of `Look`."""
    nothing: dict[str, Any] = {
        "image": IMAGE,
        "table": TABLE,
        "rests": (),
        "flights": (),
        "left": (),
        "vanished": 0,
        "stir": False,
        "hand": False,
        "away": False,
        "read": False,
        "met": True,
        "sparse": False,
        "footprints": lambda dice, old, table: Footprints(),
        "fresh": lambda corners: 1.0,
    }
    return Look(time_s, **nothing | given)


def settle(
    rests: Sequence[Rest] = (),
    flights: Sequence[Flight] = (),
    expected: int | None = None,
    now: float = 2.0,
    frames: int = 4,
    settler: Settler | None = None,
    table: Table = TABLE,
    **more: object,
) -> list[Event]:
    """Some still frames in which the reader looks, ending at `now`."""
    one = settler or Settler(expected)
    events: list[Event] = []
    for step in range(frames):
        time_s = now - (frames - 1 - step) / 30
        events += one.step(
            look_at(time_s, table=table, rests=rests, flights=flights, stir=step == 0, read=True, **more)
        )
    return events


def rolls(events: Sequence[Event]) -> list[Roll]:
    return [event for event in events if isinstance(event, Roll)]


def gone(number: int = 9, end: float = 1.0) -> Flight:
    """A die that has just left over the right edge."""
    one = flight(590, end=end, start=(200, 100))
    one.id, one.gone = number, True
    return one


def flying(time_s: float) -> Flight:
    one = flight(320, end=time_s)
    one.ended = False
    return one
