"""Never two turns on a date, never a date lost: any zone, any instant, any journey."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from webui.league.day import DAY, Home, UnknownZone, checked, hours, streak

ZONES = sorted(available_timezones())
zones = st.sampled_from(ZONES)
instants = st.datetimes(datetime(2000, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))
SECOND = timedelta(seconds=1)


def exists(day: date, zone: str) -> bool:
    """Whether the clocks of this zone have shown this date at noon; Samoa has left one out."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(zone))
    return noon.astimezone(UTC).astimezone(ZoneInfo(zone)).date() == day


@given(zones, instants)
def test_open_is_from_eight_to_before_eight_by_the_clock_on_the_wall(zone: str, instant: datetime) -> None:
    moment = Home.of(zone).at(instant)
    wall = instant.astimezone(ZoneInfo(zone))
    assert (moment.day, moment.open) == (wall.date(), 8 <= wall.hour < 20)
    assert moment.opens > instant
    assert moment.closes > instant or not moment.open
    assert Home.of(zone).at(moment.opens).open
    if moment.open:
        assert not Home.of(zone).at(moment.closes).open
        assert Home.of(zone).at(moment.closes - SECOND).open


@given(zones, st.dates(date(2000, 1, 2), date(2035, 1, 1)))
@example("Europe/Berlin", date(2026, 3, 29))
@example("America/New_York", date(2026, 11, 1))
@example("Asia/Kolkata", date(2028, 2, 29))
@example("Pacific/Kiritimati", date(2026, 12, 31))
def test_a_second_before_and_after_each_end_of_the_day(zone: str, day: date) -> None:
    assume(exists(day, zone))
    home = Home.of(zone)
    opens, closes = home.window(day)
    states = [home.at(at).open for at in (opens - SECOND, opens, opens + SECOND)]
    assert states == [False, True, True]
    states = [home.at(at).open for at in (closes - SECOND, closes, closes + SECOND)]
    assert states == [True, False, False]
    assert {home.at(at).day for at in (opens, closes - SECOND)} == {day}


journeys = st.lists(
    st.tuples(zones, st.timedeltas(timedelta(minutes=1), timedelta(days=3))), min_size=1, max_size=6
)


@given(zones, instants, journeys)
@example(
    "Pacific/Pago_Pago",
    datetime(2026, 5, 1, 20, tzinfo=UTC),
    [("Pacific/Kiritimati", timedelta(hours=1)), ("Pacific/Pago_Pago", timedelta(hours=30))],
)
@example("America/New_York", datetime(2026, 5, 1, 14, tzinfo=UTC), [("Asia/Tokyo", timedelta(minutes=1))])
def test_however_one_flies_each_date_is_open_once_and_none_is_lost(
    zone: str, start: datetime, journey: list[tuple[str, timedelta]]
) -> None:
    home, now = Home.of(zone), start
    for there, later in journey:
        now += later
        today, before = home.at(now).day, home
        home = home.moved(now, there)
        assert before.window(today) == home.window(today), "today stays as it was"
        assert before.at(now).open <= home.at(now).open
    first = Home.of(zone).at(start).day
    days = [first + n * DAY for n in range((home.at(now).day - first).days + 5)]
    assume(all(exists(day, name) for day in days for _, name in home.zones))
    windows = [home.window(day) for day in days]
    for day, (opens, closes) in zip(days, windows, strict=True):
        assert opens < closes, f"{day} is lost"
        assert home.at(opens).day == home.at(closes - SECOND).day == day
        assert home.at(opens).open
        assert home.at(closes - SECOND).open
        assert not home.at(closes).open or home.at(closes).day != day
    for (_, closes), (opens, _) in pairwise(windows):
        assert closes <= opens, "two dates are open at once"


@given(zones, instants, zones)
def test_a_move_counts_from_the_next_date_on_and_can_be_taken_back(
    zone: str, now: datetime, there: str
) -> None:
    home = Home.of(zone)
    today = home.at(now).day
    moved = home.moved(now, there)
    assert moved.zone(today) == zone
    assert hours(moved.zone(today + 2 * DAY), today + 2 * DAY) == hours(there, today + 2 * DAY)
    assert moved.moved(now, there) == moved
    if now < home.window(today)[1]:
        assert moved.moved(now, zone) == home


@pytest.mark.parametrize(
    ("zone", "name"),
    [("Asia/Kolkata", "Asia/Calcutta"), ("Etc/UTC", "UTC"), ("Europe/Kyiv", "Europe/Kiev")],
)
def test_another_name_of_the_same_zone_is_no_move(zone: str, name: str) -> None:
    home = Home.of(zone)
    assert home.moved(datetime(2026, 3, 3, 9, tzinfo=UTC), name) == home


def test_a_zone_whose_clocks_change_on_another_day_is_a_move() -> None:
    now = datetime(2026, 1, 9, 12, tzinfo=UTC)
    assert Home.of("Europe/London").moved(now, "Africa/Abidjan").zone(date(2026, 1, 10)) == "Africa/Abidjan"


@pytest.mark.parametrize(
    "name",
    ["", "Europe", "Nowhere/City", "../../etc/passwd", "/etc/localtime", "Europe/Ber lin", "Ü", "A" * 99],
)
def test_what_is_no_time_zone_is_a_sentence(name: str) -> None:
    with pytest.raises(UnknownZone, match="There is no time zone"):
        checked(name)


def test_the_turn_of_the_year_belongs_to_each_players_own_year() -> None:
    instant = datetime(2026, 12, 31, 22, 30, tzinfo=UTC)
    assert Home.of("Pacific/Auckland").at(instant).day == date(2027, 1, 1)
    assert Home.of("America/Los_Angeles").at(instant).day == date(2026, 12, 31)
    assert hours("UTC", date(2028, 2, 29))[0] == datetime(2028, 2, 29, 8, tzinfo=UTC)


def test_a_streak_passes_over_days_away_and_waits_for_today() -> None:
    today = date(2026, 3, 10)
    played = [date(2026, 3, day) for day in (4, 5, 7, 8, 9)]
    assert streak(played, frozenset(), today) == 3
    assert streak(played, frozenset({date(2026, 3, 6)}), today) == 5
    assert streak([*played, today], frozenset(), today) == 4
    assert streak(played[:-1], frozenset(), today) == 0
    assert streak(played, frozenset({today}), today) == 3
    assert streak([], frozenset(), today) == 0
