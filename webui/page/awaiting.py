# Tested by tests/test_webui_pages.py.
"""The moments while a throw is awaited: dice to be thrown, dice moving, values typed in."""

from __future__ import annotations

from webui.match.board import Board
from webui.page import tray, words
from webui.page.game import GamePage, state_on
from webui.page.links import Links
from webui.page.parts import fix_link, off_table, scene, undo
from webui.page.scene import Action, Query, Scene, Status


def waiting(board: Board, page: GamePage, links: Links) -> Scene:
    """Dice are awaited: throw when you like. While they move, the places say so."""
    state, moving = state_on(board), board.source.rolling
    type_in = Action("Type the dice in", links.typed(()), words.IF_UNSEEN, link=True, keys="T")
    # The demo throws no more after an undo, until somebody goes on.
    halted = board.source.demo and bool(board.redo) and not moving
    throw = (Action("Throw", links.to(seen=1), main=True, link=True, keys="R"),) if halted else ()
    return scene(
        board,
        page,
        heading=words.rolling(str(state.player)) if moving else page.heading(state),
        # What forced this throw is said until it is made.
        card=None if moving else page.standing(board).card,
        places=tray.awaited_places(page, state, moving),
        actions=(undo(board), type_in, *throw),
        fix=fix_link(board, page, links),
        wait=True,
    )


def typing(board: Board, page: GamePage, query: Query, links: Links) -> Scene:
    """The dice are typed in: places to tap a value into."""
    state = state_on(board)
    typed = (query.typed or ())[: state.to_throw]
    missing = state.to_throw - len(typed)
    if board.source.looks:
        leave = Action("Back", links.to(), link=True, keys="Escape")
    elif typed:
        leave = Action("Undo", links.typed(typed[:-1]), link=True, keys="U Backspace")
    else:
        leave = undo(board)
    done = Action(
        "That is the throw", "/match/throw", why=words.missing_values(missing), main=True, keys="Enter R"
    )
    return scene(
        board,
        page,
        heading=page.heading(state),
        status=Status("ring", words.TYPE_THEM),
        card=page.standing(board).card,
        places=tray.typed_places(page, state, typed, links),
        keypad=tuple(links.typed((*typed, face)) if missing else "" for face in range(1, 7)),
        actions=(leave, off_table(1), done),
        # What is typed would be lost to the sheet.
        fix="" if typed else fix_link(board, page, links),
        hidden=tuple(("faces", str(face)) for face in typed),
    )
