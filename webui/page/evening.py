"""An evening: the matches of one sitting, worked out from their lines alone, so that a correction carries through.

Nobody opens or ends an evening: matches that were begun within hours of each other are one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import evening
from engine.evening import Tally
from engine.log import Match
from engine.rating import rate
from webui.page import words
from webui.page.past import Past

APART = timedelta(hours=5)
"""Time between two beginnings that parts evenings. More: breakfast and pub are one. Less: a long match parts them."""
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True)
class Row:
    """One player in the tally. points: of each game that was played, in its order; "–" where none."""

    name: str
    seat: int
    wins: int
    points: tuple[str, ...]
    bought: str
    coins: str
    drinks: str


@dataclass(frozen=True)
class Played:
    """One match. head: who won; how: which game and by what. time: when it was begun."""

    number: int
    game: str
    head: str
    how: str
    time: str
    over: bool


@dataclass(frozen=True)
class Strength:
    """One player's rating, with the range in which it may well lie; places from 0 to 100 along the line."""

    name: str
    seat: int
    value: int
    doubt: int
    at: float
    low: float
    high: float


@dataclass(frozen=True)
class Evening:
    """All of the page. games: titles of those whose points are columns. lead: who leads, in a sentence.

    pays: who pays whom, and what, a sentence each. players: of the newest match, for the next one.
    """

    title: str
    since: str
    lead: str
    games: tuple[str, ...]
    rows: tuple[Row, ...]
    pays: tuple[str, ...]
    matches: tuple[Played, ...]
    strengths: tuple[Strength, ...]
    newest: Past
    first: int


def sitting(past: Sequence[Past], last: int | None = None) -> list[Past]:
    """The matches of one evening, the newest first. past: the newest first. last: the number of its newest match."""
    left = [
        each
        for each in past
        if each.thrown and each.match is not None and (last is None or each.number <= last)
    ]
    found = left[:1]
    for each in left[1:]:
        if found[-1].begun - each.begun > APART:
            break
        found.append(each)
    return found


def evening_of(matches: Sequence[Past], titles: Mapping[str, str]) -> Evening:
    """The page of these matches, the newest first. titles: of the games by name."""
    oldest, newest = matches[-1], matches[0]
    played = [each.match for each in reversed(matches) if each.match is not None]
    sat = evening.Evening(tuple(played))
    tallied = sat.tally
    seats = _seats(matches)
    games = tuple(dict.fromkeys(game for one in tallied.values() for game in one.points))
    rows = tuple(_row(name, seats[name], tallied[name], games) for name in _ranked(tallied))
    return Evening(
        title=f"{DAYS[oldest.begun.weekday()]} {_part_of(oldest.begun)}",
        since=f"{words.moment(oldest.begun)}, {_matches(len(matches))}",
        lead=_lead(tallied),
        games=tuple(titles[game] for game in games),
        rows=rows,
        pays=_pays(sat),
        matches=tuple(_played(each, titles) for each in matches),
        strengths=_strengths(played, seats),
        newest=newest,
        first=oldest.number,
    )


def _part_of(when: datetime) -> str:
    return (
        "morning" if 4 <= when.hour < 12 else "afternoon" if when.hour < 18 and when.hour >= 12 else "evening"
    )


def _matches(count: int) -> str:
    return f"{words.number_word(count)} match{'' if count == 1 else 'es'}"


def _seats(matches: Sequence[Past]) -> dict[str, int]:
    """A shape for each name: the order in which they first sat down."""
    names = dict.fromkeys(name for each in reversed(matches) if each.state for name in each.state.players)
    return {name: seat for seat, name in enumerate(names)}


def _ranked(tallied: Mapping[str, Tally]) -> list[str]:
    return sorted(tallied, key=lambda name: (-tallied[name].wins, tallied[name].matches))


def _row(name: str, seat: int, one: Tally, games: Sequence[str]) -> Row:
    points = tuple(words.points(one.points[game]) if game in one.points else "–" for game in games)
    return Row(
        name, seat, one.wins, points, str(one.bought), words.signed(one.coins), words.signed(one.drinks)
    )


def _lead(tallied: Mapping[str, Tally]) -> str:
    most = max((one.wins for one in tallied.values()), default=0)
    if not most:
        return "No match is won yet."
    names = [name for name in _ranked(tallied) if tallied[name].wins == most]
    won = f"{words.number_word(most)} {'win' if most == 1 else 'wins'}"
    if len(names) > 1:
        return f"{words.and_list(names)} lead with {won} each."
    return f"{names[0]} leads with {won}."


def _pays(sat: evening.Evening) -> tuple[str, ...]:
    return tuple(
        f"{each.payer} {verb} {each.receiver} {words.counted(each.amount, stake.removesuffix('s'))}"
        for stake, verb in (("coins", "pays"), ("drinks", "buys"))
        for each in sat.payments[stake]
    )


def _played(past: Past, titles: Mapping[str, str]) -> Played:
    state = past.state
    assert state is not None
    over = state.outcome is not None
    won = words.and_list(past.won) if past.won else "Nobody"
    head = f"{won} won" if over else f"{words.and_list(state.players)}: not finished"
    if over and past.game in evening.BOUGHT_AT_ONCE:
        head = f"{next(name for name in state.players if name not in past.won)} buys the drinks"
    scores = ", ".join(f"{name} {words.points(score)}" for name, score in state.scores.items())
    how = titles[past.game] if past.game in evening.WITHOUT_POINTS else f"{titles[past.game]}: {scores}"
    return Played(past.number, past.game, head, how, f"{past.begun:%H:%M}", over)


def _strengths(played: Sequence[Match], seats: Mapping[str, int]) -> tuple[Strength, ...]:
    places = [match.state.outcome.places for match in played if match.state.outcome]
    rated = rate(places)
    if not rated.names:
        return ()
    ratings = {name: rated[name] for name in rated.names}
    low = min(each.value - each.doubt for each in ratings.values())
    wide = max(each.value + each.doubt for each in ratings.values()) - low or 1.0

    def along(value: float) -> float:
        return round(100 * (value - low) / wide, 1)

    return tuple(
        Strength(
            name,
            seats[name],
            round(one.value),
            round(one.doubt),
            along(one.value),
            along(one.value - one.doubt),
            along(one.value + one.doubt),
        )
        for name, one in sorted(ratings.items(), key=lambda each: -each[1].value)
    )
