"""Whatever is corrected, withdrawn or opened: the standings are those that one computes from nothing."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sql
from flask import Flask
from leagued import SetClock, begun, desk_of, joined, opened, report_of, turn_lines

from engine.fair import fairness
from engine.log import Match
from engine.morning_roll_odds import MorningRollOdds
from webui.league import accounts as people
from webui.league import acts, chain, taking
from webui.league.accounts import Account
from webui.league.acts import By
from webui.league.day_page import year_page
from webui.league.league import League
from webui.league.luck import Luck, ordinary
from webui.league.place import Place
from webui.league.refusal import Denied
from webui.league.turn import Report, Turn
from webui.league.turns import counting, turns_of, without_luck
from webui.storage.league import ACTS, TURNS

CORRECTIONS = int(os.environ.get("ROLLCALL_CORRECTIONS", "150"))
"""Random corrections; a thousand take a while."""
BYTES = int(os.environ.get("ROLLCALL_BYTES", "400"))
"""Bytes of a year that are changed, one at a time."""
YEAR = (date(2026, 1, 1), date(2026, 12, 31))


@pytest.fixture(params=["sqlite", "postgresql"])
def app(tmp_path: Path, clock: SetClock, request: pytest.FixtureRequest) -> Iterator[Flask]:
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgresql")
    app = opened(tmp_path, clock, database=database)
    yield app
    desk_of(app).close()


@pytest.fixture
def league(app: Flask) -> League:
    return desk_of(app).office.league


def everyone(league: League) -> tuple[Account, ...]:
    with league.place.reading() as connection:
        return people.accounts(connection)


def account(league: League, name: str) -> Account:
    return next(each for each in everyone(league) if each.name == name)


def took(league: League, who: Account, report: Report, now: datetime | None = None) -> taking.Taken:
    with league.place.writing() as connection:
        return taking.take(connection, now or report.ended, who, report, None)


def plain(league: League, camera_only: bool = False) -> dict[str, tuple[int, int, int, int]]:
    """Total, turns, busts and best of each player, from the rows of the database and by another way of counting.

    camera_only: of the turns alone whose every throw a camera has seen, as their lines tell, and that nobody marked.
    """
    with league.place.reading() as connection:
        turns = connection.execute(sql.select(TURNS)).all()
        corrections = connection.execute(sql.select(ACTS).where(ACTS.c.kind == "correct")).all()
        marked = set(connection.execute(sql.select(ACTS.c.turn).where(ACTS.c.kind == "internet")).scalars())
    scores = {turn.id: turn.score for turn in turns}
    for act in sorted(corrections, key=lambda act: act.id):
        scores[act.turn] = int(act.new)
    day: dict[tuple[str, str], tuple[int, int, bool]] = {}
    for turn in turns:
        if turn.withdrawn is None and turn.place >= day.get((turn.account, turn.day), (-1, 0, False))[0]:
            unseen = turn.id in marked or any(by in turn.body for by in ("by=hand", "by=program"))
            day[turn.account, turn.day] = turn.place, scores[turn.id], not unseen
    counted = {key: score for key, (_, score, seen) in day.items() if seen or not camera_only}
    found = {}
    for who in {account for account, _ in counted}:
        own = [score for (account, _), score in counted.items() if account == who]
        found[who] = (sum(own), len(own), own.count(0), max(own))
    return found


def stands(league: League, today: date, camera_only: bool = False) -> dict[str, tuple[int, int, int, int]]:
    with league.place.reading() as connection:
        accounts, scores = people.accounts(connection), league.scores(2026)
        page = year_page(connection, accounts, scores, today, most=None, camera_only=camera_only)
    places = [each.place for each in page.standings]
    totals = [each.total for each in page.standings]
    assert totals == sorted(totals, reverse=True)
    assert places == [1 + sum(other > total for other in totals) for total in totals]
    return {
        each.account.id: (each.total, each.turns, each.busts, each.best)
        for each in page.standings
        if each.turns
    }


def change_something(
    league: League, chance: random.Random, tom: Account, who: Account, report: Report
) -> None:
    """Tom corrects a turn or marks it, or its player withdraws it; what is not allowed changes nothing."""
    by = By(tom, report.ended + timedelta(minutes=chance.randint(0, 9)), "a wrong die")
    with suppress(Denied), league.place.writing() as connection:
        if chance.random() < 0.8:
            acts.correct(connection, by, report.key, 50 * chance.randint(0, 60))
        elif chance.random() < 0.5:
            acts.withdraw(connection, By(who, by.now), report.key)
        else:
            acts.mark_internet(connection, by, report.key)


def both_stand(league: League, today: date) -> None:
    """All turns, and those alone that a camera has seen."""
    for camera_only in (False, True):
        assert stands(league, today, camera_only) == plain(league, camera_only)
    assert plain(league, True) != plain(league)


def test_after_any_random_corrections_the_standings_are_those_computed_from_nothing(
    app: Flask, league: League, clock: SetClock
) -> None:
    tom = begun(app)
    for name in ("Ann", "Bo", "Cy"):
        joined(app, tom, name)
    chance, players = random.Random(4), everyone(league)
    ways = ("", "", "", " by=hand", " by=fix", " by=program")
    lines = [turn_lines(chance, by=ways[n % len(ways)]) for n in range(42)]
    keys = []
    for day in range(60):
        at = datetime(2026, 1, 1, 9, tzinfo=UTC) + timedelta(days=day)
        for who in players:
            if chance.random() < 0.8:
                report = report_of(chance.choice(lines), at + timedelta(minutes=chance.randint(0, 600)))
                assert took(league, who, report).state == "taken"
                keys.append((who, report))
    today = date(2026, 3, 1)
    both_stand(league, today)
    for n in range(CORRECTIONS):
        who, report = chance.choice(keys)
        change_something(league, chance, players[0], who, report)
        if n % 50 == 0:
            both_stand(league, today)
    both_stand(league, today)
    clock.at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    pages = [tom.get(f"/league/year/2026{query}").text for query in ("", "?camera=1")]
    assert ["Standings, by camera only" in page for page in pages] == [False, True]
    for page, camera_only in zip(pages, (False, True), strict=True):
        table = page.split("With the luck taken out")[0]
        totals = {total for total, _, _, _ in plain(league, camera_only).values()}
        assert {int(each.replace(",", "")) for each in re.findall(r'class="big">([\d,]+)<', table)} == totals


def test_one_turn_a_day_counts_and_only_an_opened_day_lets_another_in(
    app: Flask, league: League, clock: SetClock
) -> None:
    begun(app)
    tom, lines = account(league, "Tom"), turn_lines(random.Random(3))
    first, second, third = (report_of(lines, clock.at + timedelta(minutes=n)) for n in (0, 9, 20))
    assert took(league, tom, first).state == "taken"
    refused = took(league, tom, second)
    assert (refused.state, "has already rolled today" in refused.sentence) == ("refused", True)
    with league.place.writing() as connection:
        acts.withdraw(connection, By(tom, clock.at + timedelta(minutes=4)), first.key)
    refused = took(league, tom, second)
    assert "has withdrawn the turn of this day" in refused.sentence
    with league.place.writing() as connection:
        acts.open_day(connection, By(tom, clock.at, "the table fell over"), tom, first.ended.date())
    assert took(league, tom, second).state == "taken"
    assert took(league, tom, second).state == "taken", "the same report again is taken, once"
    assert took(league, tom, third).state == "refused"
    with league.place.reading() as connection:
        turns = turns_of(connection, *YEAR)
    assert [turn.withdrawn for turn in turns] == [True, False]
    assert [turn.id for turn in counting(turns)] == [second.key]


def test_an_opened_day_takes_a_turn_after_eight_and_a_day_that_is_past_and_only_for_24_hours(
    app: Flask, league: League, clock: SetClock
) -> None:
    begun(app)
    tom, lines = account(league, "Tom"), turn_lines(random.Random(3))
    night = datetime(2026, 3, 3, 22, tzinfo=UTC)
    assert took(league, tom, report_of(lines, night)).state == "late"
    with league.place.writing() as connection:
        acts.open_day(connection, By(tom, night, "night shift"), tom, date(2026, 3, 1))
    assert took(league, tom, report_of(lines, night + timedelta(hours=25))).state == "late"
    assert took(league, tom, report_of(lines, night + timedelta(minutes=5))).state == "taken"
    with league.place.reading() as connection:
        assert [turn.day for turn in turns_of(connection, *YEAR)] == [date(2026, 3, 1)]


def test_a_turn_can_be_withdrawn_within_five_minutes_by_its_player_alone(
    app: Flask, league: League, clock: SetClock
) -> None:
    client = begun(app)
    joined(app, client, "Ann")
    tom, ann = account(league, "Tom"), account(league, "Ann")
    report = report_of(turn_lines(random.Random(3)), clock.at)
    took(league, ann, report)
    for who, later, sentence in (
        (tom, timedelta(0), "Only who rolled it"),
        (ann, timedelta(minutes=5), "within five minutes"),
    ):
        with pytest.raises(Denied, match=sentence), league.place.writing() as connection:
            acts.withdraw(connection, By(who, clock.at + later), report.key)
    with league.place.writing() as connection:
        acts.withdraw(connection, By(ann, clock.at + timedelta(minutes=4, seconds=59)), report.key)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"score": 100_000}, "make .*, not 100,000"),
        (
            {"lines": ("game morning-roll rounds=1 off_table=bust", "players Ann", "throw 1 1 1 1 1 1")},
            "whole turn",
        ),
        ({"lines": ("game midnight", "players Ann")}, "no turn of Morning Roll"),
        ({"lines": ()}, "cannot be played|no turn"),
        ({"mark": "camera"}, "mark"),
        ({"mark": "golden"}, "mark"),
        ({"key": "short"}, "key"),
        ({"ended": datetime(2026, 3, 1, tzinfo=UTC)}, "ends after it begins"),
    ],
)
def test_a_forged_report_is_refused_with_a_sentence(change: dict[str, object], sentence: str) -> None:
    from dataclasses import replace

    lines = turn_lines(random.Random(3), by=" by=hand")
    report = replace(report_of(lines, datetime(2026, 3, 3, 9, tzinfo=UTC)), **change)  # type: ignore[arg-type]
    with pytest.raises(Denied, match=sentence):
        Report.read(report.body)


@pytest.mark.parametrize("body", ["", "[]", "null", '{"key": 1}', "[" * 10_000, "x" * 100_000])
def test_what_is_no_report_is_a_sentence(body: str) -> None:
    with pytest.raises(Denied, match="no report"):
        Report.read(body)


def test_a_report_comes_back_as_it_was() -> None:
    report = report_of(
        turn_lines(random.Random(3)), datetime(2026, 3, 3, 9, tzinfo=UTC), comment="Zoë’s “six”"
    )
    assert Report.read(report.body) == report


def test_score_is_worth_and_luck_less_cost_for_every_turn(morning_roll_odds: MorningRollOdds) -> None:
    luck, chance = Luck(morning_roll_odds), random.Random(9)
    assert round(luck.worth, 2) == 641.06
    for _ in range(60):
        one = luck.of(turn_lines(chance))
        assert one.score == pytest.approx(luck.worth + one.luck - one.cost, abs=1e-6)
        assert one.cost >= 0


def test_the_percentile_of_many_turns_is_that_of_their_summed_chances(
    morning_roll_odds: MorningRollOdds,
) -> None:
    """Against the engine's own for one turn, and against throwing many for more."""
    luck, chance = Luck(morning_roll_odds), random.Random(9)
    lines = turn_lines(chance)
    match, one = Match.from_lines(lines), luck.of(lines)
    from engine.luck import review

    (told,) = review(match, morning_roll_odds, morning_roll_odds.goal("expected", match.state)).values()
    assert luck.percentile(1, one.luck) == pytest.approx(told.percentile, abs=1e-6)
    chances, step = luck.spread
    shares = np.asarray(chances) / np.sum(chances)
    totals = step * np.random.default_rng(9).choice(len(shares), (20_000, 10), p=shares).sum(axis=1)
    for points in (-3000, 0, 2500):
        below = np.mean(totals < 10 * luck.worth + points)
        assert luck.percentile(10, points) == pytest.approx(100 * below, abs=1.5)


def test_fair_dice_are_hardly_ever_called_uneven_however_often_one_looks() -> None:
    chance, called = random.Random(2026), 0
    for _ in range(300):
        faces = [chance.randint(1, 6) for _ in range(600)]
        # `rare` is of the worst moment so far: so it was looked at after every die.
        called += fairness(faces).uneven
    assert called <= 300 * 0.05 + 3 * (300 * 0.05 * 0.95) ** 0.5
    loaded = random.Random(1)
    assert fairness([loaded.choice([1, 2, 3, 4, 5, 6, 6]) for _ in range(2000)]).uneven


def test_what_is_ordinary_holds_nineteen_of_twenty() -> None:
    chance = random.Random(5)
    low, high = ordinary(100, 0.2)
    inside = [low <= sum(chance.random() < 0.2 for _ in range(100)) <= high for _ in range(2000)]
    assert 0.93 <= sum(inside) / len(inside) <= 0.98


def test_any_byte_of_a_year_that_is_changed_names_its_day(
    app: Flask, league: League, clock: SetClock
) -> None:
    begun(app)
    tom, chance = account(league, "Tom"), random.Random(8)
    for day in range(12):
        at = datetime(2026, 3, 3, 9, tzinfo=UTC) + timedelta(days=day)
        took(league, tom, report_of(turn_lines(chance), at))
        if day == 4:
            with league.place.writing() as connection:
                turn = turns_of(connection, *YEAR)[0]
                acts.correct(connection, By(tom, at, "a wrong die"), turn.id, 350)
    assert chain.close_days(league.place, datetime(2026, 3, 20, tzinfo=UTC)) > 12
    with league.place.reading() as connection:
        lines = [link.line for link in chain.links(connection, 2026)]
        hashes = [chain.hash_of_day(connection, link.day) for link in chain.links(connection, 2026)]
    verified = chain.verify(lines)
    assert (verified.turns, verified.hash) == (12, hashes[-1])
    text = "\n".join(lines).encode()
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()) + 1)
    for _ in range(BYTES):
        place = chance.randrange(len(text))
        if text[place] == 10:
            continue
        changed = bytearray(text)
        changed[place] ^= 1 << chance.randrange(7)
        row = next(n for n in range(len(lines)) if starts[n] <= place < starts[n + 1])
        with pytest.raises(chain.Broken) as broken:
            chain.verify(changed.decode(errors="replace").splitlines())
        names = [str(json.loads(line)["day"]) for line in lines]
        # A byte of the hash that a day has closed with may be found at the day after, which names it.
        assert str(broken.value).startswith(
            (names[row] if row else "The first day", *names[row + 1 : row + 2])
        )


def test_a_row_that_is_changed_in_the_database_is_found_out(
    app: Flask, league: League, clock: SetClock
) -> None:
    begun(app)
    took(league, account(league, "Tom"), report_of(turn_lines(random.Random(8)), clock.at))
    chain.close_days(league.place, clock.at + timedelta(days=3))
    place = Place(desk_of(app).store.url)
    with place.writing() as connection:
        connection.execute(TURNS.update().values(late=True))
    with place.reading() as connection:
        lines = [link.line for link in chain.links(connection, 2026)]
    with pytest.raises(chain.Broken, match="not as it was closed"):
        chain.verify(lines)
    place.close()


def test_luck_is_worked_out_once_and_read_again_and_not_by_the_odds_of_other_rules(
    app: Flask, league: League, clock: SetClock, morning_roll_odds: MorningRollOdds
) -> None:
    begun(app)
    tom, chance = account(league, "Tom"), random.Random(8)
    for _ in range(5):
        took(league, tom, report_of(turn_lines(chance), clock.at))
        clock.go(days=1)
    luck = Luck(morning_roll_odds)

    def missing(connection: sql.Connection, most: int) -> tuple[Turn, ...]:
        return without_luck(connection, luck.name, most)

    assert luck.write_down(league.place, missing) == 5
    assert luck.write_down(league.place, missing) == 0
    again = Luck(morning_roll_odds)
    with league.place.reading() as connection:
        turns = turns_of(connection, *YEAR)
        assert without_luck(connection, "another", 9) == tuple(reversed(turns))
        again.of = None  # type: ignore[assignment, method-assign]
        assert again.of_turns(connection, turns) == [luck.of(turn.lines) for turn in turns]
        fortune = again.fortune(connection, turns)
    total = fortune.turns * fortune.worth + fortune.luck - fortune.cost + fortune.put_right
    assert total == pytest.approx(fortune.total, abs=1e-6)
