"""The question that the rules of Morning Roll leave open, answered from the solved game as a page.

"If you're trying to 'roll over', and on 3d6 get 5,1,2 ... if anyone can mathematically prove out whether rolling 2
or rolling 1 is more advantageous in the above scenario, I'd love to see that."

QUESTIONS.md beside this file is that page, made by `./rollcall advise morning-roll --page > engine/QUESTIONS.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby

from engine.morning_roll_odds import MorningRollOdds
from engine.morning_roll_points import DICE
from engine.morning_roll_solve import CAP, REACH, STEP, stop_from, throw_chances
from engine.solve import Goal

LEAST = 150
"""Three dice are thrown only when three are kept, and those score 150 at least."""
SHOWN = (*range(LEAST, 1001, STEP), 1500, 2000, 3000, 5000, 10000, 20000)
MISSING_SHOWN = (*range(STEP, 1001, STEP), 1500, 2000, 3000, 5000, 10000, 20000)


@dataclass(frozen=True)
class Ways:
    """What the four ways to go on after 5, 1, 2 are worth: in points, or as the chance to reach a target.

    both: keep 5 and 1, roll one die.   one: keep the 1, roll two.   five: keep the 5, roll two.
    stop: keep both and stop.
    """

    both: float
    one: float
    five: float
    stop: float

    @property
    def best(self) -> str:
        """The best way, in words; stopping where nothing is better."""
        named = [
            (self.stop, "keep both and stop"),
            (self.both, "keep both, roll one die"),
            (self.one, "keep the 1, roll two dice"),
            (self.five, "keep the 5, roll two dice"),
        ]
        return max(named, key=lambda way: way[0])[1]


def average(odds: MorningRollOdds, score: int) -> Ways:
    """For the highest score on average, with this turn score before the throw of 5, 1, 2."""
    worth = _throwing(odds, Goal("expected", ""))
    return Ways(worth(score + 150, 1), worth(score + 100, 2), worth(score + 50, 2), score + 150)


def reaching(odds: MorningRollOdds, missing: int) -> Ways:
    """For the best chance to reach a target, with so many points missing before the throw of 5, 1, 2."""
    worth = _throwing(odds, Goal("reach", "", missing))
    return Ways(worth(150, 1), worth(100, 2), worth(50, 2), float(missing <= 150))


def rolling_over() -> tuple[Fraction, Fraction]:
    """The chance to roll over when one die is rolled, and when two are (and then the one that is left)."""
    one, two = throw_chances(1), throw_chances(2)
    return one.roll_over, two.roll_over + (two.score - two.roll_over) * one.roll_over


def page(odds: MorningRollOdds) -> str:
    """The page, in Markdown."""
    scores = range(LEAST, CAP * STEP + 1, STEP)
    missing = range(STEP, REACH * STEP + 1, STEP)
    by_score = list(_ranges((score, average(odds, score).best) for score in scores))
    by_missing = list(_ranges((points, reaching(odds, points).best) for points in missing))
    return "\n".join(
        [
            *_answer(by_score, by_missing),
            *_roll_over(),
            *_average_table(odds),
            *_reach_table(odds),
            *_whole_turn(odds),
            "",
        ]
    )


def _throwing(odds: MorningRollOdds, goal: Goal) -> Callable[[int, int], float]:
    return lambda points, dice: odds.throwing(points, dice, goal)


def _ranges(rows: Iterable[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    """(which points, the best way) for each run of points with the same best way.

    From the cap on nothing changes any more: its run is open.
    """
    for best, run in groupby(rows, key=lambda row: row[1]):
        points = [points for points, _ in run]
        first, last = points[0], points[-1]
        if last == CAP * STEP:
            yield f"{first:,} or more", best
        else:
            yield f"{first:,}" if first == last else f"{first:,} to {last:,}", best


def _answer(by_score: list[tuple[str, str]], by_missing: list[tuple[str, str]]) -> list[str]:
    return [
        "# 5, 1, 2 on three dice: keep one, or keep both?",
        "",
        "The rules of Morning Roll leave this question to whoever can prove it. Here is the answer, from the solved",
        "game. `./rollcall advise morning-roll --page` makes this page.",
        "",
        "**Keep both.** Whether to roll the last die or to stop then depends on what you play for:",
        "",
        "| you play for | when | do |",
        "|---|---|---|",
        "| rolling over | always | keep both, roll one die |",
        *(f"| the most points on average | turn score {when} | {do} |" for when, do in by_score),
        *(f"| reaching a score | {when} points missing | {do} |" for when, do in by_missing),
        "",
        "*Turn score* and *points missing* are counted before this throw: the 5 and the 1 are not in them yet. Three",
        f"dice are left only after three were kept, so the turn score is {LEAST} at least.",
        "",
    ]


def _roll_over() -> list[str]:
    one, two = rolling_over()
    return [
        "## To roll over",
        "",
        "Rolling over means that all dice score, so that six are rolled again.",
        "",
        f"- One die: {one}, that is {_percent(one, 1)}.",
        f"- Two dice: both score in {throw_chances(2).roll_over} of the throws, exactly one in 4/9, and then the last",
        f"  die must score: 1/9 + 4/9 * 1/3 = {two}, that is {_percent(two, 1)}.",
        "",
        f"So the hunch in the rules is right: take both and go for it on one die. Its 25 % is {_percent(two, 1)}. Its",
        '"additional 44 % of busting" is the first of the two throws alone; over the whole attempt two dice bust',
        f"{_percent(1 - two, 1)} of the time and one die {_percent(1 - one, 1)}: {float(one - two) * 100:.1f} times in",
        "100 more.",
        "",
    ]


def _percent(chance: Fraction | float, digits: int) -> str:
    least = 0.5 / 10 ** (digits + 2)
    if 0 < chance < least:
        return f"under {2 * least * 100:.{digits}f} %"
    return f"{float(chance) * 100:.{digits}f} %"


def _average_table(odds: MorningRollOdds) -> list[str]:
    return [
        "## For the most points on average",
        "",
        "What the turn is worth on average, with the best play afterwards. If you could not stop, one die would be",
        f"the better roll up to {_last_for_one_die(odds)} points and two dice from there on: with much to lose,",
        "busting less often counts for more. But then stopping is better than either.",
        "",
        "| turn score | keep both, roll 1 | keep the 1, roll 2 | keep the 5, roll 2 | keep both, stop | best |",
        "|--:|--:|--:|--:|--:|---|",
        *(_row(score, average(odds, score), "{:,.1f}".format) for score in SHOWN),
        "",
    ]


def _row(points: int, ways: Ways, written: Callable[[float], str]) -> str:
    cells = [f"{points:,}", *map(written, (ways.both, ways.one, ways.five, ways.stop)), ways.best]
    return f"| {' | '.join(cells)} |"


def _last_for_one_die(odds: MorningRollOdds) -> int:
    ways = {score: average(odds, score) for score in range(LEAST, CAP * STEP, STEP)}
    return max(score for score in ways if ways[score].both > ways[score].one)


def _reach_table(odds: MorningRollOdds) -> list[str]:
    return [
        "## To reach a score",
        "",
        "The chance to end this turn with the score you need. What matters is how many points are missing: with 600",
        "in the turn and 1,500 to reach, 900 are.",
        "",
        "| points missing | keep both, roll 1 | keep the 1, roll 2 | keep the 5, roll 2 | keep both, stop | best |",
        "|--:|--:|--:|--:|--:|---|",
        *(_row(missing, reaching(odds, missing), partial(_percent, digits=2)) for missing in MISSING_SHOWN),
        "",
    ]


def _whole_turn(odds: MorningRollOdds) -> list[str]:
    value, bust = (float(odds.tables[name][0, DICE]) for name in ("expected", "bust"))
    stops = stop_from(odds.tables["expected"])
    chances = {dice: throw_chances(dice) for dice in range(1, DICE + 1)}
    return [
        "## The whole turn",
        "",
        f"Played for the most points a turn is worth {value:.2f} on average and busts {_percent(bust, 1)} of the time.",
        "The chances of one throw, exactly, and the turn score from which it is better to stop than to throw:",
        "",
        "| dice | busts | scores | rolls over | stop from |",
        "|--:|--:|--:|--:|--:|",
        *(
            f"| {dice} | {each.bust} ({_percent(each.bust, 1)}) | {each.score} | {each.roll_over} | {stops[dice]:,} |"
            for dice, each in chances.items()
        ),
    ]
