"""Tells open pages that something changed: Server-Sent Events from version counters and one Condition.

A page is told which topic changed, never what to show: it fetches that itself, so a page that was away for an hour
is right after one event. No queues: a slow page gets the newest version, not a backlog.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Literal, get_args

Topic = Literal["board", "view", "health", "league"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
Versions = dict[Topic, int | str]
"""Of each topic a number that this program counts, or a name that several programs share."""


class TooManyPages(Exception):
    """Every stream is taken; the page may poll, and try again later."""


class Push:
    """Version counters of the topics, and the streams that follow them.

    limit: streams at once; it must stay below the server's threads. heartbeat_s: a stream writes at least this
    often, because a server learns only by writing that its reader has left.
    """

    def __init__(self, limit: int, heartbeat_s: float) -> None:
        self._limit = limit
        self._heartbeat_s = heartbeat_s
        self._versions: Versions = dict.fromkeys(TOPICS, 0)
        self._news = threading.Condition()
        self._open = 0
        self._closed = False

    @property
    def streams(self) -> int:
        """How many streams are open."""
        with self._news:
            return self._open

    def version(self, topic: Topic) -> int | str:
        """The version of this topic: what an event of it carries."""
        with self._news:
            return self._versions[topic]

    def changed(self, *topics: Topic) -> None:
        """Tell every open page that these topics are to be fetched anew."""
        with self._news:
            for topic in topics:
                self._versions[topic] = int(self._versions[topic]) + 1
            self._news.notify_all()

    def became(self, topic: Topic, version: str) -> None:
        """Tell every open page that this topic has this version now, as it has in other programs."""
        with self._news:
            self._versions[topic] = version
            self._news.notify_all()

    def stream(self) -> Stream:
        """A new stream, which names every topic at once. Raises TooManyPages."""
        with self._news:
            if self._open >= self._limit or self._closed:
                raise TooManyPages
            self._open += 1
        return Stream(self)

    def wait(self, seen: Versions) -> Versions | None:
        """The versions that differ from `seen`, at the latest after a heartbeat ({}); None when all is over."""
        deadline_s = time.monotonic() + self._heartbeat_s
        with self._news:
            while not self._closed:
                news = {topic: n for topic, n in self._versions.items() if seen.get(topic) != n}
                left_s = deadline_s - time.monotonic()
                if news or left_s <= 0:
                    return news
                self._news.wait(left_s)
            return None

    def release(self) -> None:
        """A stream has ended and its place is free."""
        with self._news:
            self._open -= 1

    def close(self) -> None:
        """End every stream."""
        with self._news:
            self._closed = True
            self._news.notify_all()


class Stream:
    """One page's stream: an iterable of bytes in the form of Server-Sent Events, as WSGI wants it.

    Its place is given back by close(), which the server calls however the answer ends, begun or not; a bare
    generator that was never started would keep its place for ever.
    """

    def __init__(self, push: Push) -> None:
        self._push = push
        self._seen: Versions = {}
        self._lock = threading.Lock()
        self._held = True

    def __iter__(self) -> Iterator[bytes]:
        # A browser that lost us asks again after a second.
        yield b"retry: 1000\n\n"
        while (news := self._push.wait(self._seen)) is not None:
            self._seen.update(news)
            yield (
                b"".join(f"event: {topic}\ndata: {n}\n\n".encode() for topic, n in news.items())
                or b": beat\n\n"
            )

    def wait(self) -> bool:
        """Wait for something new, a heartbeat at most; whether there is. False, and at once, when all is over."""
        news = self._push.wait(self._seen)
        self._seen.update(news or {})
        return bool(news)

    def close(self) -> None:
        """Give the place back; may be called twice."""
        with self._lock:
            held, self._held = self._held, False
        if held:
            self._push.release()
