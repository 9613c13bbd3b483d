"""The game in a terminal: people and the program, dice typed in or generated."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from waiting import LONG_S

import webui.odds
from engine.log import Match
from engine.opponents import OPPONENTS
from engine.solve import Odds
from webui.cli import Refusal
from webui.verbs.play import Seats, main, play

ROOT = Path(__file__).parent.parent


@cache
def odds_of(game: str) -> Odds:
    return webui.odds.load_odds(game, Path())


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


def test_ctrl_c_leaves_with_the_lines_of_the_match() -> None:
    told: list[str] = []

    def ask(prompt: str) -> str:
        if len(told) < 3:
            return "315422"
        raise KeyboardInterrupt

    match = play(ANN, Seats({}, True, lambda: odds_of("morning-roll"), Random(4)), ask, told.append)
    assert told[-1].splitlines() == list(match.lines)
    assert match.lines[-1] == "throw 3 1 5 4 2 2 by=hand"


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


@pytest.mark.parametrize("game", ["midnight", "morning-roll", "420"])
def test_dice_of_the_program_cannot_leave_the_table(game: str) -> None:
    match, told = session(Match.new(game, ["Ann", "Bo"]), "", "off 1")
    assert len(match.lines) == 3
    assert "Dice of the program stay on the table; these are its dice." in told


def test_a_die_off_the_table_that_costs_the_turn_is_not_blamed_on_the_dice() -> None:
    _, told = session(Match.new("midnight", ["Ann"], off_table="bust"), "off 1", typed=True)
    assert "Ann scores 0, whatever the dice show." in told
    assert "no 1" not in told


def test_the_score_of_midnight_is_told_in_rounds() -> None:
    both = Match.new("midnight", ["Ann", "Bo"], rounds=2)
    _, told = session(both, "146665", "k146665", "222222", "k222222", typed=True)
    assert "  Ann 0 rounds   Bo 0 rounds" in told
    assert "  Ann 1 round   Bo 0 rounds" in told
    alone = Match.new("midnight", ["Ann"], rounds=2)
    _, told = session(alone, "146665", "k146665", "222222", "k222222", typed=True)
    assert "  Ann 1 of 1 round scored" in told
    assert told.endswith("Ann ends with 1 of 2 rounds scored.")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("1", "One die left the table. It is thrown again; then say what all the dice show."),
        ("2", "Two dice left the table. They are thrown again; then say what all the dice show."),
    ],
)
def test_where_a_die_off_the_table_is_thrown_again_it_is_said_how(number: str, told: str) -> None:
    assert told in session(Match.new("midnight", ["Ann"]), "146623", f"off {number}", typed=True)[1]


def test_a_die_off_the_table_is_said_to_be_thrown_again_where_it_is_in_every_game() -> None:
    again = "It is thrown again"
    morning = Match.new("morning-roll", ["Ann"], off_table="again")
    assert again in session(morning, "off 1", typed=True)[1]
    bust = Match.new("midnight", ["Ann"], off_table="bust", rounds=2)
    assert again not in session(bust, "146623", "off 1", typed=True)[1]


def begun(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """The first line of a match that is left at once."""
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    assert main([*arguments, "--dice", "typed"]) == 0
    return capsys.readouterr().out.splitlines()[0]


def test_who_begins_at_420_is_drawn_and_the_turn_goes_round_from_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def order(seed: int) -> str:
        line = begun(capsys, monkeypatch, "420", "players=Ann,Bo,Cy", "--seed", str(seed))
        return line.removesuffix(" Type help for what you can say.")

    orders = [order(seed) for seed in range(20)]
    assert set(orders) == {
        "420: Ann, Bo, Cy. Ann begins.",
        "420: Ann, Bo, Cy. Bo begins.",
        "420: Ann, Bo, Cy. Cy begins.",
    }
    assert orders == [order(seed) for seed in range(20)]


def test_the_other_games_begin_with_whoever_is_named_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = {
        begun(capsys, monkeypatch, "midnight", "players=Ann,Bo", "--seed", str(seed)) for seed in range(9)
    }
    assert lines == {"Midnight: Ann, Bo. Ann begins. Type help for what you can say."}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a game: morning-roll, midnight or 420"),
        (["--dice", "typed"], "name a game: morning-roll, midnight or 420"),
        (["chess"], "there is no game 'chess'; the games are morning-roll, midnight, 420"),
        (["midnight", "rounds=99"], "rounds is a whole number from 1 to 20; 99 is not"),
        (
            ["midnight", "game=3"],
            "Midnight has the options variant, rounds, .*, cocked; 'game' is none",
        ),
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


def test_a_round_that_is_carried_is_told_and_so_is_who_gets_it() -> None:
    tied, better = ("146666", "k146666"), ("145666", "k145666")
    match = Match.new("midnight", ["Ann", "Bo"], rounds=4, ties="carry")
    _, told = session(match, *tied, *tied, *tied, *tied, *tied, *better, *tied, *tied, typed=True)
    assert "Nobody wins round 1: it is carried to round 2." in told
    assert "Nobody wins round 2: rounds 1 and 2 are carried to round 3." in told
    assert "Rounds 1, 2 and 3 go to Ann.\n  Ann 3 rounds   Bo 0 rounds" in told
    assert "Nobody wins round 4.\n" in told


def test_the_command_plays_from_a_pipe_of_any_bytes(tmp_path: Path, solved_data: Path) -> None:
    (tmp_path / "odds").symlink_to(solved_data / "odds")
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
    ran = subprocess.run(command, input=b"", capture_output=True, check=False, timeout=LONG_S)
    assert (ran.returncode, b" rounds=1 " in ran.stdout) == (0, True)


def test_a_pot_is_told_and_at_the_end_who_owes_whom() -> None:
    match = Match.new("midnight", ["Ann", "Bo", "Cy"], rounds=1, stake_in="coins", stake=2)
    scores = ("1 4 6 6 6 6", "1 4 5 5 5 5", "1 4 6 6 6 6")
    lines = [line for faces in scores for line in (f"throw {faces} by=hand", f"keep {faces}")]
    _, told = session(match, *lines, typed=True)
    assert "Round 1 goes to Ann and Cy with 3 coins each." in told
    assert "Bo pays Ann 1 coin. Bo pays Cy 1 coin." in told
    even = Match.new("midnight", ["Ann", "Bo"], rounds=1, stake_in="drinks", ties="none")
    _, told = session(even, *lines[:2], *lines[:2], typed=True)
    assert told.rstrip().endswith("Nobody wins. Nobody owes anything.")


def test_the_lowest_die_is_thrown_and_told() -> None:
    match = Match.new("420", ["Ann", "Bo"], first="lowest", stake_in="nothing")
    said = ("3", "3", "4", "2", "5 5 5 5")
    after, told = session(match, *said, typed=True)
    assert "420: Ann, Bo. The lowest die begins." in told
    assert "Bo threw 3. Ann and Bo are level, and throw again." in told
    assert "Bo threw 2. Bo begins." in told
    assert after.state.outcome is not None
    assert "Ann has lost." in told
