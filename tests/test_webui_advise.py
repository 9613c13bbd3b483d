"""./rollcall advise: real processes, positions in, JSON lines out."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from waiting import LONG_S

from engine.advice import SOLVERS
from engine.solve import from_bytes
from webui.cli import main

FIELDS = ["position", "error", "player", "to_throw", "moves", "bust", "special"]
FIELDS += ["turns", "rounds", "scores", "outcome"]


@pytest.fixture
def data(solved_data: Path) -> Path:
    return solved_data


def run(data: Path, *arguments: str, positions: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    given = positions.encode() if isinstance(positions, str) else positions
    command = [sys.executable, "-m", "webui", "advise", *arguments, "--data", str(data)]
    return subprocess.run(command, input=given, capture_output=True, check=False, timeout=LONG_S)


def advised(data: Path, *arguments: str, positions: str | bytes) -> list[dict[str, Any]]:
    ran = run(data, *arguments, positions=positions)
    assert ran.returncode == 0, ran.stderr.decode()
    return [json.loads(line) for line in ran.stdout.decode().splitlines()]


def test_a_position_has_exactly_the_stated_fields(data: Path) -> None:
    [answer] = advised(data, "morning-roll", positions="throw 3 1 5 4 2 2\n")
    assert list(answer) == FIELDS
    assert answer["position"] == "throw 3 1 5 4 2 2"
    assert (answer["error"], answer["player"], answer["to_throw"]) == (None, "You", 0)
    assert {tuple(move) for move in answer["moves"]} == {("move", "points", "value", "unit", "best")}
    assert [move["move"] for move in answer["moves"] if move["best"]] == ["keep 1"]
    best = next(move for move in answer["moves"] if move["best"])
    assert best["points"] == 100
    assert best["unit"] == "expected points"
    assert best["value"] == pytest.approx(406.7599, abs=1e-3)


def test_a_whole_match_of_morning_roll_is_told(data: Path) -> None:
    lines = "throw 1 2 2 3 5 6 / keep 1 / throw 1 4 4 4 6 / stop 1 4 4 4 / throw 2 2 3 3 4 6"
    [answer] = advised(data, "morning-roll", "players=Heather,Tom", positions=lines)
    assert answer["turns"] == [
        {"player": "Heather", "final": [1, 1, 4, 4, 4, 6], "score": 600, "qualified": True},
        {"player": "Tom", "final": [2, 2, 3, 3, 4, 6], "score": 0, "qualified": False},
    ]
    assert answer["bust"] is True
    assert answer["rounds"] == [{"winners": ["Heather"]}]
    assert answer["scores"] == {"Heather": 600, "Tom": 0}
    assert answer["outcome"] == {"winners": ["Heather"]}
    assert (answer["player"], answer["to_throw"], answer["moves"]) == (None, 0, [])


@pytest.mark.parametrize(
    ("throw", "special"), [("1 2 3 4 5 6", "straight"), ("2 2 3 3 6 6", "boxcars"), ("2 2 2 2 6 6", None)]
)
def test_a_special_is_named(data: Path, throw: str, special: str | None) -> None:
    [answer] = advised(data, "morning-roll", positions=f"throw {throw}")
    assert answer["special"] == special
    assert not any(move["move"].startswith("stop") and move["points"] == 2500 for move in answer["moves"])


def test_the_example_turn_of_midnight(data: Path) -> None:
    lines = "throw 3 1 5 4 2 6 / keep 1 4 6 / throw 2 5 3"
    middle, last = advised(
        data, "midnight", "players=Ann,Bob", positions=f"{lines}\n{lines} / keep 5 / throw 6 6"
    )
    assert [move["move"] for move in middle["moves"] if move["best"]] == ["keep 5"]
    assert {move["unit"] for move in middle["moves"]} == {"win probability"}
    assert {move["move"]: move["points"] for move in last["moves"]} == {"keep 6": None, "keep 6 6": 23}


def test_420_begins_with_red_and_blue(data: Path) -> None:
    answer, start = advised(data, "420", positions="throw 6 5 5 1 / throw 6 5 4 1\n\n")
    assert answer["player"] == "Red"
    assert [move["move"] for move in answer["moves"] if move["best"]] == ["keep 5 5 6"]
    assert (start["player"], start["to_throw"], start["position"]) == ("Red", 4, "")


def test_a_bad_line_says_so_and_the_others_go_on(data: Path) -> None:
    lines = (
        b"throw 1 2\nthrow 1 1 1 1 1 7\nhello\n\xff\xfe\x00\nkeep 1\n"
        + b"throw "
        + b"1 " * 5000
        + b"\nthrow 1 2 2 3 5 6"
    )
    answers = advised(data, "morning-roll", positions=lines)
    assert len(answers) == 7
    for answer in answers[:-1]:
        assert answer["error"]
        assert (answer["player"], answer["to_throw"], answer["moves"], answer["turns"]) == (None, 0, [], [])
        assert list(answer) == FIELDS
    assert "needs 6 dice" in answers[0]["error"]
    assert answers[-1]["error"] is None


def test_other_goals_change_value_and_unit(data: Path) -> None:
    def top(*arguments: str) -> dict[str, Any]:
        [answer] = advised(data, *arguments, positions="throw 1 5 5 2 3 4")
        return next(move for move in answer["moves"] if move["best"])

    assert top("morning-roll", "--goal", "reach=1500")["unit"] == "probability of 1500 or more"
    assert top("midnight")["unit"] == "expected points"
    assert top("midnight", "--goal", "qualify")["unit"] == "probability to qualify"
    assert top("midnight", "variant=2-4-24", "--goal=reach=18")["unit"] == "probability of 18 or more"


def test_the_reasons_come_when_asked_for(data: Path) -> None:
    [answer] = advised(
        data, "morning-roll", "--why", positions="throw 1 5 5 2 3 4 / keep 1 5 5 / throw 1 5 2"
    )
    assert list(answer) == [*FIELDS, "why"]
    assert answer["why"] == "Stop: 350. Rolling 1 (keep 1 5): 67 % to bust, worth 334 on average."


def test_luck_comes_when_asked_for(data: Path) -> None:
    bad, good = advised(data, "morning-roll", "--luck", positions="keep\nthrow 1 2 2 3 5 6 / stop 1 5")
    assert bad["luck"] is None
    [seen] = good["luck"]
    assert (seen["player"], seen["round"], seen["luck_unit"]) == ("You", 1, "expected points")
    assert seen["luck"] == pytest.approx(406.7599 - 641.0615, abs=1e-3)
    assert seen["cost"] == pytest.approx(406.7599 - 150, abs=1e-3)
    assert [(choice["move"], choice["best"]) for choice in seen["choices"]] == [("stop 1 5", "keep 1")]


def test_a_move_counted_for_less_is_named_with_its_points(data: Path) -> None:
    [answer] = advised(data, "morning-roll", "--luck", positions="throw 1 1 1 2 3 4 / stop 1 1 1 points=300")
    [choice] = answer["luck"][0]["choices"]
    assert choice["move"] == "stop 1 1 1 points=300"
    assert choice["cost"] >= 700


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name a game: morning-roll, midnight or 420"),
        (["chess"], "there is no game 'chess'; the games are morning-roll, midnight, 420"),
        (["midnight", "rounds=21"], "rounds is a whole number from 1 to 20"),
        (["midnight", "ties"], "options are written name=value"),
        (["midnight", "colour=red"], "'colour'"),
        (["420", "players=Ann"], "name at least 2 players, as the last one left buys; only 1 so far"),
        (["midnight", "rounds=2", "rounds=3"], "once each"),
        (["420", "--goal", "expected"], "choose one of: win, solitaire"),
        (["midnight", "--page"], "Morning Roll"),
    ],
)
def test_bad_arguments_are_one_sentence_and_exit_2(
    data: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert main(["advise", *arguments, "--data", str(data)]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert says in said.err
    assert said.err.count("\n") == 1


def test_help_names_every_game_option_and_goal() -> None:
    ran = subprocess.run([sys.executable, "-m", "webui", "advise", "--help"], capture_output=True, check=True)
    text = ran.stdout.decode()
    for word in (
        "rounds=5",
        "variant=1-4-24",
        "ties=share",
        "off_table=bust",
        "reach=POINTS",
        "qualify",
        "solitaire",
    ):
        assert word in text


def test_a_game_is_solved_once_and_a_spoilt_cache_is_made_again(tmp_path: Path) -> None:
    first = run(tmp_path, "420", positions="throw 6 5 5 1 / throw 6 5 4 1")
    [kept] = (tmp_path / "odds").glob("odds-420-*.npz")
    assert "once" in first.stderr.decode()
    assert run(tmp_path, "420").stderr == b""
    kept.write_bytes(kept.read_bytes()[:100])
    (tmp_path / "odds" / "odds-420-0123456789abcdef.npz").write_bytes(b"of an older engine")
    again = run(tmp_path, "420", positions="throw 6 5 5 1 / throw 6 5 4 1")
    assert again.stdout == first.stdout
    assert set(from_bytes(kept.read_bytes())) == set(SOLVERS["420"].tables())
    assert list((tmp_path / "odds").iterdir()) == [kept]


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "odds").write_text("a file where the folder should be")
    [answer] = advised(tmp_path, "420", positions="throw 6 5 5 1 / throw 6 5 4 1")
    assert answer["moves"]


def test_300_random_lines_each_give_one_answer(data: Path) -> None:
    chance = random.Random(6)
    words = [
        "throw",
        "keep",
        "stop",
        "off",
        "undo",
        "/",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "by=hand",
        "é",
        '"',
        "points=5",
    ]
    lines = [" ".join(chance.choices(words, k=chance.randrange(12))) for _ in range(300)]
    assert len(advised(data, "midnight", "players=Ann,Bob", positions="\n".join([*lines, "undo"]))) == 301


def test_an_answer_does_not_depend_on_the_lines_before_it(data: Path) -> None:
    turn = [
        "throw 3 1 5 4 2 6",
        "keep 1 4 6",
        "throw 2 5 3",
        "keep 5",
        "throw 6 6",
        "keep 6 6",
        "throw 1 1 2 2 3 3",
    ]
    lines = [" / ".join(turn[:end]) for end in range(len(turn) + 1)]
    lines += [f"{line} / keep 7" for line in lines] + [f"{lines[3]} / keep 3 / throw 1 1"]
    shuffled = random.Random(3).sample(lines, len(lines))
    in_order = {
        answer["position"]: answer for answer in advised(data, "midnight", positions="\n".join(lines))
    }
    assert {
        answer["position"]: answer for answer in advised(data, "midnight", positions="\n".join(shuffled))
    } == in_order
    assert [bool(answer["error"]) for answer in in_order.values()] == [False] * 8 + [True] * 8 + [False]


def test_options_may_stand_before_and_after_what_begins_with_dashes(data: Path) -> None:
    ran = run(
        data,
        "midnight",
        "rounds=1",
        "--goal",
        "reach=18",
        "players=Ann, Bo B",
        positions="throw 1 4 6 6 6 6\n",
    )
    answer = json.loads(ran.stdout)
    assert (answer["player"], list(answer["scores"])) == ("Ann", ["Ann", "Bo B"])
    assert {move["unit"] for move in answer["moves"]} == {"probability of 18 or more"}


def test_there_is_one_line_out_for_each_line_in_whatever_it_holds(data: Path) -> None:
    strange = "throw\u2028x\nkeep \x85\n\n\x0c\nthrow 1 1 1 1 1 1"
    ran = run(data, "morning-roll", "players=Zo\u00eb", positions=strange)
    answers = [json.loads(line) for line in ran.stdout.decode().splitlines()]
    assert [answer["player"] for answer in answers] == [None, None, "Zo\u00eb", "Zo\u00eb", "Zo\u00eb"]


def test_a_very_long_line_is_played_whole_and_so_is_the_one_after_it(data: Path) -> None:
    long = " / ".join(["throw 1 2 3 4 5 6", "undo"] * 600)
    first, last = advised(data, "morning-roll", positions=f"{long}\n{long} / throw 1 1 2 3 4 6\n")
    assert (first["to_throw"], last["to_throw"]) == (6, 0)
    assert last["moves"][0]["points"] == 200


def test_a_closed_standard_input_is_an_empty_one(data: Path) -> None:
    command = ["sh", "-c", 'exec "$0" -m webui advise 420 --data "$1" <&-', sys.executable, str(data)]
    ran = subprocess.run(command, capture_output=True, check=False, timeout=LONG_S)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
