"""Hands-free from film: the demo's made throws, read by the real nets, play whole matches by themselves, in made time.

ROLLCALL_HANDS_FREE_FILM is how many matches of each kind two to six players play; without it two play one of Midnight.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from waiting import until

from hardware.demo import Demo
from vision.nouns import Moving, OffTable, Roll, Turned
from vision.pipeline import Pipeline
from vision.reading.reader import Reader
from webui.camera.going import Going
from webui.camera.opening import table_of
from webui.config import MODELS, Settings
from webui.desk import Desk

MATCHES = int(os.environ.get("ROLLCALL_HANDS_FREE_FILM", "0"))
LONG = pytest.mark.skipif(not MATCHES, reason="ROLLCALL_HANDS_FREE_FILM asks for no matches")
NAMES = ("Ann", "Bo", "Zoë", "Marek", "Dee", "Eve")
LONGEST_S = 1800.0
"""Made seconds of a match at most. Larger: a match that stands still is found out later."""


@dataclass
class Clock:
    """Time that goes on only where somebody waits: the module `time` and the event `closed` of the demo in one."""

    now_s: float = 100.0
    closed: bool = False

    def monotonic(self) -> float:
        return self.now_s

    def wait(self, seconds: float) -> bool:
        self.now_s += max(seconds, 0.0)
        return self.closed

    def is_set(self) -> bool:
        return self.closed

    def set(self) -> None:
        self.closed = True


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.open(MODELS)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("hardware.demo.time", made)
    monkeypatch.setattr("webui.camera.going.time", made)
    return made


def tell(desk: Desk, event: object) -> None:
    match event:
        case Moving():
            desk.sightings.moving()
        case OffTable():
            desk.sightings.see_off(event)
        case Roll():
            desk.sightings.see(event)
        case Turned():
            desk.sightings.see_turned(event)


def watch_to_the_end(desk: Desk, reader: Reader, clock: Clock, folder: Path, seed: int) -> int:
    """Let the demo play the match on the table until it is over; how many throws were told."""
    demo, going, thrown = Demo(seed=seed), Going(), 0
    demo._closed = clock  # type: ignore[assignment]
    going.by_itself, going.press, going.choose = True, desk.presses.play, desk.odds.best_keep
    mark = table_of(demo, Settings(data=folder)).now
    pipeline, end_s = Pipeline(reader, mark.table), clock.now_s + LONGEST_S
    for frame in demo.frames():
        awaited = desk.sightings.awaited
        going.look(awaited.revision, sheet=False, seen=True)
        going.keep(awaited)
        expected = going.expected(awaited)
        demo.expect(expected.dice, expected.lying, expected.waits)
        pipeline.expect(awaited.dice or None, awaited.counting)
        for event in pipeline.step(frame).events:
            thrown += isinstance(event, Roll)
            tell(desk, event)
        state = desk.board().state
        assert state
        assert clock.now_s < end_s, (desk.board().lines, desk.board().question)
        if state.outcome:
            break
    return thrown


def play(
    desk: Desk, reader: Reader, clock: Clock, folder: Path, game: str, players: int, **options: object
) -> None:
    for seed in range(max(MATCHES, 1)):
        desk.presses.new(desk.board().revision, game, NAMES[:players], **options)
        desk.presses.confirm_by_throwing(True)
        assert until(lambda: desk.odds.take(game)), "the odds are the same from the first choice on"
        told = watch_to_the_end(desk, reader, clock, folder, 100 * players + seed)
        lines = desk.board().lines[2:]
        assert sum(line.startswith("throw") for line in lines) <= told
        assert not [line for line in lines if "by=" in line or line == "undo"], "nobody has pressed anything"


def test_a_film_of_throws_plays_midnight_to_its_end_and_nobody_presses_anything(
    desk: Desk, reader: Reader, clock: Clock, tmp_path: Path
) -> None:
    play(desk, reader, clock, tmp_path, "midnight", 2, rounds=1, first="seats")


@LONG
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("midnight", {"rounds": 1}),
        ("morning-roll", {"rounds": 1}),
        ("420", {"dice": "one"}),
        ("420", {"dice": "own"}),
    ],
    ids=["midnight", "morning-roll", "420-one", "420-own"],
)
def test_a_film_of_throws_plays_every_game_with_two_to_six_players(
    desk: Desk,
    reader: Reader,
    clock: Clock,
    tmp_path: Path,
    game: str,
    options: dict[str, object],
    players: int,
) -> None:
    play(desk, reader, clock, tmp_path, game, players, first="seats", **options)
