"""The JSON that pages and other programs read: one function a noun, every field written by hand.

A field that is renamed inside keeps its name here, so that no reader breaks; a golden file of the tests holds all of
it. Fields are only ever added. Places in a picture are pixels, origin at the top left, x to the right, y down; times
are seconds. What has no value now is null.
"""

from __future__ import annotations

from typing import Any

from engine.draw import Draw
from engine.game import Move, Outcome, Round, State, Turn
from engine.roll import Roll
from vision.nouns import Trouble
from webui.games.page import PAGES
from webui.match.board import Board, LastThrow, Question, Source
from webui.match.seen import Corners, SeenDie, SeenRoll
from webui.page.told import GameTold

Json = dict[str, Any]


def board(shown: Board) -> Json:
    """All that a page of the table shows.

    revision: counts the changes; a POST names the one that it saw. match: its number. game: its name; title: the same
    for people. players: by seat. options: pairs of name and value, all as text. lines: of the match, undone ones too.
    undo, redo: the line that would be taken back or brought back, "" for none; undo is "question" for what is asked,
    and "answer" for an answer to it. confirmed: the keep or stop that the newest throw has confirmed, "" for none.
    """
    return {
        "revision": shown.revision,
        "match": shown.match,
        "game": shown.game,
        "title": shown.title,
        "players": [*shown.players],
        "options": [[name, value] for name, value in shown.options],
        "state": state(shown.state, PAGES[shown.game].told) if shown.state else None,
        "lines": [*shown.lines],
        "throw": throw(shown.throw) if shown.throw else None,
        "question": question(shown.question) if shown.question else None,
        "undo": shown.undo,
        "redo": shown.redo,
        "confirmed": shown.confirmed,
        "source": source(shown.source),
        "troubles": [trouble(each) for each in shown.troubles],
    }


def state(now: State, told: GameTold) -> Json:
    """A moment of a match.

    players: by seat. settings: the options, numbers as numbers. turns, rounds: the finished ones. rolls: of this turn.
    player: whose turn it is. to_throw: how many dice are awaited. moves: the legal ones. outcome: how it has ended.
    scores: by name. thrown: the dice of the open choice. bust: the newest thing is a bust. again: how many of the dice
    awaited have left the table. drawing: the one die awaited is for who begins; draw: all such dice. first: the seat
    that begins, from 0, null while drawing. at_stake: nothing, coins or drinks; net: what each has won of it, by name.
    position: whose turn and the turn so far, in words. A game adds terms of its own: see its `state_facts`.
    """
    return {
        "players": [*now.players],
        "settings": dict(now.options),
        "turns": [turn(each, told) for each in now.turns],
        "rolls": [roll(each, told) for each in now.rolls],
        "player": now.player,
        "to_throw": now.to_throw,
        "moves": [move(each) for each in now.moves],
        "outcome": outcome(now.outcome) if now.outcome else None,
        "scores": dict(now.scores),
        "rounds": [round_of(each) for each in now.rounds],
        "thrown": [*now.thrown],
        "bust": now.bust,
        "again": now.again,
        "drawing": now.drawing,
        "draw": draw(now.draw),
        "first": now.first,
        "at_stake": now.at_stake,
        "net": dict(now.net),
        "position": now.position,
        **told.state_facts(now),
    }


def draw(dice: Draw) -> Json:
    """The dice thrown for who begins, one each: the lowest does.

    faces: in the order they came, null for one that left the table. waiting: the seats that have still to throw, from
    0; level: those that were level and throw again.
    """
    faces = [roll.thrown[0] if roll.thrown else None for roll in dice.rolls]
    return {"faces": faces, "waiting": [*dice.waiting], "level": [*dice.level]}


def turn(done: Turn, told: GameTold) -> Json:
    """A finished turn.

    round: from 1. end: why it ended, in a word. score: what it is worth. final: the dice as they lay at its end.
    qualified: it counts. marked: dice of it were typed in, or thrown by the program. A game adds terms of its own:
    see its `turn_facts`.
    """
    return {
        "player": done.player,
        "round": done.round,
        "rolls": [roll(each, told) for each in done.rolls],
        "end": done.end,
        "score": done.score,
        "final": [*done.final],
        "qualified": done.qualified,
        "marked": done.marked,
        **told.turn_facts(done),
    }


def roll(one: Roll, told: GameTold) -> Json:
    """One throw of a turn.

    thrown: as the dice lay. by: null for the camera; hand, program, or fix (the camera, put right). kept: in rising
    order. off: how many dice left the table. A game adds terms of its own: see its `roll_facts`.
    """
    return {
        "thrown": [*one.thrown],
        "by": one.by,
        "kept": [*one.kept],
        "off": one.off,
        **told.roll_facts(one),
    }


def move(legal: Move) -> Json:
    """A choice: keep or stop with these dice, in rising order. points: null where a keep has none. text: its line."""
    return {"kind": legal.kind, "faces": [*legal.faces], "points": legal.points, "text": str(legal)}


def round_of(done: Round) -> Json:
    """A finished round: who has won it, by seat, and how many rounds it was worth.

    pot: what lay in it then. each: what every winner took. back: what everybody got back. left: what stayed in it.
    """
    return {
        "winners": [*done.winners],
        "stake": done.stake,
        "pot": done.pot,
        "each": done.each,
        "back": done.back,
        "left": done.left,
    }


def outcome(end: Outcome) -> Json:
    """How a match has ended: who has won, and pairs of name and score, by seat.

    places: everybody, the best first; who is level stands together.
    """
    return {
        "winners": [*end.winners],
        "scores": [[name, score] for name, score in end.scores],
        "places": [[*level] for level in end.places],
    }


def throw(last: LastThrow) -> Json:
    """The newest throw, or dice off the table.

    faces: empty for dice off the table, which off counts. by: camera, fix, hand or program. newest: nothing was
    written since. roll: what the camera saw. put_right: a person has told a die of it.
    """
    return {
        "faces": [*last.faces],
        "off": last.off,
        "by": last.by,
        "newest": last.newest,
        "roll": seen_roll(last.roll) if last.roll else None,
        "put_right": last.put_right,
    }


def question(asked: Question) -> Json:
    """A throw that waits for a person.

    kind: unsure (a die has no value), count (not as many dice as awaited), which (which keep was meant?), off (an off
    the table was taken back), turned (dice show other values). expected: the dice awaited. faces: as far as they are
    known. roll: the throw. moves: those that may have been meant. later: the throws that wait behind it. places: of
    turned dice in the newest throw, null for a kept one.
    """
    return {
        "kind": asked.kind,
        "expected": asked.expected,
        "faces": [*asked.faces],
        "roll": seen_roll(asked.roll),
        "moves": [move(each) for each in asked.moves],
        "later": [seen_roll(each) for each in asked.later],
        "places": [*asked.places],
    }


def seen_roll(seen: SeenRoll) -> Json:
    """A throw as the camera saw it, with its picture at /evidence/<id>.jpg.

    width, height: of the picture, pixels. off_table: how many dice left the table, why: in a sentence. has_picture,
    has_leaving, has_replay: which evidence is there; has_stay: it is never cleared away. way: where each die that
    left was seen, its last place last. edge: of the marked table. bumped: values of kept dice that were moved.
    gone: each die that left: how, how long before it was told (s), where (px), how far beyond the edge (mm), why.
    """
    return {
        "id": seen.id,
        "dice": [dice(each) for each in seen.dice],
        "width": seen.width,
        "height": seen.height,
        "off_table": seen.off_table,
        "why": seen.why,
        "has_picture": seen.has_picture,
        "has_leaving": seen.has_leaving,
        "has_replay": seen.has_replay,
        "has_stay": seen.has_stay,
        "way": [points(each) for each in seen.way],
        "edge": points(seen.edge),
        "bumped": [*seen.bumped],
        "gone": [
            {
                "how": one.how,
                "before_s": one.before_s,
                "at": one.at,
                "beyond_mm": one.beyond_mm,
                "why": one.why,
            }
            for one in seen.gone
        ],
    }


def dice(die: SeenDie) -> Json:
    """A die at rest.

    value: 1 to 6, null where it must be asked about; value_p: how sure it is, 0 to 1. ranking: the values, likeliest
    first. state: how it lies. zone: throw, or keep where it lay aside. corners: four, clockwise.
    """
    return {
        "value": die.value,
        "value_p": die.value_p,
        "ranking": [*die.ranking],
        "state": die.state,
        "zone": die.zone,
        "corners": points(die.corners),
    }


def points(path: Corners) -> list[list[float]]:
    """Places in a picture: x and y of each."""
    return [[x, y] for x, y in path]


def source(camera: Source) -> Json:
    """The camera now.

    name: as --camera takes it. state: starting, on, silent, ended, none. demo: it is the demo; instead: because no
    camera could be used, and taken says why. live: a camera, no film. phase: of the table. age_s: of the newest
    picture. latency_ms: from light to knowledge. width, height: of the picture; dice: in it. sway: 2 rows of 3, from a
    throw's picture to this one. whole: all of it is the table, else edge is; keep: where kept dice lie.
    """
    return {
        "name": camera.name,
        "demo": camera.demo,
        "live": camera.live,
        "state": camera.state,
        "phase": camera.phase,
        "age_s": camera.age_s,
        "fps": camera.fps,
        "latency_ms": camera.latency_ms,
        "width": camera.width,
        "height": camera.height,
        "dice": [dice(each) for each in camera.dice],
        "sway": [[*row] for row in camera.sway],
        "instead": camera.instead,
        "taken": camera.taken,
        "whole": camera.whole,
        "edge": points(camera.edge),
        "keep": points(camera.keep),
    }


def trouble(held: Trouble) -> Json:
    """Something a person should know: code, what it is, what to do, and since when (of a clock that only runs on)."""
    return {"code": held.code, "what": held.what, "do": held.do, "since_s": held.since_s}
