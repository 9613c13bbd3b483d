"""Midnight for two players, solved as a match: who is ahead by how much, and how many rounds are left.

A match won is worth 1, one that is shared or that nobody wins a half for each. What one gains the other loses, so each
round is a game with one value, and the rounds are solved backward from the last.

**One round.** To the player who throws second a round is worth W if won, T if tied or won by nobody, L if lost; only
t = (T - L) / (W - L) matters for the play. Against a posted score s the second player's best is `f(s, t)`, the greatest
chance to win plus t times the chance to tie. As a function of t it is the highest of some straight lines, one for each
way to play that is best somewhere; `lines_of` finds them all (where two neighbours meet, nothing is higher). The first
player posts scores so as to keep that low, and the value of the round to the second is L + (W - L) * g(t).

**The match.** `share` and `none` are the same match here: a tie gives the lead to nobody. Under `carry` what is carried
is a third number beside the rounds left and the lead. At most 20 rounds: some 2,200 of them for `carry`.

**Error.** A line that is missed because it is no more than `ON_THE_LINE` above the others costs at most that in each
of 20 rounds, 2e-10 in all; the rounding of 20 times 12 backups is under 2e-11.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.customs import MOST_ROUNDS
from engine.midnight_turn_solve import TOP, Places, pack, solve_turn
from engine.seats import DICE
from engine.solve import Table

SCORES = TOP + 1
AT_ONCE = 128
"""Problems solved together. Larger: more memory, 100 kB each. Smaller: slower."""
ON_THE_LINE = 1e-11
"""A value that is no more than this above two lines where they meet is on them. Larger: fewer lines, less exact."""


def against(posted: Table, tie: Table) -> Table:
    """What the second player is paid for each final score against each posted one: 1, or so much for a tie, or 0."""
    score = np.arange(SCORES)[:, None]
    paid: Table = (score > posted) + tie * (score == posted)
    return paid


Line = tuple[float, float]
"""A straight line: its value at 0, and its slope."""


def lines_of(low: int) -> Table:
    """`f(s, t)` for each posted score s: (25, lines, 2), each line its value at t = 0 and its slope.

    Shorter lists are filled up with their last line.
    """
    ends = [_second(low, [(posted, t) for posted in range(SCORES)]) for t in (0.0, 1.0)]
    found: list[list[Line]] = [list(pair) for pair in zip(*ends, strict=True)]
    between = [(posted, one, other) for posted, (one, other) in enumerate(found)]
    while between := [each for each in between if each[2][1] - each[1][1] > ON_THE_LINE]:
        meetings = [(posted, (one[0] - other[0]) / (other[1] - one[1])) for posted, one, other in between]
        higher = []
        for (posted, t), line, (_, one, other) in zip(meetings, _second(low, meetings), between, strict=True):
            if line[0] + line[1] * t > one[0] + one[1] * t + ON_THE_LINE:
                found[posted].append(line)
                higher += [(posted, one, line), (posted, line, other)]
        between = higher
    most = max(map(len, found))
    return np.array([lines + lines[-1:] * (most - len(lines)) for lines in found])


def _second(low: int, problems: list[tuple[int, float]]) -> list[Line]:
    """The line of the best play of the second player against each posted score, at each worth t of a tie."""
    told: list[Line] = []
    for start in range(0, len(problems), AT_ONCE):
        posted, tie = (np.array(each) for each in zip(*problems[start : start + AT_ONCE], strict=True))
        score = np.arange(SCORES)[:, None]
        paid = np.stack([against(posted, tie), (score == posted) * 1.0])
        value, slope = solve_turn(low, paid)[:, DICE, 0, 0]
        told += zip((value - slope * tie).tolist(), slope.tolist(), strict=True)
    return told


def held(lines: Table, tie: Table) -> Table:
    """What each posted score leaves to the player who posted it: 1 - f(s, t), (25, ties), a tie being worth so much."""
    best: Table = (lines[:, :, :1] + lines[:, :, 1:] * tie).max(axis=1)
    return 1 - best


def solve_match(low: int, lines: Table, carry: bool) -> Table:
    """What the match is worth to the player who throws first in each round, before a round of it.

    Shape (rounds left 0..20, rounds carried 0..20, lead + 20 of 0..40); without `carry` nothing is carried. Where the
    rounds left and carried cannot turn the lead, and after the last, it is settled.
    """
    lead = np.arange(-MOST_ROUNDS, MOST_ROUNDS + 1)
    settled = (np.sign(lead) + 1) / 2
    worth: Table = np.broadcast_to(settled, (MOST_ROUNDS + 1, MOST_ROUNDS + 1, len(lead))).copy()
    for rounds in range(1, MOST_ROUNDS + 1):
        where = [
            (carried, place)
            for carried in range(MOST_ROUNDS - rounds + 1 if carry else 1)
            for place in range(len(lead))
            if abs(lead[place]) <= min(rounds + carried, MOST_ROUNDS - rounds - carried)
        ]
        carried, place = (np.array(each) for each in zip(*where, strict=True))
        ends = outcomes(worth[rounds - 1], carried, place, carry)
        for start in range(0, len(where), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            worth[rounds, carried[part], place[part]] = _first(low, lines, *(end[part] for end in ends))
    return worth


def outcomes(next_round: Table, carried: Places, place: Places, carry: bool) -> tuple[Table, Table, Table]:
    """What the match is worth to the first player once this round is won, tied or lost by that player."""
    stake = carried + 1
    won, lost = next_round[0, place + stake], next_round[0, place - stake]
    return won, next_round[carried + 1, place] if carry else next_round[0, place], lost


def tie_worth(won: Table, tied: Table, lost: Table) -> Table:
    """What a tie is worth to the second player, where winning is 1 and losing 0; 0 where nothing hangs on it."""
    apart = won - lost
    return np.where(apart > 0, np.clip((won - tied) / np.where(apart > 0, apart, 1), 0, 1), 0.0)


def _first(low: int, lines: Table, won: Table, tied: Table, lost: Table) -> Table:
    """The match's worth to the first player before a round that leads to these."""
    values = solve_turn(low, held(lines, tie_worth(won, tied, lost))[None])
    worth: Table = lost + (won - lost) * values[0, DICE, 0, 0]
    return worth


def solve(low: int, variant: str) -> dict[str, Table]:
    """The tables of one variant by name: the lines of a round, and the match where ties are shared and carried."""
    lines = lines_of(low)
    return {
        f"{variant} lines": lines,
        f"{variant} match share": solve_match(low, lines, carry=False)[:, :1],
        f"{variant} match carry": solve_match(low, lines, carry=True),
    }


@dataclass(frozen=True)
class Before:
    """A match of two before a round.   rounds: left, this one too.   carried: to it.   lead: of who throws first."""

    rounds: int
    carried: int
    lead: int


def payments_of(
    tables: dict[str, Table], variant: str, carry: bool, before: Before, posted: int | None
) -> Table:
    """What each final score, 0 to 24, is worth of the match to who is on turn: first of the round, or against a score.

    posted: the score of the first; None where that is who is on turn.
    """
    worth = tables[f"{variant} match {'carry' if carry else 'share'}"][before.rounds - 1]
    place = np.array([np.clip(before.lead, 1 - MOST_ROUNDS, MOST_ROUNDS - 1) + MOST_ROUNDS])
    won, tied, lost = outcomes(worth, np.array([before.carried]), place, carry)
    if posted is None:
        held_now = held(tables[f"{variant} lines"], tie_worth(won, tied, lost))[:, 0]
        worths: Table = lost + (won - lost) * held_now
        return worths
    score = np.arange(SCORES)
    return np.where(score > posted, 1 - lost, np.where(score == posted, 1 - tied, 1 - won))


@lru_cache(maxsize=64)
def turn_for(low: int, payments: tuple[float, ...]) -> Table:
    """One turn for these payments of its final scores, packed; ties between plays go to the higher expected score."""
    paid = np.array([payments, np.arange(float(SCORES))])[:, :, None]
    return pack(solve_turn(low, paid))[..., 0]
