"""The JSON of the board is what its readers have learnt: a golden file holds every field of every game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.game import GAMES, MoveError
from engine.log import Match
from vision.nouns import Trouble
from webui.match.board import Board, LastThrow, Question, Source
from webui.match.seen import SeenDie, SeenRoll
from webui.routes import api

GOLDEN = Path(__file__).parent / "board.golden.json"
CORNERS = ((1.0, 2.0), (9.0, 2.0), (9.0, 10.5), (1.0, 10.5))
LINES = {
    "a straight, banked by hand": (
        "game morning-roll rounds=2 off_table=bust",
        'players Ann "Bo B"',
        "throw 1 2 3 4 5 6",
        "keep 1 2 3 4 5 6",
        "throw 1 5 2 2 2 6 by=hand",
        "keep 1 5",
        "throw 5 3 4 6",
        "stop 5",
        "throw 2 2 3 3 4 6",
        "throw 1 1 2 3 4 6",
    ),
    "a bust off the table, and the end": (
        "game morning-roll rounds=1 off_table=bust",
        "players Ann",
        "throw 1 2 2 3 4 6",
        "keep 1",
        "off 2",
    ),
    "midnight, a choice": (
        "game midnight rounds=2 variant=1-4-24 ties=carry",
        "players Ann Bo",
        "throw 1 4 6 6 6 6",
        "keep 1 4 6 6 6 6",
        "throw 1 4 6 6 6 6",
        "keep 1 4 6 6 6 6",
        "throw 1 2 3 3 5 6",
        "keep 1 6",
        "throw 2 3 4 5",
    ),
    "a die each for who begins": (
        "game morning-roll first=lowest",
        "players Ann Bo Cy",
        "throw 2",
        "off 1",
        "throw 2",
        "throw 5",
        "throw 3",
    ),
    "420, hands side by side": (
        "game 420",
        "players Ann Bo Cy",
        "throw 5 5 5 5",
        "throw 6 6 3 3",
        "throw 1 2 3 4",
        "keep 6 6",
        "throw 2 2",
        "keep",
    ),
}


def die(value: int | None, zone: Any = "throw", state: Any = "flat") -> SeenDie:
    return SeenDie(value, 0.5 if value is None else 0.99, (6, 4, 1, 2, 3, 5), state, zone, CORNERS)


def seen(number: int, *values: int | None) -> SeenRoll:
    dice = (*map(die, values), die(5, "keep"))
    way, edge = (((1.0, 1.5), (3.0, 0.0)),), ((0.0, 0.0), (64.0, 0.0), (64.0, 48.0))
    return SeenRoll(number, dice, 64, 48, 1, "A die went.", True, True, False, True, way, edge, bumped=(5,))


def board(lines: tuple[str, ...], **more: Any) -> Board:
    match = Match.from_lines(lines)
    state = match.state
    options = tuple((name, str(value)) for name, value in state.options.items())
    known: dict[str, Any] = {
        "revision": 7,
        "match": 3,
        "game": match.game,
        "title": GAMES[match.game].title,
        "players": state.players,
        "options": options,
        "state": state,
        "lines": match.lines,
        "throw": None,
        "question": None,
        "undo": "".join(map(str, match.standing[-1:])),
        "redo": "",
    }
    return Board(**{**known, **more})


def which() -> Board:
    """A throw that came before a keep was pressed, another that waits behind it, and all that a camera tells."""
    lines = LINES["a straight, banked by hand"]
    moves = Match.from_lines(lines).state.moves[:2]
    source = Source(
        "usb:0", False, True, "on", "still", 0.1, 30.0, 12.5, 64, 48, (die(None, state="cocked"),),
        ((1.0, 0.0, 2.0), (0.0, 1.0, 0.0)), False, "", False, CORNERS, CORNERS,
    )  # fmt: skip
    return board(
        lines,
        throw=LastThrow((1, 1, 2, 3, 4, 6), 0, "fix", True, seen(4, 1, 1, 2, 3, 4, 6), True),
        question=Question("which", 0, (2, None), seen(5, 2, None), moves, (seen(6, 3),)),
        redo="keep 1",
        confirmed="keep 1",
        source=source,
        troubles=(Trouble("dark", "It is dark.", "Put a lamp on.", 12.5),),
    )


def turned() -> Board:
    question = Question("turned", 0, (2, 5), seen(5, 3, 1), places=(2, None))
    off = LastThrow((), 1, "hand", False, None)
    return board(LINES["a straight, banked by hand"], question=question, throw=off, undo="question")


def empty() -> Board:
    return Board(0, None, "", "", (), (), None, (), None, None, "", "")


BOARDS: Mapping[str, Board] = {
    "nothing yet": empty(),
    "which keep was meant": which(),
    "two dice turned over": turned(),
    **{name: board(lines) for name, lines in LINES.items()},
}


def without_options(told: dict[str, Any]) -> dict[str, Any]:
    """A game may get more options: they are told, in the first line too, and are no fields."""
    del told["options"], told["lines"][:1]
    if told["state"]:
        del told["state"]["settings"]
    return told


@pytest.mark.parametrize("name", BOARDS)
def test_the_json_of_a_board_is_as_its_readers_have_learnt_it(name: str) -> None:
    told, golden = (
        json.loads(json.dumps(api.board(BOARDS[name]))),
        json.loads(GOLDEN.read_text(encoding="utf-8")),
    )
    assert without_options(told) == golden[name]


@pytest.mark.parametrize("name", LINES)
def test_the_options_are_told_as_pairs_of_text_and_as_settings_with_numbers(name: str) -> None:
    told, options = api.board(BOARDS[name]), Match.from_lines(LINES[name]).state.options
    assert told["options"] == [[option, str(value)] for option, value in options.items()]
    assert told["state"]["settings"] == options


def names_of(told: Any, place: str = "") -> set[str]:
    """The fields of this JSON, each with those it lies in; the names in scores are names of players."""
    if isinstance(told, list):
        return {name for each in told for name in names_of(each, place)}
    if not isinstance(told, dict) or place.endswith(("scores", "net")):
        return set()
    inner = {name for key, each in told.items() for name in names_of(each, f"{place}.{key}")}
    return inner | {f"{place}.{key}" for key in told}


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "playthroughs").glob("*.txt")), ids=str)
def test_no_match_has_a_field_that_the_golden_file_has_not(path: Path) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    lines = [line[2:] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("> ")]
    match = Match.from_lines(lines[:2])
    known = {name for each in golden.values() for name in names_of(each)}
    played = 0
    for line in lines[2:]:
        try:
            match = match.add(line)
        except MoveError:
            continue
        told = api.board(board(match.lines))
        assert json.loads(json.dumps(told)) == told
        assert names_of(without_options(told)) <= known
        played += 1
    assert played
