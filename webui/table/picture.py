"""The picture on the page: which one, and a ring round each die that it is about.

Drawings are 640 wide, so that a ring is as thick on every camera. Pixels are of the picture the dice were seen in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from webui.board import Board
from webui.seen import Corners, SeenDie, SeenRoll
from webui.table.scene import Mark, Photo

WIDTH = 640.0
DIE = 46.0
"""The die that marks are drawn for; on smaller and larger ones they shrink and grow with it, within limits."""
SIZES = (0.7, 1.4)
STAND_OFF = 8.0
"""A ring stands off its die by so much, so that it hides no pip."""
TAG_LIFT, TAG_LEFT, TAG_WIDTH = 14.0, 16.0, 54.0
CLOSE_UP = 1.9
WAY_IN_WORDS = "A dotted line shows its way, a dotted ring where it was last seen."
ROOM_ABOVE, ROOM_BELOW = 28.0, 14.0
"""Beyond the outermost dice, for their rings and tags."""


def live_photo(board: Board, picked: Sequence[int] = ()) -> Photo | None:
    """The newest picture; None where there is no camera or no picture yet. `picked`: dice of the open throw."""
    source = board.source
    if source.width == 0 or source.age_s is None:
        return None
    scale, height = _scale(source.width, source.height)
    roll = _roll_now(board)
    marks = _marks_now(board, roll, picked, scale) if roll else ()
    # Of a throw as it was read: what is seen now may have changed since the page was last made.
    seen = [die.corners for die in (roll.dice if marks and roll else source.dice)]
    return Photo("/picture.jpg", True, _in_words(source.dice), height, *_aim(seen, scale, height), marks)


def evidence_photo(roll: SeenRoll, faces: Sequence[int | None] = ()) -> Photo:
    """The picture of a throw. `faces`: of the dice thrown, where they are asked about; None is marked as unsure."""
    scale, height = _scale(roll.width, roll.height)
    asked = [
        _mark(die, "" if face else "unsure", str(face or "?"), scale)
        for die, face in zip(roll.thrown, faces, strict=False)
    ]
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
            look = "unsure" if face is None else "keep" if place in picked else ""
            marks.append(_mark(die, look, "?" if face is None else str(face), scale))
    return tuple(marks)


def _still_there(die: SeenDie, now: Iterable[SeenDie]) -> bool:
    x, y = _centre(die.corners)
    reach = max(abs(corner[0] - x) for corner in die.corners)
    return any(
        abs(x - a) < reach and abs(y - b) < reach for a, b in (_centre(other.corners) for other in now)
    )


def _mark(die: SeenDie, look: str, tag: str, scale: float) -> Mark:
    x, y = _centre(die.corners)
    side = math.dist(die.corners[0], die.corners[2]) / math.sqrt(2) * scale
    size = round(min(max(side / DIE, SIZES[0]), SIZES[1]), 2)
    wider = 1 + 2 * STAND_OFF * size / max(side, 1.0)
    ring = [
        ((x + (a - x) * wider) * scale / size, (y + (b - y) * wider) * scale / size) for a, b in die.corners
    ]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in ring)
    right, top = max(ring, key=lambda corner: corner[0] - corner[1])
    left = min(right - TAG_LEFT, WIDTH / size - TAG_WIDTH)
    return Mark(look, points, tag, round(left, 1), round(max(top - TAG_LIFT, 2.0), 1), size)


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
    shown = [str(die.value or "one not read") for die in dice]
    return f"The table. Dice in sight: {', '.join(shown)}." if shown else "The table. No dice in sight."
