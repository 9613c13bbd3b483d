# Tested by tests/test_webui_games.py.
"""420 on the page: hands side by side, a glass each with its line at 20, and what may be thrown again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.four_twenty import DICE, GOAL, FourTwenty, Turn
from engine.game import State, state_of
from webui.games.four_twenty_end import end_of
from webui.games.four_twenty_hands import Hands, hands_of
from webui.games.four_twenty_told import FourTwentyTold
from webui.games.four_twenty_words import again, happened, not_allowed, out_note
from webui.match.board import Board
from webui.page import ending, tray, words
from webui.page.game import GamePage, Standing, state_on
from webui.page.links import Links
from webui.page.parts import fix_link, scene, undo
from webui.page.scene import Action, Place, Query, Scene, Seat, Way


class FourTwentyPage(GamePage):
    """See `GamePage`. The tray is the hand of the player on turn; what is picked is thrown again."""

    name = "420"
    title = "420"
    look = "420"
    glyph = "g-420"
    invitation = "Make exactly 20 with four dice. The last one left buys the drinks."
    company = "Two or more play it: the last one left buys, and alone you would be that one."
    dice = DICE
    told = FourTwentyTold()

    def lying(self, state: State) -> tuple[Place, ...]:
        """The dice that stay, each in its place of the hand."""
        hand, staying = state_of(FourTwenty, state).hand, set(self._staying(state))
        return tuple(
            Place(number, "locked", f"die {number}: {words.die_value(face)}, stays", face, "stays", "lock")
            for number, face in enumerate(hand, 1)
            if number in staying
        )

    def _staying(self, state: State) -> tuple[int, ...]:
        """The places of the dice that stay while the others are thrown."""
        return () if state.thrown else _places_of(state.kept, state_of(FourTwenty, state).hand)

    def free(self, state: State) -> tuple[int, ...]:
        staying = self._staying(state)
        return tuple(number for number in range(1, DICE + 1) if number not in staying)

    def free_before(self, state: State) -> tuple[int, ...]:
        turns = state_of(FourTwenty, state).turns
        last = turns[-1]
        staying = _places_of(last.stays or (), _hand_before(turns[:-1], last))
        return tuple(number for number in range(1, DICE + 1) if number not in staying)

    def places_of_throw(self, board: Board) -> tuple[int, ...]:
        """Every throw of 420 ends a turn: the newest one is of the player before."""
        state = state_on(board)
        return self.free(state) if board.question or not state.turns else self.free_before(state)

    def standing(self, board: Board) -> Standing:
        state = state_of(FourTwenty, state_on(board))
        return Standing(
            round=f"Round {state.round}{out_note(state)}",
            roll="Make exactly 20",
            note=happened(state) or f"Round {state.round}",
            seats=_seats(state),
            own=hands_of(state),
        )

    def choice(self, board: Board, query: Query, links: Links) -> Scene:
        """The hand of the player on turn: pick what is thrown again."""
        state = state_of(FourTwenty, state_on(board))
        whole = sum(state.hand) > GOAL
        picked = tuple(range(1, DICE + 1)) if whole and query.pick is None else query.pick or ()
        places = self._hand_places(state, picked)
        told = happened(state)
        return scene(
            board,
            self,
            heading=f"{state.player}, your throw",
            note=told or f"Round {state.round} · pick what to throw again",
            places=places,
            own=hands_of(state),
            ways=_ways(state, places, links),
            actions=(undo(board), _throw_again(board, state, places)),
            fix=fix_link(board, self, links),
            pick_hint="Tap the dice to throw again",
        )

    def _hand_places(self, state: FourTwenty, picked: Sequence[int]) -> tuple[Place, ...]:
        return tuple(
            Place(
                number,
                "open",
                f"die {number}: {words.die_value(face)}, {'again' if number in picked else 'stays'}",
                face,
                "again" if number in picked else "stays",
                "again",
                pickable=True,
                picked=number in picked,
            )
            for number, face in enumerate(state.hand, 1)
        )

    def following(self, state: State) -> str:
        """The next one who is still in; while the lowest die is thrown for, as in every game."""
        return super().following(state) if state.drawing else _next(state_of(FourTwenty, state))

    def number(self, made: Scene) -> str:
        return made.own.beside[0].total if isinstance(made.own, Hands) else ""

    def bust(self, board: Board, links: Links) -> Scene:
        """A die left the table, and that loses the hand in this match."""
        turn = state_of(FourTwenty, state_on(board)).turns[-1]
        off = turn.rolls[-1].off
        cost = f"{words.whose(turn.player)} hand is lost. All four again next turn."
        places = ending.final_places(self, turn.stays or (), len(turn.stays or ()), off)
        return ending.bust(board, self, links, (ending.why_off(board, turn), cost), places)

    def over(self, board: Board, links: Links) -> Scene:
        state = state_of(FourTwenty, state_on(board))
        return ending.over(board, self, end_of(state), fix=fix_link(board, self, links))


def _places_of(staying: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
    """The places of the dice that stay: of equal ones the first, as `engine.four_twenty.refill` has it."""
    left, found = Counter(staying), []
    for number, face in enumerate(hand, 1):
        if left[face]:
            left[face] -= 1
            found.append(number)
    return tuple(found)


def _hand_before(turns: Sequence[Turn], last: Turn) -> tuple[int, ...]:
    """The hand that this turn began with; empty where it was its player's first of the round."""
    mine = [turn.final for turn in turns if (turn.player, turn.round) == (last.player, last.round)]
    return mine[-1] if mine else ()


def _seats(state: FourTwenty) -> tuple[Seat, ...]:
    following = _next(state)
    return tuple(
        Seat(
            number,
            name,
            *_now(state, number, following),
            name == state.player,
            name in state.out,
            name in state.out,
        )
        for number, name in enumerate(state.players)
    )


def _now(state: FourTwenty, seat: int, following: str) -> tuple[str, str]:
    """The sum of a hand, or that its player is out, and a word about it."""
    name, hand = state.players[seat], state.hands[seat]
    if name in state.out:
        return "out, safe", f"won round {state.out.index(name) + 1}"
    total = str(sum(hand)) if hand else "–"
    if name == state.player:
        return total, "throws now"
    if sum(hand) > GOAL:
        return total, "over: all four again"
    return total, "next" if name == following else "" if hand else "no hand yet"


def _next(state: FourTwenty) -> str:
    """Who throws after the player on turn, if nobody makes 20."""
    count = len(state.players)
    around = [state.players[(state.seat + step) % count] for step in range(1, count)]
    return next((name for name in around if name not in state.out), "")


def _ways(state: FourTwenty, places: Sequence[Place], links: Links) -> tuple[Way, ...]:
    """Every reroll that is allowed, the fewest dice first."""
    picked = Counter(tray.picked_of(places))
    made = []
    for move in reversed(state.moves):
        rest = tuple((Counter(state.hand) - Counter(move.faces)).elements())
        sums = sum(move.faces)
        worth = f"{sums} stays, needs {GOAL - sums}" if move.faces else f"all four, needs {GOAL}"
        link = links.picked(tray.places_of(rest, places))
        made.append(Way(tuple(sorted(rest)), worth, Counter(rest) == picked, link))
    return tuple(made)


def _throw_again(board: Board, state: FourTwenty, places: Sequence[Place]) -> Action:
    thrown = tray.picked_of(places)
    staying = tuple((Counter(state.hand) - Counter(thrown)).elements())
    why = not_allowed(state, thrown, staying)
    under = "or just throw it" if len(thrown) == 1 else "or just throw them"
    return Action(
        again(thrown),
        "/match/reroll",
        under="" if why or not board.source.looks else under,
        why=why,
        keys="R",
        main=True,
    )
