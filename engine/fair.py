# Tested by tests/test_webui_league_standings.py.
"""Whether dice are fair, by a test that stays valid however often one looks.

The faces so far are weighed: how likely is this row of faces by dice of any leaning, against fair ones? That ratio is a
bet against the dice which wins nothing on average while they are fair. So by Ville's inequality (J. Ville, 1939) it
ever passes 20 for at most one in 20 fair sets of dice, whenever one looks and stops. The leaning is mixed over all
there are (Dirichlet, each face with the weight `LEANING`); see Turner, Ly and Grünwald, "Generic E-variables", 2021.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

FACES = 6
LEANING = 20.0
"""Weight of each face before a die is thrown. Larger: small leanings are found sooner, large ones later."""
UNEVEN = 0.05
"""Below this share dice are called uneven. Larger: fair dice are called so more often."""


@dataclass(frozen=True)
class Fairness:
    """counts: how often each face came, from 1 to 6.

    Rare: fair dice ever come out this uneven in this share, at most.
    """

    counts: tuple[int, ...]
    rare: float

    @property
    def thrown(self) -> int:
        """How many dice."""
        return sum(self.counts)

    @property
    def uneven(self) -> bool:
        """Whether they came out so that one should look again."""
        return self.rare < UNEVEN


def fairness(faces: Iterable[int]) -> Fairness:
    """Weigh these faces, in the order they were thrown."""
    counts, weight, heaviest = [0] * FACES, 0.0, 0.0
    for face in faces:
        chance = (counts[face - 1] + LEANING) / (sum(counts) + FACES * LEANING)
        weight += math.log(chance * FACES)
        heaviest = max(heaviest, weight)
        counts[face - 1] += 1
    return Fairness(tuple(counts), math.exp(-heaviest))
