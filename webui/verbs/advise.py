"""./rollcall advise: positions in, one JSON object a line out, with every legal move and what it is worth."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path

from engine.advice import SOLVERS, advise
from engine.game import GAMES, MoveError, State, Turn
from engine.log import Match
from engine.morning_roll_odds import MorningRollOdds
from engine.questions import page
from engine.solve import Goal, GoalError, Odds
from webui.cli import Refusal
from webui.config import Settings
from webui.odds import load_odds

DEFAULT_PLAYERS = {"420": ("Red", "Blue")}
ALONE = ("You",)


def main(arguments: list[str]) -> int:
    """Advise on every line of standard input. A bad line says so in its "error"; the exit code stays 0."""
    given = _parser().parse_args(arguments)
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
    lines = (raw.decode("utf-8", "replace") for raw in sys.stdin.buffer)
    for answer in answers(lines, match, odds, goal, why=given.why):
        print(json.dumps(answer, ensure_ascii=False), flush=True)
    return 0


def answers(
    lines: Iterable[str], match: Match, odds: Odds, goal: Goal, why: bool = False
) -> Iterator[dict[str, object]]:
    """One answer for each position: a match from its start, its lines joined by " / "; empty is the start."""
    path: list[tuple[str, Match]] = []
    for line in lines:
        position = line.strip()
        try:
            reached = _follow(match, [part.strip() for part in position.split("/") if part.strip()], path)
        except MoveError as error:
            yield _answer(position, str(error), None, odds, goal, why)
        else:
            yield _answer(position, None, reached.state, odds, goal, why)


def _follow(match: Match, steps: list[str], path: list[tuple[str, Match]]) -> Match:
    """The match after these steps. `path` holds the steps of the line before: what is the same is not played anew."""
    pairs = zip(steps, path, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1][0], pairs))
    del path[same:]
    for step in steps[same:]:
        path.append((step, (path[-1][1] if path else match).add(step)))
    return path[-1][1] if path else match


def _answer(
    position: str, error: str | None, state: State | None, odds: Odds, goal: Goal, why: bool
) -> dict[str, object]:
    """All the fields, empty where the position cannot be."""
    advice = advise(state, odds, goal) if state else None
    return {
        "position": position,
        "error": error,
        "player": state.player if state else None,
        "to_throw": state.to_throw if state else 0,
        "moves": [
            {
                "move": str(worth.move),
                "points": worth.move.points,
                "value": worth.value,
                "unit": f"{goal.unit}, {goal.basis}" if goal.basis else goal.unit,
                "best": worth.move in advice.best,
            }
            for worth in advice.worths
        ]
        if advice
        else [],
        "bust": state.bust if state else False,
        "special": state.special if state else None,
        "turns": [_turn(turn) for turn in state.turns] if state else [],
        "rounds": [{"winners": list(each.winners)} for each in state.rounds] if state else [],
        "scores": state.scores if state else {},
        "outcome": {"winners": list(state.outcome.winners)} if state and state.outcome else None,
        **({"why": advice.why if advice else ""} if why else {}),
    }


def _turn(turn: Turn) -> dict[str, object]:
    return {
        "player": turn.player,
        "final": list(turn.final),
        "score": turn.score,
        "qualified": turn.qualified,
    }


def _begin(game: str, options: list[str]) -> Match:
    """The match before its first throw, from option=value words. Raises Refusal."""
    if game not in GAMES:
        raise Refusal(f"there is no game {game!r}; the games are {', '.join(GAMES)}.")
    values: dict[str, str] = {}
    for option in options:
        name, sign, value = option.partition("=")
        if not sign or name in values:
            raise Refusal(f"options are written name=value, once each; {option!r} is not.")
        values[name] = value
    players = values.pop("players").split(",") if "players" in values else DEFAULT_PLAYERS.get(game, ALONE)
    try:
        return Match.new(game, players, **values)
    except MoveError as error:
        raise Refusal(f"{error}.") from error


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
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("options", metavar="option=value", nargs="*", help="such as players=Ann,Bob")
    parser.add_argument("--goal", help="what is maximised; see below")
    parser.add_argument("--why", action="store_true", help='add a field "why": the comparison in words')
    parser.add_argument(
        "--page",
        action="store_true",
        help="print the page about 5, 1, 2 on three dice (morning-roll) and read no positions",
    )
    parser.add_argument(
        "--data", type=Path, default=_data(), help="folder whose odds/ keeps the solved games (%(default)s)"
    )
    return parser


def _about(game: str) -> Iterator[str]:
    players = ",".join(DEFAULT_PLAYERS.get(game, ALONE))
    yield f"\n  {game}"
    yield f"    players={players}   names by seat"
    for option in GAMES[game].options:
        yield f"    {option.name}={option.default}   {option.choices}. {option.meaning}"
    yield from (f"    --goal {goal}" for goal in SOLVERS[game].goals.split("; "))


def _data() -> Path:
    try:
        return Settings.from_environment().data
    except ValueError as error:
        raise Refusal(str(error)) from error
