"""The player by ear finishes every game, by place and by value, brief and in full, with doubts thrown in.

ROLLCALL_BY_EAR is how many matches of each game, way of picking and level are played (1 by default).
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from ear_player import EarPlayer, EarTable, dice_of

from webui.app import create_app
from webui.calls.call import RANKS
from webui.calls.language import Level, Style
from webui.config import Settings
from webui.desk import Desk

MATCHES = int(os.environ.get("ROLLCALL_BY_EAR", "1"))
PLAYERS = ("Ann", "Bo", "Zoë")


def match_by_ear(desk: Desk, game: str, style: Style, level: Level, seed: int, ids: Counter[str]) -> int:
    """Play one match by ear; what is believed is what the engine has at each step."""
    chance = random.Random(f"{game} {style} {level} {seed}")
    rounds = {} if game == "420" else {"rounds": chance.choice([1, 2])}
    desk.presses.new(
        desk.board().revision,
        game,
        PLAYERS[: chance.choice([2, 3])],
        off_table=chance.choice(["again", "bust"]),
        **rounds,
    )
    table = EarTable(desk, chance, style, level)

    def check(choices: str, dice: str) -> None:
        """What is said of the dice and of who is on, beside the engine."""
        board = desk.board()
        state = board.state
        assert state
        ids.update(call.id for each in desk.feed.recent() for call in each.breath.calls)
        if board.question:
            return
        if state.thrown and not state.outcome:
            first = dice.split(";")[0]
            hand = first.split(": ", 1)[1] if game == "420" else first
            said = (
                [int(face) for face in hand.split(", ")]
                if style == "place" and game == "420"
                else dice_of(hand)
            )
            assert sorted(said) == sorted(state.thrown), dice
        elif not state.outcome:
            assert re.match(f"Throw: {state.player}, ", choices), choices

    return EarPlayer(table.press, table.tell, table.throw, chance, style).play(check)


@pytest.mark.parametrize("level", ["brief", "full"])
@pytest.mark.parametrize("style", ["place", "value"])
@pytest.mark.parametrize("game", ["morning-roll", "midnight", "420"])
def test_the_player_by_ear_finishes_every_match(
    tmp_path: Path, game: str, style: Style, level: Level
) -> None:
    app = create_app(Settings(data=tmp_path, camera="none"))
    desk: Desk = app.extensions["rollcall"]
    ids: Counter[str] = Counter()
    for seed in range(MATCHES):
        assert match_by_ear(desk, game, style, level, seed, ids)
        state = desk.board().state
        assert state
        assert state.outcome
    assert set(ids) <= set(RANKS)
    assert desk.health.troubles() == ()
    desk.close()
