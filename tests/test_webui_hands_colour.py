"""With own dice of a colour each, hands are told apart by it where their places tell nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from coloured_dice import BGR, COLOURS, cloth
from flask import Flask
from seen_dice import die

from hardware.frame import Image
from vision.nouns import Die, Roll, Zone
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk

SIDE = 30
WIDTH, HEIGHT = 640, 480
FREE = [(x, y) for x in range(40, WIDTH - 30, 60) for y in range(40, HEIGHT - 30, 60)]
Lying = tuple[int, tuple[int, int]]


class Heap:
    """A table on which the dice of all lie mixed; what a camera sees of a throw there, by a lamp from one side."""

    def __init__(self, desk: Desk, colours: dict[str, BGR], chance: random.Random) -> None:
        self.desk, self.colours, self.chance = desk, colours, chance
        self.lies: dict[str, list[Lying]] = {name: [] for name in colours}
        self.hidden: list[tuple[str, Lying]] = []

    def mix(self) -> None:
        """All dice are swept together and come to lie anywhere, each as it was turned."""
        free = self._free(())
        self.lies = {name: [(face, free.pop()) for face, _ in dice] for name, dice in self.lies.items()}

    def throw(self, player: str, places: Sequence[int], faces: Sequence[int]) -> None:
        """These of the player's dice are thrown anywhere on the table, and are seen with those that lie there."""
        hand = self.lies[player] or [(0, (0, 0))] * 4
        stays = [each for place, each in enumerate(hand) if place not in places]
        others = [(name, each) for name, dice in self.lies.items() if name != player for each in dice]
        free = self._free([at for _, at in (*stays, *(each for _, each in others))])
        new = [(face, free.pop()) for face in faces]
        self.lies[player] = [*stays, *new]
        beside = [*((player, each) for each in stays), *(each for each in others if each not in self.hidden)]
        seen = [*((player, each, "throw") for each in new), *((who, each, "keep") for who, each in beside)]
        kept = tuple(face for _, (face, _) in beside)
        dice = tuple(_die(each, zone) for _, each, zone in seen)
        self.desk.sightings.see(Roll(1.0, tuple(faces), kept, 0, "", self._picture(seen), dice))

    def _picture(self, seen: Sequence[tuple[str, Lying, Zone]]) -> Image:
        dice = [(x, y, SIDE, face, self.colours[who]) for who, (face, (x, y)), _ in seen]
        return cloth(WIDTH, HEIGHT, dice, dim=0.8)

    def _free(self, taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        free = [place for place in FREE if place not in taken]
        self.chance.shuffle(free)
        return free


def _die(lies: Lying, zone: Zone) -> Die:
    face, (x, y) = lies
    half = SIDE * 0.6
    box = np.array([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]])
    return replace(die(face, zone), corners_px=box.astype(np.float32))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(Settings(data=tmp_path_factory.mktemp("data"), camera="none"))
    yield app
    app.extensions["rollcall"].close()


def heap(desk: Desk, *colours: str) -> Heap:
    """Ann with 6, 5, 5, 1 and Bo with 6, 5, 5, 2, in these colours, their dice mixed; Ann is on turn."""
    desk.presses.new(desk.board().revision, "420", ["Ann", "Bo"], first="seats", dice="own")
    bodies = dict(zip(("Ann", "Bo"), (COLOURS[name] for name in colours), strict=True))
    heap = Heap(desk, bodies, random.Random(2))
    heap.throw("Ann", (0, 1, 2, 3), (6, 5, 5, 1))
    heap.throw("Bo", (0, 1, 2, 3), (6, 5, 5, 2))
    heap.mix()
    return heap


def lines(desk: Desk) -> tuple[str, ...]:
    return desk.board().lines[4:]


def asked(desk: Desk) -> tuple[str, str]:
    question = desk.board().question
    return (question.kind, question.roll.hand) if question else ("", "")


def test_mixed_hands_are_told_apart_by_their_colours(desk: Desk) -> None:
    heap(desk, "red", "blue").throw("Ann", (1, 3), (4, 4))
    assert (asked(desk), lines(desk)) == (("", ""), ("keep 5 6", "throw 4 4"))


def test_the_dice_of_who_is_not_on_turn_are_known_by_their_colour_though_another_is_hidden(
    desk: Desk,
) -> None:
    mixed = heap(desk, "white", "black")
    mixed.hidden = [("Bo", mixed.lies["Bo"][0])]
    mixed.throw("Bo", (3,), (3,))
    assert (asked(desk), lines(desk)) == (("which", "Bo"), ())


def test_who_throws_is_known_by_colour_though_a_die_of_another_is_hidden(desk: Desk) -> None:
    mixed = heap(desk, "yellow", "green")
    mixed.hidden = [("Bo", mixed.lies["Bo"][1])]
    mixed.throw("Ann", (2, 3), (2, 2))
    assert (asked(desk), lines(desk)) == (("", ""), ("keep 5 6", "throw 2 2"))


def test_mixed_hands_of_one_colour_are_told_apart_by_nothing(desk: Desk) -> None:
    mixed = heap(desk, "white", "white")
    mixed.hidden = [("Bo", mixed.lies["Bo"][1])]
    mixed.throw("Ann", (2, 3), (2, 2))
    question = desk.board().question
    assert question is None or question.roll.stays is None
    assert asked(desk)[1] == ""


@pytest.mark.parametrize("seed", range(3))
def test_any_match_with_mixed_hands_of_a_colour_each_is_told_as_it_was_thrown(desk: Desk, seed: int) -> None:
    chance = random.Random(seed)
    names = ["Ann", "Bo", "Zoë", "Cy"][: 2 + seed % 3]
    bodies = chance.sample(list(COLOURS.values()), len(names))
    desk.presses.new(desk.board().revision, "420", names, first="seats", dice="own")
    desk.presses.confirm_by_throwing(True)
    mixed = Heap(desk, dict(zip(names, bodies, strict=True)), chance)
    for _ in range(20):
        state = desk.board().state
        assert state is not None
        if state.outcome:
            break
        player = str(state.player)
        if len(state.turns) and state.turns[-1].qualified:
            mixed.lies = {name: [] for name in names}
        places, keep = (0, 1, 2, 3), ""
        if state.moves:
            move = chance.choice(state.moves)
            left, places, keep = list(move.faces), (), str(move)
            for place, (face, _) in enumerate(mixed.lies[player]):
                if face in left:
                    left.remove(face)
                else:
                    places = (*places, place)
        mixed.mix()
        faces = [chance.randint(1, 6) for _ in places]
        mixed.throw(player, places, faces)
        assert desk.board().question is None, (seed, desk.board().lines[-3:])
        told = [f"throw {' '.join(map(str, faces))}"]
        assert (
            list(desk.board().lines[-2:]) == [keep, *told] if keep else list(desk.board().lines[-1:]) == told
        )


def test_what_was_seen_is_stored_with_its_colours(tmp_path: Path, desk: Desk) -> None:
    heap(desk, "red", "blue")
    roll = desk.ledger.rolls.seen(desk.ledger.now.newest.roll)
    assert roll is not None
    colours = {each.zone: each.colour for each in roll.dice}
    assert colours["throw"] is not None
    assert colours["keep"] is not None
    assert colours["throw"][2] < 128 < colours["keep"][2], "blue is less yellow than red"
