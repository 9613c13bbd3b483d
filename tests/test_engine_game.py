"""Laws that hold for every game in the table, those to come too."""

from __future__ import annotations

import copy
import doctest
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import FrozenInstanceError, fields
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine.game
from engine.game import GAMES, AmbiguousMove, Game, IllegalMove, MoveError, State, UnparsableMove
from engine.log import Match

# A bigger run on demand: FUZZ_LINES=1000000 .venv/bin/python -m pytest tests/test_engine_game.py -k random_lines
FUZZ_LINES = int(os.environ.get("FUZZ_LINES", "20000"))
NAMES = ("Ann", "Bo", "Cy", "Zoë B")
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def every_play(test: Callable[[Game, Random], None]) -> Callable[[Game, int], None]:
    """Run a test for many random matches. From seeds: ten times as fast as Hypothesis' own Random."""

    @settings(max_examples=30, deadline=None)
    @given(seed=st.integers(0, 2**32))
    def run(game: Game, seed: int) -> None:
        test(game, Random(seed))

    run.__name__ = test.__name__
    return run


def begin(game: Game, random: Random) -> Match:
    """A match with players and options drawn from all there are."""
    options = {
        option.name: random.choice(option.values) if option.values else random.randint(option.low, 3)
        for option in game.options
    }
    players = NAMES[: random.randint(game.least_players, len(NAMES))]
    options["begins"] = random.randint(1, len(players))
    return Match.new(game.name, players, **options)


def next_line(state: State, random: Random) -> str:
    """A line that can be played here."""
    if state.moves:
        return str(random.choice(state.moves))
    if random.random() < 0.03:
        return f"off {random.randint(1, state.to_throw)}"
    by = random.choice(["", "", " by=hand", " by=program", " by=fix"])
    return f"throw {' '.join(str(random.randint(1, 6)) for _ in range(state.to_throw))}{by}"


def played(game: Game, random: Random, most: int = 40) -> Iterator[Match]:
    """A match from its beginning, line by line, with some undos."""
    match = begin(game, random)
    yield match
    for _ in range(most):
        if match.state.outcome:
            return
        back = match.can_undo and random.random() < 0.1
        match = match.add("undo" if back else next_line(match.state, random))
        yield match


def test_the_three_games_are_there() -> None:
    assert [(name, game.title) for name, game in GAMES.items()] == [
        ("morning-roll", "Morning Roll"),
        ("midnight", "Midnight"),
        ("420", "420"),
    ]


def test_the_example_of_the_docstring_runs() -> None:
    assert doctest.testmod(engine.game) == (0, 4)


@EVERY_GAME
@every_play
def test_exactly_one_of_dice_awaited_moves_and_outcome(game: Game, random: Random) -> None:
    for match in played(game, random):
        state = match.state
        assert [state.to_throw > 0, bool(state.moves), state.outcome is not None].count(True) == 1
        assert (state.player is None) == (state.outcome is not None)
        assert 0 <= state.to_throw <= 6
        assert len(set(state.moves)) == len(state.moves)


@EVERY_GAME
@every_play
def test_replay_equals_play(game: Game, random: Random) -> None:
    *_, match = played(game, random)
    assert Match.from_lines(match.lines) == match


@EVERY_GAME
@every_play
def test_a_state_round_trips_through_its_text(game: Game, random: Random) -> None:
    for match in played(game, random):
        assert Match.from_lines(match.state.lines).state == match.state
    assert pickle.loads(pickle.dumps(match.state)) == match.state


@EVERY_GAME
@every_play
def test_nothing_that_was_given_or_made_is_changed(game: Game, random: Random) -> None:
    before: list[tuple[Match, Match]] = []
    for match in played(game, random, most=15):
        before.append((match, copy.deepcopy(match)))
    assert all(match == as_it_was for match, as_it_was in before)
    faces = [random.randint(1, 6) for _ in range(match.state.to_throw)]
    if faces:
        given_faces = list(faces)
        match.state.throw(given_faces)
        assert given_faces == faces


@EVERY_GAME
@every_play
def test_undo_then_redo_is_the_identity(game: Game, random: Random) -> None:
    *_, match = played(game, random)
    back = match
    depth = random.randint(0, len(match.standing))
    for _ in range(depth):
        back = back.add("undo")
    assert back.state == match.states[len(match.states) - 1 - depth]
    for _ in range(depth):
        back = back.redo()
    assert (back.states, back.standing, back.undone) == (match.states, match.standing, match.undone)


@EVERY_GAME
@every_play
def test_every_move_offered_can_be_played_as_value_and_as_text(game: Game, random: Random) -> None:
    for match in played(game, random, most=12):
        for move in match.state.moves:
            assert match.state.play(move) == match.state.play(str(move))


@EVERY_GAME
@every_play
def test_what_is_not_offered_is_refused(game: Game, random: Random) -> None:
    for match in played(game, random, most=12):
        faces = sorted(random.choices((1, 2, 3, 4, 5, 6), k=random.randint(0, 6)))
        for kind in ("keep", "stop"):
            text = " ".join([kind, *map(str, faces)])
            if text in map(str, match.state.moves):
                match.state.play(text)
            else:
                with pytest.raises(IllegalMove):
                    match.state.play(text)


@EVERY_GAME
@every_play
def test_the_finished_turns_tell_the_scores(game: Game, random: Random) -> None:
    *_, match = played(game, random)
    state = match.state
    assert list(state.scores) == list(state.players)
    for turn in state.turns:
        assert turn.player in state.players
        assert turn.score >= 0
        assert all(face in range(1, 7) for face in turn.final)
    if state.outcome:
        assert dict(state.outcome.scores) == state.scores
        assert set(state.outcome.winners) <= set(state.players)


@EVERY_GAME
@every_play
def test_what_is_at_stake_adds_up_to_nothing_at_the_end_and_before_it_lies_in_the_pot(
    game: Game, random: Random
) -> None:
    *_, match = played(game, random, most=200)
    state = match.state
    assert list(state.net) == list(state.players)
    assert state.at_stake in ("nothing", "coins", "drinks")
    if state.outcome or state.at_stake == "nothing":
        assert sum(state.net.values()) == 0
    if state.at_stake == "nothing":
        assert not any(state.net.values())


@EVERY_GAME
@every_play
def test_the_turns_and_the_draw_have_all_the_lines_that_stand(game: Game, random: Random) -> None:
    *_, match = played(game, random)
    state = match.state
    drawn = [line for roll in state.draw.rolls for line in roll.lines]
    assert len(drawn) == sum(before.drawing for before in match.states[:-1])
    rolls = [roll for turn in state.turns for roll in turn.rolls] + list(state.rolls)
    thrown = [roll.thrown for roll in (*state.draw.rolls, *rolls) if roll.thrown]
    assert thrown == [line.faces for line in match.standing if line.is_throw]
    off = sum(line.number for line in match.standing)
    assert sum(roll.off for roll in (*state.draw.rolls, *rolls)) == off


@EVERY_GAME
@every_play
def test_everybody_has_one_place_and_the_winners_have_the_best(game: Game, random: Random) -> None:
    *_, match = played(game, random, most=200)
    outcome = match.state.outcome
    if outcome:
        assert sorted(name for group in outcome.places for name in group) == sorted(match.state.players)
        if outcome.winners and game.name != "420":
            assert outcome.places[0] == outcome.winners


@EVERY_GAME
def test_a_match_has_at_most_twelve_players(game: Game) -> None:
    names = [f"P{number}" for number in range(1, 14)]
    assert len(game.new(names[:12]).players) == 12
    with pytest.raises(IllegalMove, match="name at most 12 players; these are 13"):
        game.new(names)


@EVERY_GAME
@pytest.mark.parametrize("seed", range(5))
def test_random_play_ends(game: Game, seed: int) -> None:
    random = Random(seed)
    state = begin(game, random).state
    steps = 0
    while state.outcome is None:
        state = (
            state.play(random.choice(state.moves))
            if state.moves
            else state.throw([random.randint(1, 6) for _ in range(state.to_throw)])
        )
        steps += 1
        assert steps < 20_000


@EVERY_GAME
def test_states_cannot_be_changed(game: Game) -> None:
    state = game.new(NAMES)
    assert {state: "a key"}[game.new(NAMES)] == "a key"
    for field in fields(state):  # type: ignore[arg-type]
        with pytest.raises(FrozenInstanceError):
            setattr(state, field.name, None)


def fuzz_line(random: Random, state: State) -> str:
    """A line of nonsense, of half sense, or of sense."""
    kind = random.random()
    if kind < 0.3:
        return next_line(state, random) if not state.outcome else "undo"
    if kind < 0.5:
        letters = "throwkeepstopundooff 123456 \t\n\x00=-'\"é٣\U0001f3b2"
        return "".join(random.choices(letters, k=random.randint(0, 30)))
    words = ["throw", "keep", "stop", "off", "undo", "game", "players", "by=hand", "by=x", "points=150", ""]
    faces = [str(random.randint(-1, 8)) for _ in range(random.choice([0, 1, 2, 3, 4, 5, 6, 6, 7, 99]))]
    return " ".join([random.choice(words), *faces, *random.choices(words, k=random.choice([0, 0, 0, 1]))])


def test_random_lines_raise_only_the_three_errors() -> None:
    random = Random(420)
    matches = [begin(game, random) for game in GAMES.values()]
    raised: dict[type[MoveError], str] = {}
    for number in range(FUZZ_LINES):
        place = number % len(matches)
        match = matches[place]
        try:
            match = match.add(fuzz_line(random, match.state))
        except (IllegalMove, AmbiguousMove, UnparsableMove) as error:
            raised[type(error)] = str(error)
        if match.state.outcome or len(match.lines) > 60:
            match = begin(GAMES[match.lines[0].split()[1]], random)
        matches[place] = match
    assert {IllegalMove, AmbiguousMove, UnparsableMove} <= raised.keys()
    assert all(len(sentence.splitlines()) == 1 for sentence in raised.values())


@settings(deadline=None)
@given(st.text(), st.text())
def test_random_heads_raise_only_the_three_errors(game: str, players: str) -> None:
    for lines in (
        [game, players],
        [f"game 420 {game}", f"players {players}"],
        [f"game {game}", "players A B"],
    ):
        with suppress(IllegalMove, AmbiguousMove, UnparsableMove):
            assert Match.from_lines(lines).state.player in Match.from_lines(lines).state.players


@settings(deadline=None)
@given(st.text())
def test_a_sentence_about_any_line_is_one_short_line(line: str) -> None:
    match = Match.new("midnight", ["Ann"])
    with pytest.raises((IllegalMove, AmbiguousMove, UnparsableMove)) as caught:
        match.add(f"{line}?")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 400
