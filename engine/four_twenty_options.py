"""The options of 420."""

from __future__ import annotations

from dataclasses import dataclass

from engine.customs import COCKED, Customs, first, off_table
from engine.option import Choice, Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "dice",
        "The dice",
        "own",
        "Whose dice are thrown.",
        (
            Choice(
                "own",
                "Each their own four",
                "A colour or a corner of the table each; every hand stays in the picture.",
            ),
            Choice(
                "one",
                "One set of four, passed on",
                "The program remembers what you left lying; throw again only what it asks for.",
            ),
        ),
    ),
    Option(
        "stake_in",
        "What is at stake",
        "drinks",
        "What the last one left buys.",
        (
            Choice("nothing", "Nothing", "The last one left has lost, and that is all."),
            Choice("drinks", "Drinks", "The last one left buys a drink for each of the others."),
        ),
    ),
    *first("lot"),
    off_table("again", "The hand is lost, and the next turn throws all four."),
    COCKED,
)


@dataclass(frozen=True)
class Settings(Customs):
    """The options of a match.   dice: `own` or `one`."""

    dice: str
    stake_in: str
