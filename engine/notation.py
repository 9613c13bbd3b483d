"""What every game checks alike: names, throws, dice off the table, choices. Each refusal is a sentence."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.line import Line, read_move, write_players
from engine.move import BY, FACES, IllegalMove, Move, UnparsableMove, WrongThrow, breaks_a_line

NAME_LENGTH = 60
MOST_PLAYERS = 12
"""The most seats of a match, whatever the game."""
OVER = "the match is over"
"""The position of a state that has an outcome."""


def read_choice(move: Move | str, moves: Sequence[Move], to_throw: int, position: str) -> Move:
    """The move that is asked for, given or as text. Raises IllegalMove where there is no choice to make."""
    asked = read_move(move, moves, position) if isinstance(move, str) else move
    if to_throw:
        fact = f"{dice(to_throw)} are awaited" if to_throw > 1 else "1 die is awaited"
        raise IllegalMove(str(asked), "dice are kept after they are thrown", fact, position)
    if not moves:
        raise IllegalMove(str(asked), "nothing can be kept when the match is over", "it has ended", position)
    return asked


def check_throw(faces: Sequence[int], by: str | None, to_throw: int, position: str) -> tuple[int, ...]:
    """The faces of a throw of `to_throw` dice. Raises UnparsableMove or WrongThrow."""
    line = write_throw(faces, by)
    if by not in (None, *BY):
        raise UnparsableMove(line, f"by= is {', '.join(BY)}", f"{by!r} is none of them", position)
    if any(face not in FACES for face in faces):
        raise UnparsableMove(line, "a face is a number from 1 to 6", "one of these is not", position)
    if to_throw == 0:
        if position == OVER:
            raise WrongThrow(line, "no dice are thrown when the match is over", "it has ended", position)
        raise WrongThrow(line, "dice are thrown after the choice", "what to keep is still open", position)
    if len(faces) != to_throw:
        raise WrongThrow(line, f"this throw needs {dice(to_throw)}", f"it has {len(faces)}", position)
    return tuple(map(int, faces))


def check_off(number: int, dice_out: int, position: str) -> None:
    """Raises IllegalMove unless `number` of the `dice_out` thrown dice can have left the table."""
    if dice_out == 0:
        raise IllegalMove(
            f"off {number}", "dice leave the table only in a throw", "none is being thrown", position
        )
    if not 1 <= number <= dice_out:
        fact = f"{number} cannot have left it"
        raise IllegalMove(
            f"off {number}",
            f"{dice(dice_out)} {'is' if dice_out == 1 else 'are'} thrown here",
            fact,
            position,
        )


def check_within(move: Move, thrown: Sequence[int], position: str) -> None:
    """Raises IllegalMove where the move keeps a face more often than it was thrown."""
    for face in sorted(set(move.faces)):
        wanted, there = move.faces.count(face), thrown.count(face)
        if wanted > there:
            found = f"only {there} {'is' if there == 1 else 'are'}" if there else "none is"
            fact = f"{dice(wanted)} showing {face} {'is' if wanted == 1 else 'are'} asked for, {found} there"
            raise IllegalMove(str(move), "only dice that lie there can be kept", fact, position)


def check_points(move: Move, moves: Sequence[Move], position: str) -> None:
    """Raises IllegalMove where the move names points that it does not have."""
    points = next(legal.points for legal in moves if legal == move)
    if move.points not in (None, points):
        fact = f"this keep has {'no points yet' if points is None else points}, not {move.points}"
        raise IllegalMove(str(Line.of(move)), "points follow from the dice", fact, position)


def check_players(players: Sequence[str], least: int, why: str = "") -> tuple[str, ...]:
    """Names for the seats: from `least` (why: so many) to `MOST_PLAYERS`, all different, printable, without space at
    either end.
    """
    names = tuple(players)
    line = write_players(names)
    if len(names) < least:
        rule = f"name at least {least} player{'s' * (least > 1)}{why and f', {why}'}"
        raise IllegalMove(line, rule, f"only {len(names)} so far" if names else "nobody is named yet")
    if len(names) > MOST_PLAYERS:
        rule = f"name at most {MOST_PLAYERS} players"
        raise IllegalMove(line, rule, f"these are {len(names)}")
    for name in names:
        if not name or name != name.strip() or len(name) > NAME_LENGTH or any(map(breaks_a_line, name)):
            rule = f"a name has 1 to {NAME_LENGTH} letters on one line, and no space at its ends"
            raise UnparsableMove(line, rule, f"{name!r} is no such name")
        if not any(map(_is_seen, name)):
            raise UnparsableMove(
                line, "a name has letters that can be seen", "one has none: type another in its place"
            )
        plain = "".join(letter for letter in name if not _turns_the_text(letter))
        if plain != name:
            rule = "a name holds no hidden mark that turns the words after it"
            # Without the line of the names: its mark would turn this sentence, too.
            raise UnparsableMove("players", rule, f"{plain!r} has one: type it anew, without pasting")
        if names.count(name) > 1:
            raise IllegalMove(line, "players have different names", f"{name!r} is there twice: change one")
    return names


_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by name, and nothing to see."""


def _turns_the_text(letter: str) -> bool:
    """Whether it is a mark that turns the direction of what follows it, beyond the name."""
    return "\u202a" <= letter <= "\u202e" or "\u2066" <= letter <= "\u2069"


def _is_seen(letter: str) -> bool:
    """Whether it is more than a space, a mark on another letter, or a joint between two."""
    category = unicodedata.category(letter)
    # Not assigned (Cn) is, as far as this Python knows, what newer emoji are.
    return letter not in _FILLERS and category[0] not in "ZM" and category not in ("Cc", "Cf", "Cs")


def write_throw(faces: Sequence[int], by: str | None = None) -> str:
    """The line of a throw as text."""
    return str(Line("throw", tuple(faces), by))


def dice(number: int) -> str:
    """A number of dice in words: `1 die`, `3 dice`."""
    return "1 die" if number == 1 else f"{number} dice"
