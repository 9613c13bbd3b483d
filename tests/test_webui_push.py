"""Server-Sent Events on a real server: told at once, heartbeats, places that are given back, other pages that go on."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest
from flask import Flask, Response
from waiting import LONG_S, until
from waitress.server import create_server

from webui.push import TOPICS, Push, Stream, TooManyPages

LIMIT, THREADS, HEARTBEAT_S = 3, 5, 0.2


def drain(stream: Stream, parts: int) -> bytes:
    pieces = iter(stream)
    return b"".join(next(pieces) for _ in range(parts))


def test_a_new_stream_names_every_topic_at_once() -> None:
    told = drain(Push(1, LONG_S).stream(), 2).decode()
    assert [line for line in told.splitlines() if line.startswith("event:")] == [
        f"event: {each}" for each in TOPICS
    ]


def test_many_changes_are_told_as_the_newest_version_alone() -> None:
    push = Push(1, LONG_S)
    pieces = iter(push.stream())
    next(pieces), next(pieces)
    for _ in range(1000):
        push.changed("board")
    assert next(pieces) == b"event: board\ndata: 1000\n\n"


def test_the_version_of_a_topic_is_the_number_that_its_events_carry() -> None:
    push = Push(1, LONG_S)
    push.changed("league")
    push.changed("league", "view")
    assert f"event: league\ndata: {push.version('league')}\n" in drain(push.stream(), 2).decode()


def test_the_version_of_a_topic_may_have_a_name_that_other_programs_know_it_by() -> None:
    push = Push(1, LONG_S)
    push.became("league", "01J")
    assert push.version("league") == "01J"
    assert "event: league\ndata: 01J\n" in drain(push.stream(), 2).decode()


def test_a_quiet_stream_shows_that_it_lives() -> None:
    pieces = iter(Push(1, 0.01).stream())
    next(pieces), next(pieces)
    assert next(pieces) == b": beat\n\n"


def test_a_stream_that_waits_is_told_at_once() -> None:
    push = Push(1, LONG_S)
    pieces = iter(push.stream())
    next(pieces), next(pieces)
    told: list[bytes] = []
    waiting = threading.Thread(target=lambda: told.append(next(pieces)))
    waiting.start()
    push.changed("health")
    waiting.join(LONG_S)
    assert told == [b"event: health\ndata: 1\n\n"]


def test_no_more_streams_than_the_limit_and_a_place_is_given_back_once() -> None:
    push = Push(2, LONG_S)
    first, second = push.stream(), push.stream()
    with pytest.raises(TooManyPages):
        push.stream()
    first.close()
    first.close()
    assert push.streams == 1
    third = push.stream()
    with pytest.raises(TooManyPages):
        push.stream()
    second.close()
    third.close()
    assert push.streams == 0


def test_closing_ends_every_stream_and_lets_nobody_in() -> None:
    push = Push(2, LONG_S)
    stream = push.stream()
    ended = threading.Thread(target=lambda: list(stream))
    ended.start()
    push.close()
    ended.join(LONG_S)
    assert not ended.is_alive()
    with pytest.raises(TooManyPages):
        push.stream()


class Served:
    """A real server with streams at /events and a page at /."""

    def __init__(self) -> None:
        self.push = Push(LIMIT, HEARTBEAT_S)
        app = Flask(__name__)
        app.add_url_rule("/", "page", lambda: "page")
        app.add_url_rule("/events", "events", self.events)
        self.server = create_server(app, host="127.0.0.1", port=0, threads=THREADS)
        self.port = self.server.effective_port
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()

    def events(self) -> object:
        try:
            return Response(self.push.stream(), mimetype="text/event-stream")
        except TooManyPages:
            return "full", 503

    @contextmanager
    def get(self, path: str) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG_S)
        try:
            connection.request("GET", path)
            with connection.getresponse() as answer:
                yield answer
        finally:
            connection.close()

    def close(self) -> None:
        self.push.close()
        # The server's loop can be left only from inside of it; it may have woken by itself just before we wake it.
        with suppress(OSError):
            self.server.trigger.pull_trigger(lambda: self.server.asyncore.close_all(self.server._map))
        self.thread.join(LONG_S)
        self.server.task_dispatcher.shutdown()


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.close()


def test_other_pages_are_served_while_every_stream_is_taken_and_the_next_is_told_so(served: Served) -> None:
    with ExitStack() as open_pages:
        streams = [open_pages.enter_context(served.get("/events")) for _ in range(LIMIT)]
        assert [each.status for each in streams] == [200] * LIMIT
        with served.get("/events") as more:
            assert (more.status, more.read()) == (503, b"full")
        with served.get("/") as page:
            assert page.read() == b"page"


def test_a_page_that_leaves_without_a_word_gives_its_place_back(served: Served) -> None:
    for _ in range(3):
        with ExitStack() as open_pages:
            for _ in range(LIMIT):
                open_pages.enter_context(served.get("/events"))
            assert served.push.streams == LIMIT
        assert until(lambda: served.push.streams == 0)


def test_an_event_reaches_a_page_over_the_wire(served: Served) -> None:
    with served.get("/events") as stream:
        served.push.changed("board")
        assert until(lambda: stream.readline() == b"data: 1\n")
