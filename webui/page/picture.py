"""The picture on the page: which one, and a ring round each die that it is about.

Drawings are 640 wide, so that a ring is as thick on every camera. Pixels are of the picture the dice were seen in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vision.nouns import TILTED
from webui.match.board import Board
from webui.match.seen import Corners, SeenDie, SeenRoll, counted
from webui.page.scene import Mark, Photo

WIDTH = 640.0
DIE = 46.0
"""The die that marks are drawn for; on smaller and larger ones they shrink and grow with it, within limits."""
SIZES = (0.7, 1.4)
STAND_OFF = 8.0
"""A ring stands off its die by so much, so that it hides no pip."""
TAG_LIFT, TAG_LEFT, TAG_MARGIN, WORD_LIFT = 14.0, 16.0, 4.0, 20.0
VALUE_WIDE, PICKED_WIDE, LETTER_WIDE = 32.0, 50.0, 9.5
"""A tag is wide enough for a value, for one with a tick beside it, or for each letter of its word."""
KEPT_DOWN = 0.3
"""The word KEPT stands so far down its zone: above most dice, and where a low window shows it."""
CLOSE_UP = 1.9
WAY_IN_WORDS = "A dotted line shows its way, a dotted ring where it was last seen."
ROOM_ABOVE, ROOM_BELOW = 28.0, 14.0
"""Beyond the outermost dice, for their rings and tags."""


def live_photo(board: Board, picked: Sequence[int] = (), kept: Sequence[int] = ()) -> Photo | None:
    """The newest picture, with the table's edge; None where there is no camera or no picture yet.

    picked: dice of the open throw, by their place in it. kept: the values of the dice kept in this turn.
    """
    source = board.source
    if source.width == 0 or source.age_s is None:
        return None
    scale, height = _scale(source.width, source.height)
    roll = _roll_now(board)
    marks = _marks_now(board, roll, picked, scale) if roll else _kept_now(board, kept, scale)
    # Of a throw as it was read: what is seen now may have changed since the page was last made.
    seen = [die.corners for die in (roll.dice if marks and roll else source.dice)]
    return Photo(
        "/picture.jpg",
        True,
        _in_words(source.dice),
        height,
        *_aim(seen, scale, height),
        marks,
        edge=_points(source.edge, scale),
        keep=_points(source.keep, scale),
        kept_at=_kept_at(source.keep, scale),
    )


def evidence_photo(roll: SeenRoll, faces: Sequence[int | None] = ()) -> Photo:
    """The picture of a throw. `faces`: of the dice thrown, where they are asked about; None is marked as unsure."""
    scale, height = _scale(roll.width, roll.height)
    asked = [_told(die, face, scale) for die, face in zip(roll.thrown, faces, strict=False)]
    aim = _aim([die.corners for die in roll.dice], scale, height)
    link = f"/evidence/{roll.id}.jpg"
    marks = (*_aside(roll, scale), *asked)
    return Photo(link, False, roll.why or _in_words(roll.dice), height, *aim, marks, replay=replay_of(roll))


def leaving_photo(roll: SeenRoll) -> Photo:
    """The picture in which a die was last seen on its way off the table, with its way and the table's edge."""
    scale, height = _scale(roll.width, roll.height)
    gone = [_at(roll, way[-1]) for way in roll.way if way]
    seen = [die.corners for die in (*roll.dice, *gone)]
    return Photo(
        f"/evidence/{roll.id}{'-leaving' if roll.has_leaving else ''}.jpg",
        False,
        f"{roll.why} {WAY_IN_WORDS if gone else ''}".strip(),
        height,
        *_aim(seen, scale, height),
        (*_aside(roll, scale), *(_mark(die, "off", "", scale) for die in gone)),
        edge=_points(roll.edge, scale),
        way=tuple(_points(way, scale) for way in roll.way),
        replay=replay_of(roll),
    )


def replay_of(roll: SeenRoll) -> str:
    """The address of the seconds before this throw lay still; "" where there are none."""
    return f"/evidence/{roll.id}.webp" if roll.has_replay else ""


def _aside(roll: SeenRoll, scale: float) -> tuple[Mark, ...]:
    beside = [die for die in roll.dice if die.zone != "throw"]
    return tuple(_mark(die, "off" if die.zone == "off" else "locked", "", scale) for die in beside)


def _at(roll: SeenRoll, place: tuple[float, float]) -> SeenDie:
    """A die that was in this place, as large as the others."""
    (x, y), sides = place, sorted(math.dist(die.corners[0], die.corners[1]) for die in roll.dice)
    half = (sides[len(sides) // 2] if sides else DIE * roll.width / WIDTH) / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return SeenDie(None, 0.0, (), "moving", "off", corners)


def _points(places: Corners, scale: float) -> str:
    return " ".join(f"{x * scale:.1f},{y * scale:.1f}" for x, y in places)


def close_up(die: SeenDie) -> str:
    """The viewBox that shows one die of a picture, in its pixels."""
    xs, ys = zip(*die.corners, strict=True)
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    side = max(max(xs) - min(xs), max(ys) - min(ys)) * CLOSE_UP
    return f"{x - side / 2:.0f} {y - side / 2:.0f} {side:.0f} {side:.0f}"


def _scale(width: int, height: int) -> tuple[float, float]:
    return WIDTH / width, round(WIDTH * height / width, 1)


def _roll_now(board: Board) -> SeenRoll | None:
    """The throw that is open now, if its dice lie still on the table: where the live picture has them."""
    if board.source.phase != "settled":
        return None
    lies = board.throw.roll if board.throw and board.state and board.state.thrown else None
    roll = board.question.roll if board.question else lies
    return board.source.now(roll) if roll else None


def _marks_now(board: Board, roll: SeenRoll, picked: Sequence[int], scale: float) -> tuple[Mark, ...]:
    """Rings on the live picture, only round dice that lie still where they were read."""
    aside = [die for die in roll.dice if die.zone == "keep" and _still_there(die, board.source.dice)]
    marks = [_mark(die, "locked", "", scale) for die in aside]
    faces = board.question.faces if board.question else board.throw.faces if board.throw else ()
    for place, die in enumerate(roll.thrown):
        face = faces[place] if place < len(faces) else die.value
        if _still_there(die, board.source.dice):
            marks.append(_told(die, face, scale, place in picked))
    return tuple(marks)


def _kept_now(board: Board, kept: Sequence[int], scale: float) -> tuple[Mark, ...]:
    """Rings on the live picture while a throw is awaited: round the dice that are kept, wherever they lie still."""
    if board.source.phase != "settled":
        return ()
    left, rings = Counter(kept), []
    for die, value in _as_they_count(board):
        if value is not None and left[value]:
            left[value] -= 1
            rings.append(_mark(die, "locked", "", scale))
    return tuple(rings)


def _as_they_count(board: Board) -> Iterator[tuple[SeenDie, int | None]]:
    """The dice in sight and the values that they count as; those that lay aside in the newest throw go first."""
    before = _newest_throw(board)
    for lain in before:
        yield from ((die, lain.value) for die in board.source.dice if _still_there(lain, [die]))
    for die in board.source.dice:
        if not any(_still_there(lain, [die]) for lain in before):
            yield die, die.value


def _newest_throw(board: Board) -> tuple[SeenDie, ...]:
    """The dice of the newest throw with the values that they count as, those beside it first."""
    throw = board.throw
    if throw is None or throw.roll is None:
        return ()
    roll = board.source.now(throw.roll)
    aside = [die for die in roll.dice if die.zone == "keep"]
    known = len(throw.faces) == len(roll.thrown)
    return (*aside, *(counted(roll, throw.faces) if known else roll.thrown))


def _still_there(die: SeenDie, now: Iterable[SeenDie]) -> bool:
    x, y = _centre(die.corners)
    reach = max(abs(corner[0] - x) for corner in die.corners)
    return any(
        abs(x - a) < reach and abs(y - b) < reach for a, b in (_centre(other.corners) for other in now)
    )


def _told(die: SeenDie, face: int | None, scale: float, picked: bool = False) -> Mark:
    """A die of a throw: its value, how it lies where it has none, or that it is not known."""
    if face is not None:
        return _mark(die, "keep" if picked else "", str(face), scale)
    lies = TILTED.get(die.state)
    return _mark(die, "cocked", lies, scale) if lies else _mark(die, "unsure", "?", scale)


def _tag_wide(look: str, tag: str) -> float:
    if look == "cocked":
        return LETTER_WIDE * (len(tag) + 1)
    return PICKED_WIDE if look == "keep" else VALUE_WIDE


def _kept_at(keep: Corners, scale: float) -> tuple[float, float]:
    """Where the word KEPT is written in its zone."""
    if not keep:
        return Photo.kept_at
    ys = [y for _, y in keep]
    down = min(ys) + KEPT_DOWN * (max(ys) - min(ys))
    return round(_centre(keep)[0] * scale, 1), round(down * scale, 1)


def _mark(die: SeenDie, look: str, tag: str, scale: float) -> Mark:
    x, y = _centre(die.corners)
    side = math.dist(die.corners[0], die.corners[2]) / math.sqrt(2) * scale
    size = round(min(max(side / DIE, SIZES[0]), SIZES[1]), 2)
    wider = 1 + 2 * STAND_OFF * size / max(side, 1.0)
    ring = [
        ((x + (a - x) * wider) * scale / size, (y + (b - y) * wider) * scale / size) for a, b in die.corners
    ]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in ring)
    wide = _tag_wide(look, tag)
    left, top = _tag_at(ring, wide if look == "cocked" else 0.0)
    left = max(min(left, WIDTH / size - wide - TAG_MARGIN), TAG_MARGIN)
    return Mark(look, points, tag, round(left, 1), round(max(top, 2.0), 1), size, wide)


def _tag_at(ring: Sequence[tuple[float, float]], word: float) -> tuple[float, float]:
    """The left and top of a tag: at the ring's upper right; a word, so wide, in the middle above it."""
    if word:
        return _centre(ring)[0] - word / 2, min(y for _, y in ring) - WORD_LIFT
    right, top = max(ring, key=lambda corner: corner[0] - corner[1])
    return right - TAG_LEFT, top - TAG_LIFT


def _centre(corners: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _aim(dice: Iterable[Sequence[tuple[float, float]]], scale: float, height: float) -> tuple[float, float]:
    """What a window lower than the picture must show, of its height: the middle of the dice, and how much."""
    ys = [y * scale for corners in dice for _, y in corners]
    if not ys:
        return Photo.middle, Photo.need
    top, bottom = max(min(ys) - ROOM_ABOVE, 0.0), min(max(ys) + ROOM_BELOW, height)
    return round((top + bottom) / 2 / height, 3), round((bottom - top) / height, 3)


def _in_words(dice: Sequence[SeenDie]) -> str:
    """What lies on the table, for those who cannot see the picture."""
    shown = [str(die.value or f"one {TILTED.get(die.state, 'not read')}") for die in dice]
    return f"The table. Dice in sight: {', '.join(shown)}." if shown else "The table. No dice in sight."
