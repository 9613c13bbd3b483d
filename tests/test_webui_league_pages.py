"""What the league's pages offer: head to head, days away, a turn handed over, past years, pictures for so long."""

from __future__ import annotations

import io
import random
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from leagued import MORNING, SetClock, app, begun, joined, known_here, played, report_of, turn_lines
from PIL import Image
from test_webui_league_standings import account, everyone, took

from webui.desk import Desk
from webui.league import proofs
from webui.league.hand_over import packed_of
from webui.league.house import keep_house
from webui.league.wire import Wire

__all__ = ["app"]


def words_of(page: str) -> str:
    """The words of a page without its markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_head_to_head_counts_the_days_on_which_both_rolled_as_one_would_by_hand(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    for name in ("Ann", "Bo"):
        joined(app, tom, name)
    league, chance = desk.office.league, random.Random(7)
    scores: dict[str, dict[int, int]] = {each.name: {} for each in everyone(league)}
    for day in range(40):
        at = datetime(2025, 12, 12, 9, tzinfo=UTC) + timedelta(days=day)
        for who in everyone(league):
            if chance.random() < 0.7:
                report = report_of(turn_lines(chance), at)
                assert took(league, who, report).state == "taken"
                scores[who.name][day] = report.score
    clock.at = datetime(2026, 1, 20, 10, tzinfo=UTC)
    page = tom.get(f"/league/players/{account(league, 'Tom').id}?span=always").text
    table = words_of(page.split("Head to head")[1].split("</table>")[0])
    for other in ("Ann", "Bo"):
        both = scores["Tom"].keys() & scores[other].keys()
        mine, theirs = ([scores[name][day] for day in sorted(both)] for name in ("Tom", other))
        won = sum(one > two for one, two in zip(mine, theirs, strict=True))
        lost = sum(one < two for one, two in zip(mine, theirs, strict=True))
        assert f"{other} {won} {lost} {len(both) - won - lost}" in table
    years = words_of(tom.get("/league/years").text)
    assert "2025" in years
    assert "2026" in years
    total = sum(score for day, score in scores["Tom"].items() if day < 20)
    assert f"{total:,}" in words_of(tom.get("/league/year/2025").text)


def test_a_date_of_another_year_says_its_year_and_one_of_this_year_does_not(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    league, chance = desk.office.league, random.Random(7)
    (who,) = everyone(league)
    for at in (datetime(2025, 12, 31, 9, tzinfo=UTC), datetime(2026, 1, 1, 9, tzinfo=UTC)):
        assert took(league, who, report_of(turn_lines(chance), at)).state == "taken"
    clock.at = datetime(2026, 1, 1, 10, tzinfo=UTC)
    player = words_of(tom.get(f"/league/players/{who.id}?span=always").text)
    assert "31 December 2025" in player
    assert "1 January 2026" not in player
    assert "Wednesday 31 December 2025" in words_of(tom.get("/league/day/2025-12-31").text)
    assert "Thursday 1 January 2026" not in words_of(tom.get("/league/").text)


@pytest.mark.parametrize(
    ("day", "status"),
    [("0001-01-01", 404), ("2019-01-28", 404), ("2019-01-29", 200), ("2026-03-03", 200), ("9999-12-31", 404)],
)
def test_there_is_no_day_before_the_game_was_conceived_and_none_that_has_not_begun(
    app: Flask, day: str, status: int
) -> None:
    tom = begun(app)
    assert tom.get(f"/league/day/{day}").status_code == status


def test_a_day_away_is_marked_seen_and_taken_back_and_changes_no_streak(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    league = desk.office.league
    ann = joined(app, tom, "Ann")
    assert ann.post("/league/me", data={"day": "2026-03-04", "away": "yes"}).status_code == 303
    for day in (0, 2):
        at = MORNING + timedelta(days=day)
        assert (
            took(league, account(league, "Ann"), report_of(turn_lines(random.Random(3)), at)).state == "taken"
        )
    clock.at = MORNING + timedelta(days=1)
    assert re.search(r"Ann</span><span[^>]*>away", tom.get("/league/").text)
    clock.at = MORNING + timedelta(days=2, hours=1)
    assert "2 days" in words_of(tom.get("/league/year/2026").text)
    late = ann.post("/league/me", data={"day": "2026-03-04", "away": "no"})
    assert (late.status_code, "A day that is over stays as it was." in late.text) == (422, True)
    for away, there in (("yes", True), ("no", False)):
        ann.post("/league/me", data={"day": "2026-03-09", "away": away})
        assert ("Monday 9 March" in ann.get("/league/me").text) is there
    assert ann.post("/league/me", data={"day": "tomorrow", "away": "yes"}).status_code == 422


def test_a_turn_is_handed_over_by_a_person_with_a_comment_and_counts_once(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    known_here(app, ann, "Ann")
    app.test_client().post("/league/hold", data={"hold": "yes"})
    played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
    desk.office.sender.work()
    page = app.test_client().get("/league/reports").text
    assert 'class="qr"' in page
    link = page.split('data-copies="')[1].split('"')[0]
    opened = ann.get("/league/" + link.split("/league/")[1]).text
    assert "It will be yours, Ann." in opened
    packed = opened.split('name="turn" value="')[1].split('"')[0]
    form = {"turn": packed, "comment": "Handed over"}
    assert ann.post("/league/hand-over", data=form).status_code == 303
    key = desk.office.box.shown()[0].report.key
    app.test_client().post(f"/league/reports/{key}/go", data={"to": "here"})
    desk.office.sender.work()
    assert desk.office.box.shown()[0].state == "sent", "the same turn comes again by itself, and counts once"
    day = tom.get("/league/").text
    assert "1 of 2 have rolled" in words_of(day)
    assert (day.count('<span class="score">1,000</span>'), day.count("<bdi>Handed over</bdi>")) == (1, 1)
    clock.go(minutes=5)
    other = report_of(turn_lines(random.Random(5)), clock.at)
    again = ann.post("/league/hand-over", data={"turn": packed_of(other.body)})
    assert (again.status_code, "has already rolled today" in again.text) == (422, True)
    cut = ann.get(f"/league/hand-over?turn={packed[:-9]}")
    assert "Point at the square again" in cut.text


def test_large_pictures_stay_as_long_as_is_set_and_small_ones_for_ever(
    app: Flask, desk: Desk, clock: SetClock
) -> None:
    tom = begun(app)
    league, file = desk.office.league, io.BytesIO()
    Image.new("RGB", (1200, 900), "#ba8755").save(file, "JPEG")
    report = report_of(turn_lines(random.Random(3)), clock.at)
    took(league, account(league, "Tom"), report)
    proofs.keep(league.place, clock.at, report.key, [(0, file.getvalue())], None)

    def width() -> int:
        picture = tom.get(f"/league/turns/{report.key}/0.jpg?large=1").data
        return int(Image.open(io.BytesIO(picture)).width)

    for wrong in ("", "0", "-1", "99999", "a week"):
        answer = tom.post("/league/organise/pictures", data={"days": wrong})
        assert (answer.status_code, "for 1 to 3,660 days" in answer.text) == (422, True)
    assert tom.post("/league/organise/pictures", data={"days": "60"}).status_code == 303
    assert 'value="60"' in tom.get("/league/organise").text
    for days, wide in ((59, 1200), (2, 320)):
        clock.go(days=days)
        assert keep_house(league, Wire())
        assert width() == wide
    ann = joined(app, tom, "Ann")
    assert ann.post("/league/organise/pictures", data={"days": "1"}).status_code == 404


@pytest.mark.parametrize("page", ["", "year/2026"])
def test_turns_stand_beside_the_days_so_far(app: Flask, desk: Desk, clock: SetClock, page: str) -> None:
    tom = begun(app)
    for day in (0, 1, 3):
        report = report_of(turn_lines(random.Random(3)), MORNING + timedelta(days=day))
        assert took(desk.office.league, account(desk.office.league, "Tom"), report).state == "taken"
    clock.at = MORNING + timedelta(days=4)
    assert "3 of 5 days" in words_of(tom.get(f"/league/{page}").text)
