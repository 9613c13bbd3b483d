"""Turns of Midnight of a wanted score, each banked in one throw."""

from __future__ import annotations

from engine.log import Match

COUNTING = 4


def midnight_turn(score: int) -> tuple[str, str]:
    """The lines of a turn of this score: 4 to 24, or 0 without a 4."""
    rest = [1] * COUNTING
    for place in range(COUNTING):
        rest[place] += min(5, max(0, score - 4 - 5 * place))
    faces = " ".join(map(str, (1, 4, *rest) if score else (1, 1, 1, 1, 1, 1)))
    return f"throw {faces}", f"keep {faces}"


def with_turns(match: Match, *scores: int) -> Match:
    """The match after turns of these scores, in their order."""
    for score in scores:
        for line in midnight_turn(score):
            match = match.add(line)
    return match
