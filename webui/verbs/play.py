"""./rollcall play: a game in this terminal, with people and the program, with typed-in or generated dice."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from engine.advice import advise
from engine.beginning import with_beginner
from engine.chance import program_dice
from engine.game import GAMES, IllegalMove, MoveError, State
from engine.line import Line
from engine.log import Match
from engine.notation import write_throw
from engine.opponents import OPPONENTS, Opponent
from engine.solve import Odds
from webui.cli import Refusal
from webui.games.page import PAGES
from webui.odds import load_odds
from webui.terminal.seating import about_options, begin, check_game, read_names, read_options
from webui.terminal.settings import data_folder
from webui.terminal.telling import awaited, tell

HELP = """\
  keep 1 4       keep these and throw the rest (k 1 4, or k14); keep alone throws all, where that is allowed
  stop 1 4       Morning Roll: keep these and end the turn (s14)
  3 1 5 4 2 6    what real dice show (315426); Enter throws dice of the program
  off 1          one die left the table (of real dice)
  undo, redo     take back to your last choice, and play it again (u, r)
  best           the best move and why (b)
  moves          every legal move (m)        lines   the match as text
  quit           leave (q)"""
WHOLE = ("keep", "stop", "undo", "redo", "best", "moves", "quit", "help")
SHORT = {word[0]: word for word in WHOLE} | {"?": "help"}


@dataclass(frozen=True)
class Seats:
    """Who plays and how.

    programs: the seats of the program, by name. typed: dice are real, and typed in by a person.
    odds: gives the solved game, on first need. chance: of the program's dice and choices.
    """

    programs: Mapping[str, Opponent]
    typed: bool
    odds: Callable[[], Odds]
    chance: Random


class Left(Exception):
    """The person has left the game."""


def main(arguments: list[str]) -> int:
    """Play one match; returns 0, also where it is left before its end."""
    given = _parser().parse_intermixed_args(arguments)
    check_game(given.game)
    options = read_options(given.options)
    people = read_names(options.pop("players", "Player"))
    programs = _programs(given.game, given.opponents, len(people))
    odds = cache(lambda: load_odds(given.game, data_folder() / "odds"))
    chance = Random(given.seed)
    names = [*people, *programs]
    match = begin(given.game, names, with_beginner(given.game, names, options, None, chance))
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    play(match, Seats(programs, given.dice == "typed", odds, chance), input, print)
    return 0


def play(match: Match, seats: Seats, ask: Callable[[str], str], say: Callable[[str], None]) -> Match:
    """Play a match to its end, or until the person leaves; the match as it then stands.

    ask: a line from the person at a prompt; EOFError where there are no more, KeyboardInterrupt where the person
    presses Ctrl-C to leave. say: a line to the person.
    """
    title = GAMES[match.game].title
    players = match.state.players
    begins = "The lowest die begins." if match.state.drawing else f"{match.state.player} begins."
    say(f"{title}: {', '.join(players)}.{f' {begins}' * (len(players) > 1)} Type help for what you can say.")
    shown: Match | None = None
    try:
        while not match.state.outcome:
            line = _by_program(match.state, seats)
            if line is None and match is not shown:
                say("\n".join(["", *_awaited(match, seats)]))
                shown = match
            try:
                match = _step(match, line or ask("> "), seats, say)
            except MoveError as error:
                say(error.sentence)
    except (EOFError, KeyboardInterrupt, Left):
        say("\nYou left the game. Its lines so far:")
        say("\n".join(match.lines))
    return match


def _step(match: Match, said: str, seats: Seats, say: Callable[[str], None]) -> Match:
    """What the player on turn says: a line more, lines fewer or again, or an answer to a question."""
    line = spelled(said, match.state, seats)
    if line in ("undo", "redo"):
        return _back_or_forth(match, line, seats, say)
    if line in ANSWERS:
        say(ANSWERS[line](match, seats))
        return match
    if Line.read(line, match.state.position).is_off and _of_program(match):
        raise IllegalMove(line, "dice of the program stay on the table", "these are its dice")
    after = match.add(line)
    say(tell(PAGES[match.game].told, match.state, after.standing[-1], after.state))
    return after


def _awaited(match: Match, seats: Seats) -> Iterator[str]:
    """What the player on turn may do now."""
    return awaited(PAGES[match.game].told, match.state, seats.typed)


def _of_program(match: Match) -> bool:
    """The dice that lie there are the program's."""
    return bool(match.standing) and match.standing[-1].by == "program"


def _programs_turn(state: State, seats: Seats) -> bool:
    """The program is on turn, and what comes next is not for a person to type in."""
    return state.player in seats.programs and not (state.to_throw and seats.typed)


def _by_program(state: State, seats: Seats) -> str | None:
    """What the program does, where it is its turn."""
    if not _programs_turn(state, seats):
        return None
    if state.to_throw:
        return write_throw(program_dice(state.to_throw, seats.chance), "program")
    return str(seats.programs[str(state.player)].choose(state, seats.odds(), seats.chance))


def _back_or_forth(match: Match, word: str, seats: Seats, say: Callable[[str], None]) -> Match:
    """Undo or redo, on to where a person has something to do."""
    match = match.add("undo") if word == "undo" else match.redo()
    while _programs_turn(match.state, seats) and (match.can_undo if word == "undo" else match.can_redo):
        match = match.add("undo") if word == "undo" else match.redo()
    say("Taken back." if word == "undo" else "Played again.")
    return match


def spelled(text: str, state: State, seats: Seats) -> str:
    """What a person typed as a line of a match or a word of `HELP`: short words whole, digits apart."""
    words = re.sub(r"^([A-Za-z?]+)(?=[0-9])", r"\1 ", text.strip()).split()
    if not words:
        if seats.typed or not state.to_throw:
            return "what"
        return write_throw(program_dice(state.to_throw, seats.chance), "program")
    words[0] = SHORT.get(words[0].lower(), words[0].lower())
    if words[0] != "off":
        words = [part for word in words for part in (word if word.isdecimal() else [word])]
    if state.to_throw and (words[0] == "throw" or words[0].isdecimal()) and "by=" not in words[-1]:
        words.append("by=hand")
    return " ".join(words)


def _best(match: Match, seats: Seats) -> str:
    if not match.state.moves:
        return "There is nothing to choose before the throw."
    odds = seats.odds()
    return advise(match.state, odds, odds.goal(None, match.state)).why


def _leave(match: Match, seats: Seats) -> str:
    raise Left


ANSWERS: dict[str, Callable[[Match, Seats], str]] = {
    "what": lambda match, seats: "\n".join(_awaited(match, seats)),
    "help": lambda match, seats: HELP,
    "best": _best,
    "moves": lambda match, seats: (
        "\n".join(f"  {move}" for move in match.state.moves) or "  none before the throw"
    ),
    "lines": lambda match, seats: "\n".join(match.lines),
    "quit": _leave,
}


def _programs(game: str, names: list[str] | None, people: int) -> dict[str, Opponent]:
    """The program's seats; in 420, which nobody plays alone, one sits there unless named otherwise."""
    if not names and GAMES[game].least_players > people:
        names = [OPPONENTS[game][0].name]
    styles = {opponent.name.lower(): opponent for opponent in OPPONENTS[game]}
    seats: dict[str, Opponent] = {}
    for name in names or []:
        if name.lower() not in styles:
            raise Refusal(
                f"--with takes {' or '.join(opponent.name for opponent in OPPONENTS[game])}, not {name!r}."
            )
        opponent = styles[name.lower()]
        taken = sum(seat.name == opponent.name for seat in seats.values())
        seats[f"{opponent.name} {taken + 1}" if taken else opponent.name] = opponent
    return seats


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rollcall play",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Plays a game in this terminal. At the prompt:\n" + HELP,
        epilog="\n".join(["games, their options, and whom the program can play:", *_about()]),
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help=", ".join(GAMES))
    parser.add_argument("options", metavar="option=value", nargs="*", help="such as players=Ann,Bo rounds=3")
    parser.add_argument(
        "--with",
        dest="opponents",
        metavar="NAME",
        action="append",
        help="the program sits in under this name; may be repeated",
    )
    parser.add_argument(
        "--dice", choices=("generated", "typed"), default="generated", help="whose dice (%(default)s)"
    )
    parser.add_argument("--seed", type=int, help="generated dice that come again with the same number")
    return parser


def _about() -> Iterator[str]:
    for name, game in GAMES.items():
        yield f"\n  {name}   {game.title}, {game.least_players} player{'s' * (game.least_players > 1)} or more"
        yield from about_options(game)
        yield from (f"    --with {opponent.name}   {opponent.style}" for opponent in OPPONENTS[name])
