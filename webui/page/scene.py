# Tested by tests/test_webui_pages.py.
"""What one page of the table shows, ready for the template: every word, number and place, and nothing to work out.

`Scene` is made from a `Board` and what this browser asks (`Query`), by a pure function for each game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from webui.page.end import End

Look = Literal[
    "open", "nothing", "locked", "pending", "still", "unsure", "cocked", "off", "moving", "slot", "typed"
]


@dataclass(frozen=True)
class Query:
    """What one browser has asked of its page, in its address; it holds only for the revision it was asked at.

    Values typed in hold for as long as the match stands where it stood, whatever the camera sees meanwhile.

    pick: the places of the dice picked to keep; None leaves the choice to us (the best keep).
    fix: the die (its index in the throw) whose sheet is open. typed: the values typed in so far; None: not typing.
    seen: the end of the last turn was looked at. tapped: the place that was just tapped, for the ear.
    """

    pick: tuple[int, ...] | None = None
    fix: int | None = None
    typed: tuple[int, ...] | None = None
    seen: bool = False
    tapped: int | None = None

    @classmethod
    def of(cls, address: Mapping[str, str], revision: int, stand: str) -> Query:
        """Read from the query of an address; whatever makes no sense, or is of an older revision, is left out.

        stand: where the match stands, as `Links.stand`.
        """
        typed = address.get("type")
        if address.get("at") != str(revision):
            typed = typed if address.get("stand") == stand else None
            return cls(typed=_faces(typed) or None)
        pick, fix = address.get("pick"), _numbers(address.get("fix"))
        return cls(
            pick=None if pick is None else _numbers(pick),
            fix=fix[0] if fix else None,
            typed=_faces(typed),
            seen="seen" in address,
            tapped=(_numbers(address.get("tapped")) or (None,))[0],
        )


def _faces(text: str | None) -> tuple[int, ...] | None:
    return None if text is None else tuple(face for face in _numbers(text) if 1 <= face <= 6)


def _numbers(text: str | None) -> tuple[int, ...]:
    # Two digits are more than any die or place has; thousands of them would be a fault of ours.
    return tuple(int(word) for word in (text or "").split()[:8] if re.fullmatch("[0-9]{1,2}", word))


@dataclass(frozen=True)
class Place:
    """One of the places in the tray.

    number: 1 to 6, its key. name: for the ear. face: what it shows, None for nothing. badge: a drawing of the sprite.
    pickable: a checkbox; picked: it is ticked. link: where a tap leads, for a place that is no checkbox.
    """

    number: int
    look: Look
    name: str
    face: int | None = None
    caption: str = ""
    badge: str = ""
    pickable: bool = False
    picked: bool = False
    link: str = ""


@dataclass(frozen=True)
class Way:
    """One way to choose: its dice, what it is worth in a word or two, and the address that picks it."""

    faces: tuple[int, ...]
    points: str
    chosen: bool
    link: str


@dataclass(frozen=True)
class Step:
    """One line of the sum."""

    label: str
    faces: tuple[int, ...]
    points: str
    lost: bool = False


@dataclass(frozen=True)
class Sum:
    """How the number of the turn comes about, and the number."""

    label: str
    steps: tuple[Step, ...]
    how: str
    total: str
    lost: bool = False


@dataclass(frozen=True)
class Action:
    """One thing one can do now: a POST to `to`, or a link where `to` is an address of this page.

    under: a second, smaller line; big: the number. why: the sentence of a button that may not be pressed now.
    sends: one more field of the POST. keys: as the key handler names them.
    name: by which the page knows this action from one board to the next; the end of `to` where it is empty.
    icon: a drawing of the sprite before the words; "" for none.
    """

    words: str
    to: str
    under: str = ""
    big: str = ""
    main: bool = False
    why: str = ""
    keys: str = ""
    sends: tuple[str, str] | None = None
    link: bool = False
    name: str = ""
    icon: str = ""


@dataclass(frozen=True)
class Card:
    """The event of the moment: a bust, a question, the end. tone: "", "bad" or "good"."""

    title: str
    strong: str
    text: str
    icon: str
    tone: str = ""


@dataclass(frozen=True)
class Seat:
    """One player on the score board.

    total: a number, or a word or two where `is_word`. rounds: for each round that counts, whether this player won it.
    """

    number: int
    name: str
    total: str
    now: str
    on: bool
    won: bool = False
    is_word: bool = False
    rounds: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Mark:
    """A ring on the picture and its tag at x, y, so many wide. look: "", keep, still, locked, unsure, cocked or off.

    size: the mark's own scale; ring, x, y and wide are in a drawing 640 wide, divided by it. die: which of the throw it
    is, None for another one; middle: of the die, in that drawing.
    """

    look: str
    ring: str
    tag: str
    x: float
    y: float
    size: float
    wide: float
    die: int | None = None
    middle: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Tap:
    """A place to tap on the picture: its name, where it leads, and its middle, in hundredths of the picture."""

    name: str
    link: str
    x: float
    y: float


@dataclass(frozen=True)
class Photo:
    """The picture: where it comes from, what lies on it in words, and the marks.

    live: it is pulled again and again. height: of a drawing 640 wide. middle, need: of what a low
    window must show, and how much of the height that is; 0 to 1. edge: of the table, keep: of the part where kept
    dice lie, and way: of each die that left, as points of the drawing; "" where none is to be shown. kept_at: where
    "KEPT" is written. replay: the seconds before, "" for none. taps: places to tap.
    """

    link: str
    live: bool
    words: str
    height: float
    middle: float = 0.5
    need: float = 0.1
    marks: tuple[Mark, ...] = ()
    edge: str = ""
    keep: str = ""
    kept_at: tuple[float, float] = (0.0, 0.0)
    way: tuple[str, ...] = ()
    replay: str = ""
    taps: tuple[Tap, ...] = ()


@dataclass(frozen=True)
class Status:
    """The state of the table, a shape and a word: ring, dots, tick or warn."""

    shape: str
    words: str


@dataclass(frozen=True)
class Value:
    """One answer of the sheet."""

    face: int
    words: str
    likely: bool
    current: bool


@dataclass(frozen=True)
class Sheet:
    """The sheet that puts one die right.

    picture, size, close_up: the picture, its width and height, and the viewBox of the die in it; "" without one.
    others: the dice of the throw: face, name for the ear, link, whether it is this one. close: back to the page.
    """

    die: int
    title: str
    strong: str
    text: str
    values: tuple[Value, ...]
    actions: tuple[Action, ...]
    others: tuple[tuple[int | None, str, str, bool], ...]
    close: str
    picture: str = ""
    size: tuple[int, int] = (0, 0)
    close_up: str = ""


@dataclass(frozen=True)
class Scene:
    """All of the page.

    heading: h1; note: beside it; round: in the bar; roll: in the strip.
    fix: the address of the sheet for the first die. keypad: the addresses that type a 1 to a 6, "" when all are in.
    answers: of a question, each a POST, the likeliest first. hidden: fields that every POST of the page sends.
    wait: the dice may change this page next. own: what only this game's template draws. end: the match is over.
    why: the address that tells why a die is off the table. advice: odds or luck, a sentence each.
    pick_hint: what the dice that can be picked are tapped for. rival: beside the seat of a lone player.
    """

    heading: str
    status: Status
    seats: tuple[Seat, ...]
    photo: Photo | None
    places: tuple[Place, ...]
    actions: tuple[Action, ...]
    note: str = ""
    card: Card | None = None
    ways: tuple[Way, ...] = ()
    fix: str = ""
    sheet: Sheet | None = None
    round: str = ""
    roll: str = ""
    keypad: tuple[str, ...] = ()
    answers: tuple[Action, ...] = ()
    hidden: tuple[tuple[str, str], ...] = ()
    wait: bool = False
    sum: Sum | None = None
    own: object = None
    end: End | None = None
    advice: tuple[str, ...] = ()
    why: str = ""
    pick_hint: str = "Tap the dice to keep"
    rival: Seat | None = None
