"""Midnight, solved: expected score, the chance of a score, of qualifying, of winning the round, and of the match.

How a turn is solved, `midnight_turn_solve` says; how a match of two, `midnight_match_solve`.

**Winning the round.** Players throw one after the other, each playing to win this round. For a player the
round is two numbers: the best score posted so far, and how many players are still to come. Worked backward
from the last player: a score that leads is worth the chance that every later player, playing their own best,
fails to beat it (`share`) or even to equal it (`carry`); under `half` an equal score halves what it is worth. A player
who can do equally well in two ways takes the one with the higher expected score; that matters to the others under
`carry`, where a player who cannot win may still tie.

**Error.** Over six players under 1e-11 points or 1e-11 of a chance, from that of each turn.
"""

from __future__ import annotations

import numpy as np

from engine import midnight_match_solve
from engine.midnight_turn_solve import LOW, TOP, pack, solve_turn
from engine.seats import DICE
from engine.solve import Table

TIES = {"share": 1.0, "half": 0.5, "carry": 0.0}
"""What an equal score is worth beside one that is alone the highest. `none` is `carry`, for one round."""
SEATS = 6
"""Solved for up to this many players in a round: 0 to 5 still to come."""


def solve_scores(low: int) -> Table:
    """One turn for its own sake, packed. Column 0: the expected score; column t: the chance of t or more.

    The chance to qualify is column 1. Ties between chances go to the higher expected score.
    """
    score = np.arange(TOP + 1.0)
    paid = np.empty((2, TOP + 1, TOP + 1))
    paid[0] = score[:, None] >= score[None, :]
    paid[0, :, 0] = score
    paid[1] = score[:, None]
    return pack(solve_turn(low, paid))


def solve_round(low: int, ties: str) -> Table:
    """Winning the round, (players still to come 0..5, *packed); column b: the best score posted is b.

    Column 0: nobody has qualified yet. A score wins if it is above 0 and no other is higher once all have thrown; what
    one that is as high makes of it, `TIES` says.
    """
    score = np.arange(TOP + 1.0)
    mine, posted = score[:, None], score[None, :]
    tied = TIES[ties] * (mine == posted)
    leads = ((mine > posted) + tied) * (mine > 0)
    harmless = (mine < posted) + tied
    holds = np.ones(TOP + 1)
    packed = []
    for _ in range(SEATS):
        paid = np.stack([leads * holds[:, None], np.broadcast_to(mine, leads.shape), harmless])
        solution = solve_turn(low, paid)
        packed.append(pack(solution))
        holds = holds * solution[2, DICE, 0, 0]
    return np.stack(packed)


def solve_distribution(low: int) -> Table:
    """The chance of each final score 0..24 of a turn played for the highest expected score: shape (25,)."""
    score = np.arange(TOP + 1.0)
    paid = np.concatenate([score[None], score[None], np.eye(TOP + 1)])[:, :, None]
    return solve_turn(low, paid)[2:, DICE, 0, 0, 0]


def solve() -> dict[str, Table]:
    """Every table of both variants, by name: "1-4-24 scores", "1-4-24 distribution", "2-4-24 carry", ..."""
    tables: dict[str, Table] = {}
    for variant, low in LOW.items():
        tables[f"{variant} scores"] = solve_scores(low)
        tables[f"{variant} distribution"] = solve_distribution(low)
        for ties in TIES:
            tables[f"{variant} {ties}"] = solve_round(low, ties)
        tables |= midnight_match_solve.solve(low, variant)
    return tables
