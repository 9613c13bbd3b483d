# Tested by tests/test_webui_phone.py.
"""Which phones belong to the table, and for what: six letters on its screen, typed or scanned, make one known."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from hardware.path import replacing

log = logging.getLogger("rollcall")

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Consonants alone: six of them make no word, and none is taken for a figure."""
LENGTH = 6
LASTS_S = 300.0
"""Seconds that letters are good for. Larger: they may be read over a shoulder for longer. Smaller: no time to type."""
TRIES = 5
"""Wrong letters until everybody waits. Larger: letters are guessed sooner. Smaller: who mistypes waits."""
PAUSE_S = 60.0
"""Seconds that everybody waits then. Larger: who mistyped waits longer. Smaller: letters are guessed sooner."""
MOST_PHONES = 20
NAME_LETTERS = 40


class Wrong(Exception):
    """These letters open nothing: a sentence. left: tries until everybody waits."""

    def __init__(self, sentence: str, left: int = 0) -> None:
        super().__init__(sentence)
        self.left = left


@dataclass(frozen=True)
class Phone:
    """A phone that belongs to the table. mark: what its secret is known by; name: what people call it."""

    mark: str
    name: str


class Pairing:
    """Thread-safe. Kept in a file, so that no phone need join again after a restart; its secret is not in there.

    camera: the mark of the phone that is the camera; "" from the start until one is.
    clock: monotonic seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.Lock()
        self._phones = _read(path)
        self.camera = ""
        self._letters, self._until_s = "", 0.0
        self._wrong: deque[float] = deque(maxlen=TRIES)

    def letters(self) -> tuple[str, float]:
        """The letters that are good now, and for how many seconds more."""
        with self._lock:
            self._renew()
            return self._letters, self._until_s - self._clock()

    def _renew(self, used: bool = False) -> None:
        if used or self._clock() >= self._until_s:
            self._letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            self._until_s = self._clock() + LASTS_S

    def join(self, letters: str, name: str) -> str:
        """Make a phone known that has the letters: its secret. The letters are good for one phone. Raises Wrong."""
        with self._lock:
            now_s = self._clock()
            if len(self._wrong) == TRIES and now_s - self._wrong[0] < PAUSE_S:
                raise Wrong(
                    "Too many wrong letters. Wait a minute, then type the ones on the table's screen."
                )
            self._renew()
            typed = "".join(letter for letter in letters.upper() if letter.isalnum())
            if not secrets.compare_digest(typed.encode(), self._letters.encode()):
                self._wrong.append(now_s)
                lately = sum(now_s - each < PAUSE_S for each in self._wrong)
                sentence = "No table here has those letters. They change every five minutes: look again."
                raise Wrong(sentence, TRIES - lately)
            self._renew(used=True)
            secret = secrets.token_urlsafe(24)
            phone = Phone(_mark(secret), name.strip()[:NAME_LETTERS] or "A phone")
            self._keep((*self._phones[-MOST_PHONES + 1 :], phone))
            return secret

    def phone(self, secret: str) -> Phone | None:
        """The phone with this secret; None for one that the table does not know."""
        mark = _mark(secret)
        with self._lock:
            return next((each for each in self._phones if each.mark == mark), None)

    def phones(self) -> tuple[Phone, ...]:
        """All that belong to the table, the oldest first."""
        with self._lock:
            return self._phones

    def forget(self, mark: str) -> None:
        """This phone belongs to the table no more."""
        with self._lock:
            self._keep(tuple(each for each in self._phones if each.mark != mark))

    def _keep(self, phones: tuple[Phone, ...]) -> None:
        self._phones = phones
        try:
            with replacing(self._path) as part:
                part.write_text(json.dumps([asdict(each) for each in phones]), encoding="utf-8")
        except OSError as error:
            log.warning("the phones of the table are not kept beyond this start: %s", error.strerror)


def _mark(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def _read(path: Path) -> tuple[Phone, ...]:
    """What was kept; none where that cannot be read, and they join again."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return tuple(Phone(str(each["mark"]), str(each["name"])) for each in kept)
    except (OSError, ValueError, TypeError, KeyError):
        return ()
