# Tested by tests/test_webui_terminal_telling.py.
"""What Midnight tells away from its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import Round, State, state_of
from engine.game import Turn as AnyTurn
from engine.midnight import Midnight, Turn
from webui.games.midnight_words import lacks, needs
from webui.page import words
from webui.page.ending import pays
from webui.page.told import GameTold


class MidnightTold(GameTold):
    """See `GameTold`. Rounds won decide."""

    def turn(self, turn: AnyTurn) -> Iterator[str]:
        lacking = lacks(turn) if isinstance(turn, Turn) else ""
        why = f": {lacking}" if lacking else ""
        yield f"{turn.player} scores {turn.score}{', whatever the dice show' if turn.end == 'off table' else why}."

    def so_far(self, state: State) -> Iterator[str]:
        now = state_of(Midnight, state)
        if now.kept and not now.thrown:
            yield needs(now, ())
            if not now.missing:
                yield f"{now.points} points."

    def round(self, state: State, number: int) -> str:
        """Who has won a round, and the rounds that were carried to it; or where it is carried."""
        done = state.rounds[number - 1]
        several = done.stake > 1
        at_stake = words.and_list([str(each) for each in range(number - done.stake + 1, number + 1)])
        rounds = f"round{'s' * several} {at_stake}"
        if done.winners:
            go = "go" if several else "goes"
            return (
                f"{rounds.capitalize()} {go} to {words.and_list(done.winners)}{_share(done, state.at_stake)}."
            )
        carried = state_of(Midnight, state).settings.ties == "carry" and not state.outcome
        then = f": {f'{rounds} are' if several else 'it is'} carried to round {number + 1}" if carried else ""
        return f"Nobody wins round {number}{then}."

    def standing(self, state: State) -> Iterator[str]:
        if state.kept:
            yield f"Kept {' '.join(map(str, state.kept))}."
        best = state_of(Midnight, state).to_beat
        if best:
            yield f"{best} to beat."

    def score(self, state: State, name: str) -> str:
        """The rounds won; of one who plays alone, those that scored."""
        won = state.scores[name]
        if len(state.players) == 1:
            return f"{won} of {words.rounds(len(state.rounds))} scored"
        return words.rounds(won)

    def ending(self, state: State) -> str:
        """Who has won, and who owes whom."""
        settled = [f"{each}." for each in pays(state)]
        even = [] if settled or state.at_stake == "nothing" else ["Nobody owes anything."]
        return " ".join([super().ending(state), *settled, *even])

    def turn_facts(self, turn: AnyTurn) -> dict[str, Any]:
        """variant: 1-4-24 or 2-4-24, which names the keys."""
        return {"variant": turn.variant} if isinstance(turn, Turn) else {}


def _share(done: Round, at_stake: str) -> str:
    """What everybody who has won a round takes of its pot; "" where nothing lay in it."""
    if not done.pot:
        return ""
    coins = words.counted(done.each, at_stake.removesuffix("s"))
    return f" with {coins}{' each' if len(done.winners) > 1 else ''}"
