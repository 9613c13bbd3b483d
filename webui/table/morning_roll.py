"""Morning Roll on the page: the choice, the bust and the end of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.game import Move
from engine.morning_roll import MorningRoll, Roll, kept_of
from engine.morning_roll_points import special_of, totals
from webui.board import Board
from webui.standing import faces_of
from webui.table import ear, tray, words
from webui.table.parts import PLACES, Links, just_throw, scene, seats, undo
from webui.table.picture import leaving_photo, live_photo
from webui.table.scene import Action, Card, Place, Query, Scene, Seat, Status, Step, Sum, Way

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
        card=special_card(special_of(faces), str(state.player)),
    )


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
    if board.throw is not None and board.throw.put_right:
        return ear.fix(str(state.player), state.thrown, total, special_of(best.faces))
    said = ear.throw(
        str(state.player), state.thrown, best.faces, best.points or 0, total, special_of(best.faces)
    )
    return f"{unpressed(board, state)} {said}".lstrip()


def unpressed(board: Board, state: MorningRoll) -> str:
    """What the newest throw has confirmed, played hands-free: nobody pressed, so nobody has heard it."""
    kind, *faces = board.confirmed.split() or [""]
    if kind == "stop":
        turn = next(turn for turn in reversed(state.turns) if turn.qualified)
        return ear.banks(turn.player, turn.score, state.scores[turn.player])
    if kind == "keep":
        name, kept = state.player if state.rolls else state.turns[-1].player, faces_of(faces)
        return ear.keeps(str(name), kept, totals(kept)[0])
    return ""


def bust(board: Board, state: MorningRoll, links: Links) -> Scene:
    """The turn that has just ended with nothing, with the picture that shows it if a die left the table."""
    turn = state.turns[-1]
    off = turn.rolls[-1].off
    strong, text = (
        words.off_the_table(turn.player, off) if off else words.nothing_scores(turn.player, turn.points)
    )
    following = str(state.player)
    made = scene(
        board,
        heading="Bust",
        seats=_busted(seats(board, turn.player), turn.player, following),
        roll="",
        card=Card("Bust", strong, text, "out" if off else "cross", "bad"),
        places=tray.final_places(turn.final, len(kept_of(turn.rolls[:-1])), off),
        sum=sum_of(turn.rolls, (), None, len(turn.rolls), lost=True),
        actions=(
            replace(undo(board), words="That is wrong: undo", under="the die did not leave" if off else ""),
            Action(
                f"{words.whose(following)} turn",
                links.to(seen=1),
                just_throw(board, PLACES),
                main=True,
                link=True,
                keys="R",
            ),
        ),
        fix=fix_link(board, links),
        assertive=f"{unpressed(board, state)} {ear.bust(turn.player, strong, following)}".lstrip(),
        wait=board.source.looks,
    )
    return _with_evidence(made, board, len(kept_of(turn.rolls[:-1])), turn.final) if off else made


def _with_evidence(made: Scene, board: Board, kept: int, final: Sequence[int]) -> Scene:
    """The dice and the picture that the camera saw when a die left the table."""
    roll = board.throw.roll if board.throw else None
    if roll is None:
        return made
    known = tuple(face for face in roll.faces if face is not None) if len(final) == kept else ()
    return replace(
        made,
        status=Status("warn", words.OFF_TABLE),
        places=tray.final_places((*final, *known), kept, max(roll.off_table, 1)),
        photo=leaving_photo(roll) if roll.has_picture else made.photo,
    )


def fix_link(board: Board, links: Links) -> str:
    """The sheet of the first die in the tray, while the newest throw can be put right."""
    if board.throw is None or not board.throw.newest or not board.throw.faces:
        return ""
    return links.fixing(tray.in_order(board.throw.faces)[0])


def over(board: Board, state: MorningRoll, links: Links) -> Scene:
    """The end of the match: who has won, and again?"""
    turn = state.turns[-1]
    won = state.outcome.winners if state.outcome else ()
    heading = words.winners(won, len(state.players))
    best = words.points(max(state.scores.values()))
    strong = (
        f"{best} points."
        if len(state.players) > 1
        else f"{best} points in {words.turns(state.settings.rounds)}."
    )
    last = words.last_word(turn.player, turn.score, turn.qualified)
    return scene(
        board,
        heading=heading,
        card=Card(heading, strong, last, "star", "good"),
        places=tray.final_places(turn.final, len(kept_of(turn.rolls, whole=True)), turn.rolls[-1].off),
        sum=replace(
            sum_of(turn.rolls, (), None, len(turn.rolls), lost=not turn.qualified), label="Last turn"
        ),
        fix=fix_link(board, links),
        actions=(
            undo(board),
            Action("Play again", "/match/new", under="the same players", main=True, keys="R"),
        ),
        hidden=_same_again(board),
        polite=f"{heading}. {strong} {last}",
    )


def _same_again(board: Board) -> tuple[tuple[str, str], ...]:
    names = tuple(("player", name) for name in board.players)
    return (("game", board.game), *names, *board.options)


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


def _busted(board: tuple[Seat, ...], name: str, following: str) -> tuple[Seat, ...]:
    now = {following: "throws next", name: "this turn: 0"}
    return tuple(replace(seat, now=now.get(seat.name, seat.now)) for seat in board)
