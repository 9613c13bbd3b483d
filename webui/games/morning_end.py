# Tested by tests/test_webui_pages.py.
"""How a turn and a match of Morning Roll end, in words."""

from __future__ import annotations

from engine.morning_roll import MorningRoll, Roll, Turn
from engine.roll import Roll as AnyRoll
from webui.match.board import Board
from webui.page import ending, words
from webui.page.end import End

TURN_WORTH = 641.0615161974
"""Points of a turn of best play on average: `engine.morning_roll_solve`, and a test holds it to that."""


def why(board: Board, turn: Turn) -> tuple[str, str]:
    """Why this turn was a bust: what happened, and what it costs."""
    off = turn.rolls[-1].off
    if not off:
        return words.nothing_scores(turn.player, turn.points)
    return ending.why_off(board, turn), words.off_the_table(turn.player, off)[1]


def end_of(board: Board, state: MorningRoll) -> End:
    """Who has won, with how many points, and the best turn of the match."""
    names = state.outcome.winners if state.outcome else ()
    best, turn = max(state.scores.values()), state.turns[-1]
    best_turn = max(state.turns, key=lambda each: each.score)
    last = (
        words.last_word(turn.player, turn.score)
        if turn.qualified
        else f"Last turn: bust. {' '.join(why(board, turn))}"
    )
    return End(
        words.winners(names, len(state.players)),
        "star",
        words.points(best),
        _ahead(state, best),
        ending.ranks(board, {name: words.points(score) for name, score in state.scores.items()}),
        best=words.best_turn(best_turn.player, best_turn.round, best_turn.score) if best_turn.score else "",
        best_dice=best_turn.final if best_turn.score else (),
        last=last,
    )


def _ahead(state: MorningRoll, best: int) -> str:
    """What the winning number is beside the next."""
    if len(state.players) == 1:
        rounds = state.settings.rounds
        return f"points in {words.turns(rounds)}; {words.beside_best(TURN_WORTH, rounds)}"
    others = [name for name in state.players if state.scores[name] < best]
    if not others:
        return "points each"
    second = max(others, key=lambda name: state.scores[name])
    return f"{words.points(best - state.scores[second])} more than {second}"


def points_of(roll: AnyRoll) -> int:
    """What was kept of a roll is worth."""
    return roll.points if isinstance(roll, Roll) else 0


def roll_told(roll: AnyRoll, first: bool, end: str) -> tuple[str, str]:
    """What a roll gave, in figures, and what became of it; see `GamePage.roll_told`."""
    if roll.off:
        return ("bust" if end else ""), f"{words.dice(roll.off)} off the table" if roll.thrown else ""
    if roll.kept:
        stopped = ", then stopped" if isinstance(roll, Roll) and roll.stopped else ""
        return (
            f"{'' if first else '+ '}{words.points(points_of(roll))}",
            f"kept {words.group(roll.kept)}{stopped}",
        )
    return ("bust", "nothing scores") if end else ("", "")
