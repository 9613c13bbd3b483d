# Tested by tests/test_webui_pages.py.
"""The moments while a throw waits for a person: what is doubtful, with its picture, and answers of one tap."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Move, State
from vision.nouns import TILTED
from webui.match.board import Board, Question
from webui.match.turned_dice import TurnedDie, turned_dice
from webui.page import doubts, tray, words
from webui.page.game import GamePage, state_on
from webui.page.links import Links
from webui.page.parts import off_table, scene, undo
from webui.page.picture import evidence_photo
from webui.page.scene import Action, Card, Place, Query, Scene, Status
from webui.page.sheet import order_of, sheet


def ask(board: Board, page: GamePage, asks: Question, query: Query, links: Links) -> Scene:
    """The scene of an open question."""
    made = _question(board, page, asks, query, links)
    roll, faces = asks.roll, asks.faces
    if asks.kind == "turned":
        dice = tuple(replace(die, zone="throw") for die in roll.dice)
        roll = replace(roll, dice=dice, why=doubts.turned_dice_now([die.value for die in dice]))
        faces = (None,) * len(roll.dice)
    return replace(made, photo=evidence_photo(roll, faces)) if roll.has_picture else made


def _question(board: Board, page: GamePage, asks: Question, query: Query, links: Links) -> Scene:
    match asks.kind:
        case "unsure" if asks.leaning:
            return _leaning(board, page, asks, links)
        case "unsure":
            return _unsure(board, page, asks, query, links)
        case "count":
            return _count(board, page, asks, links)
        case "which":
            return _which(board, page, asks)
        case "off":
            return _after_off(board, page, asks, links)
        case "turned":
            return _turned(board, page, asks)


def _places(page: GamePage, board: Board, asks: Question, links: Links | None) -> tuple[Place, ...]:
    ranking = tuple(order_of(None, die.ranking) for die in asks.roll.thrown)
    leaning = {place: TILTED[die.state] for place, die in enumerate(asks.roll.thrown) if die.state in TILTED}
    return tray.asked_places(page, board, asks.faces, ranking, links, leaning)


def _asked_scene(
    board: Board,
    page: GamePage,
    card: Card,
    actions: tuple[Action, ...],
    places: tuple[Place, ...],
) -> Scene:
    """What the scene of every question has in common; `actions` come after undo."""
    waits = doubts.waiting(len(board.question.later) if board.question else 0)
    card = replace(card, text=f"{card.text} {waits}".strip())
    return scene(
        board,
        page,
        heading=card.title,
        status=Status("warn", card.title),
        roll="",
        card=card,
        places=places,
        actions=(undo(board), *actions),
    )


def _unsure(board: Board, page: GamePage, asks: Question, query: Query, links: Links) -> Scene:
    """A die has no value yet: the likeliest ones, of the flattest such die."""
    unknown = [place for place, face in enumerate(asks.faces) if face is None]
    die = min(unknown, key=lambda place: asks.roll.thrown[place].state in TILTED)
    ranking = order_of(None, asks.roll.thrown[die].ranking)
    card = Card(words.is_it(ranking[0]), doubts.one_tap(ranking[0], ranking[1]), "", "ask")
    look = Action("Look at the die", links.fixing(die), main=True, link=True, keys="F")
    made = _asked_scene(board, page, card, (look,), _places(page, board, asks, links))
    shown = None if query.seen or query.fix is not None else sheet(board, page, die, links)
    return replace(made, sheet=shown)


def _leaning(board: Board, page: GamePage, asks: Question, links: Links) -> Scene:
    """Dice that lean have no value: they are thrown again, and the page waits for them."""
    title, text = doubts.leaning([asks.roll.thrown[die].state for die in asks.leaning])
    look = Action(
        "Say what it shows", links.fixing(asks.leaning[0]), doubts.IF_FLAT, main=True, link=True, keys="F"
    )
    made = _asked_scene(
        board, page, Card(title, "", text, "tilt"), (look,), _places(page, board, asks, links)
    )
    moving = board.source.rolling
    return replace(made, wait=True, status=Status("dots", words.ROLLING) if moving else made.status)


def _turned(board: Board, page: GamePage, asks: Question) -> Scene:
    """Dice turned over: the values they had count, unless the players say otherwise."""
    turned = turned_dice(asks)
    title, text = doubts.turned(turned)
    alone = len(turned) == 1
    other = tuple(
        Action(
            doubts.it_is(value, None if alone else one.face),
            f"/match/fix/{die}",
            sends=("value", str(value)),
            keys=str(value) if alone else "",
        )
        for die, one in enumerate(turned)
        if one.place is not None
        for value in _values(one)
    )
    words_still, nudged = doubts.still([one.face for one in turned])
    still = Action(words_still, "/match/dismiss", nudged, main=True, keys="R")
    actions = (*(other if alone else ()), still)
    places = tray.turned_places(page, board, turned)
    made = _asked_scene(board, page, Card(title, "", text, "ask"), actions, places)
    return made if alone else replace(made, answers=other)


def _values(one: TurnedDie) -> list[int]:
    """What a turned die is if not what it was: as it is read now, or likely is."""
    likely = [face for face in order_of(None, one.die.ranking) if face != one.face]
    return [one.die.value] if one.die.value else likely[:1]


def _count(board: Board, page: GamePage, asks: Question, links: Links) -> Scene:
    """Not as many dice as were awaited."""
    title, text = doubts.count_question(len(asks.faces), asks.expected)
    if tilted := sum(die.state in TILTED for die in asks.roll.thrown):
        text = doubts.lean(tilted)
    known = tuple(face for face in asks.faces if face is not None)[: asks.expected]
    actions = (
        Action("Say what you see", links.typed(known), link=True, keys="T"),
        Action("Look again", "/match/again", under=doubts.SPREAD, main=True, keys="R"),
    )
    made = _asked_scene(board, page, Card(title, "", text, "ask"), actions, _places(page, board, asks, links))
    missing = asks.expected - len(asks.faces)
    return replace(made, answers=(off_table(missing),) if missing > 0 else ())


def _of_another_hand(board: Board, page: GamePage, asks: Question) -> Scene:
    """With own dice: by their place these were the dice of another player."""
    state, known = state_on(board), [face for face in asks.faces if face is not None]
    title, text = doubts.another_hand(asks.roll.hand, str(state.player), len(asks.faces))
    answers = tuple(_answer(move, str(key)) for key, move in enumerate(asks.moves, 1))
    if len(known) == len(asks.faces) == state.to_throw:
        sends = ("faces", " ".join(map(str, known)))
        answers = (Action(doubts.thrown_by(str(state.player)), "/match/throw", sends=sends, keys="1"),)
    again = Action(doubts.FORGET, "/match/dismiss", main=True, keys="X R")
    places = _places(page, board, asks, None)
    made = _asked_scene(board, page, Card(title, "", text, "ask"), (again,), places)
    return replace(made, answers=answers)


def _which(board: Board, page: GamePage, asks: Question) -> Scene:
    """Thrown before a keep was pressed: which one was meant?"""
    if asks.roll.hand:
        return _of_another_hand(board, page, asks)
    keeps = [move.faces for move in asks.moves]
    state = state_on(board)
    title, text = doubts.which_question(str(state.player), len(asks.faces), asks.roll.off_table, keeps)
    short = () if asks.moves else _short(state, len(asks.faces) + asks.roll.off_table)
    answers = tuple(_answer(move, str(key)) for key, move in enumerate(asks.moves or short, 1))
    if short:
        text = f"{text} {doubts.IF_SHORT}"
    again = Action(doubts.FORGET, "/match/dismiss", main=not answers, keys="X")
    came = len(asks.faces) + asks.roll.off_table
    busts = (_bust_after(state, short[0], came),) if len(short) == 1 else ()
    if len(asks.moves) == 1:
        # The one that fits is the answer of the thumb.
        yes, answers = replace(answers[0], main=True, keys="R"), ()
        actions: tuple[Action, ...] = (again, yes)
    else:
        actions = (again, *busts)
    # No sheets: until it is known what was kept, nothing of this throw can be put right.
    places = _places(page, board, asks, None)
    made = _asked_scene(board, page, Card(title, "", text, "ask"), actions, places)
    lack = state.play(short[0]).to_throw - came if short else 0
    return replace(made, answers=answers, hidden=(("n", str(lack)),) if lack else ())


def _bust_after(state: State, keep: Move, lie: int) -> Action:
    """The answer that the dice which lack after this keep have left the table."""
    lack = state.play(keep).to_throw - lie
    return Action(doubts.left(lack), "/match/off", sends=("kept", " ".join(map(str, keep.faces))), keys="O")


def _short(state: State, thrown: int) -> tuple[Move, ...]:
    """The keeps that leave more dice than were thrown, by as few as can be: those that lack may have left the table."""
    lacking = {
        move: state.play(move).to_throw - thrown for move in state.moves if move.kind == "keep" and thrown
    }
    least = min((lack for lack in lacking.values() if lack > 0), default=0)
    return tuple(move for move, lack in lacking.items() if lack == least > 0)


def _answer(move: Move, key: str) -> Action:
    points = words.points(move.points or 0)
    return Action(
        doubts.keep_of(move.faces) if move.kind == "keep" else doubts.stop_with(move.faces),
        f"/match/{move.kind}",
        big=points,
        sends=("faces", " ".join(map(str, move.faces))),
        keys=key,
    )


def _after_off(board: Board, page: GamePage, asks: Question, links: Links) -> Scene:
    """A call of "off the table" was undone: what do the dice show?"""
    title, text = doubts.STAYED_ON
    known = tuple(face for face in asks.faces if face is not None)[: state_on(board).to_throw]
    actions = (
        Action("Look again", "/match/again", keys="R"),
        Action("Say what you see", links.typed(known), main=True, link=True, keys="T"),
    )
    return _asked_scene(board, page, Card(title, "", text, "ask"), actions, _places(page, board, asks, links))
