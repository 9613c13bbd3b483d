"""Who begins a match: the option `first` says how it is settled, and `begins` says which seat it is.

Whoever begins, nobody changes seats: columns on a page stay where they are. What comes of a lot or of the last match
is settled before the match and stands in its first line (`first=lot begins=3`); the lowest die is thrown at the table,
see `engine.draw`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.game import GAMES
from engine.log import Match

RULES = ("loser", "winner", "next")
"""The ways to settle it by the last match."""


def with_beginner(
    game: str, players: Sequence[str], options: Mapping[str, object], last: Match | None, chance: Chance
) -> dict[str, object]:
    """The options of a new match with `begins` filled in, where `first` asks for it.

    game: a key of `GAMES`; another one is for `Match.new` to refuse.   last: the match before, of any game; None before
    the first one.   A seat that is named already begins, whatever the last match would say.
    """
    defaults = {option.name: option.default for option in GAMES[game].options} if game in GAMES else {}
    first = str(options.get("first", defaults.get("first")))
    if first == "lot" and players:
        return {**options, "begins": 1 + chance.randrange(len(players))}
    if first in RULES and "begins" not in options:
        return {**options, "begins": beginner(first, last, players)}
    return dict(options)


def beginner(rule: str, last: Match | None, players: Sequence[str]) -> int:
    """The seat, from 1, that begins after the last match by this rule: `loser`, `winner` or `next`.

    Of several who are level it is the one whose turn came first. Whoever does not play now is passed over: by the next
    seat, the next from the top, or the next from the bottom. 1 where the last match is not over, or there was none.
    """
    if last is None or last.state.outcome is None or last.state.first is None:
        return 1
    turn = [*last.state.players[last.state.first :], *last.state.players[: last.state.first]]
    groups = last.state.outcome.places
    if rule == "next":
        order = [*turn[1:], turn[0]]
    else:
        groups = groups if rule == "winner" else tuple(reversed(groups))
        order = [name for group in groups for name in sorted(group, key=turn.index)]
    return next((1 + list(players).index(name) for name in order if name in players), 1)
