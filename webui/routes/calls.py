"""What is said, as pages and others ask for it. GET only: nothing that is asked here changes anything.

/calls.json     the newest breaths, as a page says them
/tell           key: what was pressed; pick, at, style, again (it was pressed a moment ago), back (L: so many ago),
                voice (V: off, brief, full), watch (of a page that only watches): the answer to a key that reads, or
                why one that acts does nothing
"""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Blueprint, Response, jsonify, request

from webui.calls import telling
from webui.calls.breath import Breath, calls_of
from webui.calls.call import Call, call
from webui.calls.heard import as_heard
from webui.calls.language import Style
from webui.calls.picking import Key, chosen, missed, picked
from webui.calls.refusing import late, refused
from webui.calls.telling import Asked
from webui.calls.trouble import parts_of
from webui.calls.values import Part, Row
from webui.desk import desk
from webui.games.page import PAGES
from webui.match.board import Board
from webui.number import whole
from webui.page.scene import Query

blueprint = Blueprint("calls", __name__)
VOICES = ("off", "brief", "full")
READING = ("H", "E", "L", "S", "V")
"""The keys that read and change nothing."""


@blueprint.get("/calls.json")
def newest() -> Response:
    """The newest breaths."""
    return jsonify(feed())


@blueprint.get("/tell")
def tell() -> Response:
    """One answer, for the page that asks."""
    board = desk().board()
    said = _answer(board, request.args.get("key", "")) if board.state else None
    return jsonify(_heard(said))


def feed(watches: bool = False) -> dict[str, Any]:
    """What pages say: the number of the newest breath, and the newest breaths, oldest first.

    watches: of a page that only watches.
    """
    recent = desk().feed.recent()
    number = recent[-1].number if recent else desk().feed.newest
    return {"newest": number, "breaths": [each.watched if watches else each.heard for each in recent]}


def heard(board: Board, query: Query) -> dict[str, Any]:
    """What a page with this board is to say; own: of what this page has asked for itself."""
    said = _own(board, query)
    return {**feed(), "own": _heard(said)["calls"]}


def _heard(said: Call | None) -> dict[str, Any]:
    """What a page is to say for itself."""
    return as_heard(Breath((said,) if said else ()), desk().sounding.said_as)


def here() -> list[dict[str, Any]]:
    """The calls that a page makes by itself: when nobody answers it, or its browser holds the sound back."""
    return list(_here()["calls"])


@cache
def _here() -> dict[str, Any]:
    return as_heard(Breath((call("link.lost", {}), call("voice.waits", {}))))


def _own(board: Board, query: Query) -> Call | None:
    """What is said of a pick, of values typed in, or of the die whose sheet is open."""
    state = board.state
    if state is None:
        return None
    if query.typed is not None and state.to_throw:
        row = Row(query.typed[: state.to_throw]) if query.typed else None
        return call("typed.now", {"row": row, "more": max(0, state.to_throw - len(query.typed))})
    if query.fix is not None:
        return _fixing(board, query.fix)
    if query.pick is None or not state.thrown or board.question:
        return None
    there = query.tapped in PAGES[board.game].free(state)
    if query.tapped is None or not there:
        return chosen(board.game, state, query.pick, board.laid)
    return picked(board.game, state, query.pick, query.tapped, _style(), board.laid)


def _fixing(board: Board, die: int) -> Call | None:
    """The die that is looked at, in its place."""
    asks = board.question or board.throw
    page = PAGES[board.game]
    if asks is None or not 0 <= die < len(asks.faces):
        return None
    places = dict(zip(page.order(board.laid), page.places_of_throw(board), strict=False))
    face = asks.faces[die]
    shown = Part("face-unsure") if face is None else str(face)
    return call("fix.which", {"place": places.get(die, die + 1), "face": shown})


def _answer(board: Board, key: str) -> Call | None:
    wants = _asked(board)
    watches = "watch" in request.args
    if watches and key not in (*READING, "back", "?"):
        return call("no.watcher", {})
    choices = telling.watching(wants) if watches else telling.choices(wants)
    match key:
        case "H":
            return telling.dice(wants)
        case "E":
            return telling.standing(wants)
        case "L":
            return _last(board)
        case "V":
            return _voice(choices)
        case "S":
            return choices
        case "?":
            return call("tell.keys", {})
        case "late":
            return late(board.game, wants.state)
        case "back":
            return call("link.back", {"waits": choices.fields.get("choices", "")})
        case _:
            return _why_not(wants, key)


def _why_not(wants: Asked, key: str) -> Call:
    """Why an acting key does nothing: the rule, or what can be done."""
    if wants.question:
        return telling.choices(wants)
    digit = key.removeprefix("Shift+")
    back = digit != key
    if whole(digit) is not None and not wants.state.outcome and not (back and _style() == "place"):
        return missed(wants.game, wants.state, Key(int(digit[:1]), back, _style()))
    return refused(wants.game, wants.state, wants.places, key, wants.laid) or telling.choices(wants)


def _asked(board: Board) -> Asked:
    state = board.state
    assert state is not None
    query = Query.of(request.args, board.revision, "")
    return Asked(
        board.game,
        state,
        board.question,
        query.pick,
        again="again" in request.args,
        moving=board.source.rolling,
        undo=bool(board.undo),
        troubles=parts_of([trouble.code for trouble in board.troubles]),
        laid=board.laid,
    )


def _last(board: Board) -> Call | None:
    """The last call again, or one before it; after a start those of the lines."""
    back = request.args.get("back", "0")
    told = desk().feed
    if told.last(0) is None and board.match is not None:
        saved = desk().store.match(board.match)
        told.know(calls_of(board.match, saved.lines, desk().ledger.rolls.seen) if saved else ())
    return told.last(whole(back, 2) or 0)


def _voice(choices: Call) -> Call:
    """The level that is on now, and what the game waits for."""
    level = request.args.get("voice", "")
    waits = choices.fields.get("choices", "")
    return call("voice.on", {"voice": level if level in VOICES else "off", "waits": waits})


def _style() -> Style:
    return "value" if request.args.get("style") == "value" else "place"
