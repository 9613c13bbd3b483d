"""Golden playthroughs: matches as text, with what the engine says after every line.

Each file in `playthroughs/` begins with a line or two of what it shows. Its lines after `>` are the match; what
stands below each is what the engine makes of it. Write a new file with `>` lines only, then fill in and look at
the difference with

    python -m tests.test_engine_playthroughs
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game import MoveError, State
from engine.log import Match
from engine.morning_roll import MorningRoll

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
MOST_MOVES = 12


def played(text: str) -> str:
    """The same file, with all that stands below its `>` lines made anew."""
    given = [line for line in text.splitlines() if line.startswith(("#", ">"))]
    about = [line for line in given if line.startswith("#")]
    lines = [line.removeprefix(">").strip() for line in given if line.startswith(">")]
    match = Match.from_lines(lines[:2])
    out = [*about, "", *(f"> {line}" for line in lines[:2]), *_told(match.state)]
    for line in lines[2:]:
        out.append(f"> {line}")
        try:
            after = match.redo() if line == "redo" else match.add(line)
        except MoveError as error:
            out.append(f"    {type(error).__name__}: {error}")
            continue
        out += _told(after.state, match.state)
        match = after
    return "\n".join(out) + "\n"


def _told(state: State, before: State | None = None) -> Iterator[str]:
    """All that the interface of a state tells, where it is new."""
    if before is None or len(state.turns) != len(before.turns):
        for turn in state.turns[len(before.turns) if before else 0 :]:
            kept = "counts" if turn.qualified else "does not count"
            marked = ", marked" if turn.marked else ""
            yield f"    turn: {turn.player}, {turn.end}, {' '.join(map(str, turn.final))}: {turn.score}, {kept}{marked}"
        yield f"    rounds: {', '.join(_round(won.winners, won.stake) for won in state.rounds) or 'none'}"
        yield f"    scores: {', '.join(f'{name} {score}' for name, score in state.scores.items())}"
        if any(won.pot for won in state.rounds):
            yield f"    {state.at_stake}: {', '.join(f'{name} {won:+}' for name, won in state.net.items())}"
    if state.outcome:
        yield f"    over: {' and '.join(state.outcome.winners) or 'nobody'}"
    elif state.to_throw:
        why = " for who begins" if state.drawing else ", after a bust" if state.bust else ""
        yield f"    {state.player}: {state.to_throw} to throw{why}"
    else:
        moves = [str(move) + ("" if move.points is None else f" ({move.points})") for move in state.moves]
        more = [f"... {len(moves)} in all"] if len(moves) > MOST_MOVES else []
        special = f", {state.special}" if isinstance(state, MorningRoll) and state.special else ""
        yield f"    {state.player}{special}: {' | '.join(moves[:MOST_MOVES] + more)}"


def _round(winners: tuple[str, ...], stake: int) -> str:
    return f"{' and '.join(winners) or 'nobody'}{f' (of {stake})' if stake > 1 else ''}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_engine_still_says_what_it_said(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert played(text) == text


def test_there_are_playthroughs_of_every_game() -> None:
    heads = {
        line
        for file in FILES
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("> game")
    }
    assert {head.split()[2] for head in heads} == {"morning-roll", "midnight", "420"}


if __name__ == "__main__":
    for path in FILES:
        path.write_text(played(path.read_text(encoding="utf-8")), encoding="utf-8")
