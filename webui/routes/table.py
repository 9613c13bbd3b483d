# Tested by tests/test_webui_app.py.
"""The pages of the table: what shall we play, the match, its history. GET only; what changes a match is in `moves`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from engine.game import GAMES
from engine.notation import MOST_PLAYERS
from webui.answer import onward
from webui.desk import desk
from webui.games.moment import scene_of
from webui.games.page import PAGES
from webui.match.board import Board
from webui.match.lines import HEAD
from webui.page import camera_words, words
from webui.page.advice import advised, when_of
from webui.page.links import Links
from webui.page.past import REMEMBERED, Past, TurnTold, remembered, turns_of
from webui.page.picture import replay_of
from webui.page.scene import Query
from webui.page.start import game_form, known, seated
from webui.permits import role_here
from webui.routes import ear
from webui.routes.calls import heard, here
from webui.routes.steps import bar
from webui.storage.store import SavedMatch

blueprint = Blueprint("pages", __name__)
SEATS = 2
"""Names asked for on the start page, at least."""
ODDS = "odds"
"""The cookie that says when this browser shows the odds."""
YEAR_S = 365 * 24 * 3600
MATCHES = 20
"""Earlier matches on one page."""


@blueprint.app_context_processor
def _common() -> dict[str, Any]:
    return {
        "words": words,
        "camera_words": camera_words,
        "sprite": url_for("static", filename="sprite.svg"),
        "notice": g.get("notice", ""),
        "role": role_here(),
    }


@blueprint.get("/")
def start() -> str | Response:
    """The start page; a newcomer whose camera was found, or sought, is led to the set-up."""
    return redirect(url_for("steps.resume")) if _is_new() and not request.args else _start_page()


def _is_new() -> bool:
    """Whether nobody has played here, set anything up or put that off, and no demo was asked for."""
    here = desk()
    asked = here.eye is not None and here.settings.camera != "demo"
    return asked and not here.progress.is_begun and here.board().match is None


def _start_page() -> str:
    """What shall we play? Also the answer to a match that cannot be, with the sentence and what was filled in.

    up, down, drop: a place from 0, whose player moves or goes. seat: a known player. more: one more seat.
    """
    board = desk().board()
    past = [each for each in map(Past.of, desk().store.matches(None, REMEMBERED)) if each.state]
    over = board.state is not None and board.state.outcome is not None
    last = [name for name in board.players if not (over and name in desk().guests.of(board.match))]
    names = seated(request.values.getlist("player") or last, request.values)
    seats = min(max(SEATS, len(names) + ("more" in request.values)), MOST_PLAYERS)
    asked = request.values.get("game") or board.game
    chosen = asked if asked in PAGES else next(iter(PAGES))
    return render_template(
        "start.html",
        games=[
            game_form(page, GAMES[name].options, _options_of(name, board, past))
            for name, page in PAGES.items()
        ],
        chosen=chosen,
        look=PAGES[chosen].look,
        players=[*names, *[""] * seats][: max(seats, len(names))],
        known=known(remembered(past, desk().guests), names),
        guests=request.values.get("guests") == "yes",
        most=MOST_PLAYERS,
        opened=chosen if g.get("notice") else "",
        revision=board.revision,
        next_up=desk().next_up(),
        pages=PAGES,
        playing=words.open_match(board.players) if board.state and not board.state.outcome else "",
        begun=len(board.lines) > HEAD or board.question is not None,
        source=board.source,
        troubles=board.troubles,
        dice_set=desk().school.chosen,
        bar=bar("players") if request.values.get("step") == "players" else (),
    )


def _options_of(game: str, board: Board, past: Sequence[Past]) -> dict[str, str]:
    """The options that are asked for, or else those of the newest match of this game."""
    sent = {
        name.removeprefix(f"{game}."): value
        for name, value in request.values.items()
        if name.startswith(f"{game}.")
    }
    if sent or board.game == game:
        return sent or dict(board.options)
    newest = next((each for each in past if each.game == game), None)
    return dict(newest.options) if newest else {}


@blueprint.get("/table")
def table() -> str | Response:
    """The match; also the answer to a move that was refused, with the sentence."""
    board = desk().board()
    if request.path == url_for("moves.new"):
        return _start_page()
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
    page = PAGES.get(Past.of(saved).game)
    return turns_of(saved, page, desk().ledger.rolls.seen) if page else []


@blueprint.post("/odds")
def switch_odds() -> Response:
    """Say when this browser shows the odds; nobody else's page changes."""
    answer = redirect(onward(url_for("pages.table")), 303)
    when = when_of(request.form.get("when", ""))
    answer.set_cookie(ODDS, when, max_age=YEAR_S, samesite="Lax", httponly=True)
    return answer


def _match_page(template: str, board: Board) -> str:
    stand = f"{board.match}.{len(board.lines)}"
    query = Query.of(request.args, board.revision, stand)
    game = PAGES[board.game]
    made = scene_of(board, query, Links(url_for("pages.table"), board.revision, query.pick, stand))
    if eye := desk().eye:
        eye.going.look(board.revision, made.sheet is not None, query.seen)
    when = when_of(request.cookies.get(ODDS, ""))
    odds = desk().odds.take(board.game) if when != "off" else None
    return render_template(
        template,
        board=board,
        scene=advised(made, board, game, odds, when),
        odds=when,
        said=heard(board, query),
        voice_is=ear.where(),
        sounding=desk().sounding,
        here=here(),
        game=game,
        look=game.look,
        guests=desk().guests.of(board.match),
        next_up=desk().next_up() if board.state and board.state.outcome else None,
        pages=PAGES,
        revision=board.revision,
        troubles=board.troubles,
    )
