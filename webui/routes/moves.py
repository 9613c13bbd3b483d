# Tested by tests/test_webui_app.py.
"""What people do at the table: POST routes. Each form names the `revision` of the board that it was made from.

/match/new      game, player (once each), and the game's options, each by its name or as game.name;
                begins alone: the seat that begins a rematch, or `lot`; was: the players of the match before, whose seat
                that is; guest: a player to be forgotten after the match, guests: yes, so are all names not known yet
/match/next     the match of the planned evening that waits
/match/go-on    match: the number of one that was left
/match/keep     faces (a die each, or "1 4 6"), points (to count a combination for less)
/match/stop     the same
/match/reroll   faces to throw again; the others stay
/match/throw    faces: dice typed in, or the whole answer to a question
/match/program  the program throws the dice that are awaited
/match/fix      die (its place in the throw, from 0; or /match/fix/<die>), value
/match/lean     die: it leans on something and has no value
/match/no-die   die: it is none
/match/more     one die more was thrown than the camera saw
/match/off      n: so many dice left the table; kept: the dice kept before, where it is asked which
/match/by-throw on: yes, throwing again confirms the only keep that fits; no, the page asks
/match/dismiss  what is asked about was no throw
/match/again    the camera is to look again at the dice that are asked about
/match/undo     /match/redo
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from flask import Blueprint, Response, request
from werkzeug.exceptions import BadRequest

from engine.game import GAMES
from engine.notation import MOST_PLAYERS
from engine.option import Option
from webui.answer import done
from webui.desk import desk
from webui.match.by_throw import keep as keep_choice
from webui.match.ledger import Refused
from webui.match.names import tidy
from webui.number import whole
from webui.page.past import REMEMBERED, Past, remembered

blueprint = Blueprint("moves", __name__, url_prefix="/match")
MOST_DICE = 20


@blueprint.post("/new")
def new() -> Response:
    """Begin a match; blank names are left out."""
    players = [tidy(name) for name in request.form.getlist("player") if name.strip()]
    if len(players) > MOST_PLAYERS:
        raise BadRequest(f"A match has at most {MOST_PLAYERS} players, got {len(players)}.")
    game = request.form.get("game", "morning-roll")
    known = GAMES[game].options if game in GAMES else ()
    _check_foreign(game, known)
    named = {each.name: (f"{game}.{each.name}", each.name) for each in known}
    options = {
        option: request.form[field]
        for option, fields in named.items()
        for field in fields[::-1]
        if field in request.form
    }
    # A stake of nothing may be any number: what makes no difference is left out.
    heeded = {each.name for each in known if each.matters({**_defaults(known), **options})}
    wanted = {name: value for name, value in options.items() if name in heeded}
    guests = _guests(players)
    number = desk().presses.new(_revision(), game, players, **_beginning(_reseated(wanted, players)))
    with suppress(OSError):  # What is not written is remembered: no reason to have no match.
        desk().guests.put(number, guests)
    if desk().progress.is_begun:
        desk().progress.pass_by("players")
    return done()


def _check_foreign(game: str, known: Sequence[Option]) -> None:
    """Raises BadRequest for an option that only other games have; those of the form name their game."""
    foreign = {each.name for other in GAMES.values() for each in other.options} - {
        each.name for each in known
    }
    asked = sorted(foreign & set(request.form))
    if game in GAMES and asked:
        raise BadRequest(f"{GAMES[game].title} has no option {asked[0]!r}. Nothing was changed.")


def _guests(players: Sequence[str]) -> set[str]:
    """Those of the players who are named for this match alone."""
    guests = {tidy(name) for name in request.form.getlist("guest")}
    if request.form.get("guests") == "yes":
        past = [Past.of(each) for each in desk().store.matches(None, REMEMBERED)]
        known = {name for match in remembered(past, desk().guests) for name in match}
        guests |= {name for name in players if name not in known}
    return guests & set(players)


def _reseated(options: dict[str, str], players: Sequence[str]) -> dict[str, str]:
    """Who begins by the seat in this match; where the one who was to begin has left, the next who still plays."""
    was, begins = request.form.getlist("was"), whole(options.get("begins", ""))
    if begins is None or not 1 <= begins <= len(was):
        return options
    seat = begins - 1
    around = (*was[seat:], *was[:seat])
    name = next((each for each in around if each in players), None)
    others = {option: value for option, value in options.items() if option != "begins"}
    return {**others, "begins": str(players.index(name) + 1)} if name else others


def _defaults(known: Sequence[Option]) -> dict[str, object]:
    return {each.name: each.default for each in known}


def _beginning(options: dict[str, str]) -> dict[str, object]:
    """Who begins, as the end of a match asks it: a seat, or `lot`. The rule for the match after stays."""
    if "begins" not in options:
        return dict(options)
    others = {name: value for name, value in options.items() if name != "begins"}
    if options["begins"] == "lot":
        return {**others, "first": "lot"}
    return {"first": "seats", **options}


@blueprint.post("/next")
def following() -> Response:
    """Begin the match of the planned evening that waits."""
    waits = desk().next_up()
    if waits is None:
        raise Refused(
            "No match waits: the evening has none left. Plan it on its page, or begin one from the first page."
        )
    desk().presses.new(_revision(), waits.game, waits.names, **_beginning(dict(waits.options)))
    return done()


@blueprint.post("/go-on")
def go_on() -> Response:
    """Take up a match that was left."""
    desk().presses.go_on(_revision(), _number("match"))
    return done()


@blueprint.post("/keep")
def keep() -> Response:
    """Keep these dice and throw the others."""
    return _play("keep")


@blueprint.post("/reroll")
def reroll() -> Response:
    """Throw these dice again, and keep the others."""
    state = desk().board().state
    staying = Counter(state.thrown if state else ()) - Counter(_faces())
    return _play_faces("keep", sorted(staying.elements()))


@blueprint.post("/stop")
def stop() -> Response:
    """Keep these dice and end the turn."""
    return _play("stop")


def _play(kind: str) -> Response:
    return _play_faces(kind, _faces())


def _play_faces(kind: str, faces: Sequence[int]) -> Response:
    points = [f"points={_number('points')}"] if request.form.get("points") else []
    desk().presses.play(_revision(), " ".join([kind, *map(str, faces), *points]))
    return done()


@blueprint.post("/throw")
def throw() -> Response:
    """Dice typed in, or the whole answer to a question."""
    desk().presses.throw(_revision(), _faces())
    return done()


@blueprint.post("/program")
def program() -> Response:
    """Let the program throw the dice that are awaited."""
    desk().presses.let_program_throw(_revision())
    return done()


@blueprint.post("/fix")
@blueprint.post("/fix/<int:die>")
def fix(die: int | None = None) -> Response:
    """Put one die right."""
    place = _number("die") if die is None else die
    desk().presses.fix(_revision(), place, _number("value"))
    return done()


@blueprint.post("/lean")
def lean() -> Response:
    """Say that a die is cocked, or lies on another."""
    desk().presses.lean(_revision(), _number("die"))
    return done()


@blueprint.post("/no-die")
def no_die() -> Response:
    """Say that something in the throw is no die."""
    desk().presses.no_die(_revision(), _number("die"))
    return done()


@blueprint.post("/more")
def more() -> Response:
    """Say that one die more was thrown than the camera saw."""
    desk().presses.one_more(_revision())
    return done()


@blueprint.post("/off")
def off() -> Response:
    """Say that dice left the table."""
    desk().presses.off(_revision(), _number("n"), _faces("kept"))
    return done()


@blueprint.post("/by-throw")
def by_throw() -> Response:
    """Say whether throwing again confirms the only keep that fits."""
    on = request.form.get("on")
    if on not in ("yes", "no"):
        raise BadRequest(f"on is yes or no, not {str(on)[:20]!r}. Nothing was changed.")
    desk().presses.confirm_by_throwing(on == "yes")
    keep_choice(desk().settings.data, on == "yes")
    return done()


@blueprint.post("/dismiss")
def dismiss() -> Response:
    """Say that what is asked about was no throw."""
    desk().presses.dismiss(_revision())
    return done()


@blueprint.post("/again")
def again() -> Response:
    """Read the dice as they lie now, in place of what is asked about, or as a throw that nobody saw."""
    if eye := desk().eye:
        eye.read_again(desk().presses.look_again(_revision()))
    else:
        desk().presses.dismiss(_revision())
    return done()


@blueprint.post("/undo")
def undo() -> Response:
    """Take back the last thing."""
    desk().presses.undo(_revision())
    return done()


@blueprint.post("/redo")
def redo() -> Response:
    """Bring back what was last taken back."""
    desk().presses.redo(_revision())
    return done()


def _revision() -> int:
    return _number("revision")


def _number(name: str) -> int:
    text = request.form.get(name, "")
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadRequest(f"{name} is a whole number, got {text[:20]!r}. Nothing was changed.")
    return int(text)


def _faces(name: str = "faces") -> list[int]:
    words = " ".join(request.form.getlist(name)).split()
    if len(words) > MOST_DICE:
        raise BadRequest(f"A throw has at most {MOST_DICE} dice, got {len(words)}. Nothing was changed.")
    for word in words:
        if not re.fullmatch("[1-6]", word):
            raise BadRequest(f"A die shows 1 to 6, not {word[:20]!r}. Nothing was changed.")
    return [int(word) for word in words]
