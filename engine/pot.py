"""What is put in a round, who takes it, and what is left of it. Rulings on Midnight, 4 and 7.

Everybody puts the same in each round. One winner takes the pot; tied winners share it evenly, and what cannot be
shared evenly stays in it; a round that is carried on leaves all of it in; else everybody gets the own part back. Where
the texts are silent: what is left when the match ends goes back where rounds were carried on, for nobody has won them;
else to the winners of the match, as evenly as it goes, the odd ones in the order of the turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.move import Round


def decided(
    winners: tuple[str, ...], rounds: int, left: int, each_puts: int, players: int, carry: bool
) -> Round:
    """A round with its pot.

    winners: none where nobody wins it.   rounds: how many it is worth.   left: in the pot from before.
    each_puts: what every player puts in.   carry: what nobody wins is carried on.
    """
    pot = left + each_puts * players
    if winners:
        return Round(winners, rounds, pot, each=pot // len(winners), left=pot % len(winners))
    return Round((), rounds, pot, back=0 if carry else each_puts, left=pot if carry else left)


def net_of(players: Sequence[str], rounds: Iterable[Round], each_puts: int) -> dict[str, int]:
    """What each player has taken from these rounds less what was put in."""
    net = dict.fromkeys(players, 0)
    for each in rounds:
        for name in players:
            net[name] += each.back - each_puts + (each.each if name in each.winners else 0)
    return net


def handed_out(amount: int, names: Sequence[str]) -> dict[str, int]:
    """An amount among these, as evenly as it goes; the odd ones go to the first."""
    share, odd = divmod(amount, len(names))
    return {name: share + (place < odd) for place, name in enumerate(names)}
