"""With own dice at 420 each hand lies at its place: that tells which dice were thrown, and whose."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from plain_browser import PlainBrowser
from seen_dice import die, picture

from vision.nouns import Die, Roll, Zone
from webui.app import create_app
from webui.assembly import open_desk
from webui.config import Settings
from webui.desk import Desk
from webui.match.hands import hands_of

PX = 20
Spot = tuple[float, float]
CORNERS: dict[str, Spot] = {"Ann": (100, 100), "Bo": (500, 100), "Zoë": (300, 400)}


class Cloth:
    """A table on which each player has four dice in a corner of it; what the camera sees of a throw there."""

    def __init__(self, desk: Desk, *players: str) -> None:
        self.desk = desk
        self.lies: dict[str, list[tuple[int, Spot]]] = {name: [] for name in players}

    def throw(self, player: str, places: Sequence[int], faces: Sequence[int]) -> None:
        """These of the player's dice (all four the first time) are thrown near the player's corner, and are seen."""
        hand = self.lies[player] or [(0, (0, 0))] * 4
        x, y = CORNERS[player]
        new = [(face, (x + 45 * n, y + 70 + 5 * n)) for n, face in enumerate(faces)]
        stays = [each for place, each in enumerate(hand) if place not in places]
        beside = [each for name, dice in self.lies.items() if name != player for each in dice]
        self.lies[player] = [*stays, *new]
        seen = [*(_die(each, "throw") for each in new), *(_die(each, "keep") for each in (*stays, *beside))]
        kept = tuple(face for face, _ in (*stays, *beside))
        shown = Roll(1.0, tuple(faces), kept, 0, "", picture(640, 480), tuple(seen))
        self.desk.sightings.see(shown)

    def slide(self, player: str, by: Spot) -> None:
        """The player's hand is pushed elsewhere; no throw tells of it."""
        self.lies[player] = [(face, (x + by[0], y + by[1])) for face, (x, y) in self.lies[player]]


def _die(lies: tuple[int, Spot], zone: Zone) -> Die:
    face, (x, y) = lies
    square = np.array([[0, 0], [PX, 0], [PX, PX], [0, PX]], np.float32) + np.array([x, y], np.float32)
    return replace(die(face, zone), corners_px=square)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(Settings(data=tmp_path_factory.mktemp("data"), camera="none"))
    yield app
    app.extensions["rollcall"].close()


@pytest.fixture
def cloth(desk: Desk) -> Cloth:
    desk.presses.new(desk.board().revision, "420", ["Ann", "Bo"], first="seats", dice="own")
    cloth = Cloth(desk, "Ann", "Bo")
    cloth.throw("Ann", (0, 1, 2, 3), (6, 5, 5, 1))
    cloth.throw("Bo", (0, 1, 2, 3), (6, 5, 5, 2))
    assert lines(desk) == ("throw 6 5 5 1", "throw 6 5 5 2")
    return cloth


def lines(desk: Desk) -> tuple[str, ...]:
    return desk.board().lines[2:]


def asked(desk: Desk) -> tuple[str, str]:
    question = desk.board().question
    return (question.kind, question.roll.hand) if question else ("", "")


def test_a_reroll_that_the_rules_forbid_is_not_taken_for_the_one_that_has_as_many_dice(
    desk: Desk, cloth: Cloth
) -> None:
    cloth.throw("Ann", (1,), (4,))  # 6, 5 and 1 lie there still: 12, and one die needs 15
    assert (asked(desk), lines(desk)[2:]) == (("which", ""), ())
    question = desk.board().question
    assert question is not None
    assert question.moves == ()


def test_two_dice_thrown_again_are_told_by_place(desk: Desk, cloth: Cloth) -> None:
    cloth.throw("Ann", (2, 3), (3, 3))
    assert lines(desk)[2:] == ("keep 5 6", "throw 3 3")
    cloth.throw("Bo", (0, 3), (1, 1))
    assert lines(desk)[4:] == ("keep 5 5", "throw 1 1")
    assert desk.board().question is None


def test_a_hand_that_was_slid_is_found_again_by_its_values_and_what_lies_nearest(
    desk: Desk, cloth: Cloth
) -> None:
    cloth.slide("Ann", (-60, 30))
    cloth.slide("Bo", (40, 60))
    cloth.throw("Ann", (3,), (2,))
    assert lines(desk)[2:] == ("keep 5 5 6", "throw 2")
    hands = hands_of(desk.ledger.now, desk.ledger.rolls.seen)
    assert {who: sorted(each.value or 0 for each in hand) for who, hand in hands.items()} == {
        "Ann": [2, 5, 5, 6],
        "Bo": [2, 5, 5, 6],
    }


def test_the_dice_of_somebody_who_is_not_on_turn_are_no_throw_but_a_question(
    app: Flask, desk: Desk, cloth: Cloth
) -> None:
    cloth.throw("Bo", (3,), (3,))
    assert (asked(desk), len(lines(desk))) == (("which", "Bo"), 2)
    browser = PlainBrowser(app.test_client())
    page = browser.open("/table")
    assert page.one("h1").words == "Were those Bo’s dice?"
    assert (
        "One die came that was in Bo’s hand, and Ann is on turn." in page.one("section", class_="event").words
    )
    browser.press("Forget this throw")
    assert (desk.board().question, len(lines(desk))) == (None, 2)


def test_who_says_what_was_kept_says_that_the_throw_was_theirs(desk: Desk, cloth: Cloth) -> None:
    cloth.throw("Bo", (3,), (3,))
    desk.presses.play(desk.board().revision, "keep 5 5 6")
    assert lines(desk)[2:] == ("keep 5 5 6", "throw 3")
    assert desk.board().question is None


def test_dice_of_another_hand_are_asked_about_after_the_press_too_and_one_tap_takes_them(
    app: Flask, desk: Desk, cloth: Cloth
) -> None:
    desk.presses.play(desk.board().revision, "keep 5 5 6")
    cloth.throw("Bo", (3,), (3,))
    assert (asked(desk), lines(desk)[2:]) == (("which", "Bo"), ("keep 5 5 6",))
    browser = PlainBrowser(app.test_client())
    browser.open("/table")
    browser.press("It was Ann’s throw")
    assert (desk.board().question, lines(desk)[-1]) == (None, "throw 3 by=fix")


def test_where_the_dice_do_not_add_up_nothing_is_told_by_place(desk: Desk, cloth: Cloth) -> None:
    cloth.lies["Bo"] = cloth.lies["Bo"][:3]  # one is in Bo's hand, or hidden
    cloth.throw("Ann", (3,), (2,))
    assert asked(desk)[1] == ""
    assert len(lines(desk)) >= 2


def test_hands_are_cleared_with_a_new_round_and_told_anew_after_a_restart(tmp_path: Path) -> None:
    first = open_desk(Settings(data=tmp_path, camera="none"))
    first.presses.new(0, "420", ["Ann", "Bo", "Zoë"], first="seats", dice="own")
    cloth = Cloth(first, "Ann", "Bo", "Zoë")
    cloth.throw("Ann", (0, 1, 2, 3), (6, 5, 5, 1))
    first.close()
    second = open_desk(Settings(data=tmp_path, camera="none"))
    cloth.desk = second
    assert set(hands_of(second.ledger.now, second.ledger.rolls.seen)) == {"Ann"}
    cloth.throw("Bo", (0, 1, 2, 3), (6, 5, 5, 4))
    assert second.board().state.out == ("Bo",)  # type: ignore[union-attr]
    assert hands_of(second.ledger.now, second.ledger.rolls.seen) == {}
    second.close()


@pytest.mark.parametrize("seed", range(6))
def test_any_evening_of_own_dice_is_told_as_it_was_thrown(desk: Desk, seed: int) -> None:
    chance = random.Random(seed)
    names = ["Ann", "Bo", "Zoë"][: 2 + seed % 2]
    desk.presses.new(desk.board().revision, "420", names, first="seats", dice="own")
    desk.presses.confirm_by_throwing(True)
    cloth = Cloth(desk, *names)
    while (state := desk.board().state) and not state.outcome:
        player = str(state.player)
        if len(state.turns) and state.turns[-1].qualified:
            cloth.lies = {name: [] for name in names}
        places: tuple[int, ...] = (0, 1, 2, 3)
        if state.moves:
            keep = chance.choice(state.moves).faces
            left, places = list(keep), ()
            for place, (face, _) in enumerate(cloth.lies[player]):
                if face in left:
                    left.remove(face)
                else:
                    places = (*places, place)
        cloth.slide(player, (chance.uniform(-8, 8), chance.uniform(-8, 8)))
        faces = [chance.randint(1, 6) for _ in places]
        cloth.throw(player, places, faces)
        told = lines(desk)
        assert desk.board().question is None, (seed, told[-3:])
        assert told[-1] == f"throw {' '.join(map(str, faces))}"
        if state.moves and sum(face for face, _ in cloth.lies[player]) != 20 and places != (0, 1, 2, 3):
            assert told[-2] == " ".join(["keep", *map(str, sorted(keep))])
