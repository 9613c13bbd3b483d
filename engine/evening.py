"""An evening: matches of any game, and what they add up to. All of it is worked out from the lines of the matches.

A correction to a match carries through: the evening is asked anew. What is still being played counts when it is over.

The columns of a tally are never added into one. **Wins**: of Morning Roll and Midnight, for each who won or shared the
match; of 420, for whoever made 20 first in it. **Points**: what the turns of a game scored, game by game; none in 420.
**Coins** and **drinks**: won or lost as stakes, to be settled (`engine.settling`). **Bought**: drinks that the last one
left at 420 has bought; they were paid at the bar, and nobody owes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.log import Match
from engine.settling import Payment, payments

BOUGHT_AT_ONCE = ("420",)
"""The games whose drinks are bought when the match is over, and are not owed."""
WITHOUT_POINTS = ("420",)


@dataclass(frozen=True)
class Tally:
    """What one player has from an evening.   points: by the name of the game, of those that have points."""

    matches: int = 0
    wins: int = 0
    points: Mapping[str, int] = field(default_factory=dict)
    coins: int = 0
    drinks: int = 0
    bought: int = 0


@dataclass(frozen=True)
class Evening:
    """The matches in the order in which they were begun; the last one may not be over."""

    matches: tuple[Match, ...] = ()

    @property
    def finished(self) -> tuple[Match, ...]:
        """Those that are over."""
        return tuple(match for match in self.matches if match.state.outcome)

    @property
    def players(self) -> tuple[str, ...]:
        """Whoever has played a match to its end, in the order in which they came."""
        return tuple(dict.fromkeys(name for match in self.finished for name in match.state.players))

    @cached_property
    def tally(self) -> dict[str, Tally]:
        """What each of them has."""
        return {name: self._of(name) for name in self.players}

    @property
    def payments(self) -> dict[str, tuple[Payment, ...]]:
        """Who pays whom, of `coins` and of `drinks`: in the fewest payments, the largest first."""
        return {
            "coins": payments({name: each.coins for name, each in self.tally.items()}),
            "drinks": payments({name: each.drinks for name, each in self.tally.items()}),
        }

    def next_up(self, present: Sequence[str], seats: int) -> tuple[str, ...]:
        """Who plays the next match: so many of those present, in their order.

        Whoever has waited longest plays; of those who have waited alike, whoever has played the fewest matches, and
        then whoever is named first.
        """
        played = [match.state.players for match in self.matches]

        def waited(name: str) -> tuple[int, int]:
            mine = [number for number, players in enumerate(played) if name in players]
            return (mine[-1] if mine else -1), len(mine)

        chosen = sorted(present, key=waited)[:seats]
        return tuple(name for name in present if name in chosen)

    def _of(self, name: str) -> Tally:
        mine = [match for match in self.finished if name in match.state.players]
        points: dict[str, int] = {}
        for match in mine:
            if match.game not in WITHOUT_POINTS:
                scored = sum(turn.score for turn in match.state.turns if turn.player == name)
                points[match.game] = points.get(match.game, 0) + scored
        bought = [-match.state.net[name] for match in mine if match.game in BOUGHT_AT_ONCE]
        return Tally(
            matches=len(mine),
            wins=sum(name in winners_of(match) for match in mine),
            points=points,
            coins=_owed(mine, name, "coins"),
            drinks=_owed(mine, name, "drinks"),
            bought=sum(max(0, drinks) for drinks in bought),
        )


def _owed(matches: Sequence[Match], name: str, stake: str) -> int:
    """What a player has won of this stake, or lost, so far as it is owed."""
    owed = (each for each in matches if each.state.at_stake == stake and each.game not in BOUGHT_AT_ONCE)
    return sum(each.state.net[name] for each in owed)


def winners_of(match: Match) -> tuple[str, ...]:
    """Who has won a match, as an evening counts it: at 420 only the first who made 20. Empty where nobody has."""
    outcome = match.state.outcome
    if outcome is None or not outcome.winners:
        return ()
    return outcome.places[0]
