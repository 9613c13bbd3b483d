# Tested by tests/test_webui_advice.py.
"""The solved games, kept on disk: solved on first use, read from there afterwards; and for pages, beside the table."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import engine
from engine.advice import SOLVERS, odds_of
from engine.game import GAMES, Move, State
from engine.log import Match
from engine.solve import Odds, Table, best, from_bytes, to_bytes
from hardware.path import replacing


def load_odds(game: str, folder: Path) -> Odds:
    """A game's odds, from `folder` if they are there, else solved now (a few seconds) and put there.

    The name of the file holds a digest of the text of rules and solver: changed rules never meet old odds. A
    folder that cannot be written costs time, nothing else.
    """
    file = folder / f"odds-{game}-{_digest(game)}.npz"
    try:
        return odds_of(game, from_bytes(file.read_bytes()))
    except (OSError, ValueError):
        print(f"Working out the odds of {GAMES[game].title}, once: a few seconds.", file=sys.stderr)
    tables = SOLVERS[game].tables()
    _keep(file, tables)
    return odds_of(game, tables)


def _digest(game: str) -> str:
    folder, solver = Path(str(engine.__file__)).parent, SOLVERS[game].tables.__module__
    named = solver.rpartition(".")[2].removesuffix("_solve")
    sources = sorted([*folder.glob(f"{named}*.py"), folder / "dice.py", folder / "solve.py"])
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


def _keep(file: Path, tables: dict[str, Table]) -> None:
    """Write whole or not at all, and drop the file of an older engine."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as part:
            part.write_bytes(to_bytes(tables))
        for old in file.parent.glob(f"{file.name.rpartition('-')[0]}-*.npz"):
            if old != file:
                old.unlink(missing_ok=True)


def best_keep(state: State, odds: Odds) -> Move:
    """The move of an open choice that is worth most of those that keep: none of them ends a turn that could go on."""
    goal, keeps = odds.goal(None, state), [move for move in state.moves if move.kind == "keep"]
    return best(odds.worths(state, goal, keeps), goal)[0].move


class Shelf:
    """The odds of the games for pages, which never wait for them: what is not there yet is worked out meanwhile.

    changed: called when the odds of another game are there.
    """

    def __init__(self, folder: Path, changed: Callable[[], None]) -> None:
        self._folder = folder
        self._changed = changed
        self._lock = threading.Lock()
        self._begun = set[str]()
        self._ready: dict[str, Odds] = {}

    def take(self, game: str) -> Odds | None:
        """The odds of this game; None while they are being worked out, which the first to ask begins."""
        with self._lock:
            if game not in self._begun:
                self._begun.add(game)
                threading.Thread(
                    target=self._work_out, args=(game,), name=f"odds-{game}", daemon=True
                ).start()
            return self._ready.get(game)

    def best_keep(self, match: Match) -> Move:
        """The best keep of an open choice; what the game names first as long as the odds are not there."""
        odds = self.take(match.game)
        return best_keep(match.state, odds) if odds else match.state.moves[0]

    def _work_out(self, game: str) -> None:
        odds = load_odds(game, self._folder)
        with self._lock:
            self._ready[game] = odds
        self._changed()
