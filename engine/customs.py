"""What people settle before any game: how long, who begins, what a die off the table does, what a cocked one does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.move import IllegalMove
from engine.notation import MOST_PLAYERS
from engine.option import Choice, Option

MOST_ROUNDS = 20


@dataclass(frozen=True)
class Customs:
    """The values of these options.

    off_table: `again` or `bust`.   cocked: `alone` or `all`.   first: how it is settled who begins.
    begins: the seat that begins, from 1; nothing where first is `lowest`, because the dice say it.
    """

    off_table: str
    cocked: str
    first: str
    begins: int


def rounds(default: int) -> Option:
    """The option `rounds` of the games that are played for a number of rounds."""
    return Option("rounds", "Rounds", default, "How many turns each player takes.", low=1, high=MOST_ROUNDS)


def off_table(default: str, bust: str) -> Option:
    """The option `off_table`. `bust`: what a die off the table costs in this game, a sentence."""
    return Option(
        "off_table",
        "A die off the table",
        default,
        "What a die that leaves the table does.",
        (
            Choice("again", "Is thrown again", "Only that die, by the same player."),
            Choice("bust", "Ends the turn", bust),
        ),
    )


COCKED = Option(
    "cocked",
    "A cocked die",
    "alone",
    "What is thrown again when a die leans on something or lies on another: it has no value.",
    (
        Choice("alone", "That die alone", "The others stay as they lie."),
        Choice("all", "All dice of the throw", "The whole throw is made again."),
    ),
)


def first(default: str) -> tuple[Option, Option]:
    """The options `first` and `begins`: how it is settled who begins, and the seat that does."""
    how = Option(
        "first",
        "Who begins",
        default,
        "How it is settled who begins the first round.",
        (
            Choice("seats", "The first in the order", "Or whoever you choose."),
            Choice("lot", "By lot", "Drawn by the program when you start."),
            Choice("lowest", "The lowest die", "One die each, the lowest begins; equals throw again."),
            Choice("loser", "Who lost the last match", "The last in it begins."),
            Choice("winner", "Who won the last match", "The first in it begins again."),
            Choice("next", "The next seat", "The one to the left of who began the last match."),
        ),
    )
    seat = Option(
        "begins", "The seat that begins", 1, "The seat that begins.", low=1, high=MOST_PLAYERS, asked=False
    )
    return how, seat


def check_begins(customs: Customs, players: Sequence[str]) -> None:
    """Raises IllegalMove where nobody sits on the seat that begins."""
    if customs.begins > len(players):
        rule = f"begins is the seat of a player, 1 to {len(players)}"
        raise IllegalMove(f"begins={customs.begins}", rule, f"{customs.begins} is not")
