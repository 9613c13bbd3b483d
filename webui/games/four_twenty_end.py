# Tested by tests/test_webui_games.py.
"""The end of 420: who buys."""

from __future__ import annotations

from engine.four_twenty import FourTwenty, Turn
from webui.page import words
from webui.page.end import End, Rank


def end_of(state: FourTwenty) -> End:
    """Who buys, for whom, and how the others made 20."""
    loser = str(state.loser)
    drinks = len(state.out)
    wins = [turn for turn in state.turns if turn.qualified]
    ranks = [
        Rank(
            place,
            state.players.index(turn.player),
            turn.player,
            str(turn.score),
            _how(turn),
            "star" if place == 1 else "",
        )
        for place, turn in enumerate(wins, 1)
    ]
    last = Rank(
        drinks + 1,
        state.players.index(loser),
        loser,
        _left_with(state, loser),
        "the last one left buys",
        "glass",
    )
    first = wins[0]
    return End(
        title=f"{loser} buys",
        icon="glass",
        number=str(drinks),
        unit=f"{'drink' if drinks == 1 else 'drinks: one each'} for {words.and_list(state.out)}",
        ranks=(*ranks, last),
        best=f"{first.player}, round {first.round}: 20",
        best_dice=first.final,
        glass=True,
    )


def _how(turn: Turn) -> str:
    stays = turn.stays or ()
    thrown = words.group(turn.rolls[-1].thrown)
    return f"round {turn.round}: {f'{sum(stays)} stayed, then {thrown}' if stays else thrown}"


def _left_with(state: FourTwenty, loser: str) -> str:
    mine = [turn.score for turn in state.turns if turn.player == loser and turn.final]
    return str(mine[-1]) if mine else "–"
