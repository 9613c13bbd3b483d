# Tested by tests/test_webui_games.py.
"""The rounds of a match of Midnight as a table, and how it ends."""

from __future__ import annotations

from engine.midnight import Midnight
from engine.move import Round
from webui.match.board import Board
from webui.page import ending, words
from webui.page.end import End

Table = tuple[tuple[str, ...], ...]
ROUND_WORTH = {"1-4-24": 18.6763371958, "2-4-24": 18.6759227752}
"""Points of a turn of best play on average: `engine.midnight_solve`, and a test holds them to that."""


def rounds_table(state: Midnight) -> Table:
    """A row for each round with a finished turn: the scores, a star before those that won it."""
    if not state.turns:
        return ()
    head = ("Round", *state.players)
    return (head, *(_row(state, number) for number in range(1, state.turns[-1].round + 1)))


def _row(state: Midnight, number: int) -> tuple[str, ...]:
    scores = {turn.player: str(turn.score) for turn in state.turns if turn.round == number}
    done = state.rounds[number - 1] if len(state.rounds) >= number else None
    cells = (
        f"{'★ ' if done and name in done.winners else ''}{scores.get(name, '')}" for name in state.players
    )
    return (f"{number}{_undecided(state, done)}", *cells)


def _undecided(state: Midnight, done: Round | None) -> str:
    """Behind the number of a round that nobody has won."""
    if done is None or done.winners or len(state.players) == 1:
        return ""
    return " · carried" if state.settings.ties == "carry" else " · nobody"


def end_of(board: Board, state: Midnight) -> End:
    """Who has won, and with how many rounds."""
    names, won = state.outcome.winners if state.outcome else (), state.scores
    best = max(state.turns, key=lambda turn: turn.score)
    rank = ending.ranks(
        board,
        {name: str(won[name]) for name in state.players},
        {name: _under(state, name) for name in state.players},
    )
    rounds = state.settings.rounds
    return End(
        title=words.winners(names, len(state.players)) if names else "Nobody wins",
        icon="star",
        number=str(max(won.values())),
        unit=f"of {words.rounds(rounds)}{' scored' if len(state.players) == 1 else ''}{_taken(state, names)}",
        ranks=rank,
        best=words.best_turn(best.player, best.round, best.score) if best.score else "",
        best_dice=best.final if best.score else (),
        table=rounds_table(state),
        pays=ending.pays(state),
    )


def _under(state: Midnight, name: str) -> str:
    points = sum(turn.score for turn in state.turns if turn.player == name)
    net = state.net[name]
    noun = state.at_stake.removesuffix("s") if abs(net) == 1 else state.at_stake
    at_stake = "" if state.at_stake == "nothing" else f", {words.signed(net)} {noun}"
    alone = len(state.players) == 1
    best = words.beside_best(ROUND_WORTH[state.settings.variant], state.settings.rounds) if alone else ""
    return f"{points} points in all{at_stake}{f'; {best}' if best else ''}"


def _taken(state: Midnight, names: tuple[str, ...]) -> str:
    """What the winner has won of the pots."""
    if state.at_stake == "nothing" or len(names) != 1 or state.net[names[0]] <= 0:
        return ""
    return f", and {words.counted(state.net[names[0]], state.at_stake.removesuffix('s'))} won"
