# Tested by tests/test_webui_pages.py.
"""The picture on the page: which one, and a ring round each die that it is about.

Drawings are 640 wide, so that a ring is as thick on every camera. Pixels are of the picture the dice were seen in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vision.nouns import TILTED
from webui.match.board import Board, Source
from webui.match.seen import Corners, SeenDie, SeenRoll
from webui.page.rings import DIE, WIDTH, Ringed, centre, drawn, still, told
from webui.page.scene import Photo

KEPT_DOWN = 0.3
"""The word KEPT stands so far down its zone: above most dice, and where a low window shows it."""
CLOSE_UP = 1.9
WAY_IN_WORDS = "A dotted line shows its way, a dotted ring where it was last seen."
ROOM_ABOVE = 28.0
"""Room above the uppermost die, for its ring and its tag. Larger: smaller dice. Smaller: tags are cut off."""
ROOM_BELOW = 14.0
"""Room below the lowest die, for its ring. Larger: smaller dice. Smaller: rings are cut off."""


def live_photo(board: Board, picked: Sequence[int] = (), kept: Sequence[int] = ()) -> Photo | None:
    """The newest picture, with the table's edge; None where there is no camera or no picture yet.

    picked: dice of the open throw, by their place in it. kept: the values of the dice kept in this turn.
    """
    source = board.source
    if source.width == 0 or source.age_s is None:
        return None
    scale, height = _scale(source.width, source.height)
    roll = _roll_now(board)
    marks = drawn(_marks_now(board, roll, picked) if roll else _kept_now(board, kept), scale)
    # The dice of a throw are those that were read: what is seen now may have changed since the page was last made.
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


def seen_photo(source: Source) -> Photo | None:
    """The newest picture with a ring round each die that lies still, and what is read of it; None without a picture."""
    if source.width == 0 or source.age_s is None:
        return None
    scale, height = _scale(source.width, source.height)
    lying = source.dice if source.phase == "settled" else ()
    marks = drawn([told(die, die.value) for die in lying], scale)
    edge = _points(source.edge, scale)
    return Photo("/picture.jpg", True, _in_words(source.dice), height, marks=marks, edge=edge)


def evidence_photo(roll: SeenRoll, faces: Sequence[int | None] = ()) -> Photo:
    """The picture of a throw. `faces`: of the dice thrown, where they are asked about; None is marked as unsure."""
    scale, height = _scale(roll.width, roll.height)
    asked = [told(die, face, index=n) for n, (die, face) in enumerate(zip(roll.thrown, faces, strict=False))]
    aim = _aim([die.corners for die in roll.dice], scale, height)
    link = f"/evidence/{roll.id}.jpg"
    marks = drawn((*_aside(roll), *asked), scale)
    return Photo(link, False, roll.why or _in_words(roll.dice), height, *aim, marks, replay=replay_of(roll))


def leaving_photo(roll: SeenRoll, faces: Sequence[int] = ()) -> Photo:
    """The picture in which a die was last seen on its way off the table, with its way and the table's edge.

    faces: what the dice that stayed count as, where that is known.
    """
    scale, height = _scale(roll.width, roll.height)
    gone = [_at(roll, way[-1]) for way in roll.way if way]
    seen = [die.corners for die in (*roll.dice, *gone)]
    return Photo(
        f"/evidence/{roll.id}{'-leaving' if roll.has_leaving else ''}.jpg",
        False,
        f"{roll.why} {WAY_IN_WORDS if gone else ''}".strip(),
        height,
        *_aim(seen, scale, height),
        drawn((*_aside(roll), *_lying(roll, faces), *(Ringed(die, "off") for die in gone)), scale),
        edge=_points(roll.edge, scale),
        way=tuple(_points(way, scale) for way in roll.way),
        replay=replay_of(roll),
    )


def replay_of(roll: SeenRoll) -> str:
    """The address of the seconds before this throw lay still; "" where there are none."""
    return f"/evidence/{roll.id}.webp" if roll.has_replay else ""


def _aside(roll: SeenRoll) -> tuple[Ringed, ...]:
    return tuple(Ringed(die, "off" if die.zone == "off" else "locked") for die in roll.beside)


def _lying(roll: SeenRoll, faces: Sequence[int]) -> tuple[Ringed, ...]:
    """The dice of a throw of which nothing counts any more: thin rings, and what they show.

    On the picture of a die on its way only those that lay still already: the others rolled on.
    """
    shown = faces if len(faces) == len(roll.thrown) else roll.faces
    rings = tuple(still(told(die, face)) for die, face in zip(roll.thrown, shown, strict=True))
    return tuple(rings[place] for place in roll.lay) if roll.has_leaving else rings


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
    # Also one that has ended its turn, when people look again, until the next one.
    lies = board.throw.roll if board.throw and (_counts(board) or board.throw.newest) else None
    roll = board.question.roll if board.question else lies
    return board.source.now(roll) if roll else None


def _counts(board: Board) -> bool:
    """Whether dice lie open that count for something."""
    return board.question is not None or (board.state is not None and bool(board.state.thrown))


def _marks_now(board: Board, roll: SeenRoll, picked: Sequence[int]) -> tuple[Ringed, ...]:
    """Rings on the live picture, only round dice that lie still where they were read."""
    aside = [die for die in roll.aside if _still_there(die, board.source.dice)]
    rings = [Ringed(die, "locked") for die in aside]
    faces = board.question.faces if board.question else board.throw.faces if board.throw else ()
    for place, die in enumerate(roll.thrown):
        face = faces[place] if place < len(faces) else die.value
        if _still_there(die, board.source.dice):
            ring = told(die, face, place in picked, place)
            rings.append(ring if _counts(board) else still(ring))
    return tuple(rings)


def _kept_now(board: Board, kept: Sequence[int]) -> tuple[Ringed, ...]:
    """Rings on the live picture while a throw is awaited: round the dice that are kept, wherever they lie still."""
    if board.source.phase != "settled":
        return ()
    left, rings = Counter(kept), []
    for die, value in _as_they_count(board):
        if value is not None and left[value]:
            left[value] -= 1
            rings.append(Ringed(die, "locked"))
    return tuple(rings)


def _as_they_count(board: Board) -> Iterator[tuple[SeenDie, int | None]]:
    """The dice in sight and the values that they count as; those that lay aside in the newest throw go first."""
    before = _newest_throw(board)
    for lain, value in before:
        yield from ((die, value) for die in board.source.dice if _is_still(lain, die))
    for die in board.source.dice:
        if not any(_is_still(lain, die) for lain, _ in before):
            yield die, die.value


def _newest_throw(board: Board) -> tuple[tuple[SeenDie, int | None], ...]:
    """The dice of the newest throw as they were read, and what they count as; those beside it first."""
    throw = board.throw
    if throw is None or throw.roll is None:
        return ()
    roll = board.source.now(throw.roll)
    aside = [(die, die.value) for die in roll.aside]
    known = len(throw.faces) == len(roll.thrown)
    count_as = throw.faces if known else roll.faces
    return (*aside, *zip(roll.thrown, count_as, strict=True))


def _is_still(lain: SeenDie, die: SeenDie) -> bool:
    """Whether this is the die that lay there: at its place, and read as it was; a place alone may be another die's."""
    return _still_there(lain, [die]) and (die.value == lain.value or None in (die.value, lain.value))


def _still_there(die: SeenDie, now: Iterable[SeenDie]) -> bool:
    x, y = centre(die.corners)
    reach = max(abs(corner[0] - x) for corner in die.corners)
    return any(abs(x - a) < reach and abs(y - b) < reach for a, b in (centre(other.corners) for other in now))


def _kept_at(keep: Corners, scale: float) -> tuple[float, float]:
    """Where the word KEPT is written in its zone."""
    if not keep:
        return Photo.kept_at
    ys = [y for _, y in keep]
    down = min(ys) + KEPT_DOWN * (max(ys) - min(ys))
    return round(centre(keep)[0] * scale, 1), round(down * scale, 1)


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
