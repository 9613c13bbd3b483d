"""A match told in a terminal: what each game says of itself, and what is the same for all."""

from __future__ import annotations

from engine.log import Match
from webui.games.page import PAGES
from webui.terminal.telling import awaited, tell


def told(game: str, players: list[str], *lines: str, **options: object) -> list[str]:
    """What is said of each line of a match."""
    match, said = Match.new(game, players, **options), []
    for line in lines:
        after = match.add(line)
        said.append(tell(PAGES[game].told, match.state, after.standing[-1], after.state))
        match = after
    return said


def asked(game: str, players: list[str], *lines: str, **options: object) -> list[str]:
    """What the player on turn is told that they may do."""
    match = Match.new(game, players, **options)
    for line in lines:
        match = match.add(line)
    return list(awaited(PAGES[game].told, match.state, typed=True))


def test_a_turn_of_morning_roll_is_told_with_its_specials_and_its_sum() -> None:
    assert told(
        "morning-roll", ["Ann"], "throw 2 2 3 3 6 6", "keep 2 2 3 3 6 6", "throw 1 2 2 3 4 6", "stop 1"
    ) == [
        "Ann threw 2 2 3 3 6 6. Boxcars: 2,500, if you keep all six and roll them again.",
        "Ann keeps 2 2 3 3 6 6. This turn 2,500.",
        "Ann threw 1 2 2 3 4 6.",
        "Ann keeps 1 and stops. Ann banks 2,600.\n  Ann 2,600\nAnn ends with 2,600.",
    ]


def test_midnight_names_the_missing_keys_and_then_the_points() -> None:
    _, first, _, second = told(
        "midnight", ["Ann"], "throw 1 2 2 3 3 6", "keep 1 6", "throw 4 5 5 5", "keep 4 5"
    )
    assert first == "Ann keeps 1 6. Still needs a 4."
    assert second == "Ann keeps 4 5. 1 and 4 are in. 11 points."


def test_420_has_hands_and_no_score_board() -> None:
    said = told("420", ["Ann", "Bo"], "throw 6 6 6 3", "throw 5 5 5 4", "keep", "throw 1 1 1 1")
    assert said[0] == "Ann threw 6 6 6 3. Ann has 6 6 6 3: 21, over. All four again next turn."
    assert said[2] == "Ann throws all four again."
    assert not any("\n" in line for line in said)
    assert asked("420", ["Ann", "Bo"], "throw 6 6 6 3", "throw 5 5 5 4", "keep")[0].startswith(
        "Ann, four dice. Bo has 19. Type what they show"
    )


def test_a_die_each_for_who_begins_is_told_in_every_game() -> None:
    for game in PAGES:
        said = told(game, ["Ann", "Bo"], "throw 3", "throw 3", "throw 4", "throw 2", first="lowest")
        assert said == [
            "Ann threw 3.",
            "Bo threw 3. Ann and Bo are level, and throw again.",
            "Ann threw 4.",
            "Bo threw 2. Bo begins.",
        ]


def test_what_may_be_kept_is_a_list_where_it_is_short_and_a_table_where_it_scores() -> None:
    assert asked("420", ["Ann", "Bo"], "throw 6 6 5 1", "throw 6 6 5 1")[1].startswith("  keep | keep 5 | ")
    assert asked("midnight", ["Ann"], "throw 1 2 3 4 5 6")[1:] == ["  Keep one die or more."]
    assert asked("morning-roll", ["Ann"], "throw 1 2 2 3 4 6")[1:] == [
        "  keep 1                 100",
        "  Say stop in place of keep to end the turn with it.",
    ]
