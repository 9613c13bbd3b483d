"""A set of dice: a name, and the examples that tell most of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from vision.learning.example import NO_DIE, Example
from vision.reading.readings import VALUES

MOST = 300
"""Examples of one set. Larger: more is known of rare faces, and learning takes longer."""


@dataclass(frozen=True, eq=False)
class DiceSet:
    """name: what people call it. examples: MOST at most."""

    name: str
    examples: tuple[Example, ...] = ()

    def taught(self, more: Iterable[Example]) -> DiceSet:
        """The same with more examples; the same crop again counts as it was told last."""
        by_key = {example.key: example for example in (*self.examples, *more)}
        return replace(self, examples=most_telling(tuple(by_key.values())))

    def without(self, keys: Iterable[str]) -> DiceSet:
        """The same without the examples of these keys."""
        gone = set(keys)
        return replace(self, examples=tuple(each for each in self.examples if each.key not in gone))

    @property
    def counts(self) -> Counter[int]:
        """How many examples there are of each value, of dice only."""
        return Counter(each.value for each in self.examples if each.value != NO_DIE)


def most_telling(examples: tuple[Example, ...], most: int = MOST) -> tuple[Example, ...]:
    """At most so many of them, in their order: of each value about as many, what a person told before what was only
    kept, and of these the ones that the reader was least sure of; of equal ones the newest.
    """
    if len(examples) <= most:
        return examples
    ranks = {index: _rank(example, index) for index, example in enumerate(examples)}
    rows: list[tuple[int, float, int]] = []
    for value in range(NO_DIE, VALUES + 1):
        own = sorted((i for i in ranks if examples[i].value == value), key=lambda i: ranks[i])
        rows += [(place, *ranks[index]) for place, index in enumerate(own)]
    return tuple(examples[index] for index in sorted(-row[2] for row in sorted(rows)[:most]))


def _rank(example: Example, index: int) -> tuple[float, int]:
    """The lower the more it tells."""
    return example.sure - 2 * example.weight, -index
