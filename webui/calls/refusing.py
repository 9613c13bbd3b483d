# Tested by tests/test_webui_calls_picking.py.
"""What is said of an acting key that has no effect now: the rule, in a sentence."""

from __future__ import annotations

from engine.game import State
from webui.calls.call import Call
from webui.calls.game import Laid, Pick
from webui.calls.games.all import CALLS
from webui.calls.picking import Key, faces_of, missed
from webui.calls.values import names_of


def refused(game: str, state: State, pick: Pick, key: str, laid: Laid = ()) -> Call | None:
    """Why R, B, U or Shift+U does nothing now; None where the game does not say. laid: see `GameCalls.open_dice`."""
    calls = CALLS[game]
    if key in ("U", "Shift+U"):
        return calls.call("no.undo", redo="yes" if key == "Shift+U" else "no")
    if state.outcome or key not in ("R", "B"):
        return None
    if not state.thrown:
        return missed(game, state, Key(0)) if key == "R" or calls.banks() else calls.call("no.bank")
    return calls.refused(state, faces_of(game, state, pick, laid), key)


def late(game: str, state: State) -> Call:
    """A press that was made for an older board."""
    name = names_of(state.players)[str(state.player or state.players[0])]
    return CALLS[game].call("no.late", name=name)
