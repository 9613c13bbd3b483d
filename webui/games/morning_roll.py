# Tested by tests/test_webui_pages.py.
"""Morning Roll on the page: the choice, how a turn comes about, and its ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.game import Move, State, state_of
from engine.game import Turn as AnyTurn
from engine.morning_roll import MorningRoll, Turn, kept_of
from engine.morning_roll_points import SINGLE, special_of, totals
from engine.morning_roll_solve import throw_chances
from engine.roll import Roll as AnyRoll
from webui.games.morning_end import TURN_WORTH, end_of, points_of, roll_told
from webui.games.morning_end import why as why_bust
from webui.games.morning_sum import sum_of
from webui.games.morning_told import MorningTold
from webui.match.board import Board
from webui.page import doubts, ending, tray, words
from webui.page.advice import risk as risk_of
from webui.page.game import GamePage, Standing, state_on
from webui.page.links import Links
from webui.page.parts import fix_link, just_throw, scene, seats, undo
from webui.page.picture import live_photo
from webui.page.scene import Action, Card, Look, Place, Query, Scene, Seat, Way


class MorningRollPage(GamePage):
    """See `GamePage`."""

    name = "morning-roll"
    title = "Morning Roll"
    look = "morning"
    glyph = "g-morning"
    invitation = "Keep what scores, roll the rest, stop before you bust."
    dice = 6
    told = MorningTold()

    def order(self, faces: Sequence[int | None]) -> tuple[int, ...]:
        """By value, so that triples lie together."""
        return tuple(sorted(range(len(faces)), key=lambda die: (faces[die] or self.dice + 1, die)))

    def lying(self, state: State) -> tuple[Place, ...]:
        """The kept dice come first, in the order they were kept."""
        return tuple(tray.locked(number, face) for number, face in enumerate(state.kept, 1))

    def free(self, state: State) -> tuple[int, ...]:
        return tuple(range(len(state.kept) + 1, self.dice + 1))

    def free_before(self, state: State) -> tuple[int, ...]:
        turn = state_of(MorningRoll, state).turns[-1]
        return tuple(range(len(kept_of(turn.rolls[:-1])) + 1, self.dice + 1))

    def standing(self, board: Board) -> Standing:
        state = state_of(MorningRoll, state_on(board))
        return Standing(
            round=words.round_note(state.round, state.settings.rounds),
            roll="" if state.outcome else f"Roll {len(state.rolls) + (0 if state.thrown else 1)}",
            note=_note(state, state.to_throw),
            seats=_seats_so_far(board, state),
            sum=sum_of(state.rolls, (), None, len(state.rolls)),
            card=_forced(state),
        )

    def choice(self, board: Board, query: Query, links: Links) -> Scene:
        """An open throw: pick what to keep, then roll on or stop."""
        state = state_of(MorningRoll, state_on(board))
        best = state.moves[0]
        bare = self._choice_places(board, state, ())
        picked = tray.places_of(best.faces, bare) if query.pick is None else query.pick
        places = self._choice_places(board, state, picked)
        faces = tray.picked_of(places)
        worth = totals(faces)[0] if totals(faces) else None
        total = state.points + (worth or 0)
        return scene(
            board,
            self,
            heading=words.your_pick(str(state.player)),
            note=_choice_note(state, faces, total),
            photo=live_photo(board, tray.dice_at(self, board, picked)),
            seats=_banking(seats(board), total, must_throw=special_of(faces) is not None),
            places=places,
            ways=_ways(state, places, faces, links),
            sum=sum_of(state.rolls[:-1], faces, worth, len(state.rolls)),
            actions=_choice_actions(board, state, faces, total),
            fix=fix_link(board, self, links),
            card=_special_card(special_of(faces), str(state.player)) or _bumped_card(board, state),
        )

    def _choice_places(self, board: Board, state: MorningRoll, picked: Sequence[int]) -> tuple[Place, ...]:
        """The open throw beside the kept dice; `picked`: places."""
        places = []
        for number, die in zip(self.free(state), self.order(board.laid), strict=False):
            face, caption = state.thrown[die], _worth(state.thrown[die], state.thrown)
            look: Look = "open" if caption else "nothing"
            caption = caption or "no points"
            name = f"die {number}: {words.die_value(face)}, {caption}"
            places.append(Place(number, look, name, face, caption, "tick", True, number in picked))
        return (*self.lying(state), *places)

    def roll_told(self, roll: AnyRoll, first: bool, end: str) -> tuple[str, str]:
        return roll_told(roll, first, end)

    def turn_number(self, rolls: Sequence[AnyRoll], turn: AnyTurn | None) -> str:
        return words.points(sum(points_of(roll) for roll in rolls) if turn is None else turn.score)

    def average(self, state: State) -> float:
        return TURN_WORTH

    def risk(self, dice: int) -> str:
        return risk_of(dice, throw_chances(dice).bust)

    def number(self, made: Scene) -> str:
        return made.sum.total if made.sum is not None else ""

    def bust(self, board: Board, links: Links) -> Scene:
        """The turn that has just ended with nothing, with the picture that shows it if a die left the table."""
        state = state_of(MorningRoll, state_on(board))
        turn = state.turns[-1]
        why = why_bust(board, turn)
        made = ending.bust(board, self, links, why, self._final_places(board, turn))
        following = str(state.player)
        return replace(
            made,
            seats=ending.busted(seats(board, turn.player), turn.player, following),
            sum=sum_of(turn.rolls, (), None, len(turn.rolls), lost=True),
            fix=fix_link(board, self, links),
        )

    def _final_places(self, board: Board, turn: Turn) -> tuple[Place, ...]:
        """The dice as the turn ended, with those that were read before one of them left the table."""
        kept, off = len(kept_of(turn.rolls[:-1])), turn.rolls[-1].off
        seen = board.throw.roll if board.throw and off else None
        known = tuple(face for face in seen.faces if face is not None) if seen else ()
        faces = (*turn.final, *known) if len(turn.final) == kept else turn.final
        lay = self._as_laid(board, faces[kept:])
        return ending.final_places(self, (*faces[:kept], *lay), kept, max(seen.off_table, 1) if seen else off)

    def _as_laid(self, board: Board, faces: Sequence[int]) -> tuple[int, ...]:
        """The dice of the throw that has ended a turn, in their places; by value where one of them is away."""
        thrown = board.throw.faces if board.throw and len(board.laid) == len(faces) else ()
        return tuple(thrown[die] for die in self.order(board.laid)) if thrown else tuple(sorted(faces))

    def over(self, board: Board, links: Links) -> Scene:
        """The end of the match. A bust that decides it is told, and as easily undone as any other."""
        state = state_of(MorningRoll, state_on(board))
        turn = state.turns[-1]
        end = end_of(board, state)
        if turn.qualified:
            return ending.over(board, self, end, fix=fix_link(board, self, links))
        made = ending.over(board, self, end, fix=fix_link(board, self, links), wait=board.source.looks)
        made = ending.with_evidence(made, board) if turn.rolls[-1].off else made
        return replace(made, actions=(ending.undo_bust(board, turn.rolls[-1].off), *made.actions[1:]))


def _bumped_card(board: Board, state: MorningRoll) -> Card | None:
    """The kept dice that the newest throw moved, and did not turn over."""
    roll = board.throw.roll if board.throw is not None else None
    bumped = sorted((Counter(roll.bumped) & Counter(state.kept)).elements()) if roll is not None else []
    if not bumped:
        return None
    title, text = doubts.bumped(bumped)
    return Card(title, "", text, "ask")


def _ways(state: MorningRoll, places: Sequence[Place], faces: Sequence[int], links: Links) -> tuple[Way, ...]:
    keeps = [move for move in state.moves if move.kind == "keep"]
    return tuple(
        Way(
            move.faces,
            words.points(move.points or 0),
            Counter(faces) == Counter(move.faces),
            links.picked(tray.places_of(move.faces, places)),
        )
        for move in keeps
    )


def _choice_actions(board: Board, state: MorningRoll, faces: Sequence[int], total: int) -> tuple[Action, ...]:
    why = _why_not(state, faces)
    left = len(state.thrown) - len(faces)
    roll_on, left = ("Roll six", MorningRollPage.dice) if not why and left == 0 else ("Roll on", left)
    under = just_throw(board, left)
    special = not why and Move("stop", tuple(faces)) not in state.moves
    no_stop = words.no_stop(str(state.special)) if special else ""
    big = "" if why or no_stop else words.points(total)
    return (
        undo(board),
        Action(roll_on, "/match/keep", under="" if why else under, why=why, keys="R", main=special),
        Action("Stop and bank", "/match/stop", big=big, why=why or no_stop, keys="B", main=not special),
    )


def _why_not(state: MorningRoll, faces: Sequence[int]) -> str:
    """The sentence of a pick that cannot be kept; "" for a good one."""
    if not faces:
        return words.NOTHING_KEPT
    if totals(faces):
        return ""
    idle = next(face for face in sorted(set(faces)) if not totals([face] * faces.count(face)))
    return words.idle([idle] * faces.count(idle), state.thrown)


def _special_card(special: str | None, name: str) -> Card | None:
    """A straight or boxcars that is scored: all six again."""
    if special is None:
        return None
    return Card(words.special_name(special), words.all_again(name), words.NUDGE, "star", "good")


def _forced(state: MorningRoll) -> Card | None:
    """What was scored, while all six dice must be thrown again."""
    return _special_card(state.rolls[-1].special, str(state.player)) if state.must_throw else None


def _seats_so_far(board: Board, state: MorningRoll) -> tuple[Seat, ...]:
    """The score board, with what the turn has so far."""
    if not state.points:
        return seats(board)
    return tuple(replace(seat, now=words.so_far(state.points)) if seat.on else seat for seat in seats(board))


def _choice_note(state: MorningRoll, faces: Sequence[int], total: int) -> str:
    all_score = len(faces) == len(state.thrown) and totals(faces) and not special_of(faces)
    return words.all_six(total) if all_score else _note(state, len(state.thrown))


def _note(state: MorningRoll, number: int) -> str:
    """Beside the heading: which roll it is, and how many dice."""
    return f"Roll {len(state.rolls) + (0 if state.thrown else 1)} · {words.dice(number)}"


def _banking(board: tuple[Seat, ...], total: int, must_throw: bool) -> tuple[Seat, ...]:
    now = words.so_far(total) if must_throw else f"+ {words.points(total)} if banked"
    return tuple(replace(seat, now=now) if seat.on else seat for seat in board)


def _worth(face: int, thrown: Sequence[int]) -> str:
    """What a die of the throw is worth, as its caption; "" for one that scores nothing."""
    special = special_of(thrown)
    if special:
        return {"straight": "straight", "boxcars": "pair"}[special]
    if thrown.count(face) >= 3:
        return words.COMBINATIONS[thrown.count(face)]
    return words.points(SINGLE[face]) if face in SINGLE else ""
