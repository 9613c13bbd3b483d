# Tested by tests/test_webui_phone.py.
"""Which phones belong to the table, and what each may do: six letters on its screen make one known."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

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


Role = Literal["host", "player", "watcher"]
ROLES: tuple[Role, ...] = get_args(Role)
"""What a device may do: all; press in the match; only look. Each may do what those after it may."""


@dataclass(frozen=True)
class Phone:
    """A device that belongs to the table. mark: what its secret is known by; name: what people call it."""

    mark: str
    name: str
    role: Role = "player"


class Pairing:
    """Thread-safe. Kept in a file, so that no phone need join again after a restart; its secret is not in there.

    camera: the mark of the phone that is the camera; "" from the start until one is.
    open: whether a device that never joined may do all that a host may; else it only looks.
    clock: monotonic seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.Lock()
        self._phones, self.open = _read(path)
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

    def change(self) -> None:
        """Let other letters be good from now on: these may have been read by somebody else."""
        with self._lock:
            self._renew(used=True)

    def join(self, letters: str, name: str, role: Role = "player") -> str:
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
            return self._add(name, role)

    def _add(self, name: str, role: Role) -> str:
        secret = secrets.token_urlsafe(24)
        phone = Phone(_mark(secret), name.strip()[:NAME_LETTERS] or "A phone", role)
        self._keep((*self._phones[-MOST_PHONES + 1 :], phone))
        return secret

    def role(self, secret: str) -> Role:
        """What the device with this secret may do. At an open table all are hosts but those who shall only look."""
        phone = self.phone(secret)
        if phone is None:
            return "host" if self.open else "watcher"
        return "host" if self.open and phone.role != "watcher" else phone.role

    def give(self, mark: str, role: Role) -> None:
        """Let this device do that from now on."""
        with self._lock:
            self._keep(
                tuple(replace(each, role=role) if each.mark == mark else each for each in self._phones)
            )

    def admit(self, all_may: bool, secret: str) -> str:
        """Open the table to everybody in the network, or to those alone who have joined.

        secret: of the device that asks, which is a host from then on. Returns its secret: a new one where it had none.
        """
        phone = self.phone(secret)
        with self._lock:
            self.open = all_may
            if phone is None:
                return self._add("The host", "host")
            self._keep(tuple(replace(each, role="host") if each == phone else each for each in self._phones))
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
                facts = {"open": self.open, "phones": [asdict(each) for each in phones]}
                part.write_text(json.dumps(facts), encoding="utf-8")
        except OSError as error:
            log.warning("the phones of the table are not kept beyond this start: %s", error.strerror)


def _mark(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def _read(path: Path) -> tuple[tuple[Phone, ...], bool]:
    """What was kept, and whether the table is open; none and open where that cannot be read, and they join again."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        # A list alone is of the time before there were roles.
        phones, is_open = (
            (kept, True) if isinstance(kept, list) else (kept["phones"], kept["open"] is not False)
        )
        return tuple(_phone(each) for each in phones), is_open
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return (), True


def _phone(facts: Any) -> Phone:
    role: Role = next((each for each in ROLES if each == facts.get("role", "player")), "watcher")
    return Phone(str(facts["mark"]), str(facts["name"]), role)
