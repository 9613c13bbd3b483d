"""The moments before a throw is in the match: dice awaited, dice moving, values typed in, a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.game import Move
from engine.morning_roll import MorningRoll
from vision.nouns import TILTED
from webui.board import Board, Question
from webui.table import doubts, ear, tray, words
from webui.table.morning_roll import forced, note, sum_of
from webui.table.parts import Links, scene, seats, undo
from webui.table.picture import evidence_photo
from webui.table.scene import Action, Card, Place, Query, Scene, Seat, Status, Sum
from webui.table.sheet import order_of, sheet
from webui.turned import TurnedDie, turned_dice


def _so_far(state: MorningRoll) -> Sum:
    return sum_of(state.rolls, (), None, len(state.rolls))


def _seats_so_far(board: Board, state: MorningRoll) -> tuple[Seat, ...]:
    if not state.points:
        return seats(board)
    return tuple(replace(seat, now=words.so_far(state.points)) if seat.on else seat for seat in seats(board))


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
        seats=_seats_so_far(board, state),
        card=forced(state),
        places=(*kept, *empty),
        sum=_so_far(state),
        actions=(undo(board), type_in),
        polite=_ear_waiting(state),
        wait=True,
    )


def _ear_waiting(state: MorningRoll) -> str:
    turn = state.turns[-1] if state.turns else None
    if turn is None or state.rolls or not turn.qualified:
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
        seats=_seats_so_far(board, state),
        card=forced(state),
        places=tray.typed_places(state, typed, links),
        keypad=tuple(links.typed((*typed, face)) if missing else "" for face in range(1, 7)),
        sum=_so_far(state),
        actions=(leave, _off(1), done),
        hidden=tuple(("faces", str(face)) for face in typed),
        polite=ear.typed(typed, missing) if typed else _ear_waiting(state),
    )


def question(board: Board, state: MorningRoll, open_question: Question, query: Query, links: Links) -> Scene:
    """A throw waits for a person: what is doubtful, with its picture, and answers of one tap."""
    build: dict[str, Callable[[Board, MorningRoll, Question, Query, Links], Scene]] = {
        "unsure": _unsure,
        "count": _count,
        "which": _which,
        "off": _after_off,
        "turned": _turned,
    }
    made = build[open_question.kind](board, state, open_question, query, links)
    roll, faces = open_question.roll, open_question.faces
    if open_question.kind == "turned":
        dice = tuple(replace(die, zone="throw") for die in roll.dice)
        roll = replace(roll, dice=dice, why=doubts.turned_dice_now([die.value for die in dice]))
        faces = (None,) * len(roll.dice)
    return replace(made, photo=evidence_photo(roll, faces)) if roll.has_picture else made


def _places(state: MorningRoll, asks: Question, links: Links | None) -> tuple[Place, ...]:
    ranking = tuple(order_of(None, die.ranking) for die in asks.roll.thrown)
    leaning = {
        place: doubts.LEANING[die.state] for place, die in enumerate(asks.roll.thrown) if die.state in TILTED
    }
    return tray.asked_places(state, asks.faces, ranking, links, leaning)


def _asked_scene(
    board: Board,
    state: MorningRoll,
    asks: Question,
    links: Links,
    title: str,
    card: Card,
    actions: tuple[Action, ...],
    places: tuple[Place, ...] | None = None,
) -> Scene:
    return scene(
        board,
        heading=title,
        status=Status("warn", title),
        roll="",
        seats=_seats_so_far(board, state),
        card=card,
        places=_places(state, asks, links) if places is None else places,
        sum=_so_far(state),
        actions=actions,
        assertive=f"{card.title}. {card.strong} {card.text}".strip(),
    )


def _unsure(board: Board, state: MorningRoll, asks: Question, query: Query, links: Links) -> Scene:
    if asks.leaning:
        return _leaning(board, state, asks, links)
    unknown = [place for place, face in enumerate(asks.faces) if face is None]
    die = min(unknown, key=lambda place: asks.roll.thrown[place].state in TILTED)
    ranking = order_of(None, asks.roll.thrown[die].ranking)
    title = words.is_it(ranking[0])
    card = Card(title, doubts.one_tap(ranking[0], ranking[1]), "", "ask")
    actions = (undo(board), Action("Look at the die", links.fixing(die), main=True, link=True, keys="F"))
    made = _asked_scene(board, state, asks, links, title, card, actions)
    told = ear.unsure(tray.in_order(asks.faces).index(die) + 1 + len(state.kept), ranking[0], ranking[1])
    shown = None if query.seen or query.fix is not None else sheet(board, die, links)
    return replace(made, assertive=told, sheet=shown)


def _leaning(board: Board, state: MorningRoll, asks: Question, links: Links) -> Scene:
    """Dice that lean have no value: they are thrown again, and the page waits for them."""
    title, text = doubts.leaning([asks.roll.thrown[die].state for die in asks.leaning])
    look = Action("Say what it shows", links.fixing(asks.leaning[0]), doubts.IF_FLAT, link=True, keys="F")
    made = _asked_scene(
        board,
        state,
        asks,
        links,
        title,
        Card(title, "", text, "tilt"),
        (undo(board), replace(look, main=True)),
    )
    moving = board.source.phase == "moving"
    return replace(made, wait=True, status=Status("dots", words.ROLLING) if moving else made.status)


def _turned(board: Board, state: MorningRoll, asks: Question, query: Query, links: Links) -> Scene:
    """Dice turned over: the values they had count, unless the players say otherwise."""
    turned = turned_dice(asks)
    title, text = doubts.turned(turned)
    alone = len(turned) == 1
    other = tuple(
        Action(
            doubts.it_is(value, None if alone else one.face), f"/match/fix/{die}", sends=("value", str(value))
        )
        for die, one in enumerate(turned)
        if one.place is not None
        for value in _values(one)
    )
    words_still, nudged = doubts.still([one.face for one in turned])
    still = Action(words_still, "/match/dismiss", nudged, main=True, keys="R")
    actions = (undo(board), *(other if alone else ()), still)
    places = tray.turned_places(state, turned)
    made = _asked_scene(board, state, asks, links, title, Card(title, "", text, "ask"), actions, places)
    return made if alone else replace(made, answers=other)


def _values(one: TurnedDie) -> list[int]:
    """What a turned die is if not what it was: as it is read now, or likely is."""
    likely = [face for face in order_of(None, one.die.ranking) if face != one.face]
    return [one.die.value] if one.die.value else likely[:1]


def _count(board: Board, state: MorningRoll, asks: Question, query: Query, links: Links) -> Scene:
    title, text = doubts.count_question(len(asks.faces), asks.expected)
    if any(die.state in TILTED for die in asks.roll.thrown):
        text = doubts.ONE_LEANS
    known = tuple(face for face in asks.faces if face is not None)[: asks.expected]
    actions = (
        undo(board),
        Action("Say what you see", links.typed(known), link=True, keys="T"),
        Action("Look again", "/match/again", under=doubts.SPREAD, main=True, keys="R"),
    )
    made = _asked_scene(board, state, asks, links, title, Card(title, "", text, "ask"), actions)
    missing = asks.expected - len(asks.faces)
    return replace(made, answers=(_off(missing),) if missing > 0 else ())


def _off(count: int) -> Action:
    return Action(doubts.left(count), "/match/off", sends=("n", str(count)), keys="O")


def _which(board: Board, state: MorningRoll, asks: Question, query: Query, links: Links) -> Scene:
    keeps = [move.faces for move in asks.moves]
    title, text = doubts.which_question(str(state.player), len(asks.faces), asks.roll.off_table, keeps)
    answers = tuple(_answer(move) for move in asks.moves)
    again = Action(doubts.FORGET, "/match/dismiss", main=not answers, keys="L")
    if len(answers) == 1:
        # The one that fits is the answer of the thumb.
        yes, answers = replace(answers[0], main=True, keys="R"), ()
        actions: tuple[Action, ...] = (undo(board), again, yes)
    else:
        actions = (undo(board), again)
    # No sheets: until it is known what was kept, nothing of this throw can be put right.
    places = _places(state, asks, None)
    made = _asked_scene(board, state, asks, links, title, Card(title, "", text, "ask"), actions, places)
    return replace(made, answers=answers)


def _answer(move: Move) -> Action:
    points = words.points(move.points or 0)
    return Action(
        doubts.keep_of(move.faces) if move.kind == "keep" else doubts.stop_with(move.faces),
        f"/match/{move.kind}",
        big=points,
        sends=("faces", " ".join(map(str, move.faces))),
    )


def _after_off(board: Board, state: MorningRoll, asks: Question, query: Query, links: Links) -> Scene:
    title, text = doubts.STAYED_ON
    known = tuple(face for face in asks.faces if face is not None)[: state.to_throw]
    actions = (
        undo(board),
        Action("Look again", "/match/again", keys="R"),
        Action("Say what you see", links.typed(known), main=True, link=True, keys="T"),
    )
    return _asked_scene(board, state, asks, links, title, Card(title, "", text, "ask"), actions)
