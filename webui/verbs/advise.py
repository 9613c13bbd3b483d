"""./rollcall advise: positions in, one JSON object a line out, with every legal move and what it is worth."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from engine.advice import SOLVERS, Advice, advise
from engine.game import GAMES, MoveError, Turn
from engine.line import Line
from engine.log import Match
from engine.luck import review
from engine.morning_roll_odds import MorningRollOdds
from engine.questions import page
from engine.solve import Goal, GoalError, Odds, Worth
from webui.cli import Refusal
from webui.games.page import PAGES
from webui.odds import load_odds
from webui.terminal.seating import about_options, begin, check_game, read_names, read_options
from webui.terminal.settings import data_folder, named

DEFAULT_PLAYERS = {"420": ("Red", "Blue")}
ALONE = ("You",)
NOTHING: dict[str, object] = {
    "to_throw": 0,
    "moves": [],
    "bust": False,
    "turns": [],
    "rounds": [],
    "scores": {},
}
"""What is told of a position that cannot be; the other fields are null."""
REMEMBERED = 500
"""How many steps of a line are kept for the next one; every step kept holds the whole match up to there."""


def main(arguments: list[str]) -> int:
    """Advise on every line of standard input. A bad line says so in its "error"; the exit code stays 0."""
    given = _parser().parse_intermixed_args(arguments)
    match = _begin(given.game, given.options)
    if given.page and given.game != "morning-roll":
        raise Refusal(
            "--page answers a question of Morning Roll; ask for it with: advise morning-roll --page."
        )
    odds = load_odds(given.game, given.data / "odds")
    if isinstance(odds, MorningRollOdds) and given.page:
        print(page(odds), end="")
        return 0
    try:
        goal = odds.goal(given.goal, match.state)
    except GoalError as error:
        raise Refusal(f"--goal: {error}.") from error
    wanted = Wanted(odds, goal, given.why, given.luck)
    lines = (raw.decode("utf-8", "replace") for raw in sys.stdin.buffer)
    for answer in answers(lines, match, wanted):
        print(json.dumps(answer), flush=True)
    return 0


@dataclass(frozen=True)
class Wanted:
    """What is to be told of every position. why, luck: add a field of that name."""

    odds: Odds
    goal: Goal
    why: bool = False
    luck: bool = False


def answers(lines: Iterable[str], match: Match, wanted: Wanted) -> Iterator[dict[str, object]]:
    """One answer for each position: a match from its start, its lines joined by " / "; empty is the start."""
    path: list[tuple[str, Match]] = []
    for line in lines:
        position = line.strip()
        answer: dict[str, object] = {"position": position, "error": None}
        try:
            reached = _follow(match, [part.strip() for part in position.split("/") if part.strip()], path)
            answer.update(_told(reached, wanted))
        except MoveError as error:
            answer.update(dict.fromkeys(_told(match, wanted)), **NOTHING, error=str(error))
        yield answer


def _follow(match: Match, steps: list[str], path: list[tuple[str, Match]]) -> Match:
    """The match after these steps. `path` holds steps of the line before: what is the same is not played anew."""
    pairs = zip(steps, path, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1][0], pairs))
    del path[same:]
    reached = path[-1][1] if path else match
    for step in steps[same:]:
        reached = reached.add(step)
        if len(path) < REMEMBERED:
            path.append((step, reached))
    return reached


def _told(match: Match, wanted: Wanted) -> dict[str, object]:
    """All the fields but position and error."""
    state = match.state
    advice = advise(state, wanted.odds, wanted.goal)
    return {
        "player": state.player,
        "to_throw": state.to_throw,
        "moves": [_move(worth, advice) for worth in advice.worths],
        "bust": state.bust,
        "special": PAGES[match.game].told.state_facts(state).get("special"),
        "turns": [_turn(turn) for turn in state.turns],
        "rounds": [{"winners": list(each.winners)} for each in state.rounds],
        "scores": state.scores,
        "outcome": {"winners": list(state.outcome.winners)} if state.outcome else None,
        **({"why": advice.why} if wanted.why else {}),
        **({"luck": _luck(match, wanted)} if wanted.luck else {}),
    }


def _move(worth: Worth, advice: Advice) -> dict[str, object]:
    goal = advice.goal
    return {
        "move": str(worth.move),
        "points": worth.move.points,
        "value": worth.value,
        "unit": f"{goal.unit}, {goal.basis}" if goal.basis else goal.unit,
        "best": worth.move in advice.best,
    }


def _luck(match: Match, wanted: Wanted) -> list[dict[str, object]]:
    """Every finished turn (in 420: everyone's part of a finished round) as `engine.luck` sees it."""
    return [
        {
            "player": seen.player,
            "round": number,
            "luck": seen.luck,
            "luck_unit": seen.unit,
            "percentile": seen.percentile,
            "cost": seen.cost,
            "cost_unit": wanted.goal.unit,
            "choices": [
                {
                    "position": each.position,
                    "move": str(Line.of(each.chosen)),
                    "best": str(each.best),
                    "cost": each.cost,
                }
                for each in seen.choices
            ],
        }
        for (number, _), seen in review(match, wanted.odds, wanted.goal).items()
    ]


def _turn(turn: Turn) -> dict[str, object]:
    return {
        "player": turn.player,
        "final": list(turn.final),
        "score": turn.score,
        "qualified": turn.qualified,
    }


def _begin(game: str, words: list[str]) -> Match:
    """The match before its first throw. Raises Refusal."""
    check_game(game)
    options = read_options(words)
    names = options.pop("players", None)
    return begin(game, DEFAULT_PLAYERS.get(game, ALONE) if names is None else read_names(names), options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rollcall advise",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=(
            "Reads positions from standard input, one a line, and prints one JSON object for each: the legal\n"
            "moves, what each is worth with best play afterwards, and which are best. A position is a match so\n"
            "far, joined by ' / ':  throw 3 1 5 4 2 6 / keep 1 4 6 / throw 2 5 3\n"
            'A position that cannot be says why in its "error".'
        ),
        epilog="\n".join(["options and goals:", *(line for game in GAMES for line in _about(game))]),
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help=", ".join(GAMES))
    parser.add_argument("options", metavar="option=value", nargs="*", help="such as players=Ann,Bob")
    parser.add_argument("--goal", help="what is maximised; see below")
    parser.add_argument("--why", action="store_true", help='add a field "why": the comparison in words')
    parser.add_argument(
        "--luck",
        action="store_true",
        help='add a field "luck": for each finished turn how lucky the dice were, and what the choices cost',
    )
    parser.add_argument(
        "--page",
        action="store_true",
        help="print the page about 5, 1, 2 on three dice (morning-roll) and read no positions",
    )
    parser.add_argument(
        "--data",
        type=named,
        default=data_folder(),
        help="folder whose odds/ keeps the solved games (%(default)s)",
    )
    return parser


def _about(game: str) -> Iterator[str]:
    players = ",".join(DEFAULT_PLAYERS.get(game, ALONE))
    yield f"\n  {game}"
    yield f"    players={players}   names by seat"
    yield from about_options(GAMES[game])
    yield from (f"    --goal {goal}" for goal in SOLVERS[game].goals.split("; "))
