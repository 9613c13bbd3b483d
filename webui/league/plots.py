# Tested by tests/test_webui_league_standings.py.
"""Plots as numbers: where lines, bars and words stand in a drawing. The templates draw them; no script is needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from webui.league.accounts import Account
from webui.league.day import DAY

LEFT = 34
"""The edges of the field of the year's plot, in its drawing of 364 by 190, which is about the width of a phone."""
RIGHT = 260
TOP = 14
BOTTOM = 162
MONTH = 36
"""Room for the name of a month. Larger: fewer of them are named. Smaller: they touch."""
ROW = 16
"""Least distance of two names, one above the other."""
STEPS = (1, 2, 2.5, 5, 10)
POINTS = 180
"""Points of a line at most: a year has more days than a phone has room for. Larger: finer, and more bytes."""


@dataclass(frozen=True)
class Line:
    """A player's line. seat: whose look it has. points: as SVG writes them. dash: its pattern. y: where the name is."""

    account: Account
    seat: int
    points: str
    dash: str
    y: float
    you: bool


@dataclass(frozen=True)
class Mark:
    """A line across the field, or a word below it."""

    at: float
    word: str


@dataclass(frozen=True)
class YearPlot:
    """The totals of a year. rows: lines across, with their words; months: words below."""

    lines: tuple[Line, ...]
    rows: tuple[Mark, ...]
    months: tuple[Mark, ...]


DASHES = (
    "none",
    "14 3",
    "7 4",
    "2 4",
    "9 3 2 3",
    "4 4",
    "20 4 4 4",
    "12 8",
    "2 8",
    "9 3 2 3 2 3",
    "5 2",
    "16 3 6 3",
)
"""Patterns of the lines, one for each shape of a player."""


def year_plot(totals: Sequence[tuple[Account, Sequence[int]]], first: date, you: str = "") -> YearPlot | None:
    """The totals of some players, day by day from `first` on; None where there is nothing to draw."""
    days = max((len(each) for _, each in totals), default=0)
    highest = max((max(each, default=0) for _, each in totals), default=0)
    if days < 2 or highest == 0:
        return None
    step = nice_step(highest / 3)
    top = step * -(-highest // step)
    drawn = [(account, _points(each, days, top), _y(each[-1], top)) for account, each in totals]
    ys = apart([y for _, _, y in drawn], ROW)
    lines = tuple(
        Line(account, seat, points, DASHES[seat % len(DASHES)], y, account.id == you)
        for (account, points, _), seat, y in zip(
            drawn, told_apart(account.seat for account, _ in totals), ys, strict=True
        )
    )
    rows = tuple(Mark(_y(n * step, top), short(n * step)) for n in range(int(top // step) + 1))
    return YearPlot(lines, rows, _months(first, days))


def told_apart(seats: Iterable[int]) -> list[int]:
    """A seat for each of these, so that no two look alike: the later one takes the next look that is free."""
    looks = len(DASHES)
    found: list[int] = []
    for seat in seats:
        taken = {each % looks for each in found}
        free = (each for each in range(seat, seat + looks) if each % looks not in taken)
        found.append(next(free, seat))
    return found


def _points(totals: Sequence[int], days: int, top: float) -> str:
    places = sorted({round(n * (len(totals) - 1) / (POINTS - 1)) for n in range(POINTS)})
    return " ".join(f"{_x(n, days):.1f},{_y(totals[n], top):.1f}" for n in places)


def _x(day: int, days: int) -> float:
    return LEFT + (RIGHT - LEFT) * day / (days - 1)


def _y(total: float, top: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * total / top


def _months(first: date, days: int) -> tuple[Mark, ...]:
    """The first of each month, and the day on which it begins, as many as there is room for."""
    starts = [0, *(n for n in range(1, days) if (first + n * DAY).day == 1)]
    if len(starts) > 1 and _x(starts[1], days) - LEFT < MONTH:
        del starts[0]
    every = -(-len(starts) * MONTH // (RIGHT - LEFT))
    return tuple(Mark(_x(n, days), f"{first + n * DAY:%b}") for n in starts[::every])


def apart(places: Sequence[float], least: float) -> list[float]:
    """These places, each pushed down until it is so far from the one above; their order stays."""
    found = [0.0] * len(places)
    above = float("-inf")
    for n in sorted(range(len(places)), key=lambda n: places[n]):
        above = found[n] = max(places[n], above + least)
    return found


def nice_step(rough: float) -> float:
    """The next round number that is not smaller: 1, 2, 2.5 or 5 with noughts."""
    scale = 10.0 ** (len(str(int(max(rough, 1)))) - 1)
    return next(each * scale for each in STEPS if each * scale >= rough)


def short(number: float) -> str:
    """A round number as a plot writes it: 15k."""
    return f"{number / 1000:g}k" if number >= 1000 else f"{number:g}"


SPARK = 20
"""Height of the row of bars of the last scores; a bust is a short bar below it."""


def spark(scores: Sequence[int]) -> str:
    """The last scores as a little row of bars: the path of an SVG, of strokes that are 3 wide."""
    highest = max([*scores, 1])
    heights = (-SPARK * score / highest or 1.5 for score in scores)
    return "".join(f"M{4.2 * n + 1.5:.1f} {SPARK}v{height:.1f}" for n, height in enumerate(heights))


@dataclass(frozen=True)
class AveragePlot:
    """A player's average after each turn. own: the line; low, high: where two of three such players would be.

    rows: lines across. best: where best play is; word, y: where its word and the name stand. end: the average now.
    """

    own: str
    low: str
    high: str
    rows: tuple[Mark, ...]
    best: float
    word: float
    y: float
    end: float


SIDE = 40
"""The edges of the field of the plot of an average, in its drawing of 364 by 182."""
END = 276
ROOF = 14
FLOOR = 150
FIRST = 3
"""The turn from which on an average is drawn."""


def average_plot(scores: Sequence[int], worth: float, sway: float) -> AveragePlot | None:
    """The average after each turn, beside what best play would have; None for fewer than three turns.

    worth: of a turn played best; sway: how far chance moves one turn, a standard deviation.
    """
    if len(scores) < FIRST:
        return None
    total, averages = 0, []
    for n, score in enumerate(scores, 1):
        total += score
        averages.append(total / n)
    counts = range(FIRST, len(scores) + 1)
    bands = {side: [worth + side * sway / n**0.5 for n in counts] for side in (-1, 1)}
    shown = averages[FIRST - 1 :]
    step = nice_step((max(*shown, *bands[1]) - max(0.0, min(*shown, *bands[-1]))) / 3)
    low = max(0.0, min(*shown, *bands[-1])) // step * step
    high = -(-max(*shown, *bands[1]) // step) * step

    def y(value: float) -> float:
        return float(FLOOR - (FLOOR - ROOF) * (max(value, low) - low) / (high - low))

    def line(values: Sequence[float]) -> str:
        last = max(len(values) - 1, 1)
        places = sorted({round(n * (len(values) - 1) / (POINTS - 1)) for n in range(POINTS)})
        return " ".join(f"{SIDE + (END - SIDE) * n / last:.1f},{y(values[n]):.1f}" for n in places)

    rows = tuple(
        Mark(y(low + n * step), short(low + n * step)) for n in range(int((high - low) / step + 0.5) + 1)
    )
    word, end = apart([y(worth), y(shown[-1])], 34)
    return AveragePlot(line(shown), line(bands[-1]), line(bands[1]), rows, y(worth), word, end, averages[-1])


BINS = (
    (0, 0, "bust"),
    (50, 250, "50"),
    (300, 450, "300"),
    (500, 650, "500"),
    (700, 950, "700"),
    (1000, 1450, "1k"),
    (1500, 2450, "1.5k"),
    (2500, 10**9, "2.5k"),
)
"""What the turns gave, from how many points to how many, and the word below."""


@dataclass(frozen=True)
class Bin:
    """Turns with so many points.

    Count: of the player; expected: of best play in as many turns. x, height, model: drawn.
    """

    word: str
    span: str
    count: int
    expected: float
    x: float
    height: float
    model: float


def bins(scores: Sequence[int], chances: Sequence[float], step: int) -> tuple[Bin, ...]:
    """How often turns gave how many points, beside best play. chances: of 0, step, 2 * step ... in best play."""
    counts = [sum(low <= score <= high for score in scores) for low, high, _ in BINS]
    expected = [
        len(scores) * sum(chances[-(-low // step) : min(high // step, len(chances)) + 1])
        for low, high, _ in BINS
    ]
    highest = max([*counts, *expected, 1])
    return tuple(
        Bin(
            word,
            _span(low, high),
            count,
            model,
            12 + 44 * n,
            125 * count / highest,
            150 - 125 * model / highest,
        )
        for n, ((low, high, word), count, model) in enumerate(zip(BINS, counts, expected, strict=True))
    )


def _span(low: int, high: int) -> str:
    if high == 0:
        return "bust"
    return f"{low:,} +" if high >= 10**9 else f"{low:,}–{high:,}"


WIDE = (16, 344)
"""The ends of the line on which busts stand, in a drawing of 360 by 82."""
BESIDE = 72
"""Room for a number beside what was to be expected. Smaller: they touch."""


@dataclass(frozen=True)
class BustPlot:
    """Busts on a line. low, high: what is ordinary, with their words; expected, own: where those stand."""

    low: Mark
    high: Mark
    expected: float
    own: float


def bust_plot(busts: int, expected: float, low: int, high: int) -> BustPlot:
    """Busts beside those that were to be expected of best play, and what is ordinary."""
    least, most = min(low, busts), max(high, busts)
    room = 0.3 * max(most - least, 1)

    def x(number: float) -> float:
        return WIDE[0] + (WIDE[1] - WIDE[0]) * (number - least + room) / (most - least + 2 * room)

    def end(number: int) -> Mark:
        return Mark(x(number), f"{number:,}" if abs(x(number) - x(expected)) > BESIDE else "")

    return BustPlot(end(low), end(high), x(expected), x(busts))
