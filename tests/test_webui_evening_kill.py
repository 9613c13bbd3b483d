"""An evening in a pub with a bad plug: any game, kill -9 in between, and the tally is that of the stored lines."""

from __future__ import annotations

import csv
import io
import os
from contextlib import closing
from pathlib import Path
from typing import Any

from test_webui_kill import Player, Tables, stored
from waiting import LONG_S, until

from engine.evening import Evening
from engine.log import Match

MATCHES = int(os.environ.get("ROLLCALL_EVENING", "4"))
"""Matches of the evening. More: a longer test; the aim is 30, in a quarter of an hour."""
KILLS = max(2, MATCHES * 2 // 3)
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
GAMES = {
    "morning-roll": {"rounds": 1},
    "midnight": {"rounds": 2, "stake_in": "coins", "ties": "carry"},
    "420": {"first": "lot"},
}


class Guests(Player):
    """Ten people who play match after match, two to four at a time."""

    matches = 0

    def choose(self, board: dict[str, Any]) -> tuple[str, dict[str, object]]:
        state, question = board["state"], board["question"]
        if question and question["kind"] != "which":
            return "/match/throw", {"faces": self.dice(question["expected"])}
        if not state or state["outcome"]:
            if self.matches == MATCHES:
                return "", {}
            return "/match/new", self.next_match()
        # Most of the time as much as can be kept, so that matches end; everybody at 420 throws for twenty.
        moves = sorted(state["moves"], key=lambda move: -len(move["faces"]))
        if moves:
            move = moves[0] if self.chance.random() < 0.8 else self.chance.choice(moves)
            return f"/match/{move['kind']}", {"faces": " ".join(map(str, move["faces"]))}
        return "", {}

    def next_match(self) -> dict[str, object]:
        game = self.chance.choice(list(GAMES))
        players = self.chance.sample(NAMES, self.chance.randint(2, 4))
        return {"game": game, "player": "&player=".join(players), **GAMES[game]}

    def dice(self, number: int) -> str:
        return " ".join(str(self.chance.randint(1, 6)) for _ in range(number))

    def press(self) -> None:
        super().press()
        newest = self.seen[max(self.seen)]
        self.matches = newest["match"] or 0


def test_after_kills_at_random_moments_the_tally_of_an_evening_is_that_of_its_stored_lines(
    tmp_path: Path,
) -> None:
    with closing(Tables(tmp_path)) as tables:
        guests = Guests(tables, seed=24)
        for _ in range(KILLS):
            tables.start()
            timer = tables.kill_in(guests.chance.uniform(0.3, 2.0))
            guests.play_until_killed()
            timer.join()
            tables.reap()
        tables.start()
        _play_to_the_end(guests)
        told = tables.ask("GET", "/evening/tally.csv")[1].decode()
    matches = tuple(Match.from_lines(lines) for lines in stored(tmp_path)[2])
    assert sum(match.state.outcome is not None for match in matches) >= MATCHES - 1
    tally = Evening(matches).tally
    rows = {row["player"]: row for row in csv.DictReader(io.StringIO(told.split("\r\n\r\n")[0]))}
    assert rows.keys() == tally.keys()
    for name, row in rows.items():
        signed = {"coins": tally[name].coins, "drinks": tally[name].drinks}
        assert (int(row["wins"]), int(row["drinks bought"])) == (tally[name].wins, tally[name].bought)
        assert {each: int(row[each].replace("−", "-")) for each in signed} == signed
    assert sum(one.coins for one in tally.values()) == 0


def _play_to_the_end(guests: Guests) -> None:
    def is_over() -> bool:
        guests.press()
        newest = guests.seen[max(guests.seen)]
        over = newest["state"] is not None and newest["state"]["outcome"] is not None
        return over and guests.matches >= MATCHES

    assert until(is_over, LONG_S * (1 + MATCHES)), "the evening does not end"
