"""Who owes whom: debts that add up to nothing, settled in the fewest payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MOST_EXACT = 14
"""People up to whom the fewest payments are looked for: the work doubles with each. Larger: slower. Smaller: a crowd
may pay once more than it must."""


@dataclass(frozen=True)
class Payment:
    """Somebody pays somebody so much, above 0."""

    payer: str
    receiver: str
    amount: int


def payments(net: Mapping[str, int]) -> tuple[Payment, ...]:
    """Payments after which nobody owes anything, as few as can be: the largest first, equal ones in the order of `net`.

    net: what each has won, or lost (below 0). ValueError where it does not add up to nothing. Of more than `MOST_EXACT`
    people who are not even, and whose debts do not cancel in pairs, they may be a few more.

    A group whose debts add up to nothing needs one payment fewer than it has people, and so the fewest payments are
    those of the most groups. Two people who cancel each other out are always such a group; the others are found by
    trying every set, each one built up from a set that is smaller by one (the zero-sum partition of the literature).
    """
    if sum(net.values()):
        raise ValueError(f"debts add up to nothing, and these add up to {sum(net.values())}")
    open_debts = {name: amount for name, amount in net.items() if amount}
    groups = [*_pairs(open_debts), *_groups(open_debts)]
    paid = [payment for group in groups for payment in _settled(group)]
    seats = {name: seat for seat, name in enumerate(net)}
    return tuple(sorted(paid, key=lambda each: (-each.amount, seats[each.payer], seats[each.receiver])))


def _pairs(debts: dict[str, int]) -> list[dict[str, int]]:
    """Two by two, whoever owes exactly what another is owed; they are taken out of the debts."""
    pairs = []
    for name in list(debts):
        other = next((each for each in debts if name in debts and debts[each] == -debts[name]), None)
        if other:
            pairs.append({each: debts.pop(each) for each in (name, other)})
    return pairs


def _groups(debts: dict[str, int]) -> list[dict[str, int]]:
    """The most groups whose debts add up to nothing; one group of all where they are too many to try."""
    names = list(debts)
    if not names or len(names) > MOST_EXACT:
        return [debts] if names else []
    groups: list[dict[str, int]] = [{}]
    for name in _order(names, [debts[name] for name in names]):
        groups[-1][name] = debts[name]
        if not sum(groups[-1].values()):
            groups.append({})
    return groups[:-1]


def _order(names: list[str], debts: list[int]) -> list[str]:
    """The names in an order in which the running sum is 0 as often as it can be."""
    total, best, last = [0] * (1 << len(names)), [0] * (1 << len(names)), [0] * (1 << len(names))
    for some in range(1, 1 << len(names)):
        members = [place for place in range(len(names)) if some >> place & 1]
        total[some] = total[some & some - 1] + debts[members[0]]
        last[some] = max(members, key=lambda place: best[some ^ 1 << place])
        best[some] = best[some ^ 1 << last[some]] + (total[some] == 0)
    order, some = [], (1 << len(names)) - 1
    while some:
        order.append(names[last[some]])
        some ^= 1 << last[some]
    return order[::-1]


def _settled(group: dict[str, int]) -> list[Payment]:
    """Whoever owes most pays whoever is owed most, until all are even: each payment evens one at least."""
    left, paid = dict(group), []
    while any(left.values()):
        payer, receiver = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[receiver])
        paid.append(Payment(payer, receiver, amount))
        left[payer] += amount
        left[receiver] -= amount
    return paid
