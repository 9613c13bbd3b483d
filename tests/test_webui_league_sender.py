"""Reports on their way: to sites that answer anything or nothing, none is lost and none is sent twice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from answering import Answering
from flask import Flask
from leagued import SetClock, desk_of, opened, played
from waiting import LONG_S, until

from webui.desk import Desk
from webui.league import wire
from webui.league.outgoing import Delivery
from webui.league.sites import ProfileError, load_profile
from webui.storage.database import DiskFull

SHIPPED = Path(load_profile.__code__.co_filename).parent / "profiles" / "morningroll.toml"


class FormSite:
    """A site with a form of player, roll, quote and date: it answers 302, and never on an error of its database.

    mood: how it takes the next turns: well, broken (nothing is stored, no answer ever comes), deaf (stored, no answer),
    busy (429), down (500), picky (400), slow (a byte now and then), garbage, cut (the line breaks before a status).
    """

    def __init__(self) -> None:
        self.mood = "well"
        self.turns: list[dict[str, str]] = []
        self.tries = 0
        self.over = threading.Event()
        site = self

        class Handler(Answering, BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                rows = "".join(f"<li>{t['player']}: {t['roll']} {t['date']}</li>" for t in site.turns)
                self.answer(200, f"<h1>Today</h1><ul>{rows}</ul>")

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                body = self.rfile.read(length).decode()
                if len(body.encode()) < length:
                    return  # the table was killed before it had said all
                turn = {name: values[0] for name, values in parse_qs(body, keep_blank_values=True).items()}
                site.take(self, turn)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def take(self, handler: BaseHTTPRequestHandler, turn: dict[str, str]) -> None:
        answer: Callable[..., None] = handler.answer  # type: ignore[attr-defined]
        mood = self.mood
        if mood in ("well", "deaf", "garbage"):
            self.turns.append(turn)
        self.tries += 1
        if mood == "well":
            answer(302, Location="/")
        elif mood in ("broken", "deaf"):
            self.over.wait()
        elif mood == "busy":
            answer(429, "wait", Retry_After="7")
        elif mood == "down":
            answer(500, "oops")
        elif mood == "picky":
            answer(400, "no")
        elif mood == "garbage":
            handler.wfile.write(b"\x00\xff not http at all")
        elif mood == "slow":
            handler.wfile.write(b"HTTP/1.1 302 Found\r\nContent-Length: 1000\r\n\r\n")
            with suppress(OSError):
                while not self.over.wait(0.02):
                    handler.wfile.write(b".")
                    handler.wfile.flush()
        handler.close_connection = True

    def close(self) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(10)


@pytest.fixture
def site() -> Iterator[FormSite]:
    site = FormSite()
    yield site
    site.close()


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, site: FormSite) -> None:
    """Who says nothing is given up after a blink; whoever answers has the time that a slow machine takes."""
    give_up_the_silent(monkeypatch, site)


def give_up_the_silent(monkeypatch: pytest.MonkeyPatch, site: FormSite) -> None:
    ask = wire.Wire.ask

    def patient(self: wire.Wire, method: str, url: str, *words: Any, **more: Any) -> wire.Reply:
        silent = method == "POST" and url.startswith(site.url) and site.mood in ("broken", "deaf", "slow")
        monkeypatch.setattr(wire, "ANSWER_S", 0.3 if silent else LONG_S)
        tries = site.tries
        try:
            return ask(self, method, url, *words, **more)
        finally:
            # What was given up arrives all the same, before anything else happens.
            assert not silent or until(lambda: site.tries > tries)

    monkeypatch.setattr(wire.Wire, "ask", patient)
    monkeypatch.setattr(wire, "CONNECT_S", LONG_S)


def profile(site: FormSite, folder: Path, read_back: bool = True) -> None:
    """The profile that is shipped, with the address and a player put in."""
    text = SHIPPED.read_text().replace("https://rolls.example/morningroll", f"{site.url}/morningroll")
    text = text.replace('# Ann = "ann"', 'Ann = "ann"\nZoe = "zoe"')
    if not read_back:
        text = text.partition("[read_back]")[0]
    (folder / "league").mkdir(exist_ok=True)
    (folder / "league" / "morningroll.toml").write_text(text)


@contextmanager
def tabled(folder: Path, clock: SetClock) -> Iterator[tuple[Flask, Desk]]:
    app = opened(folder, clock)
    try:
        yield app, desk_of(app)
    finally:
        desk_of(app).close()


def states(desk: Desk) -> list[str]:
    return [each.state for each in desk.office.box.shown()]


def work(desk: Desk, clock: SetClock, minutes: float = 30) -> list[str]:
    """So much later, everything that is due is done."""
    clock.go(minutes=minutes)
    desk.office.sender.work()
    return states(desk)


def test_a_form_gets_the_turn_once_with_player_roll_quote_and_date(tmp_path: Path, site: FormSite) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        (waiting,) = desk.office.box.shown()
        desk.office.box.say(waiting.report.key, "Café & “dice” = 1+1")
        assert work(desk, clock) == ["sent"]
        assert work(desk, clock) == ["sent"]
    day = clock.at.astimezone().date().isoformat()
    assert site.turns == [{"player": "ann", "roll": "1000", "quote": "Café & “dice” = 1+1", "date": day}]


@pytest.mark.parametrize("mood", ["deaf", "garbage"])
def test_where_the_answer_never_came_but_the_turn_did_it_is_looked_up_and_not_sent_again(
    tmp_path: Path, site: FormSite, mood: str
) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    site.mood = mood
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert work(desk, clock) == ["unknown"]
        assert work(desk, clock) == ["sent"]
    assert (len(site.turns), site.tries) == (1, 1)


@pytest.mark.parametrize("mood", ["broken", "slow", "down", "cut"])
def test_where_nothing_arrived_it_is_looked_up_first_and_then_sent_again(
    tmp_path: Path, site: FormSite, mood: str
) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    site.mood = mood
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert work(desk, clock) == ["unknown"]
        site.mood = "well"
        for _ in range(3):
            found = work(desk, clock)
        assert found == ["sent"]
    assert (len(site.turns), site.tries) == (1, 2)


def test_what_cannot_be_looked_up_is_asked_of_a_person_and_never_sent_twice(
    tmp_path: Path, site: FormSite
) -> None:
    clock = SetClock()
    profile(site, tmp_path, read_back=False)
    site.mood = "deaf"
    with tabled(tmp_path, clock) as (app, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        for _ in range(5):
            assert work(desk, clock) == ["unknown"]
        assert site.tries == 1
        (delivery,) = desk.office.box.shown()
        page = app.test_client()
        assert "Did it arrive?" in page.get("/league/reports").text
        address = f"/league/reports/{delivery.report.key}/there"
        assert page.post(address, data={"to": delivery.to}).status_code == 303
        assert page.post(address, data={"to": delivery.to}).status_code == 422
        assert work(desk, clock) == ["sent"]
    assert (len(site.turns), site.tries) == (1, 1)


def test_busy_is_tried_again_and_a_plain_no_is_not(tmp_path: Path, site: FormSite) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    site.mood = "busy"
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert work(desk, clock) == ["waiting"]
        site.mood = "picky"
        assert work(desk, clock) == ["refused"]
        assert work(desk, clock) == ["refused"]
    assert (site.turns, site.tries) == ([], 2)


def test_a_site_that_is_away_for_a_day_is_told_nothing_after_it_has_closed(
    tmp_path: Path, site: FormSite
) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    site.close()
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert work(desk, clock) == ["waiting"]
        assert "cannot be reached" in desk.office.box.shown()[0].answer
        assert work(desk, clock, minutes=24 * 60) == ["late"]


def test_a_kill_while_a_report_is_on_its_way_leaves_a_question_and_not_a_second_turn(
    tmp_path: Path, site: FormSite
) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        clock.go(minutes=1)
        desk.office.box.date(desk.office.sender._today, desk.office.sender._opened)
        (delivery,) = desk.office.box.shown()
        assert desk.office.box.begin(delivery)
        site.turns.append({"player": "ann", "roll": "1000", "date": ""})
        assert states(desk) == ["sending"]
    with tabled(tmp_path, clock) as (_, desk):
        desk.office.box.recover(desk.office.sender._once)
        assert states(desk) == ["unknown"]
        assert work(desk, clock) == ["sent"]
    assert (len(site.turns), site.tries) == (1, 0)


def test_what_the_database_took_no_word_of_is_looked_up_without_a_new_start(
    tmp_path: Path, site: FormSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")

        def full(*_: object) -> None:
            raise DiskFull("The disk is full.", "Make room on it.")

        with monkeypatch.context() as patch:
            patch.setattr(desk.office.box, "end", full)
            assert work(desk, clock) == ["sending"]
        assert work(desk, clock, minutes=0) == ["unknown"]
        assert work(desk, clock) == ["sent"]
    assert (len(site.turns), site.tries) == (1, 1)


def test_one_report_that_fails_by_our_fault_holds_up_no_other(
    tmp_path: Path, site: FormSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        played(desk, "Zoe", "throw 1 1 1 2 3 5", "stop 1 1 1")
        deliver = desk.office.sender._deliver

        def broken(delivery: Delivery) -> None:
            if delivery.report.player == "Ann":
                raise RuntimeError("our fault")
            deliver(delivery)

        monkeypatch.setattr(desk.office.sender, "_deliver", broken)
        assert sorted(work(desk, clock)) == ["sent", "waiting"]
    assert [turn["player"] for turn in site.turns] == ["zoe"]


def test_a_clock_that_was_set_back_holds_nothing_up(tmp_path: Path, site: FormSite) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    site.mood = "busy"
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert work(desk, clock, 5) == ["waiting"]
        site.mood = "well"
        assert work(desk, clock, minutes=-60) == ["sent"]


def test_pauses_grow_and_are_never_the_same_for_all(tmp_path: Path, site: FormSite) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    site.mood = "busy"
    pauses = []
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        clock.go(minutes=1)
        for _ in range(9):
            desk.office.sender.work()
            (delivery,) = desk.office.box.shown()
            pauses.append((delivery.due - clock.at).total_seconds())
            clock.at = delivery.due
    assert pauses == sorted(pauses) or max(pauses) <= 900
    assert 5 <= pauses[0] <= 20
    assert 300 <= pauses[-1] <= 900
    assert len(set(pauses)) == len(pauses)


def test_the_sender_works_by_itself_and_the_table_never_waits_for_it(
    tmp_path: Path, site: FormSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SetClock()
    profile(site, tmp_path)
    site.mood = "broken"
    monkeypatch.undo()
    monkeypatch.setattr("webui.league.reporting.PAUSE", SetClock().at - SetClock().at)
    monkeypatch.setattr(wire, "ANSWER_S", LONG_S)
    with tabled(tmp_path, clock) as (_, desk):
        desk.start()
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert until(lambda: states(desk) == ["sending"])
        played(desk, "Bo", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert states(desk) == ["sending"], "the table has played on while the site said nothing"
        site.over.set()
        assert until(lambda: states(desk) == ["unknown"])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense = [",
        '[send]\nurl = "ftp://x"',
        '[send]\nurl = "http://x"\nencoding = "xml"',
        '[send]\nurl = "http://x"\n[send.fields]\na = "{nobody}"',
        '[send]\nurl = "http://x"\n[read_back]\nurl = "http://x"\nfound = "("',
        'closes = "25:00"\n[send]\nurl = "http://x"',
    ],
)
def test_a_profile_that_cannot_be_used_is_a_sentence_on_the_page(tmp_path: Path, text: str) -> None:
    (tmp_path / "league").mkdir()
    (tmp_path / "league" / "mine.toml").write_text(text)
    with pytest.raises(ProfileError, match=r"mine\.toml is no profile of a site"):
        load_profile(tmp_path / "league" / "mine.toml")
    with tabled(tmp_path, SetClock()) as (app, _):
        assert "mine.toml" in app.test_client().get("/league/reports").text


def test_a_comment_can_name_no_secret(
    tmp_path: Path, site: FormSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROLLCALL_SECRET_KEY", "hush")
    clock = SetClock()
    profile(site, tmp_path)
    with tabled(tmp_path, clock) as (_, desk):
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        (waiting,) = desk.office.box.shown()
        desk.office.box.say(waiting.report.key, "{secret:KEY} {player} {0}")
        assert work(desk, clock) == ["sent"]
    assert site.turns[0]["quote"] == "{secret:KEY} {player} {0}"
