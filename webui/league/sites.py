# Tested by tests/test_webui_league_sender.py.
"""Any site that takes turns by a form: told by a profile file, and never told the same turn twice.

Where no answer came, nobody knows whether the turn is there. Then it is looked up before anything is sent again; what
cannot be looked up is asked of a person.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from webui.league.outgoing import Outcome, Ready
from webui.league.secret import folded
from webui.league.wire import NoAnswer, NotSent, Reply, Wire

SECRET = re.compile(r"\{secret:([A-Z0-9_]+)\}")
ENCODINGS = ("form", "json")


class ProfileError(ValueError):
    """A profile that cannot be used; a sentence with the name of its file."""


@dataclass(frozen=True)
class Step:
    """One request. fields: with braces. taken: the statuses that say that it went well."""

    url: str
    method: str
    encoding: str
    fields: Mapping[str, str]
    taken: tuple[int, ...]


@dataclass(frozen=True)
class Profile:
    """A site. closes: after this time of the table nothing is sent. players: the name there by the name at the table.

    send: None where it wants a person. opens: the address at which a person finds the turn filled in; "" for none.
    see, found: where a turn can be looked up, and what is found there then; "" where it cannot.
    """

    name: str
    closes: time
    players: Mapping[str, str]
    send: Step | None
    opens: str = ""
    sign_in: Step | None = None
    see: str = ""
    found: str = ""
    secrets: Mapping[str, str] = field(default_factory=lambda: os.environ)


def load_profile(file: Path) -> Profile:
    """The profile in this file. Raises ProfileError."""
    try:
        facts = tomllib.loads(file.read_text(encoding="utf-8"))
        see, opens = facts.get("read_back", {}), facts.get("hand_over", {})
        profile = Profile(
            name=str(facts.get("name", file.stem)),
            closes=time.fromisoformat(str(facts.get("closes", "20:00"))),
            players={folded(str(name)): str(there) for name, there in facts.get("players", {}).items()},
            send=_step(facts["send"]) if "send" in facts or not opens else None,
            opens=_address(str(opens["url"])) if opens else "",
            sign_in=_step(facts["sign_in"]) if "sign_in" in facts else None,
            see=str(see.get("url", "")),
            found=str(see.get("found", "")),
        )
        _try_out(profile)
    except OSError as error:
        raise ProfileError(f"{file.name} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, re.error) as error:
        raise ProfileError(f"{file.name} is no profile of a site: {error}.") from None
    return profile


def _address(url: str) -> str:
    if not url.startswith(("http://", "https://")):
        raise ValueError("url is an http or https address")
    return url


def _step(facts: Mapping[str, Any]) -> Step:
    step = Step(
        url=_address(str(facts["url"])),
        method=str(facts.get("method", "POST")),
        encoding=str(facts.get("encoding", "form")),
        fields={str(name): str(value) for name, value in facts.get("fields", {}).items()},
        taken=tuple(map(int, facts.get("taken", [200]))),
    )
    if step.encoding not in ENCODINGS:
        raise ValueError("encoding is form or json")
    return step


def _try_out(profile: Profile) -> None:
    """Fill every template once: raises what they raise."""
    words = {"player": "Ann", "score": 600, "comment": "", "date": date(2026, 3, 3)}
    fields = profile.send.fields.values() if profile.send else ()
    for text in (*fields, profile.see, profile.opens):
        SECRET.sub("", text).format(**words)
    re.compile(_pattern(profile.found, words))


def _pattern(found: str, words: Mapping[str, Any]) -> str:
    """The regular expression with its braces filled in letter by letter."""
    plain = {name: re.escape(f"{value}") for name, value in words.items() if name != "date"}
    return found.format(**plain, date=words["date"])


class Site:
    """A site by its profile."""

    once = False

    def __init__(self, wire: Wire, profile: Profile) -> None:
        self.name = profile.name
        self._wire = wire
        self._profile = profile

    @property
    def by_hand(self) -> bool:
        """Whether it wants a person: nothing is sent there."""
        return self._profile.send is None

    def knows(self, player: str) -> bool:
        return folded(player) in self._profile.players

    def today(self, player: str, moment: datetime) -> date:
        return moment.astimezone().date()

    def is_over(self, report: Ready, now: datetime) -> bool:
        """Whether the site takes this turn no more."""
        assert report.ended is not None
        day = report.ended.astimezone().date()
        return now.astimezone().date() != day or now.astimezone().time() >= self._profile.closes

    def send(self, body: str, report: Ready) -> Outcome:
        assert self._profile.send is not None
        cookies = self._signed_in(report)
        reply = self._asked(self._profile.send, self._words(report), cookies)
        if reply.status in self._profile.send.taken:
            return Outcome("sent", f"{self.name} has taken {report.score:,}.")
        if reply.status in (408, 425, 429):
            return Outcome("waiting", f"{self.name} is busy; it is tried again.", reply.wait_s)
        if 400 <= reply.status < 500:
            return Outcome("refused", f"{self.name} did not take it: it answers {reply.status}.")
        raise NoAnswer(f"{self.name} answers {reply.status}, which says neither yes nor no.")

    def page(self, report: Ready) -> str:
        see = self._profile.see
        if report.ended is None or SECRET.search(see) or not see.startswith(("http://", "https://")):
            return ""
        return self._address(see, self._words(report))

    def link(self, report: Ready) -> str:
        """The address at which a person finds this turn filled in; "" where there is none, or no time is known."""
        return self._address(self._profile.opens, self._words(report)) if report.ended else ""

    def is_there(self, report: Ready) -> bool | None:
        if not self._profile.see:
            return None
        try:
            cookies = self._signed_in(report)
            reply = self._wire.ask(
                "GET", self._address(self._profile.see, self._words(report)), headers=_with(cookies)
            )
        except (NotSent, NoAnswer):
            return None
        if reply.status != 200:
            return None
        pattern = _pattern(self._profile.found, self._words(report))
        return re.search(pattern, reply.text, re.IGNORECASE) is not None

    def _signed_in(self, report: Ready) -> str:
        """The cookies of a sign-in, where the site wants one. Raises NotSent: nothing was reported yet."""
        step = self._profile.sign_in
        if step is None:
            return ""
        try:
            reply = self._asked(step, self._words(report), "")
        except NoAnswer as error:
            raise NotSent(str(error)) from None
        if reply.status not in step.taken:
            raise NotSent(f"{self.name} did not let this table sign in: it answers {reply.status}.")
        return reply.cookies

    def _asked(self, step: Step, words: Mapping[str, Any], cookies: str) -> Reply:
        url = self._address(step.url, words)
        fields = {name: self._filled(value, words) for name, value in step.fields.items()}
        if step.encoding == "form":
            return self._wire.ask(step.method, url, fields, headers=_with(cookies))
        headers = {**_with(cookies), "Content-Type": "application/json"}
        return self._wire.ask(step.method, url, body=json.dumps(fields), headers=headers)

    def _words(self, report: Ready) -> dict[str, Any]:
        assert report.ended is not None
        there = self._profile.players.get(folded(report.player), report.player)
        day = report.ended.astimezone().date()
        return {"player": there, "score": report.score, "comment": report.comment, "date": day}

    def _address(self, template: str, words: Mapping[str, Any]) -> str:
        """An address with its braces filled in: what is no letter of an address is written as one."""
        plain = {name: quote(str(words[name]), safe="") for name in ("player", "score", "comment")}
        return self._filled(template, {**words, **plain})

    def _filled(self, text: str, words: Mapping[str, Any]) -> str:
        """A template with its braces filled in; secrets last, so that no comment can name one."""
        parts = SECRET.split(text)
        for n, part in enumerate(parts):
            if n % 2:
                parts[n] = self._profile.secrets.get(f"ROLLCALL_SECRET_{part}", "")
            else:
                parts[n] = part.format(**words)
        return "".join(parts)


def _with(cookies: str) -> dict[str, str]:
    return {"Cookie": cookies} if cookies else {}
