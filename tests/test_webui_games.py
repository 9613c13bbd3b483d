"""Midnight and 420 on the page, and every game played at random through the routes against the engine's own replay."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from flask import Flask
from plain_browser import PlainBrowser
from seen_dice import roll

from engine.game import GAMES, State
from engine.log import Match
from engine.midnight_odds import MidnightOdds
from engine.morning_roll_odds import MorningRollOdds
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.games.midnight_set import Night
from webui.games.moment import scene_of
from webui.games.page import PAGES
from webui.page.links import Links
from webui.page.scene import Query, Scene

MATCHES = int(os.environ.get("ROLLCALL_MATCHES", "2"))
"""Random matches of each game. More: a longer test that meets rarer moments; 500 take some twenty minutes."""
NAMES = ("Ann", "Bo", "Zoë", "Marek", "Dee", "Bo B")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(Settings(data=tmp_path_factory.mktemp("data"), camera="none"))
    yield app
    app.extensions["rollcall"].close()


def begin(desk: Desk, game: str, *players: str, **options: object) -> None:
    desk.presses.new(desk.board().revision, game, players, **options)


def throw(desk: Desk, *faces: int) -> None:
    desk.presses.throw(desk.board().revision, faces)


def play(desk: Desk, move: str) -> None:
    desk.presses.play(desk.board().revision, move)


def scene(desk: Desk, **query: object) -> Scene:
    board = desk.board()
    return scene_of(board, Query(**query), Links("/table", board.revision))  # type: ignore[arg-type]


def night(desk: Desk, **query: object) -> Night:
    own = scene(desk, **query).own
    assert isinstance(own, Night)
    return own


# Midnight


def test_the_set_of_midnight_tells_keys_kept_picked_and_still_missing(desk: Desk) -> None:
    begin(desk, "midnight", "Ann", "Bo")
    throw(desk, 1, 6, 5, 2, 3, 3)
    assert night(desk).lead == "Still needs a 1 and a 4."
    picked = night(desk, pick=(1, 2))
    assert [place.look for place in picked.keys] == ["pending", "slot"]
    assert [place.caption for place in picked.counts] == ["+ 6", "", "", ""]
    assert (picked.lead, picked.dial.sum) == ("Still needs a 4.", 6)
    play(desk, "keep 1 6")
    throw(desk, 4, 4, 2, 2)
    assert [place.number for place in scene(desk).places] == [3, 4, 5, 6], "dice keep their places"
    assert night(desk, pick=(3, 4)).lead == "1 and 4 are in."
    assert night(desk, pick=(3, 4)).dial.sum == 10, "one 4 is the key, the other counts"


def test_midnight_says_what_beats_the_best_of_the_round_and_when_nothing_does(desk: Desk) -> None:
    begin(desk, "midnight", "Ann", "Bo")
    throw(desk, 1, 4, 6, 6, 5, 5)
    play(desk, "keep 1 4 5 5 6 6")
    assert scene(desk).note == "Ann: 22. Best so far."
    assert night(desk).text == "22 to beat."
    throw(desk, 1, 4, 6, 2, 2, 2)
    assert night(desk, pick=(1, 2, 3)).text == "17 more on three dice beats Ann’s 22."
    assert night(desk, pick=(1, 2, 3, 4)).text == "Ann’s 22 is out of reach."
    assert night(desk).dial.beat == 22


def test_midnight_is_banked_only_when_all_six_are_kept_and_says_so(desk: Desk) -> None:
    begin(desk, "midnight", "Ann", "Bo")
    throw(desk, 1, 4, 6, 6, 5, 5)
    _, roll_on, bank = scene(desk, pick=(1, 2)).actions
    assert (roll_on.why, bank.why) == ("", "Bank when all six are kept: four dice are still open.")
    _, roll_on, bank = scene(desk, pick=(1, 2, 3, 4, 5, 6)).actions
    assert (bank.why, bank.big, bank.main) == ("", "22", True)
    assert roll_on.why == "All six are kept: bank them."
    assert scene(desk).actions[1].why == "Keep at least one die first."


def test_the_last_die_of_midnight_ends_the_turn_by_itself_and_the_rounds_are_a_table(desk: Desk) -> None:
    begin(desk, "midnight", "Ann", "Bo", rounds=2)
    throw(desk, 1, 4, 6, 6, 6, 2)
    play(desk, "keep 1 4 6 6 6")
    throw(desk, 6)
    assert scene(desk).note == "Ann: 24. Midnight!"
    throw(desk, 1, 1, 3, 3, 3, 3)
    play(desk, "keep 1 1 3 3 3 3")
    assert night(desk).rounds == (("Round", "Ann", "Bo"), ("1", "★ 24", "0"))
    assert scene(desk).note == "Bo: 0, no 4."
    assert [seat.rounds for seat in scene(desk).seats] == [(True, False), (False, False)]


def test_a_whole_match_of_midnight_is_played_without_javascript(app: Flask, desk: Desk) -> None:
    begin(desk, "midnight", "Ann", "Bo", rounds=1)
    browser = PlainBrowser(app.test_client())
    browser.open("/table")
    for faces, tick in (((1, 4, 6, 6, 6, 5), (1, 2, 3, 4, 5, 6)), ((2, 2, 3, 3, 4, 4), (1, 2, 3, 4, 5, 6))):
        for face in faces:
            browser.follow(str(face))
        browser.press("That is the throw")
        browser.press("Bank", tick=tick)
    assert browser.page.one("h1").words == "Ann wins"
    assert browser.press("Rematch").one("h1").words.endswith("six dice.")


# 420


def test_a_hand_of_420_shows_what_stays_and_what_it_needs(desk: Desk) -> None:
    begin(desk, "420", "Ann", "Bo", first="seats")
    throw(desk, 6, 5, 5, 1)
    throw(desk, 6, 5, 4, 1)
    made = scene(desk, pick=(4,))
    assert [place.caption for place in made.places] == ["stays", "stays", "stays", "again"]
    assert (made.actions[-1].words, made.actions[-1].why) == ("Throw the 1 again", "")
    assert "16 stays, needs 4" in [way.points for way in made.ways if way.chosen]


def test_a_reroll_of_420_that_is_not_allowed_is_refused_with_its_rule(desk: Desk) -> None:
    begin(desk, "420", "Ann", "Bo", first="seats")
    throw(desk, 6, 5, 5, 1)
    throw(desk, 6, 5, 4, 1)
    for pick, rule in (
        ((1, 2), "To throw two again the other two must make 10; they make 6."),
        ((1, 2, 3), "To throw three again the one that stays must be 5 or more; it is 1."),
        ((1,), "To throw one again the other three must make 15; they make 11."),
        ((), "Pick at least one die to throw again."),
    ):
        assert scene(desk, pick=pick).actions[-1].why == rule


def test_who_would_play_420_alone_is_told_on_the_form_and_when_it_is_sent(app: Flask, desk: Desk) -> None:
    browser = PlainBrowser(app.test_client())
    page = browser.open("/?game=420")
    said = [each.words for each in page.all("p") if each["data-for"] == "420"]
    assert said == ["Two or more play it: the last one left buys, and alone you would be that one."]
    page = browser.press("Start", player=["Ann"])
    refused = page.one("p", class_="refused")
    assert refused.words == "Name at least 2 players, as the last one left buys; only 1 so far."
    assert page.elements.index(refused) < page.elements.index(page.one("ol", class_="seats"))


def test_a_hand_of_420_that_is_over_is_thrown_again_whole(desk: Desk) -> None:
    begin(desk, "420", "Ann", "Bo", first="seats")
    throw(desk, 6, 6, 5, 5)
    throw(desk, 6, 5, 4, 1)
    made = scene(desk)
    assert made.actions[-1].words == "Throw all four again"
    assert all(place.picked for place in made.places)
    assert scene(desk, pick=(1,)).actions[-1].why == "22 is over: all four are thrown again."
    assert scene(desk).seats[0].now == "throws now"


def test_dice_of_420_thrown_before_the_press_where_only_one_reroll_is_allowed_are_taken(desk: Desk) -> None:
    begin(desk, "420", "Ann", "Bo", first="seats")
    throw(desk, 6, 6, 5, 5)
    throw(desk, 6, 5, 4, 1)
    desk.sightings.see(roll((6, 5, 5, 4)))
    assert desk.board().lines[-1] == "throw 6 5 5 4"
    assert desk.board().state is not None
    assert desk.board().state.outcome is not None


def test_the_end_of_420_tells_who_buys_and_for_whom(desk: Desk) -> None:
    begin(desk, "420", "Ann", "Bo", "Zoë", first="seats")
    throw(desk, 6, 5, 5, 4)
    throw(desk, 6, 5, 5, 4)
    end = scene(desk).end
    assert end is not None
    assert (end.title, end.number, end.unit) == ("Zoë buys", "2", "drinks: one each for Ann and Bo")
    assert [(rank.place, rank.name, rank.number) for rank in end.ranks] == [
        (1, "Ann", "20"),
        (2, "Bo", "20"),
        (3, "Zoë", "–"),
    ]


# Every game


def test_the_wall_shows_whose_turn_it_is_and_its_number_in_every_game(app: Flask, desk: Desk) -> None:
    client = app.test_client()
    for game, faces, number in (
        ("morning-roll", (1, 2, 3, 3, 4, 6), "100"),
        ("midnight", (1, 2, 3, 3, 4, 6), "0"),
        ("420", (6, 5, 4, 1), "–"),
    ):
        begin(desk, game, "Ann", "Bo", **({"first": "seats"} if game == "420" else {}))
        throw(desk, *faces)
        page = client.get("/wall").text
        assert f"<b>{number}</b>" in page, game
        assert client.get("/wall/board").status_code == 200


def random_match(desk: Desk, client: object, game: str, chance: random.Random) -> Match:
    """Play to the end by posts, as people do: with undos, dice off the table and pages looked at in between."""
    least = GAMES[game].least_players
    begin(desk, game, *chance.sample(NAMES, chance.randint(least, 5)), **_some_options(game, chance))
    while True:
        state = desk.board().state
        assert state is not None
        assert client.get("/table").status_code == 200  # type: ignore[attr-defined]
        if state.outcome:
            return Match.from_lines(desk.board().lines)
        path, fields = _next_post(state, chance)
        answer = client.post(  # type: ignore[attr-defined]
            path,
            data={"revision": desk.board().revision, **fields},
            headers={"Accept": "application/json"},
        )
        assert answer.status_code == 200, (path, fields, answer.text)


def _some_options(game: str, chance: random.Random) -> dict[str, object]:
    """Any options, but short matches."""
    known = {option.name: option for option in GAMES[game].options}
    options: dict[str, object] = {
        name: chance.choice(option.values) for name, option in known.items() if option.values
    }
    return {**options, **({"rounds": chance.randint(1, 2)} if "rounds" in known else {})}


def _next_post(state: State, chance: random.Random) -> tuple[str, dict[str, object]]:
    dice = chance.random()
    if len(state.lines) > 3 and dice < 0.08:
        return "/match/undo", {}
    if state.to_throw and dice < 0.14:
        return "/match/off", {"n": chance.randint(1, state.to_throw)}
    if state.to_throw:
        return "/match/throw", {"faces": " ".join(str(chance.randint(1, 6)) for _ in range(state.to_throw))}
    # Long keeps end matches; every move comes now and then.
    moves = sorted(state.moves, key=lambda move: -len(move.faces))
    move = moves[0] if dice < 0.5 else chance.choice(moves)
    return f"/match/{move.kind}", {"faces": " ".join(map(str, move.faces))}


@pytest.mark.parametrize("game", GAMES)
def test_random_matches_through_the_routes_end_as_the_engine_replays_their_lines(
    app: Flask, desk: Desk, game: str
) -> None:
    client, chance = app.test_client(), random.Random(game)
    for _ in range(MATCHES):
        replayed = random_match(desk, client, game, chance)
        board = desk.board()
        assert board.state == replayed.state
        assert board.state is not None
        stored = desk.store.match(board.match or 0)
        assert stored is not None
        again = Match.from_lines([line.text for line in stored.lines]).state
        assert (again, again.scores, again.net) == (board.state, board.state.scores, board.state.net)
        assert sum(again.net.values()) == 0
        end = scene_of(board, Query(), Links("/table", board.revision)).end
        assert end is not None
        assert {rank.name for rank in end.ranks} == set(replayed.state.players)
        if game != "420" and replayed.state.outcome and replayed.state.outcome.winners:
            first = [rank.name for rank in end.ranks if rank.place == 1]
            assert set(first) == set(replayed.state.outcome.winners)


def test_a_camera_that_sees_the_hands_of_the_others_takes_them_for_no_throw(desk: Desk) -> None:
    begin(desk, "420", "Ann", "Bo", first="seats")
    throw(desk, 6, 5, 5, 1)
    throw(desk, 6, 5, 4, 1)
    play(desk, "keep 5 5 6")
    desk.sightings.see(roll((3,), kept=(6, 5, 5, 6, 5, 4, 1)))
    assert desk.board().lines[-1] == "throw 3"
    assert desk.board().question is None


def test_undo_goes_back_over_the_end_of_a_match_and_into_the_one_before(desk: Desk) -> None:
    begin(desk, "midnight", "Ann", "Bo", rounds=1)
    for _ in range(2):
        throw(desk, 1, 4, 6, 6, 5, 5)
        play(desk, "keep 1 4 5 5 6 6")
    first = desk.board()
    assert scene(desk).end is not None
    begin(desk, "midnight", "Ann", "Bo", rounds=1)
    assert (desk.board().match, scene(desk).actions[0].why) == ((first.match or 0) + 1, "")
    desk.presses.undo(desk.board().revision)
    assert (desk.board().match, desk.board().state) == (first.match, first.state)
    desk.presses.undo(desk.board().revision)
    assert scene(desk).heading == "Bo, your pick"
    desk.presses.redo(desk.board().revision)
    assert desk.board().state == first.state


def test_with_own_dice_a_throw_before_the_press_is_told_by_its_number_beside_the_hands_of_others(
    desk: Desk,
) -> None:
    begin(desk, "420", "Ann", "Bo", first="seats", dice="own")
    throw(desk, 5, 5, 5, 3)
    throw(desk, 6, 5, 4, 1)
    desk.sightings.see(roll((2,), kept=(5, 5, 5, 6, 5, 4, 1)))
    question = desk.board().question
    lines = desk.board().lines
    assert question is None or [str(move) for move in question.moves] == ["keep 5 5 5"]
    if question is None:
        assert lines[-2:] == ("keep 5 5 5", "throw 2")


def test_with_one_set_dice_beside_the_throw_that_nobody_kept_are_asked_about(desk: Desk) -> None:
    begin(desk, "420", "Ann", "Bo", first="seats", dice="one")
    throw(desk, 5, 5, 5, 3)
    throw(desk, 6, 5, 4, 1)
    desk.sightings.see(roll((2,), kept=(5, 5, 5, 6, 5, 4, 1)))
    question = desk.board().question
    assert question is not None
    assert (question.kind, question.moves) == ("which", ())


def test_a_match_that_nobody_threw_in_is_not_kept(desk: Desk) -> None:
    begin(desk, "midnight", "Ann", "Bo", rounds=1)
    throw(desk, 1, 4, 6, 6, 5, 5)
    begin(desk, "midnight", "Zoë", rounds=1)
    unplayed = desk.board().match or 0
    begin(desk, "420", "Ann", "Bo")
    assert desk.store.match(unplayed) is None
    assert desk.store.match(unplayed - 1) is not None


def test_the_program_throws_for_somebody_and_the_turn_is_marked(app: Flask, desk: Desk) -> None:
    begin(desk, "midnight", "Ann", "Bo", rounds=1)
    browser = PlainBrowser(app.test_client())
    browser.open("/table")
    browser.press("Let the program throw")
    line = desk.board().lines[-1]
    assert line.startswith("throw ")
    assert line.endswith(" by=program")
    browser.press("Bank", tick=(1, 2, 3, 4, 5, 6))
    state = desk.board().state
    assert state is not None
    assert state.turns[-1].marked
    answer = app.test_client().post(
        "/match/program", data={"revision": desk.board().revision - 1}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 409, "a page that is old throws nothing"


def test_who_plays_alone_plays_against_the_exact_average_of_best_play(
    desk: Desk, app: Flask, morning_roll_odds: MorningRollOdds, midnight_odds: MidnightOdds
) -> None:
    alone: dict[str, dict[str, object]] = {
        "morning-roll": {},
        "midnight": {},
        "midnight 2-4-24": {"variant": "2-4-24"},
    }
    exact = {
        "morning-roll": morning_roll_odds.tables["expected"][0, 6],
        "midnight": midnight_odds.tables["1-4-24 scores"][0, 6, 0, 0, 0],
        "midnight 2-4-24": midnight_odds.tables["2-4-24 scores"][0, 6, 0, 0, 0],
    }
    for name, options in alone.items():
        game = name.split()[0]
        begin(desk, game, "Ann", **options)
        state = desk.board().state
        assert state is not None
        assert PAGES[game].average(state) == pytest.approx(exact[name], abs=1e-9)
        rival = scene(desk).rival
        assert rival is not None
        assert rival.total == {"morning-roll": "641 a turn"}.get(name, "18.7 a turn")
    page = app.test_client().get("/table").get_data(as_text=True)
    assert "Best play" in page
    begin(desk, "midnight", "Ann", "Bo")
    assert scene(desk).rival is None


def test_at_the_end_a_lone_player_is_told_what_best_play_makes_in_as_many_turns(desk: Desk) -> None:
    begin(desk, "morning-roll", "Ann", rounds=2)
    for _ in range(2):
        throw(desk, 1, 1, 1, 2, 3, 4)
        desk.presses.play(desk.board().revision, "stop 1 1 1")
    end = scene(desk).end
    assert end is not None
    assert end.unit == "points in two turns; best play makes 1,282 on average"
    begin(desk, "midnight", "Ann", rounds=2)
    for _ in range(2):
        throw(desk, 1, 4, 6, 6, 6, 5)
        desk.presses.play(desk.board().revision, "keep 1 4 6 6 6 5")
    end = scene(desk).end
    assert end is not None
    assert end.ranks[0].under == "46 points in all; best play makes 37.4 on average"
