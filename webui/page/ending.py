"""How a turn ends with a bust, and how a match ends."""

from __future__ import annotations

from dataclasses import replace

from engine.morning_roll import MorningRoll, Turn, kept_of
from webui.games.morning_roll import fix_link, sum_of, unpressed
from webui.match.board import Board
from webui.page import ear, tray, words
from webui.page.parts import PLACES, Links, just_throw, scene, seats, undo
from webui.page.picture import leaving_photo
from webui.page.scene import Action, Card, Scene, Seat, Status


def bust(board: Board, state: MorningRoll, links: Links) -> Scene:
    """The turn that has just ended with nothing, with the picture that shows it if a die left the table."""
    turn = state.turns[-1]
    off = turn.rolls[-1].off
    strong, text = _why(board, turn)
    following = str(state.player)
    made = scene(
        board,
        heading="Bust",
        seats=_busted(seats(board, turn.player), turn.player, following),
        roll="",
        card=Card("Bust", strong, text, "out" if off else "cross", "bad"),
        places=tray.final_places(turn.final, len(kept_of(turn.rolls[:-1])), off),
        sum=sum_of(turn.rolls, (), None, len(turn.rolls), lost=True),
        actions=(
            _undo_bust(board, off),
            Action(
                f"{words.whose(following)} turn",
                links.to(seen=1),
                just_throw(board, PLACES),
                main=True,
                link=True,
                keys="R",
            ),
        ),
        fix=fix_link(board, links),
        polite=words.to_throw(following, PLACES) if board.taken_back else "",
        assertive="" if board.taken_back else _ear_bust(board, state, strong),
        wait=board.source.looks,
    )
    return _with_evidence(made, board, turn)


def _ear_bust(board: Board, state: MorningRoll, why: str) -> str:
    return f"{unpressed(board, state)} {ear.bust(state.turns[-1].player, why, str(state.player))}".lstrip()


def _why(board: Board, turn: Turn) -> tuple[str, str]:
    """Why this turn was a bust: what happened, as the camera saw or concluded it, and what it costs."""
    off = turn.rolls[-1].off
    if not off:
        return words.nothing_scores(turn.player, turn.points)
    left, cost = words.off_the_table(turn.player, off)
    seen = board.throw.roll if board.throw else None
    return (seen.why if seen and seen.why else left), cost


def _undo_bust(board: Board, off: int) -> Action:
    return replace(undo(board), words="That is wrong: undo", under="the die did not leave" if off else "")


def _busted(board: tuple[Seat, ...], name: str, following: str) -> tuple[Seat, ...]:
    now = {following: "throws next", name: "this turn: 0"}
    return tuple(replace(seat, now=now.get(seat.name, seat.now)) for seat in board)


def _with_evidence(made: Scene, board: Board, turn: Turn) -> Scene:
    """The dice and the picture that the camera saw when a die left the table."""
    roll = board.throw.roll if board.throw and turn.rolls[-1].off else None
    if roll is None:
        return made
    kept = len(kept_of(turn.rolls[:-1]))
    known = tuple(face for face in roll.faces if face is not None) if len(turn.final) == kept else ()
    return replace(
        made,
        status=Status("warn", words.OFF_TABLE),
        places=tray.final_places((*turn.final, *known), kept, max(roll.off_table, 1)),
        photo=leaving_photo(roll) if roll.has_picture else made.photo,
    )


def over(board: Board, state: MorningRoll, links: Links) -> Scene:
    """The end of the match: who has won, and again?"""
    turn = state.turns[-1]
    heading, strong = _won(state)
    last = words.last_word(turn.player, turn.score)
    kept = kept_of(turn.rolls, whole=True) if turn.qualified else kept_of(turn.rolls[:-1])
    summed = sum_of(turn.rolls, (), None, len(turn.rolls), lost=not turn.qualified)
    made = scene(
        board,
        heading=heading,
        card=Card(heading, strong, last, "star", "good"),
        places=tray.final_places(turn.final, len(kept), turn.rolls[-1].off),
        sum=replace(summed, label="Last turn"),
        fix=fix_link(board, links),
        actions=(
            undo(board),
            # R goes on with a turn: pressed once more than is needed, it is not to begin another match.
            Action("Play again", "/match/new", under="the same players", main=True, keys="P"),
        ),
        hidden=_same_again(board),
        polite=f"{heading}. {strong} {last}",
    )
    return made if turn.qualified else _over_by_bust(made, board, state)


def _won(state: MorningRoll) -> tuple[str, str]:
    """Who has won, and with how many points."""
    names = state.outcome.winners if state.outcome else ()
    best = words.points(max(state.scores.values()))
    alone = "" if len(state.players) > 1 else f" in {words.turns(state.settings.rounds)}"
    return words.winners(names, len(state.players)), f"{best} points{alone}."


def _over_by_bust(made: Scene, board: Board, state: MorningRoll) -> Scene:
    """A bust that decides the match is told, heard and shown as any other, and as easily undone."""
    turn = state.turns[-1]
    why, cost = _why(board, turn)
    heading, strong = _won(state)
    told = ear.last_bust(turn.player, why, f"{heading}. {strong}")
    shown = replace(
        made,
        card=Card(heading, strong, f"Bust. {why} {cost}", "star", "good"),
        actions=(_undo_bust(board, turn.rolls[-1].off), *made.actions[1:]),
        polite="",
        assertive=f"{unpressed(board, state)} {told}".lstrip(),
        wait=board.source.looks,
    )
    return _with_evidence(shown, board, turn)


def _same_again(board: Board) -> tuple[tuple[str, str], ...]:
    names = tuple(("player", name) for name in board.players)
    return (("game", board.game), *names, *board.options)
