"""Midnight and 420 from the first page to the end, by one who sees only the page: by touch, by keys, without a script.

`ROLLCALL_WHOLE_GAMES=1` plays every game every way; else one match is played.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Sequence
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from real_browser import LAPTOP, Table, chromium, needs_chromium, settled, table

__all__ = ["chromium", "table"]

pytestmark = needs_chromium

Way = Literal["touch", "mouse", "keys", "no script"]
SMALL = {"width": 360, "height": 740}
GAMES = ("midnight", "420 own", "420 one")
WAYS: tuple[Way, ...] = ("touch", "mouse", "keys", "no script")
EVERY = [(game, way) for game in GAMES for way in WAYS]
PLAYED = EVERY if os.environ.get("ROLLCALL_WHOLE_GAMES") else [("420 own", "no script")]
MOST_TURNS = 120


class Player:
    """Somebody before one page. chance: of the dice. thrown: every throw that was typed in, in order."""

    def __init__(self, page: Page, way: Way, chance: random.Random) -> None:
        self.page, self.way, self.chance = page, way, chance
        self.thrown: list[list[int]] = []

    def press(self, what: Locator) -> None:
        """Press it as one does here: with a finger, a mouse, or the key that is written for it."""
        if self.way == "keys":
            key = str(what.get_attribute("data-key")).split()[0]
            self.page.keyboard.press({"Shift+U": "Shift+KeyU"}.get(key, key))
        elif self.way == "mouse":
            what.click()
        else:
            # A button that says why it may not be pressed can be pressed all the same where there is no script.
            what.tap(force=self.way == "no script")
        self.rest()

    def go(self, what: Locator) -> None:
        """Press what changes the match, and see the page that follows."""
        board = self.page.locator("#board")
        before = str(board.get_attribute("data-revision"))
        self.press(what)
        expect(board).not_to_have_attribute("data-revision", before)
        self.rest()

    def rest(self) -> None:
        self.page.wait_for_load_state()
        if self.way != "no script":
            settled(self.page)

    @property
    def heading(self) -> str:
        return self.page.locator("h1").inner_text()

    @property
    def main(self) -> Locator:
        return self.page.locator(".actions .button.is-main")

    def begin(self, url: str, game: str, dice: str) -> None:
        """From the first page: the game, two players, its options, Start. Nothing here has a key of its own."""
        self.page.goto(url)
        self.page.locator(f".tile:has(input[value='{game}'])").click()
        for number, name in enumerate(("Ann", "Bo"), 1):
            self.page.get_by_label(f"Player {number}", exact=True).fill(name)
        if self.way == "no script":
            assert self.page.locator(f"details[data-for='{game}']").is_visible()
        self.page.locator(f"details[data-for='{game}'] summary").click()
        if dice:
            self.page.locator(f"label:has(input[name='420.dice'][value='{dice}'])").click()
            self.page.locator("label:has(input[name='420.first'][value='seats'])").click()
        else:
            self.page.locator("input[name='midnight.rounds']").fill("1")
        self.page.locator(f".actions button[data-for='{game}']").click()
        self.rest()

    def throw(self, faces: Sequence[int]) -> None:
        for number, face in enumerate(faces, 1):
            self.press(self.page.locator(f"#type-{face}"))
            expect(self.page.locator("a.is-typed")).to_have_count(number)
        assert self.page.locator(".keypad a").count() == 0, "more dice are awaited than were said"
        self.go(self.main)
        self.thrown.append([*faces])

    def pick(self, places: Sequence[int]) -> None:
        """Have just the dice of these places picked, and see it: what may be pressed then is another thing perhaps."""
        for box in self.page.locator(".places input[type=checkbox]").all():
            if box.is_checked() != (int(str(box.get_attribute("data-place"))) in places):
                place = str(box.get_attribute("id"))
                self.press(box if self.way == "keys" else self.page.locator(f"label:has(#{place})"))
        if self.way != "no script":
            seen = self.page.locator(".places input[type=checkbox][checked]")
            expect(seen).to_have_count(len(set(places)))
            for place in places:
                expect(seen.and_(self.page.locator(f"[data-place='{place}']"))).to_have_count(1)

    def lies(self) -> dict[int, int]:
        """The dice that can be picked: place and value."""
        boxes = self.page.locator(".places input[type=checkbox]").all()
        return {
            int(str(box.get_attribute("data-place"))): int(str(box.get_attribute("value"))) for box in boxes
        }

    def awaits(self) -> int:
        """The number of dice that the page waits for, as its heading says."""
        found = re.search(r", (one|two|three|four|five|six) (die|dice)", self.heading)
        return ("one", "two", "three", "four", "five", "six").index(found[1]) + 1 if found else 0


def open_page(chromium: Browser, way: Way) -> Page:
    small = way in ("touch", "no script")
    context = chromium.new_context(
        viewport=SMALL if small else LAPTOP,  # type: ignore[arg-type]
        has_touch=small,
        is_mobile=small,
        java_script_enabled=way != "no script",
    )
    return context.new_page()


@pytest.mark.parametrize(("game", "way"), PLAYED)
def test_a_whole_match_is_played_from_the_first_page_to_the_end(
    chromium: Browser, table: Table, game: str, way: Way
) -> None:
    page = open_page(chromium, way)
    player = Player(page, way, random.Random(f"{game} {way}"))
    name, _, dice = game.partition(" ")
    player.begin(table.url, name, dice)
    end = play_midnight(player) if name == "midnight" else play_420(player)
    assert player.heading == end
    throws = [line.split()[1:-1] for line in table.lines if line.startswith("throw")]
    assert [[int(face) for face in faces] for faces in throws] == player.thrown
    page.context.close()


def play_midnight(player: Player) -> str:
    """One round; what the page must say at the end, by arithmetic from the rules."""
    scores = {}
    for name in ("Ann", "Bo"):
        assert player.heading.startswith(f"{name}, six dice"), player.heading
        scores[name] = _midnight_turn(player, name)
    if scores["Ann"] == scores["Bo"]:
        return "Ann and Bo win together" if scores["Ann"] else "Nobody wins"
    return f"{'Ann' if scores['Ann'] > scores['Bo'] else 'Bo'} wins"


def _midnight_turn(player: Player, name: str) -> int:
    kept: list[int] = []
    while len(kept) < 6:
        assert player.awaits() == 6 - len(kept), player.heading
        faces = [player.chance.randint(1, 6) for _ in range(6 - len(kept))]
        player.throw(faces)
        if len(faces) == 1:
            kept += faces
            break
        lies = player.lies()
        assert sorted(lies.values()) == sorted(faces)
        wanted = [key for key in (1, 4) if key not in kept]
        keys = [next((place for place, face in lies.items() if face == key), 0) for key in wanted]
        best = max(lies, key=lambda place: lies[place])
        picked = [place for place in keys if place] or [best]
        picked = [*picked, *(place for place, face in lies.items() if face == 6 and not wanted)]
        player.pick(picked)
        kept += [lies[place] for place in set(picked)]
        player.go(player.main)
    if not {1, 4} <= set(kept):
        return 0
    return sum(kept) - 5


def play_420(player: Player) -> str:
    """One round: who makes 20 is safe, the other one buys. What the page must say at the end."""
    hands: dict[str, list[int]] = {"Ann": [], "Bo": []}
    for turn in range(MOST_TURNS):
        name = ("Ann", "Bo")[turn % 2]
        hand = hands[name]
        assert player.heading.startswith(f"{name}, "), player.heading
        if hand:
            lies = player.lies()
            assert sorted(lies.values()) == sorted(hand)
            # Of equal dice the page may have thrown another one: nobody at the table knows them apart.
            hand = [*lies.values()]
            again = _fewest_that_may(hand)
            player.pick([place + 1 for place in again])
            player.go(player.main)
        else:
            again = [0, 1, 2, 3]
            hand = [0] * 4
        assert player.awaits() == len(again), player.heading
        need = 20 - sum(face for place, face in enumerate(hand) if place not in again)
        faces = [player.chance.randint(1, 6) for _ in again]
        if len(again) == 1 and 1 <= need <= 6 and turn > 3:
            faces = [need]
        player.throw(faces)
        for place, face in zip(again, faces, strict=True):
            hand[place] = face
        hands[name] = hand
        if sum(hand) == 20:
            return f"{'Bo' if name == 'Ann' else 'Ann'} buys"
    raise AssertionError("nobody made 20")


def _fewest_that_may(hand: Sequence[int]) -> list[int]:
    """The places of as few dice as the rules let be thrown again: one with 15 left, two with 10, three with a 5."""
    if sum(hand) > 20:
        return [0, 1, 2, 3]
    order = sorted(range(4), key=lambda place: hand[place])
    for number, least in ((1, 15), (2, 10), (3, 5)):
        if sum(hand[place] for place in order[number:]) >= least:
            return sorted(order[:number])
    return [0, 1, 2, 3]
