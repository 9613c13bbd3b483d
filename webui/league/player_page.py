# Tested by tests/test_webui_league_standings.py.
"""The page of a player: how good, and how lucky; computed from the turns of a span of days."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import sqlalchemy as sql

from engine.fair import Fairness, fairness
from webui.league import accounts as people
from webui.league.accounts import Account
from webui.league.luck import Dear, Fortune, Luck, TurnLuck
from webui.league.plots import AveragePlot, Bin, BustPlot, average_plot, bins, bust_plot
from webui.league.seen_faces import seen_faces
from webui.league.standings import Meeting, head_to_head
from webui.league.turn import Turn
from webui.league.turns import counting, turns_of
from webui.league.year_book import Scores

SPANS = ("7", "30", "year", "always")
BEGINNING = date(2019, 1, 29)
"""The day on which Morning Roll was conceived."""
DEAR = 5.0
"""Points that a choice must give away to be named. Larger: fewer, and only the worst."""
NAMED = 2
MET = 50
"""Others that are shown head to head, at most. Larger: a longer page."""


@dataclass(frozen=True)
class Lesson:
    """A choice that gave something away."""

    turn: Turn
    choice: Dear


@dataclass(frozen=True)
class PlayerPage:
    """A player in a span of days. fortune: of all the turns in it; lessons: the dearest choices; choices, dear: how
    many.

    average, given, busts: the plots. dice: None where no camera has read any. met: head to head. turns: the newest
    first.
    """

    account: Account
    span: str
    turns: tuple[Turn, ...]
    fortune: Fortune
    average: AveragePlot | None
    given: tuple[Bin, ...]
    busts: BustPlot
    choices: int
    dear: int
    lessons: tuple[Lesson, ...]
    dice: Fairness | None
    met: tuple[Meeting, ...]


def span_of(span: str, today: date) -> tuple[date, date]:
    """The first and last day of a span that a page names; the year where it names none."""
    if span in ("7", "30"):
        return today - timedelta(days=int(span) - 1), today
    return (BEGINNING if span == "always" else date(today.year, 1, 1)), today


def player_page(
    connection: sql.Connection,
    account: Account,
    span: str,
    today: date,
    luck: Luck,
    scores_of: Callable[[int], Scores],
) -> PlayerPage:
    """This player, in this span up to today. scores_of: of a year."""
    first, last = span_of(span, today)
    turns = counting(turns_of(connection, first, last, account.id))
    years = [scores_of(year) for year in sorted({turn.day.year for turn in turns})]
    scores = [turn.score for turn in turns]
    known = luck.of_turns(connection, turns)
    chances, step = luck.spread
    fortune, lessons = luck.fortune(connection, turns), _lessons(turns, known)
    dice = fairness(seen_faces(turns))
    return PlayerPage(
        account=account,
        span=span if span in SPANS else "year",
        turns=tuple(reversed(turns)),
        fortune=fortune,
        average=average_plot(scores, luck.worth, luck.sway(1)),
        given=bins(scores, chances.tolist(), step),
        busts=bust_plot(fortune.busts, fortune.expected, fortune.low, fortune.high),
        choices=sum(one.choices for one in known),
        dear=sum(len(one.dear) for one in known),
        lessons=lessons,
        dice=dice if dice.thrown else None,
        met=head_to_head(account, people.accounts(connection), years, first, last)[:MET],
    )


def _lessons(turns: Sequence[Turn], known: Sequence[TurnLuck]) -> tuple[Lesson, ...]:
    """The choices that would help most, the dearest first."""
    found = [
        Lesson(turn, choice)
        for turn, one in zip(turns, known, strict=True)
        for choice in one.dear
        if choice.cost >= DEAR
    ]
    return tuple(sorted(found, key=lambda each: -each.choice.cost)[:NAMED])
