# Tested by tests/test_webui_league_sender.py.
"""Whom this table tells of turns: its own league, another Roll Call league, sites by their profiles."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from urllib.parse import urlsplit

from webui.json_text import read_json
from webui.league import accounts, devices, proofs, taking
from webui.league.league import League
from webui.league.outgoing import Destination, Outcome, Ready
from webui.league.refusal import Denied
from webui.league.secret import folded
from webui.league.sites import ProfileError, Site, load_profile
from webui.league.turn import Report
from webui.league.wire import NoAnswer, NotSent, Reply, Wire
from webui.storage.league_matches import TOLD

log = logging.getLogger("rollcall")
Pictures = Callable[[Ready], Sequence[tuple[int, bytes]]]
"""What the camera saw of a turn: each picture with the number of its throw."""
HERE = "here"
HUB = "hub"
TOKEN_GONE = "The league does not know this table any more. Pair the table again."


class Here:
    """The league of this very program."""

    once, name = True, "the league"

    def __init__(self, league: League, pictures: Pictures) -> None:
        self._league = league
        self.pictures = pictures
        self._faces: dict[str, str] = {}
        self.look_up()

    def look_up(self) -> None:
        """Learn anew who is who at this table."""
        with self._league.place.reading() as connection:
            self._faces = devices.faces(connection, devices.HERE)

    def knows(self, player: str) -> bool:
        return folded(player) in self._faces

    def today(self, player: str, moment: datetime) -> date:
        account = self._account(player)
        return account.home.at(moment).day if account else moment.astimezone().date()

    def _account(self, player: str) -> accounts.Account | None:
        with self._league.place.reading() as connection:
            return accounts.account_of(connection, self._faces.get(folded(player), ""))

    def opened(self, player: str) -> bool:
        """Whether who runs the league has opened a day for this player, so that one more turn counts."""
        account = self._account(player)
        with self._league.place.reading() as connection:
            return account is not None and taking.is_opened(connection, self._league.now(), account)

    def closes(self, player: str, moment: datetime) -> datetime | None:
        """When the day closes that this player's open turn belongs to.

        None where the player is nobody of the league.
        """
        account = self._account(player)
        return account.home.at(moment).closes if account else None

    def send(self, body: str, report: Ready) -> Outcome:
        taken = self._league.report(devices.HERE, Report.read(body))
        if taken.state != "taken":
            return Outcome(taken.state, taken.sentence)
        try:
            proofs.keep(
                self._league.place, self._league.now(), report.key, self.pictures(report), self._league.bucket
            )
        except Denied as error:
            # A turn whose picture is spoilt counts all the same.
            log.warning("a picture of a turn could not be kept: %s", error)
        return Outcome("sent", taken.sentence)

    def page(self, report: Ready) -> str:
        return f"/league/day/{report.day}" if report.day else "/league/"

    def is_there(self, report: Ready) -> bool | None:
        return None


class Hub:
    """Another Roll Call league, which this table is paired with."""

    once = True

    def __init__(self, wire: Wire, url: str, token: str, players: frozenset[str], pictures: Pictures) -> None:
        self.name = url.partition("://")[2]
        self.url = url
        self._pictures = pictures
        self._wire = wire
        self._token = token
        self._players = players

    def knows(self, player: str) -> bool:
        return folded(player) in self._players

    def today(self, player: str, moment: datetime) -> date:
        return moment.astimezone().date()

    def send(self, body: str, report: Ready) -> Outcome:
        reply = self.ask("POST", "/league/api/reports", body)
        if reply.status in (401, 403):
            return Outcome("waiting", TOKEN_GONE, 600.0)
        if _not_now(reply):
            return Outcome("waiting", f"{_why(reply)} It is tried again.", reply.wait_s)
        facts = _facts(reply)
        if facts.get("state") == "taken":
            sent = Outcome("sent", facts.get("sentence", "It has arrived."))
            return self._bring_pictures(report) or sent
        if facts.get("state") in ("refused", "late"):
            late = facts["state"] == "late"
            return Outcome("late" if late else "refused", facts.get("sentence", "It was not taken."))
        return Outcome("waiting", "What answered there is no Roll Call league; it is tried again.")

    def page(self, report: Ready) -> str:
        return f"{self.url}/league/day/{report.day}" if report.day else f"{self.url}/league/"

    def is_there(self, report: Ready) -> bool | None:
        return None

    def _bring_pictures(self, report: Ready) -> Outcome | None:
        """What the camera saw goes along. Where the line breaks, or there is no room for a picture, all of it is sent
        again, and counts once.
        """
        for n, picture in self._pictures(report):
            reply = self.ask("POST", f"/league/api/reports/{report.key}/pictures/{n}", picture)
            if _not_now(reply):
                wait = f"The league has the turn, and not all of its pictures yet. {_why(reply)}"
                return Outcome("waiting", wait, reply.wait_s)
        return None

    def ask_face(self, player: str) -> str:
        """Ask there who this player is; the letters to show. Raises Denied."""
        try:
            reply = self.ask("POST", "/league/api/faces", json.dumps({"name": player}))
        except (NotSent, NoAnswer) as error:
            raise Denied(f"The league does not answer. {error}") from None
        letters = _facts(reply).get("letters", "")
        if not letters:
            raise Denied(_facts(reply).get("error", TOKEN_GONE))
        return letters

    def players(self) -> frozenset[str]:
        """Whom the league knows at this table, as it says now; as it was known before, where it does not answer."""
        try:
            facts = read_json(self.ask("GET", "/league/api/faces").text)
            return frozenset(str(name) for name in facts["players"])
        except (NotSent, NoAnswer, ValueError, KeyError, TypeError):
            return self._players

    def ask(self, method: str, path: str, body: str | bytes = "") -> Reply:
        """Ask the league something as this table. Raises NotSent, NoAnswer."""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if body:
            headers["Content-Type"] = "application/json" if isinstance(body, str) else "image/jpeg"
        return self._wire.ask(method, f"{self.url}{path}", body=body, headers=headers)


def _facts(reply: Reply) -> dict[str, str]:
    try:
        facts = read_json(reply.text)
    except ValueError:
        return {}
    known = facts if isinstance(facts, dict) else {}
    return {name: str(value)[:400] for name, value in known.items() if isinstance(value, str)}


def _not_now(reply: Reply) -> bool:
    """Whether the league may take the same a while later."""
    return reply.status in (408, 429) or reply.status >= 500


def _why(reply: Reply) -> str:
    """Why the league cannot take anything now, as it says itself where it does."""
    said = _facts(reply).get("error", "")
    return f"The league says: “{said}”" if said else f"The league answers {reply.status}."


def pair(wire: Wire, url: str, name: str) -> dict[str, str]:
    """Ask the league at this address to be paired.

    The letters to show, and by what the answer is fetched. Raises Denied.
    """
    return _asked(wire, "POST", f"{tidy_url(url)}/league/api/pairings", {"name": name})


def paired(wire: Wire, url: str, ask: str, secret: str) -> str:
    """The secret of this table, "" while nobody has answered. Raises Denied when it is over."""
    answer = _asked(wire, "POST", f"{tidy_url(url)}/league/api/pairings/{ask}", {"secret": secret})
    return answer.get("token", "")


def _asked(wire: Wire, method: str, url: str, facts: Mapping[str, str]) -> dict[str, str]:
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    try:
        reply = wire.ask(method, url, body=json.dumps(facts), headers=headers)
    except (NotSent, NoAnswer) as error:
        raise Denied(f"No league answers there. {error}") from None
    answer = _facts(reply)
    if reply.status >= 400 or not answer:
        raise Denied(answer.get("error", "What answers there is no Roll Call league."))
    return answer


def tidy_url(url: str) -> str:
    """The address of a league as it is kept. Raises Denied for what is none."""
    plain = url.strip().rstrip("/")
    if len(plain) > 300 or " " in plain or not plain.isprintable() or not _has_host(plain):
        raise Denied("The address of a league is such as https://rolls.example.")
    return plain.removesuffix("/league")


def _has_host(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


class Destinations:
    """All whom this table tells, by a short name: `here`, `hub`, and each profile by its own. Thread-safe.

    folder: with the profiles, `*.toml`. A profile that cannot be read is a sentence in `wrong`.
    """

    def __init__(self, league: League, here: Here, wire: Wire, folder: Path) -> None:
        self._league, self._here, self.wire, self._folder = league, here, wire, folder
        self.wrong: tuple[str, ...] = ()
        self._known: dict[str, Destination] = {}
        self.look_up()

    def look_up(self) -> None:
        """Learn anew whom this table tells, and of whom."""
        self._here.look_up()
        known: dict[str, Destination] = {HERE: self._here}
        if url := self._league.setting("hub_url"):
            players = frozenset(json.loads(self._league.setting("hub_players", "[]")))
            token = self._league.setting("hub_token")
            known[HUB] = Hub(self.wire, url, token, players, self._here.pictures)
        wrong = []
        for file in sorted(self._folder.glob("*.toml")) if self._folder.is_dir() else ():
            try:
                known[f"site {file.stem}"[:80]] = Site(self.wire, load_profile(file))
            except ProfileError as error:
                wrong.append(str(error))
        self._known, self.wrong = known, tuple(wrong)

    def of(self, to: str) -> Destination | None:
        """The one of this name; None where there is none any more."""
        return self._known.get(to)

    def that_know(self, player: str) -> tuple[str, ...]:
        """The names of those to whom turns of this player go."""
        return tuple(to for to, each in self._known.items() if each.knows(player))

    def hub(self) -> Hub | None:
        """The other league that this table is paired with."""
        found = self._known.get(HUB)
        return found if isinstance(found, Hub) else None

    def join_hub(self, url: str, token: str) -> None:
        """Tell this league from now on; it has no match of this table yet."""
        for name, value in (("hub_url", tidy_url(url)), ("hub_token", token), ("hub_players", "[]")):
            self._league.set(name, value)
        with self._league.place.writing() as connection:
            connection.execute(TOLD.delete())
        self.look_up()

    def leave_hub(self) -> None:
        """Tell the other league no more."""
        self._league.set("hub_url", "")
        self.look_up()

    def ask_hub(self) -> None:
        """Learn anew from the other league whom it knows at this table."""
        hub = self.hub()
        if hub:
            self._league.set("hub_players", json.dumps(sorted(hub.players())))
            self.look_up()
