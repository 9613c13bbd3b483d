# Tested by tests/test_webui_bench_league.py.
"""A league that is made up, to be measured: its players play anyhow, each on each day."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from engine.log import Match
from webui.league.finished import RULES, finished
from webui.league.league import odds_in
from webui.league.luck import Luck
from webui.league.place import new_key, written
from webui.league.secret import folded, mark_of
from webui.league.turn import Report
from webui.storage.migrate import newest_form

POOL = 300
"""Different turns that the players' turns are drawn from. Larger: it takes longer to make them."""
TABLES = 50
"""Tables that report. One takes 600 reports a minute at most."""
SESSION = "the-cookie-of-the-one-who-looks"


@dataclass(frozen=True)
class World:
    """A league that is made up. names: of its players, who are known at the tables in turn. today: its last day."""

    names: tuple[str, ...]
    days: tuple[date, ...]
    zone: str
    turns: tuple[Report, ...]
    luck: tuple[Any, ...]
    odds: str

    @classmethod
    def made(cls, folder: Path, players: int, days: int) -> World:
        """A league of so many players and days up to yesterday, in a zone where it is about two in the afternoon."""
        chance, luck = random.Random(1), Luck(odds_in(folder)())
        ahead = (14 - datetime.now(UTC).hour + 12) % 24 - 12
        zone = f"Etc/GMT{-ahead:+d}" if ahead else "Etc/UTC"
        today = (datetime.now(UTC) + timedelta(hours=ahead)).date()
        turns = tuple(_turn(chance) for _ in range(POOL))
        return cls(
            tuple(f"Player {n:05}" for n in range(players)),
            tuple(today - timedelta(days=n) for n in range(days, 0, -1)),
            zone,
            turns,
            tuple(luck.of(each.lines) for each in turns),
            luck.name,
        )

    def lines(self) -> Iterator[str]:
        """The league as an export."""
        accounts = [f"{n:026}" for n in range(len(self.names))]
        yield json.dumps({"rollcall": newest_form()})
        count = 0
        for table, row in self._rows(accounts):
            count += 1
            yield json.dumps({"in": table, "row": row})
        yield json.dumps({"rows": count})

    def _rows(self, accounts: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "desk", {"id": 1, "schema": 1, "revision": 0, "match": None, "question": None}
        joined = f"{self.days[0]}T00:00:00.000+00:00"
        for account, name in zip(accounts, self.names, strict=True):
            yield (
                "league_accounts",
                {
                    "id": account,
                    "name": name,
                    "folded": folded(name),
                    "password": "",
                    "organiser": account == accounts[0],
                    "joined": joined,
                    "closed": None,
                },
            )
        for account in accounts:
            yield "league_zones", {"account": account, "first": date.min.isoformat(), "zone": self.zone}
        yield "league_sessions", {"mark": mark_of(SESSION), "account": accounts[0], "until": "2999"}
        for n in range(TABLES):
            yield "league_devices", _device(n, joined)
        for n, (account, name) in enumerate(zip(accounts, self.names, strict=True)):
            device = f"T{n % TABLES:025}"
            yield (
                "league_faces",
                {"device": device, "folded": folded(name), "account": account, "since": joined},
            )
        yield from self._turns(accounts)

    def _turns(self, accounts: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each day's turns; then the luck of each."""
        chance, drawn = random.Random(2), list[tuple[str, int]]()
        patterns = [{"score": each.score, "mark": each.mark, "body": each.body} for each in self.turns]
        for day in self.days:
            for account in accounts:
                turn, n = f"{len(drawn):026}", chance.randrange(POOL)
                drawn.append((turn, n))
                yield "league_turns", _row(turn, account, day, patterns[n])
        luck = [{"luck": one.luck, "cost": one.cost, "facts": asdict(one)} for one in self.luck]
        for turn, n in drawn:
            yield "league_luck", {"turn": turn, "odds": self.odds, **luck[n]}


def _device(n: int, joined: str) -> dict[str, Any]:
    facts = {"id": f"T{n:025}", "name": f"Table {n}", "mark": mark_of(token_of(n)), "paired": joined}
    return {**facts, "seen": joined, "revoked": None, "by": None}


def token_of(n: int) -> str:
    """The token with which made-up table n reports."""
    return f"the token of table {n}"


def _turn(chance: random.Random) -> Report:
    """A turn that somebody plays anyhow."""
    match = Match.new("morning-roll", ["Player"], **RULES)
    while match.state.outcome is None:
        state = match.state
        if state.to_throw:
            match = match.add("throw " + " ".join(str(chance.randint(1, 6)) for _ in range(state.to_throw)))
        else:
            move = chance.choice(state.moves)
            match = match.add(f"{move.kind} {' '.join(map(str, move.faces))}")
    (turn,) = finished(match)
    now = datetime.now(UTC)
    return Report("0" * 26, "Player", turn.score, turn.mark, now, now, "synchronised", "", turn.lines)


def _row(turn: str, account: str, day: date, pattern: dict[str, Any]) -> dict[str, Any]:
    at = f"{day}T12:00:00.000+00:00"
    facts = {"id": turn, "account": account, "day": day.isoformat(), "place": 0, "opened": None}
    facts |= {"began": at, "ended": at, "came": at, "late": False, "device": None, "withdrawn": None}
    return {**facts, **pattern, "body_mark": None, "comment": "", "hidden": False}


def report_of_newcomer(world: World, n: int) -> str:
    """The report of a newcomer."""
    now = datetime.now(UTC)
    turn = world.turns[n % POOL]
    lines = (turn.lines[0], turn.lines[1].replace("Player", f"New{n:05}"), *turn.lines[2:])
    began = now - timedelta(minutes=2)
    return replace(turn, key=new_key(), player=f"New{n:05}", began=began, ended=now, lines=lines).body


def newcomers(world: World, count: int) -> dict[str, list[dict[str, Any]]]:
    """More players, each known at a table."""
    now = written(datetime.now(UTC))
    people: list[dict[str, Any]] = []
    zones: list[dict[str, Any]] = []
    faces: list[dict[str, Any]] = []
    for n in range(count):
        account, name = f"N{n:025}", f"New{n:05}"
        who = {"id": account, "name": name, "folded": folded(name), "password": "", "organiser": False}
        people.append({**who, "joined": now})
        zones.append({"account": account, "first": date.min.isoformat(), "zone": world.zone})
        device = f"T{n % TABLES:025}"
        faces.append({"device": device, "folded": folded(name), "account": account, "since": now})
    return {"league_accounts": people, "league_zones": zones, "league_faces": faces}
