# Tested by tests/test_webui_calls_picking.py.
"""420 in the list of calls: where its dice lie, what may be thrown again, how it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.four_twenty import DICE, GOAL, LEAST_STAYING, FourTwenty
from engine.game import State, Turn, state_of
from webui.calls.call import Call
from webui.calls.game import Can, GameCalls, Laid, Pick
from webui.calls.games import four_twenty
from webui.calls.step import Step
from webui.calls.values import Count, Dice, Names, Part, Parts, names_of


class FourTwentyCalls(GameCalls):
    """See `GameCalls`. What is picked is thrown again."""

    name = "420"

    def calls(self, step: Step) -> Sequence[Call]:
        return four_twenty.calls(step)

    def comes(self, step: Step) -> Sequence[Call]:
        return [four_twenty.comes(step)]

    def places(self, state: State, faces: Sequence[int | None]) -> Pick:
        """The places of the hand whose dice do not stay; of equal dice the first stays."""
        staying, free = Counter(state.kept), []
        for place, face in enumerate(state_of(FourTwenty, state).hand or (0,) * DICE, 1):
            if staying[face]:
                staying[face] -= 1
            else:
                free.append(place)
        return tuple([*free, *range(DICE + 1, DICE + 1 + len(faces))][: len(faces)])

    def standing(self, state: State, league: Part | str = "") -> Part:
        now, names = state_of(FourTwenty, state), names_of(state.players)
        out = Names(tuple(names[player] for player in now.out), whole=True)
        fields: dict[str, Any] = {
            "round": state.round,
            "name": names[state.player] if state.player else None,
            "out": Part("out-now", {"names": out}) if now.out else "",
            "others": four_twenty.sums_now(now),
        }
        return Part("standing-420", fields)

    def open(self, state: State) -> Part:
        return _hand(sum(state.thrown))

    def ended(self, state: State, turn: Turn) -> Part:
        if not turn.final:
            return Part("after-lost", {"name": names_of(state.players)[turn.player]})
        return _hand(turn.score)

    def is_bust(self, turn: Turn) -> bool:
        return False

    def is_out(self, turn: Turn) -> bool:
        return turn.qualified

    def won(self, state: State) -> Part:
        loser = str(state_of(FourTwenty, state).loser)
        return Part("after-drinks", {"name": names_of(state.players)[loser]})

    def usual(self, state: State) -> Sequence[int]:
        """All of a hand that is over."""
        return state.thrown if sum(state.thrown) > GOAL else ()

    def pick_call(self, state: State, faces: Sequence[int], fields: dict[str, Any], back: bool) -> Call:
        return self.call("pick.back" if back else "pick.again", **fields, stands=_stands(state, faces))

    def banks(self) -> bool:
        return False

    def refused(self, state: State, faces: Sequence[int], key: str) -> Call | None:
        if key == "B":
            return self.call("no.bank")
        left = _left(state, faces)
        least = LEAST_STAYING.get(len(left), GOAL)
        whole = sum(state.thrown)
        fields = {"stays": sum(left), "least": least, "sum": whole, "n": Count(len(faces))}
        if whole > GOAL and left:
            return self.call("no.reroll", **fields, why="over")
        if not faces:
            return self.call("no.reroll", **fields, why="none")
        return self.call("no.reroll", **fields, why="short") if sum(left) < least else None

    def can(self, state: State, picked: Sequence[int]) -> Can:
        fits = picked and self.refused(state, picked, "R") is None
        again = [Part("can-again", {"dice": Dice(tuple(picked))})] if fits else []
        return [*again, _rerolls(state)], [Part("can-pick-420")]

    def dice(self, state: State, picked: Sequence[int], again: bool, laid: Laid = ()) -> Part:
        now, names = state_of(FourTwenty, state), names_of(state.players)
        if not any(now.hands):
            return super().dice(state, picked, again)
        if again or not state.thrown:
            hands = zip(state.players, now.hands, strict=True)
            told = [{"name": names[player], "dice": four_twenty.hand(hand)} for player, hand in hands if hand]
            return Part("hands-all", {"hands": Parts(tuple(Part("hand-of", each) for each in told))})
        return Part(
            "dice-open-420",
            {
                "name": names[str(state.player)],
                "dice": four_twenty.hand(state.thrown),
                "picked": Dice(tuple(picked)) if picked else None,
                "others": four_twenty.others(now),
            },
        )


def _hand(total: int) -> Part:
    if total > GOAL:
        return Part("after-over", {"sum": total})
    return Part("after-hand", {"sum": total, "short": GOAL - total})


def _left(state: State, again: Sequence[int]) -> tuple[int, ...]:
    """What stays of the hand while these dice are thrown again."""
    return tuple((Counter(state.thrown) - Counter(again)).elements())


def _stands(state: State, again: Sequence[int]) -> Part:
    """What stays, and whether that may be."""
    left = _left(state, again)
    stays, least = sum(left), LEAST_STAYING.get(len(left), GOAL)
    if not left:
        return Part("stays-none")
    if stays < least:
        return Part("stays-short", {"stays": stays, "least": least})
    return Part("stays-well", {"stays": stays, "short": GOAL - stays, "n": Count(DICE - len(left))})


def _rerolls(state: State) -> Part:
    """What may be thrown again: all four, or so many, leaving these."""
    by_number: dict[int, list[tuple[int, ...]]] = {}
    for move in state.moves:
        by_number.setdefault(len(move.faces), []).append(move.faces)
    parts = tuple(_leaving(state, number, stays) for number, stays in sorted(by_number.items()))
    return Part("choices-420", {"choices": Parts(parts, "one-of-several")})


def _leaving(state: State, number: int, stays: Sequence[tuple[int, ...]]) -> Part:
    if not number:
        return Part("all-four")
    if number == DICE - 1:
        again = sorted({_left(state, each)[0] for each in stays})
        return Part("one-again", {"dice": Parts(tuple(map(str, again)), "either-or")})
    dice = Parts(tuple(Dice(each) for each in stays), "either-or")
    return Part("three-leaving" if number == 1 else "two-leaving", {"dice": dice})
