"""The game in a terminal: people and the program, dice typed in or generated."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.advice import solve
from engine.log import Match
from engine.opponents import OPPONENTS
from engine.solve import Odds
from webui.cli import Refusal
from webui.verbs.play import Seats, main, play

ROOT = Path(__file__).parent.parent


@cache
def odds_of(game: str) -> Odds:
    return solve(game)


def session(match: Match, *said: str, programs: Iterable[int] = (), typed: bool = False) -> tuple[Match, str]:
    """The match after a person has said these lines, and all that was told. programs: styles that play."""
    game = match.lines[0].split()[1]
    styles = [OPPONENTS[game][number] for number in programs]
    seats = Seats({style.name: style for style in styles}, typed, lambda: odds_of(game), Random(4))
    lines, told = iter(said), []

    def ask(prompt: str) -> str:
        told.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    ended = play(match, seats, ask, told.append)
    assert next(lines, None) is None, "not all was asked for"
    return ended, "\n".join(told)


ANN = Match.new("morning-roll", ["Ann"])


def test_a_whole_match_is_played_with_typed_dice() -> None:
    match, told = session(ANN, "315422", "k1", "throw 5 5 5 2 3", "s555", typed=True)
    assert match.state.scores == {"Ann": 600}
    assert "Ann banks 600." in told
    assert told.endswith("Ann ends with 600.")


def test_typed_dice_are_marked_and_so_are_generated_ones() -> None:
    typed, _ = session(ANN, "122346", "s1", typed=True)
    assert typed.lines[2] == "throw 1 2 2 3 4 6 by=hand"
    generated, _ = session(ANN, "")
    assert generated.lines[2].endswith("by=program")


def test_people_and_the_program_play_each_game_to_its_end() -> None:
    for game in OPPONENTS:
        names = [style.name for style in OPPONENTS[game]]
        match, told = session(Match.new(game, names), programs=(0, 1))
        assert match.state.outcome
        assert all(f"{name} threw" in told for name in names)


def test_a_person_plays_against_the_program() -> None:
    match, told = session(Match.new("420", ["Ann", "Ace"]), "", programs=(0,))
    assert [turn.player for turn in match.state.turns] == ["Ann", "Ace"]
    assert "Ann, your pick of" in told


def test_a_wrong_line_is_answered_with_its_sentence_and_costs_nothing() -> None:
    match, told = session(ANN, "315422", "k2", "keep x", "12", "frobnicate", typed=True)
    assert match.lines[2:] == ("throw 3 1 5 4 2 2 by=hand",)
    assert "Only 1s and 5s score singly, the others in threes or more; a lone 2 does not." in told
    assert "A face is a number from 1 to 6; 'x' is not." in told
    assert "Faces alone are not enough" in told
    assert "A move begins with keep or stop" in told or "A line begins with throw, keep, stop" in told


def test_undo_goes_back_to_where_the_person_chose_and_redo_forth() -> None:
    match = Match.new("420", ["Ann", "Ace"])
    back, _ = session(match, "1112", "undo", programs=(0,))
    assert back.state == match.state
    forth, _ = session(match, "1112", "u", "r", programs=(0,))
    assert [turn.player for turn in forth.state.turns] == ["Ann", "Ace"]


def test_best_says_the_best_move_and_why() -> None:
    _, told = session(ANN, "555223", "best", typed=True)
    assert "Stop: 500." in told
    assert "to bust" in told


def test_the_choices_are_shown_with_their_points() -> None:
    _, told = session(ANN, "123456", typed=True)
    assert "A straight: 2,500, if you keep all six and roll them again." in told
    assert "  keep 1 2 3 4 5 6     2,500   and all six again" in told
    assert "  keep 1 5               150\n" in told


def test_leaving_shows_the_lines_and_they_are_the_match() -> None:
    match, told = session(ANN, "315422", "quit", typed=True)
    lines = told.splitlines()
    assert Match.from_lines(lines[lines.index("You left the game. Its lines so far:") + 1 :]) == match


@pytest.mark.parametrize("word", ["help", "moves", "lines", "?", "h", "m", ""])
def test_questions_change_nothing(word: str) -> None:
    match, told = session(ANN, "315422", word, typed=True)
    assert len(match.lines) == 3
    assert told


def test_the_words_of_midnight_and_420() -> None:
    night, told = session(
        Match.new("midnight", ["Ann", "Bo"], rounds=1), "146665", "k146665", "222222", "k222222", typed=True
    )
    assert night.state.outcome
    assert "Ann scores 23." in told
    assert "23 to beat." in told
    assert "Bo scores 0: no 1 and no 4." in told
    assert "Round 1 goes to Ann." in told
    _, told = session(Match.new("420", ["Ann", "Bo"]), "6663", "6551", "k", "1111", "k655", "4", typed=True)
    assert "Ann has 6 6 6 3: 21, over. All four again next turn." in told
    assert "Bo has 6 5 5 1: 17, 3 short." in told
    assert "Twenty! Bo is out, and safe." in told
    assert told.endswith("Ann buys the drinks.")


def test_a_bust_and_a_die_off_the_table_are_told() -> None:
    match = Match.new("morning-roll", ["Ann", "Bo"])
    _, told = session(match, "111234", "k111", "223", "off 1", typed=True)
    assert "Nothing scores. Ann’s turn ends with 0; 1,000 are gone." in told
    assert "One die left the table. Bo’s turn ends with nothing, whatever the dice show." in told


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("1", "One die left the table. It is thrown again; then say what all the dice show."),
        ("2", "Two dice left the table. They are thrown again; then say what all the dice show."),
    ],
)
def test_where_a_die_off_the_table_is_thrown_again_it_is_said_how(number: str, told: str) -> None:
    assert told in session(Match.new("midnight", ["Ann"]), "146623", f"off {number}", typed=True)[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "there is no game 'chess'; the games are morning-roll, midnight, 420"),
        (["midnight", "rounds=99"], "rounds is a whole number from 1 to 20; 99 is not"),
        (["midnight", "rounds"], "options are written name=value, once each; 'rounds' is not"),
        (
            ["midnight", "--with", "Hal"],
            f"--with takes {' or '.join(style.name for style in OPPONENTS['midnight'])}, not 'Hal'",
        ),
        (["midnight", "players=Ann,Ann"], "players have different names; 'Ann' is there twice"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        main(arguments)


def test_the_command_plays_from_a_pipe_of_any_bytes(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "webui", "play", "420", "--seed", "1"],
        input=b"\n\xff\xfe\nkeep\n\nq\n",
        capture_output=True,
        cwd=ROOT,
        env={"ROLLCALL_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert (done.returncode, done.stderr.decode().count("Traceback")) == (0, 0)
    assert "Player threw" in done.stdout.decode()
    assert f"{OPPONENTS['420'][0].name} threw" in done.stdout.decode()


def test_options_may_stand_after_the_opponent() -> None:
    command = [
        sys.executable,
        "-m",
        "webui",
        "play",
        "midnight",
        "--dice",
        "typed",
        "players=Ann",
        "--seed",
        "1",
        "rounds=1",
    ]
    ran = subprocess.run(command, input=b"", capture_output=True, check=False, timeout=60)
    assert (ran.returncode, b"game midnight rounds=1" in ran.stdout) == (0, True)
