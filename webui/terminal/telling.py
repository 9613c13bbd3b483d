"""A match told in sentences, line by line, for a terminal: what happened, and what the player on turn may do.

What one game alone says comes from its `GameTold`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Move, State
from engine.line import Line
from webui.page import words
from webui.page.told import GameTold

MOST_SHOWN = 12
"""Ways to keep that are shown in a row. More: a longer line. Fewer: they are only told to be many."""


def tell(told: GameTold, before: State, line: Line, after: State) -> str:
    """What one line of a match has done: its sentences, and the score board under them where a turn has ended."""
    board = told.board(after) if len(after.turns) > len(before.turns) else ""
    last = [told.ending(after)] if after.outcome else []
    return "\n".join(
        [" ".join(_sentences(told, before, line, after)), *([f"  {board}"] if board else []), *last]
    )


def _sentences(told: GameTold, before: State, line: Line, after: State) -> Iterator[str]:
    """What happened, a sentence or two for each thing."""
    yield from _done(before, line, after)
    if before.drawing:
        yield from _drawn(before, after)
    yield from told.so_far(after)
    for turn in after.turns[len(before.turns) :]:
        yield from told.turn(turn)
    rounds = range(len(before.rounds), len(after.rounds))
    yield from filter(None, (told.round(after, number + 1) for number in rounds))


def _done(before: State, line: Line, after: State) -> Iterator[str]:
    """What the line itself says."""
    faces = " ".join(map(str, line.faces))
    if line.is_throw:
        yield f"{before.player} threw {faces}."
    elif line.is_off:
        yield f"{words.dice(line.number).capitalize()} left the table."
        if len(after.turns) == len(before.turns):
            yield f"{'It is' if line.number == 1 else 'They are'} thrown again; then say what all the dice show."
    elif faces:
        yield f"{before.player} keeps {faces}{' and stops' if line.kind == 'stop' else ''}."
    else:
        yield f"{before.player} throws all {words.number_word(after.to_throw)} again."


def _drawn(before: State, after: State) -> Iterator[str]:
    """What a die thrown for who begins has settled."""
    if not after.drawing:
        yield f"{after.player} begins."
    elif len(after.draw.waiting) > len(before.draw.waiting):
        yield f"{words.and_list([after.players[seat] for seat in after.draw.level])} are level, and throw again."


def awaited(told: GameTold, state: State, typed: bool) -> Iterator[str]:
    """What the player on turn may do now. `typed`: the dice are real, and are typed in."""
    standing = " ".join(told.standing(state))
    if state.to_throw:
        how = "Type what they show, such as" if typed else "Enter throws them; or type what you threw:"
        example = " ".join("315426"[: state.to_throw])
        yield f"{words.to_throw(str(state.player), state.to_throw)} {standing} {how} {example}".replace(
            "  ", " "
        )
        return
    yield f"{words.your_pick(str(state.player))} of {' '.join(map(str, state.thrown))}. {standing}".rstrip()
    yield from choices(state.moves)


def choices(moves: Sequence[Move]) -> Iterator[str]:
    """The moves: a table where they score, and a keep that may also be a stop is one line; else a list, if short."""
    stops = {move.faces for move in moves if move.kind == "stop"}
    keeps = [move for move in moves if move.kind == "keep"]
    if any(move.points is None for move in keeps):
        yield f"  {' | '.join(map(str, keeps))}" if len(keeps) <= MOST_SHOWN else "  Keep one die or more."
        return
    for move in keeps:
        again = "" if move.faces in stops or not stops else "   and all six again"
        yield f"  {move!s:<18}{words.points(move.points or 0):>8}{again}"
    if stops:
        yield "  Say stop in place of keep to end the turn with it."
