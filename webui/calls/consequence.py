# Tested by tests/test_webui_calls_correcting.py.
"""What follows from a correction, as a part of a sentence: the first that is true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import State, Turn
from webui.calls.game import GameCalls
from webui.calls.values import Count, Part, Parts, names_of

BUSTS = ("after-no-bust", "after-bust", "after-lost")
WINS = ("after-wins", "after-share", "after-drinks", "after-nobody", "after-out", "after-no-win")


def consequence(calls: GameCalls, was: State, now: State) -> Part | Parts:
    """How the match stands now that a correction has changed `was`. A bust that ends the match tells its end, too."""
    parts = (*_bust(calls, was, now), *_win(calls, was, now))
    if parts:
        return parts[0] if len(parts) == 1 else Parts(parts)
    return _stands(calls, was, now)


def is_decided(follows: Part | Parts) -> bool:
    """Whether it tells of a bust or a win, or that there is none."""
    parts = follows.parts if isinstance(follows, Parts) else (follows,)
    return any(part.id in (*BUSTS, *WINS) for part in parts)


def _bust(calls: GameCalls, was: State, now: State) -> list[Part]:
    """A bust that is made or unmade."""
    ended, undone = _new_turn(was, now), _new_turn(now, was)
    if ended and calls.is_bust(ended):
        return [_about("after-bust", now, ended.player)]
    if undone and calls.is_bust(undone) and now.thrown:
        return [_about("after-no-bust", now, undone.player)]
    return []


def _win(calls: GameCalls, was: State, now: State) -> list[Part]:
    """A match that is won, or not any more; a player who is out."""
    ended = _new_turn(was, now)
    if now.outcome:
        return [calls.won(now)]
    if was.outcome:
        return [_about("after-no-win", now, str(now.player))]
    return [_about("after-out", now, ended.player)] if ended and calls.is_out(ended) else []


def _stands(calls: GameCalls, was: State, now: State) -> Part:
    """How the turn stands: one that has ended, an open throw, or dice awaited."""
    ended = _new_turn(was, now)
    if ended:
        return calls.ended(now, ended)
    if now.thrown:
        return calls.open(now)
    return _about("after-dice", now, str(now.player), n=Count(now.to_throw))


def _new_turn(was: State, now: State) -> Turn | None:
    """The newest turn of `now`, where it is none of `was`."""
    if not now.turns or len(now.turns) < len(was.turns):
        return None
    newest: Turn = now.turns[-1]
    same: Sequence[Turn] = was.turns[len(now.turns) - 1 : len(now.turns)]
    return None if list(same) == [newest] else newest


def _about(id_: str, state: State, player: str, **fields: Any) -> Part:
    return Part(id_, {"name": names_of(state.players)[player], **fields})
