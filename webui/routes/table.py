"""The pages of the table: what shall we play, the match, its history. GET only; what changes a match is in `moves`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from engine.game import GAMES
from webui.desk import desk
from webui.games.moment import scene_of
from webui.games.page import PAGES
from webui.match.board import Board
from webui.match.lines import HEAD
from webui.page import words
from webui.page.links import Links
from webui.page.past import Past, TurnTold, turns_of
from webui.page.picture import replay_of
from webui.page.scene import Query
from webui.routes.moves import MOST_PLAYERS
from webui.storage.store import SavedMatch

blueprint = Blueprint("pages", __name__)
SEATS = 4
"""Names asked for on the start page, at least."""
ROUNDS = "3"
MATCHES = 20
"""Earlier matches on one page."""


@blueprint.app_context_processor
def _common() -> dict[str, Any]:
    return {"words": words, "sprite": url_for("static", filename="sprite.svg"), "notice": g.get("notice", "")}


@blueprint.get("/")
def start() -> str:
    """What shall we play? Also the answer to a match that cannot be, with the sentence and what was filled in."""
    board = desk().board()
    names = request.values.getlist("player") or board.players
    asked = request.values.get("game") or board.game
    chosen = asked if asked in PAGES else next(iter(PAGES))
    seats = min(max(SEATS, len(names) + ("more" in request.args)), MOST_PLAYERS)
    return render_template(
        "start.html",
        games=PAGES,
        chosen=chosen,
        look=PAGES[chosen].look,
        has_rounds=any(option.name == "rounds" for option in GAMES[chosen].options),
        players=[*names, *[""] * seats][:seats],
        most=MOST_PLAYERS,
        rounds=request.values.get("rounds") or dict(board.options).get("rounds", ROUNDS),
        revision=board.revision,
        playing=words.open_match(board.players) if board.state and not board.state.outcome else "",
        begun=len(board.lines) > HEAD or board.question is not None,
        source=board.source,
        troubles=board.troubles,
    )


@blueprint.get("/table")
def table() -> str | Response:
    """The match; also the answer to a move that was refused, with the sentence."""
    board = desk().board()
    if request.path == url_for("moves.new"):
        return start()
    return _match_page("table.html", board) if board.state else redirect(url_for("pages.start"))


@blueprint.get("/table/board")
def piece() -> str:
    """The board of the match page alone, for a page that follows changes; empty where there is no match."""
    board = desk().board()
    return _match_page("_board.html", board) if board.state else ""


@blueprint.get("/history")
def history() -> str:
    """The match so far, turn by turn, and as lines; the matches before it. before: those before this one alone."""
    board = desk().board()
    asked = request.args.get("before", "")
    older = int(asked) if re.fullmatch("[1-9][0-9]{0,8}", asked) else None
    now = desk().store.match(board.match) if board.match and older is None else None
    # Two more than are shown: the one on the table, which may be any, and one to know whether there are older ones.
    others = [each for each in desk().store.matches(older, MATCHES + 2) if each.number != board.match]
    return _history_page(board, now, [Past.of(each) for each in others[: MATCHES + 1]])


@blueprint.get("/history/<int:number>")
def past(number: int) -> str | Response:
    """A match that was played before."""
    board = desk().board()
    if number == board.match:
        return redirect(url_for("pages.history"))
    saved = desk().store.match(number) if number < 2**31 else None
    if saved is None:
        abort(404, "There was no such match.")
    return _history_page(board, saved)


def _history_page(board: Board, saved: SavedMatch | None, earlier: Sequence[Past] = ()) -> str:
    return render_template(
        "history.html",
        board=board,
        shown=Past.of(saved) if saved else None,
        turns=_turns(saved) if saved else [],
        earlier=[each for each in earlier[:MATCHES] if each.thrown],
        older=earlier[MATCHES - 1].number if len(earlier) > MATCHES else None,
        replay_of=replay_of,
        troubles=board.troubles,
    )


def _turns(saved: SavedMatch) -> list[TurnTold]:
    game = saved.lines[0].text.split()[1:2]
    page = PAGES.get(game[0]) if game else None
    return turns_of(saved, page, desk().ledger.seen) if page else []


def _match_page(template: str, board: Board) -> str:
    stand = f"{board.match}.{len(board.lines)}"
    query = Query.of(request.args, board.revision, stand)
    game = PAGES[board.game]
    return render_template(
        template,
        board=board,
        scene=scene_of(board, query, Links(url_for("pages.table"), board.revision, query.pick, stand)),
        game=game,
        look=game.look,
        revision=board.revision,
        troubles=board.troubles,
    )
