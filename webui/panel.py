"""What the button asks of the match, and what lamp and buzzer say of it."""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress

from engine.game import MoveError
from engine.move import Move
from hardware.panel import Panel, PanelError, Press, Sign
from webui.desk import Desk
from webui.match.board import Board
from webui.match.ledger import Refused
from webui.push import Versions
from webui.storage.store import StoreError

log = logging.getLogger("rollcall")
POWER_OFF = ("systemctl", "poweroff")


def attach(desk: Desk) -> Panel | None:
    """The panel of this machine, at the service of the match; None, with one line in the log, where there is none."""
    try:
        panel = Panel(lambda press: _do(desk, panel, press))
    except PanelError as error:
        log.info("%s", error)
        return None
    threading.Thread(target=_follow, args=(desk, panel), name="panel", daemon=True).start()
    return panel


def _do(desk: Desk, panel: Panel, press: Press) -> None:
    if press == "off":
        panel.say("off")
        with suppress(OSError):
            subprocess.run(POWER_OFF, check=False)
        return
    try:
        act(desk, press)
    except (Refused, MoveError, StoreError) as error:
        log.info("the button: %s", error)
        panel.say("trouble")


def act(desk: Desk, press: Press) -> None:
    """Do what a press asks for. Raises Refused, MoveError or StoreError, and nothing is changed then."""
    board = desk.board()
    if press == "double":
        desk.presses.undo(board.revision)
    elif board.state is None or board.state.outcome:
        if press == "short" and board.players:
            desk.presses.new(board.revision, board.game, board.players, **dict(board.options))
    elif board.question:
        raise Refused("Something is asked: answer it on the page.")
    else:
        move = best(board.state.moves, "keep" if press == "short" else "stop")
        desk.presses.play(board.revision, str(move))


def best(moves: Sequence[Move], kind: str) -> Move:
    """The move of this kind that scores most, else the one that scores most of all. Raises Refused where none is."""
    wanted = [move for move in moves if move.kind == kind] or list(moves)
    if not wanted:
        raise Refused("There is nothing to choose: throw.")
    return max(wanted, key=lambda move: (move.points or 0, len(move.faces)))


def _follow(desk: Desk, panel: Panel) -> None:
    """Say what changes, for as long as the program runs."""
    seen: Versions = {}
    said: Sign = "ready"
    while (news := desk.push.wait(seen)) is not None:
        seen |= news
        sign = sign_of(desk.board()) if news else said
        if sign != said:
            said = sign
            panel.say(sign)
    panel.close()


def sign_of(board: Board) -> Sign:
    """What is to be said of the table now: what needs a person first."""
    if board.question:
        return "asking"
    if board.state and board.state.bust:
        return "bust"
    return "trouble" if board.troubles else "ready"
