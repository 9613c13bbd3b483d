# Tested by tests/test_webui_games.py.
"""Midnight on the page: two keyholes and four dice that count, a dial with 24 on top, the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import State, state_of
from engine.midnight import Midnight, Turn
from webui.games.midnight_end import ROUND_WORTH, end_of, rounds_table
from webui.games.midnight_set import Night, night_of
from webui.games.midnight_told import MidnightTold
from webui.games.midnight_words import goal, lacks, needs, pot_note, scored
from webui.match.board import Board
from webui.page import ending, tray, words
from webui.page.game import GamePage, Standing, state_on
from webui.page.links import Links
from webui.page.parts import fix_link, just_throw, scene, undo
from webui.page.picture import live_photo
from webui.page.scene import Action, Place, Query, Scene, Seat

MOST_DOTS = 5
"""Rounds won that are dots beside a score. More: a wider score board. Fewer: long matches are told in words."""


class MidnightPage(GamePage):
    """See `GamePage`. Kept dice lie in the set above the tray, so that the tray has the thrown ones alone."""

    name = "midnight"
    title = "Midnight"
    look = "midnight"
    glyph = "g-midnight"
    invitation = "A 1, a 4, and as much as you can on the other four. 24 is midnight."
    dice = 6
    told = MidnightTold()

    def lying(self, state: State) -> tuple[Place, ...]:
        return ()

    def free(self, state: State) -> tuple[int, ...]:
        places = state_of(Midnight, state).places
        numbers = [number for number, (_, locked) in enumerate(places, 1) if not locked]
        return tuple(numbers) or tuple(range(1, self.dice + 1))

    def free_before(self, state: State) -> tuple[int, ...]:
        thrown = state_of(Midnight, state).turns[-1].rolls[-1].thrown
        return tuple(range(self.dice - len(thrown) + 1, self.dice + 1))

    def standing(self, board: Board) -> Standing:
        state = state_of(Midnight, state_on(board))
        return Standing(
            round=words.round_note(state.round, state.settings.rounds),
            roll="" if state.outcome else _throw_note(state),
            note=_happened(state) or _throw_note(state),
            seats=_seats(state, state.points if state.rolls else None),
            own=_own(state, ()),
        )

    def choice(self, board: Board, query: Query, links: Links) -> Scene:
        """An open throw: pick at least one die, then roll on, or bank when all are picked."""
        state = state_of(Midnight, state_on(board))
        places = self._choice_places(state, query.pick or ())
        faces = tray.picked_of(places)
        own = _own(state, faces)
        return scene(
            board,
            self,
            heading=words.your_pick(str(state.player)),
            note=_throw_note(state),
            photo=live_photo(board, tray.dice_at(self, board, query.pick or ())),
            seats=_seats(state, own.dial.sum),
            places=places,
            own=own,
            actions=_choice_actions(board, state, faces),
            fix=fix_link(board, self, links),
        )

    def _choice_places(self, state: Midnight, picked: Sequence[int]) -> tuple[Place, ...]:
        return tuple(
            Place(
                number,
                "open",
                f"die {number}: {words.die_value(face)}",
                face,
                "keep" if number in picked else "",
                "tick",
                pickable=True,
                picked=number in picked,
            )
            for number, face in zip(self.free(state), state.thrown, strict=False)
        )

    def number(self, made: Scene) -> str:
        return str(made.own.dial.sum) if isinstance(made.own, Night) else ""

    def on_wall(self, made: Scene) -> tuple[Place, ...]:
        """The kept dice, which lie in the set, and those of the throw."""
        kept = (*made.own.keys, *made.own.counts) if isinstance(made.own, Night) else ()
        return (*(place for place in kept if place.look == "locked"), *made.places)

    def average(self, state: State) -> float:
        return ROUND_WORTH[state_of(Midnight, state).settings.variant]

    def at_stake(self, state: State) -> str:
        return pot_note(state_of(Midnight, state))

    def bust(self, board: Board, links: Links) -> Scene:
        """A die left the table, and that ends the turn in this match."""
        turn = state_of(Midnight, state_on(board)).turns[-1]
        cost = words.off_the_table(turn.player, turn.rolls[-1].off)[1]
        kept = len(turn.kept)
        places = ending.final_places(self, turn.final, kept, turn.rolls[-1].off)
        return ending.bust(board, self, links, (ending.why_off(board, turn), cost), places)

    def over(self, board: Board, links: Links) -> Scene:
        state = state_of(Midnight, state_on(board))
        return ending.over(board, self, end_of(board, state), fix=fix_link(board, self, links))


def _throw_note(state: Midnight) -> str:
    number = len(state.rolls) + (0 if state.thrown else 1)
    return f"Throw {number} · {words.dice(len(state.thrown) or state.to_throw)}"


def _happened(state: Midnight) -> str:
    """How the turn before has ended, as long as nothing was thrown in this one."""
    return scored(state, state.turns[-1]) if state.turns and not state.rolls else ""


def _own(state: Midnight, picked: Sequence[int]) -> Night:
    made = night_of(state, picked, needs(state, picked), goal(state, picked), rounds_table(state))
    return replace(made, pot=pot_note(state))


def _seats(state: Midnight, running: int | None) -> tuple[Seat, ...]:
    """This round's scores, and the rounds that each player has won. running: of the player on turn."""
    played = {turn.player: turn for turn in state.turns if turn.round == state.round}
    return tuple(
        Seat(
            number,
            name,
            *_now(state, name, played.get(name), running),
            name == state.player,
            rounds=_dots(state, name),
        )
        for number, name in enumerate(state.players)
    )


def _now(state: Midnight, name: str, turn: Turn | None, running: int | None) -> tuple[str, str]:
    """The number of one player in this round, and a word about it."""
    won = words.rounds(state.scores[name]) if not _dots(state, name) and state.settings.rounds > 1 else ""
    if turn is not None:
        return str(turn.score), won or lacks(turn) or "scored"
    if name == state.player:
        return ("–" if running is None else str(running)), won or "on turn"
    return "–", won or "to come"


def _dots(state: Midnight, name: str) -> tuple[bool, ...]:
    won, most = state.scores[name], max(state.scores.values())
    dots = max(state.settings.rounds // 2 + 1, most)
    return tuple(place < won for place in range(dots)) if 1 < dots <= MOST_DOTS else ()


def _choice_actions(board: Board, state: Midnight, faces: Sequence[int]) -> tuple[Action, ...]:
    left = len(state.thrown) - len(faces)
    nothing = "" if faces else words.NOTHING_KEPT
    bank = (
        ""
        if left == 0
        else f"Bank when all six are kept: {words.dice(left)} {'is' if left == 1 else 'are'} still open."
    )
    worth = next((str(move.points) for move in state.moves if len(move.faces) == len(state.thrown)), "")
    roll = Action(
        "Roll on",
        "/match/keep",
        under=just_throw(board, left) if faces else "",
        why=nothing or ("" if left else "All six are kept: bank them."),
        keys="R",
        main=left > 0,
    )
    return (
        undo(board),
        roll,
        Action(
            "Bank",
            "/match/keep",
            big=worth if left == 0 else "",
            why=bank,
            keys="B",
            main=left == 0,
            name="bank",
        ),
    )
