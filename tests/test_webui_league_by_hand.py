"""Sites of other kinds: one that wants a person, one that wants a sign-in first, one that takes JSON."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from answering import Answering
from leagued import SetClock, played
from test_webui_league_sender import tabled, work

from webui.desk import Desk


class Site:
    """It keeps what it was sent. cookie: what a sign-in gives and a report must bring; "" where it wants none."""

    def __init__(self, cookie: str = "") -> None:
        self.posts: list[tuple[str, str, str, str]] = []
        self.page = ""
        site = self

        class Handler(Answering, BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer(200, site.page)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                sent = self.headers.get("Cookie", "")
                site.posts.append((self.path, self.headers["Content-Type"], body, sent))
                if self.path == "/login":
                    self.answer(302 if "open+sesame" in body else 403, "", Set_Cookie=f"{cookie}; Path=/")
                else:
                    self.answer(302 if sent == cookie else 403)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@contextmanager
def sited(cookie: str = "") -> Iterator[Site]:
    site = Site(cookie)
    thread = threading.Thread(target=site.server.serve_forever, daemon=True)
    thread.start()
    yield site
    site.server.shutdown()
    site.server.server_close()
    thread.join(10)


def profiled(folder: Path, text: str) -> None:
    (folder / "league").mkdir(exist_ok=True)
    (folder / "league" / "site.toml").write_text('name = "Rolls"\n[players]\nAnn = "ann & co"\n' + text)


def last(desk: Desk) -> tuple[str, str]:
    newest = desk.office.box.shown()[0]
    return newest.state, newest.answer


def by_hand(site: Site, folder: Path, read_back: bool) -> None:
    text = (
        f'[hand_over]\nurl = "{site.url}/new?player={{player}}&roll={{score}}&quote={{comment}}"\n'
        f'[read_back]\nurl = "{site.url}/day?who={{player}}"\nfound = "{{player}}: {{score}}\\\\b"\n'
    )
    profiled(folder, text if read_back else text.partition("[read_back]")[0])


def test_a_site_that_wants_a_person_has_its_form_filled_in_as_a_square_and_is_looked_up(
    tmp_path: Path, clock: SetClock
) -> None:
    with sited() as site, tabled(tmp_path, clock) as (app, desk):
        by_hand(site, tmp_path, read_back=True)
        desk.office.destinations.look_up()
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        key = desk.office.box.shown()[0].report.key
        desk.office.box.say(key, "Three 1s? Yes & no.")
        work(desk, clock, 1)
        assert last(desk) == ("unknown", "Rolls wants a person: hand it over, then say that it is there.")
        page = app.test_client().get("/league/reports").text
        assert "For you to hand over" in page
        assert 'class="qr"' in page
        assert "Rolls opens with the turn filled in" in page
        link = page.split('data-copies="')[1].split('"')[0].replace("&amp;", "&")
        filled = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
        assert filled == {"player": "ann & co", "roll": "1000", "quote": "Three 1s? Yes & no."}
        assert work(desk, clock, 5) == ["unknown"]
        site.page = "ann & co: 10000"
        assert work(desk, clock, 5) == ["unknown"]
        site.page = "<li>ann & co: 1000</li>"
        assert work(desk, clock, 5) == ["sent"]
        assert site.posts == [], "nothing is ever sent there"
        assert "For you to hand over" not in app.test_client().get("/league/reports").text


@pytest.mark.parametrize(("press", "state"), [("there", "sent"), ("keep", "undone"), ("", "late")])
def test_where_nothing_can_be_looked_up_a_person_says_what_became_of_it_until_the_site_closes(
    tmp_path: Path, clock: SetClock, press: str, state: str
) -> None:
    with sited() as site, tabled(tmp_path, clock) as (app, desk):
        by_hand(site, tmp_path, read_back=False)
        desk.office.destinations.look_up()
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert work(desk, clock, 1) == ["unknown"]
        key = desk.office.box.shown()[0].report.key
        if press:
            form = {"to": "site site"}
            assert app.test_client().post(f"/league/reports/{key}/{press}", data=form).status_code == 303
        assert work(desk, clock, 12 * 60) == [state]
        assert site.posts == []


def test_a_site_that_wants_a_sign_in_gets_it_first_and_its_cookie_with_the_turn(
    tmp_path: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
[send]
url = "{0}/add"
taken = [302]
[send.fields]
roll = "{{score}}"
[sign_in]
url = "{0}/login"
taken = [302]
[sign_in.fields]
password = "{{secret:ROLLS}}"
"""
    with sited("who=kitchen") as site, tabled(tmp_path, clock) as (_, desk):
        profiled(tmp_path, text.format(site.url))
        desk.office.destinations.look_up()
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        monkeypatch.setenv("ROLLCALL_SECRET_ROLLS", "wrong")
        work(desk, clock, 1)
        assert last(desk) == ("waiting", "Rolls did not let this table sign in: it answers 403.")
        assert [path for path, *_ in site.posts] == ["/login"], "no turn without a sign-in"
        monkeypatch.setenv("ROLLCALL_SECRET_ROLLS", "open sesame")
        assert work(desk, clock) == ["sent"]
        assert site.posts[-1] == ("/add", "application/x-www-form-urlencoded", "roll=1000", "who=kitchen")
        assert work(desk, clock) == ["sent"]
        assert len(site.posts) == 3


def test_a_site_may_take_json(tmp_path: Path, clock: SetClock) -> None:
    text = """
[send]
url = "{0}/turns/{{player}}"
encoding = "json"
taken = [302]
[send.fields]
roll = "{{score}}"
day = "{{date:%d.%m.%Y}}"
"""
    with sited() as site, tabled(tmp_path, clock) as (_, desk):
        profiled(tmp_path, text.format(site.url))
        desk.office.destinations.look_up()
        played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
        assert work(desk, clock, 1) == ["sent"]
        ((path, kind, body, _),) = site.posts
        assert (path, kind) == ("/turns/ann%20%26%20co", "application/json")
        assert json.loads(body) == {"roll": "1000", "day": "03.03.2026"}


@pytest.mark.parametrize(
    "text", ['[hand_over]\nurl = "ftp://x"', "[hand_over]\n", '[hand_over]\nurl = "http://x/{a}"']
)
def test_a_hand_over_that_cannot_be_is_a_sentence(tmp_path: Path, clock: SetClock, text: str) -> None:
    profiled(tmp_path, text)
    with tabled(tmp_path, clock) as (app, _):
        assert "site.toml is no profile of a site" in app.test_client().get("/league/reports").text
