# Tested by tests/test_webui_pages.py.
"""How a turn ends with nothing, and how a match ends, as far as all games agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.beginning import RULES, beginner
from engine.game import State, Turn
from engine.log import Match
from engine.settling import payments
from webui.match.board import Board
from webui.page import tray, words
from webui.page.end import End, Rank
from webui.page.game import GamePage, state_on
from webui.page.links import Links
from webui.page.parts import just_throw, scene, undo
from webui.page.picture import leaving_photo
from webui.page.scene import Action, Card, Place, Scene, Seat, Status


def bust(
    board: Board, page: GamePage, links: Links, why: tuple[str, str], places: tuple[Place, ...]
) -> Scene:
    """The turn that has just ended with nothing. why: what happened, and what it costs. places: its dice."""
    state = state_on(board)
    turn, following = state.turns[-1], str(state.player)
    off = turn.rolls[-1].off
    go_on = Action(
        f"{words.whose(following)} turn",
        links.to(seen=1),
        just_throw(board, state.to_throw),
        main=True,
        link=True,
        keys="R",
    )
    made = scene(
        board,
        page,
        heading="Bust",
        roll="",
        card=Card("Bust", *why, "out" if off else "cross", "bad"),
        places=places,
        actions=(undo_bust(board, off), go_on),
        wait=board.source.looks,
    )
    return with_evidence(made, board) if off else made


def undo_bust(board: Board, off: int) -> Action:
    """Undo, beside a bust."""
    return replace(undo(board), words="That is wrong: undo", under="the die did not leave" if off else "")


def busted(board: Sequence[Seat], name: str, following: str) -> tuple[Seat, ...]:
    """The score board beside a bust."""
    now = {following: "throws next", name: "this turn: 0"}
    return tuple(replace(seat, now=now.get(seat.name, seat.now)) for seat in board)


def with_evidence(made: Scene, board: Board) -> Scene:
    """The dice and the picture that the camera saw when a die left the table."""
    roll = board.throw.roll if board.throw else None
    if board.throw is None or roll is None:
        return made
    made = replace(made, why=f"/why/{roll.id}")
    if not roll.has_picture:
        return made
    return replace(made, status=Status("warn", words.OFF_TABLE), photo=leaving_photo(roll, board.throw.faces))


def why_off(board: Board, turn: Turn) -> str:
    """Why dice of this turn are called off the table, as the camera saw or concluded it."""
    seen = board.throw.roll if board.throw else None
    return seen.why if seen and seen.why else words.off_the_table(turn.player, turn.rolls[-1].off)[0]


def over(board: Board, page: GamePage, end: End, **parts: object) -> Scene:
    """The end of the match: who has won, and again?"""
    rematch = Action("Rematch", "/match/new", under="with who plays on", main=True, keys="P", name="rematch")
    return scene(
        board,
        page,
        **{
            "heading": end.title,
            "places": (),
            "actions": (undo(board), rematch),
            "hidden": same_again(board),
            "end": replace(end, begins=beginners(board)),
            **parts,
        },
    )


def ranks(board: Board, shown: dict[str, str], under: dict[str, str] | None = None) -> tuple[Rank, ...]:
    """The players from the best to the last; equal ones share a place and stand in the order of the seats."""
    state = state_on(board)
    won = state.outcome.winners if state.outcome else ()
    scores = state.scores
    return tuple(
        Rank(
            1 + sum(other > scores[name] for other in scores.values()),
            state.players.index(name),
            name,
            shown[name],
            (under or {}).get(name, ""),
            "star" if name in won else "",
        )
        for name in sorted(state.players, key=lambda name: -scores[name])
    )


def beginners(board: Board) -> tuple[tuple[str, str, int | None, bool], ...]:
    """Who may begin a rematch: the one by the rule first, and chosen; a lot last. See `End.begins`."""
    state = state_on(board)
    if len(state.players) == 1 or state.outcome is None:
        return ()
    by_rule = state.players[beginner(_rule(state), Match(board.lines, (state,)), state.players) - 1]
    others = [name for group in reversed(state.outcome.places) for name in group if name != by_rule]
    seats = [
        (str(state.players.index(name) + 1), name, state.players.index(name), name == by_rule)
        for name in (by_rule, *others)
    ]
    return (*seats, ("lot", "By lot", None, False))


def _rule(state: State) -> str:
    """Who begins a rematch, as the match was begun; the loser where that says nothing of the next one."""
    first = str(state.options["first"])
    return first if first in RULES else "loser"


def pays(state: State) -> tuple[str, ...]:
    """Who owes whom at the end, a sentence each; it adds up to nothing."""
    if state.at_stake == "nothing":
        return ()
    verb = {"coins": "pays", "drinks": "buys"}[state.at_stake]
    thing = state.at_stake.removesuffix("s")
    return tuple(
        f"{each.payer} {verb} {each.receiver} {words.counted(each.amount, thing)}"
        for each in payments(state.net)
    )


def same_again(board: Board) -> tuple[tuple[str, str], ...]:
    """The fields that begin a match with the same options; who plays on, the page asks."""
    names = tuple(("was", name) for name in board.players)
    options = [
        (name, value)
        for name, value in board.options
        if name != "begins" and (name != "first" or value in RULES)
    ]
    return (("game", board.game), *names, *options)


def final_places(page: GamePage, faces: Sequence[int], kept: int, off: int) -> tuple[Place, ...]:
    """The dice as a turn ended: `kept` of them kept, `off` of them off the table, nothing to pick."""
    shown = list(faces)[: page.dice - off]
    places = [
        tray.locked(number, face)
        if number <= kept
        else Place(number, "nothing", f"die {number}: {words.die_value(face)}", face)
        for number, face in enumerate(shown, 1)
    ]
    gone = range(page.dice - off + 1, page.dice + 1)
    blind = range(len(shown) + 1, page.dice - off + 1)
    return (*places, *tray.empty_places(blind, "slot", "not read"), *tray.gone_places(gone))
