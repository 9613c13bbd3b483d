"""Morning Roll on the page: the choice, and how a turn comes about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.game import Move
from engine.morning_roll import MorningRoll, Roll
from engine.morning_roll_points import special_of, totals
from webui.match.board import Board
from webui.match.lines import faces_of
from webui.page import doubts, ear, tray, words
from webui.page.parts import PLACES, Links, just_throw, scene, seats, undo
from webui.page.picture import live_photo
from webui.page.scene import Action, Card, Place, Query, Scene, Seat, Step, Sum, Way

SHOWN_STEPS = 3
"""A long turn shows its newest rolls, and the older ones as one line."""


def choice(board: Board, state: MorningRoll, query: Query, links: Links) -> Scene:
    """An open throw: pick what to keep, then roll on or stop."""
    bare = tray.choice_places(state, ())
    best = state.moves[0]
    picked = tray.places_of(best.faces, bare) if query.pick is None else query.pick
    places = tray.choice_places(state, picked)
    faces = tuple(place.face for place in places if place.pickable and place.picked and place.face)
    worth = totals(faces)[0] if totals(faces) else None
    total = state.points + (worth or 0)
    actions = _choice_actions(board, state, faces, total)
    return scene(
        board,
        heading=words.your_pick(str(state.player)),
        note=_choice_note(state, faces, total),
        photo=live_photo(board, _dice_at(state, picked, len(places) - len(state.thrown))),
        seats=_banking(seats(board), total, must_throw=special_of(faces) is not None),
        places=places,
        ways=_ways(state, places, faces, links),
        sum=sum_of(state.rolls[:-1], faces, worth, len(state.rolls)),
        actions=actions,
        fix=fix_link(board, links),
        polite=_ear(board, state, query, places, faces, worth),
        card=special_card(special_of(faces), str(state.player)) or _bumped_card(board, state),
    )


def _bumped_card(board: Board, state: MorningRoll) -> Card | None:
    """The kept dice that the newest throw moved, and did not turn over."""
    roll = board.throw.roll if board.throw is not None else None
    bumped = sorted((Counter(roll.bumped) & Counter(state.kept)).elements()) if roll is not None else []
    if not bumped:
        return None
    title, text = doubts.bumped(bumped)
    return Card(title, "", text, "ask")


def _dice_at(state: MorningRoll, picked: Sequence[int], kept: int) -> tuple[int, ...]:
    order = tray.in_order(state.thrown)
    return tuple(order[number - kept - 1] for number in picked if 0 <= number - kept - 1 < len(order))


def _ways(state: MorningRoll, places: Sequence[Place], faces: Sequence[int], links: Links) -> tuple[Way, ...]:
    keeps = [move for move in state.moves if move.kind == "keep"]
    return tuple(
        Way(
            move.faces,
            words.points(move.points or 0),
            Counter(faces) == Counter(move.faces),
            links.picked(tray.places_of(move.faces, places)),
        )
        for move in keeps
    )


def _choice_actions(board: Board, state: MorningRoll, faces: Sequence[int], total: int) -> tuple[Action, ...]:
    why = _why_not(state, faces)
    left = len(state.thrown) - len(faces)
    roll_on, left = ("Roll six", PLACES) if not why and left == 0 else ("Roll on", left)
    under = just_throw(board, left)
    special = not why and Move("stop", tuple(faces)) not in state.moves
    no_stop = words.no_stop(str(state.special)) if special else ""
    big = "" if why or no_stop else words.points(total)
    return (
        undo(board),
        Action(roll_on, "/match/keep", under="" if why else under, why=why, keys="R", main=special),
        Action("Stop and bank", "/match/stop", big=big, why=why or no_stop, keys="S B", main=not special),
    )


def _why_not(state: MorningRoll, faces: Sequence[int]) -> str:
    """The sentence of a pick that cannot be kept; "" for a good one."""
    if not faces:
        return words.NOTHING_KEPT
    if totals(faces):
        return ""
    idle = next(face for face in sorted(set(faces)) if not totals([face] * faces.count(face)))
    return words.idle([idle] * faces.count(idle), state.thrown)


def special_card(special: str | None, name: str) -> Card | None:
    """A straight or boxcars that is scored: all six again."""
    if special is None:
        return None
    return Card(words.special_name(special), words.all_again(name), words.NUDGE, "star", "good")


def forced(state: MorningRoll) -> Card | None:
    """What was scored, while all six dice must be thrown again."""
    return special_card(state.rolls[-1].special, str(state.player)) if state.must_throw else None


def _ear(
    board: Board,
    state: MorningRoll,
    query: Query,
    places: Sequence[Place],
    faces: Sequence[int],
    worth: int | None,
) -> str:
    tapped = next((place for place in places if place.number == query.tapped and place.pickable), None)
    score = f"{words.points(worth)}." if worth else _why_not(state, faces)
    if tapped is not None and tapped.face is not None:
        return ear.tap(tapped.number, tapped.face, tapped.picked, score)
    if query.pick is not None:
        return ear.way(faces, score) if worth else score
    best = state.moves[0]
    total = state.points + (best.points or 0)
    card = _bumped_card(board, state)
    bumped = f"{card.title}. {card.text}" if card else ""
    if board.throw is not None and board.throw.put_right:
        put_right = ear.fix(str(state.player), state.thrown, total, special_of(best.faces))
        return f"{put_right} {bumped}".rstrip()
    said = ear.throw(
        str(state.player), state.thrown, best.faces, best.points or 0, total, special_of(best.faces)
    )
    return " ".join(filter(None, (unpressed(board, state), said, bumped)))


def unpressed(board: Board, state: MorningRoll) -> str:
    """What the newest throw has confirmed, played hands-free: nobody pressed, so nobody has heard it."""
    kind, *faces = ("" if board.taken_back else board.confirmed).split() or [""]
    if kind == "stop":
        turn = next(turn for turn in reversed(state.turns) if turn.qualified)
        return ear.banks(turn.player, turn.score, state.scores[turn.player])
    if kind == "keep":
        name, kept = state.player if state.rolls else state.turns[-1].player, faces_of(faces)
        return ear.keeps(str(name), kept, totals(kept)[0])
    return ""


def fix_link(board: Board, links: Links) -> str:
    """The sheet of the first die in the tray, while the newest throw can be put right."""
    if board.throw is None or not board.throw.newest or not board.throw.faces:
        return ""
    return links.fixing(tray.in_order(board.throw.faces)[0])


def sum_of(
    rolls: Sequence[Roll], picked: Sequence[int], worth: int | None, number: int, lost: bool = False
) -> Sum:
    """How the turn comes about: what was kept in `rolls`, and what is picked of roll `number`."""
    parts = [(f"Roll {n}", roll.kept, roll.points) for n, roll in enumerate(rolls, 1) if roll.kept]
    if worth:
        parts.append((f"Roll {number}", tuple(sorted(picked)), worth))
    total = sum(points for _, _, points in parts)
    shown = parts[-SHOWN_STEPS:]
    older = parts[: len(parts) - len(shown)]
    if older:
        shown.insert(0, (f"Rolls 1 to {len(older)}", (), sum(points for _, _, points in older)))
    steps = tuple(
        Step(label, faces, ("+ " if place else "") + words.points(points), lost)
        for place, (label, faces, points) in enumerate(shown)
    )
    how = " + ".join(words.points(points) for _, _, points in shown) if len(shown) > 1 or lost else ""
    return Sum("This turn", steps, how, "0" if lost else words.points(total), lost)


def so_far(state: MorningRoll) -> Sum:
    """How the turn comes about while its next throw is not there yet."""
    return sum_of(state.rolls, (), None, len(state.rolls))


def seats_so_far(board: Board, state: MorningRoll) -> tuple[Seat, ...]:
    """The score board, with what the turn has so far."""
    if not state.points:
        return seats(board)
    return tuple(replace(seat, now=words.so_far(state.points)) if seat.on else seat for seat in seats(board))


def _choice_note(state: MorningRoll, faces: Sequence[int], total: int) -> str:
    all_score = len(faces) == len(state.thrown) and totals(faces) and not special_of(faces)
    return words.all_six(total) if all_score else note(state, len(state.thrown))


def note(state: MorningRoll, number: int) -> str:
    """Beside the heading: which roll it is, and how many dice."""
    return f"Roll {len(state.rolls) + (0 if state.thrown else 1)} · {words.dice(number)}"


def _banking(board: tuple[Seat, ...], total: int, must_throw: bool) -> tuple[Seat, ...]:
    now = words.so_far(total) if must_throw else f"+ {words.points(total)} if banked"
    return tuple(replace(seat, now=now) if seat.on else seat for seat in board)
