"""Matches at random, told line by line: what the tests of the calls have in common."""

from __future__ import annotations

import random
from collections.abc import Iterator

from told_calls import Told

from engine.game import GAMES, State
from engine.line import Line

NAMES = (
    "Ann",
    "Bo",
    "Zoë",
    "Al Jr.",
    "6",
    "محمد",
    "Anna Maria von und zu Lang",
    "李",
    "Åke",
    "ann",
    "🎲",
    "Bo B",
)
WEIRD = 0.1
"""How often something other than a throw or a choice happens. Larger: shorter matches with more corrections."""


def told_at_random(game: str, seed: int, most: int = 80) -> Iterator[Told]:
    """A match after each change: throws, choices, dice off the table, fixes, undos, redos; again when it is over."""
    chance = random.Random(seed)
    told = new_match(game, chance)
    yield told
    for _ in range(most):
        for texts in _change(told, chance):
            yield told.add(*texts)
        if told.now.match and told.now.match.state.outcome and chance.random() < 0.7:
            new_match(game, chance, told)
            yield told


def new_match(game: str, chance: random.Random, told: Told | None = None) -> Told:
    """A new match with options at random."""
    least = GAMES[game].least_players
    players = chance.sample(NAMES, chance.randint(least, 4))
    options: dict[str, object] = {"off_table": chance.choice(["again", "bust"])}
    if game != "420":
        options["rounds"] = chance.choice([1, 2, 3])
    if game == "midnight":
        options |= {"ties": chance.choice(["share", "carry", "none"]), "stake": 2}
        options["stake_in"] = chance.choice(["nothing", "coins", "drinks"])
    options["first"] = chance.choice(["seats", "lot", "lowest"])
    return (told or Told(chance.choice(["place", "value"]))).new(game, *players, **options)


def _change(told: Told, chance: random.Random) -> Iterator[list[str]]:
    """The lines of the next change; of an undo that is taken back at once, of both."""
    match = told.now.match
    assert match is not None
    if match.standing and (match.state.outcome or chance.random() < WEIRD):
        newest = match.standing[-1]
        if newest.is_throw and chance.random() < 0.5:
            yield ["undo", misread(newest, chance)]
            return
        yield ["undo"]
        if chance.random() < 0.4:
            yield [line.text for line in told.now.again]
    elif not match.state.outcome:
        yield _forward(match.state, chance)


def misread(line: Line, chance: random.Random) -> str:
    """The throw with one die put right."""
    faces, die = list(line.faces), chance.randrange(len(line.faces))
    faces[die] = chance.choice([face for face in range(1, 7) if face != faces[die]])
    return str(Line("throw", tuple(faces), "fix"))


def _forward(state: State, chance: random.Random) -> list[str]:
    if state.to_throw:
        if chance.random() < 0.04:
            return ["off 1"]
        return [thrown(state, chance)]
    move = chance.choice(state.moves[:4])
    after = state.play(move)
    if after.to_throw and after.player == state.player and chance.random() < 0.1:
        return [str(move), thrown(after, chance)]
    return [str(move)]


def thrown(state: State, chance: random.Random) -> str:
    """A throw of as many dice as are awaited."""
    faces = tuple(chance.randint(1, 6) for _ in range(state.to_throw))
    return str(Line("throw", faces, chance.choice([None, None, None, "hand", "program"])))
