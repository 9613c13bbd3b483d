"""The moments while a throw is awaited: dice to be thrown, dice moving, values typed in."""

from __future__ import annotations

from engine.morning_roll import MorningRoll
from webui.games.morning_roll import forced, note, seats_so_far, so_far
from webui.match.board import Board
from webui.page import doubts, ear, tray, words
from webui.page.parts import Links, scene, undo
from webui.page.scene import Action, Query, Scene, Status


def waiting(board: Board, state: MorningRoll, links: Links) -> Scene:
    """Dice are awaited: throw when you like. While they move, the places say so."""
    moving = board.source.phase == "moving"
    name = str(state.player)
    kept = tray.kept_places(state)
    empty = tray.empty_places(
        len(kept) + 1, state.to_throw, "moving" if moving else "slot", "rolling" if moving else "to throw"
    )
    type_in = Action("Type the dice in", links.typed(()), words.IF_UNSEEN, link=True, keys="T")
    return scene(
        board,
        heading=words.rolling(name) if moving else words.to_throw(name, state.to_throw),
        note=note(state, state.to_throw),
        seats=seats_so_far(board, state),
        card=forced(state),
        places=(*kept, *empty),
        sum=so_far(state),
        actions=(undo(board), type_in),
        polite=_ear_waiting(board, state),
        wait=True,
    )


def _ear_waiting(board: Board, state: MorningRoll) -> str:
    """Who throws how many, and what has just happened; not what happened before a throw that was taken back."""
    turn = state.turns[-1] if state.turns else None
    special = state.rolls[-1].special if state.must_throw else None
    if special:
        return ear.all_again(special, str(state.player))
    if turn is None or state.rolls or not turn.qualified or board.taken_back:
        return words.to_throw(str(state.player), state.to_throw)
    return ear.bank(turn.player, turn.score, state.scores[turn.player], str(state.player))


def typing(board: Board, state: MorningRoll, query: Query, links: Links) -> Scene:
    """The dice are typed in: six places to tap a value into."""
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
        heading=words.to_throw(str(state.player), state.to_throw),
        note=note(state, state.to_throw),
        status=Status("ring", words.TYPE_THEM),
        seats=seats_so_far(board, state),
        card=forced(state),
        places=tray.typed_places(state, typed, links),
        keypad=tuple(links.typed((*typed, face)) if missing else "" for face in range(1, 7)),
        sum=so_far(state),
        actions=(leave, off_table(1), done),
        hidden=tuple(("faces", str(face)) for face in typed),
        polite=ear.typed(typed, missing) if typed else _ear_waiting(board, state),
    )


def off_table(count: int) -> Action:
    """The answer that so many dice of the throw have left the table."""
    return Action(doubts.left(count), "/match/off", sends=("n", str(count)), keys="O")
