"""An evening is what its matches add up to, and a corrected match changes it."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from midnight_turns import with_turns

from engine.chance import program_dice
from engine.evening import Evening, Tally, winners_of
from engine.game import GAMES
from engine.log import Match
from engine.settling import Payment


def midnight(players: str, *scores: int, **options: object) -> Match:
    told = {"rounds": len(scores) // len(players.split()), **options}
    match = Match.new("midnight", players.split(), **told)
    return with_turns(match, *scores)


def pub(players: str, *order: str) -> Match:
    """420 in which they make 20 in this order; the last one is not named."""
    match = Match.new("420", players.split())
    left = list(order)
    while not match.state.outcome:
        if match.state.moves:
            match = match.add("keep")
        if match.state.player == left[0]:
            match = match.add("throw 5 5 5 5")
            left.pop(0)
        else:
            match = match.add("throw 1 1 1 1")
    return match


def at_random(seed: int, names: list[str]) -> Match:
    """A match of any game to its end, with any moves."""
    chance = Random(seed)
    game = chance.choice(list(GAMES))
    options = {"rounds": 2} if game != "420" else {}
    if game == "midnight":
        options |= {"stake_in": chance.choice(["coins", "drinks", "nothing"]), "stake": chance.randint(1, 5)}
        options |= {"ties": chance.choice(["share", "none", "carry"])}
    match = Match.new(game, names, **options)
    while not match.state.outcome:
        state = match.state
        faces = " ".join(map(str, program_dice(state.to_throw, chance)))
        match = match.add(f"throw {faces}" if state.to_throw else str(chance.choice(state.moves)))
    return match


def test_the_tally_of_an_evening() -> None:
    evening = Evening(
        (
            midnight("Ann Bo", 20, 18, 4, 6, 9, 8, stake_in="coins", stake=2),
            pub("Bo Cy Ann", "Ann", "Cy"),
            midnight("Cy Ann", 10, 12, stake_in="drinks"),
            midnight("Ann Bo", 10, 12, rounds=5),
        )
    )
    assert evening.tally == {
        "Ann": Tally(3, 3, {"midnight": 33 + 12}, coins=2, drinks=1, bought=0),
        "Bo": Tally(2, 0, {"midnight": 32}, coins=-2, drinks=0, bought=2),
        "Cy": Tally(2, 0, {"midnight": 10}, coins=0, drinks=-1, bought=0),
    }
    assert evening.payments == {"coins": (Payment("Bo", "Ann", 2),), "drinks": (Payment("Cy", "Ann", 1),)}


def test_at_420_the_first_to_make_twenty_has_won_and_the_last_one_buys() -> None:
    match = pub("Bo Cy Ann", "Cy", "Bo")
    assert winners_of(match) == ("Cy",)
    assert Evening((match,)).tally["Ann"].bought == 2
    quiet = Match.from_lines(["game 420 stake_in=nothing", *match.lines[1:]])
    assert Evening((quiet,)).tally["Ann"].bought == 0


def test_a_shared_match_is_a_win_for_each_and_one_that_nobody_won_for_none() -> None:
    assert winners_of(midnight("Ann Bo Cy", 9, 9, 8)) == ("Ann", "Bo")
    assert winners_of(midnight("Ann Bo", 9, 9, ties="none")) == ()
    assert winners_of(Match.new("midnight", ["Ann"])) == ()


def test_a_correction_carries_through() -> None:
    match = midnight("Ann Bo", 9, 8, stake_in="coins")
    put_right = match.add("undo").add("undo").add("throw 1 4 6 6 6 6 by=fix").add("keep 1 4 6 6 6 6")
    assert Evening((match,)).tally["Bo"].coins == -1
    assert Evening((put_right,)).tally["Bo"].coins == 1


def test_those_who_have_waited_longest_play_next() -> None:
    evening = Evening((midnight("Ann Bo", 9, 8), midnight("Bo Cy", 9, 8)))
    assert evening.next_up(["Ann", "Bo", "Cy", "Di"], 2) == ("Ann", "Di")
    assert evening.next_up(["Ann", "Bo", "Cy"], 2) == ("Ann", "Cy")
    assert evening.next_up(["Cy", "Bo"], 3) == ("Cy", "Bo")
    assert Evening().next_up(["Ann", "Bo", "Cy"], 2) == ("Ann", "Bo")


def test_nobody_waits_for_ever() -> None:
    names, matches = [f"P{number}" for number in range(7)], []
    for _ in range(70):
        players = Evening(tuple(matches)).next_up(names, 3)
        matches.append(Match.new("morning-roll", players))
    played = [sum(name in match.state.players for match in matches) for name in names]
    assert max(played) - min(played) <= 1


def test_an_empty_evening_has_nothing() -> None:
    assert (Evening().tally, Evening().payments) == ({}, {"coins": (), "drinks": ()})


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 2**32), max_size=5), st.integers(2, 5))
def test_what_is_owed_adds_up_to_nothing_whatever_was_played(seeds: list[int], players: int) -> None:
    names = ["Ann", "Bo", "Cy", "Di", "Ed"][:players]
    evening = Evening(tuple(at_random(seed, names) for seed in seeds))
    assert sum(each.coins for each in evening.tally.values()) == 0
    assert sum(each.drinks for each in evening.tally.values()) == 0
    assert sum(each.wins for each in evening.tally.values()) == sum(
        len(winners_of(match)) for match in evening.matches
    )
    again = Evening(tuple(Match.from_lines(match.lines) for match in evening.matches))
    assert again.tally == evening.tally
