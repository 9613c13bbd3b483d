"""A match told in sentences, line by line, for a terminal: what happened, and what the player on turn may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.four_twenty import GOAL, FourTwenty
from engine.four_twenty import Turn as Hand
from engine.game import Move, Round, State
from engine.line import Line
from engine.midnight import KEYS, Midnight
from engine.midnight import Turn as NightTurn
from engine.morning_roll import MorningRoll
from engine.morning_roll import Turn as MorningTurn
from engine.settling import payments
from webui.page import words

MOST_SHOWN = 12


def tell(before: State, line: Line, after: State) -> str:
    """What one line of a match has done: its sentences, and the score board under them where a turn has ended."""
    ended = len(after.turns) > len(before.turns)
    board = [f"  {scores(after)}"] if ended and not isinstance(after, FourTwenty) else []
    last = [" ".join([ending(after), *settled(after)])] if after.outcome else []
    return "\n".join([" ".join(_sentences(before, line, after)), *board, *last])


def _sentences(before: State, line: Line, after: State) -> Iterator[str]:
    """What happened, a sentence or two for each thing."""
    faces = " ".join(map(str, line.faces))
    if line.is_throw:
        yield f"{before.player} threw {faces}."
    elif line.is_off:
        yield f"{words.dice(line.number).capitalize()} left the table."
        if len(after.turns) == len(before.turns):
            yield f"{'It is' if line.number == 1 else 'They are'} thrown again; then say what all the dice show."
    elif faces:
        yield f"{before.player} keeps {faces}{' and stops' if line.kind == 'stop' else ''}."
    else:
        yield f"{before.player} throws all four again."
    if before.drawing:
        yield from _drawn(before, after)
    yield from _turn_so_far(after)
    for turn in after.turns[len(before.turns) :]:
        yield from _turn(turn)
    if not isinstance(after, MorningRoll):
        for number in range(len(before.rounds), len(after.rounds)):
            yield _round(number + 1, after.rounds[number], after)


def _drawn(before: State, after: State) -> Iterator[str]:
    """What a die thrown for who begins has settled."""
    if not after.drawing:
        yield f"{after.player} begins."
    elif len(after.draw.waiting) > len(before.draw.waiting):
        yield f"{words.and_list([after.players[seat] for seat in after.draw.level])} are level, and throw again."


def _turn_so_far(state: State) -> Iterator[str]:
    """What is new in a turn that goes on."""
    if isinstance(state, MorningRoll) and state.special:
        yield f"{words.special_name(state.special)}: {words.points(2500)}, if you keep all six and roll them again."
    if isinstance(state, MorningRoll) and state.rolls and not state.thrown:
        yield f"This turn {words.points(state.points)}."
    if isinstance(state, Midnight) and state.kept and not state.thrown:
        missing = f"Still needs {words.and_list([words.die_value(key) for key in state.missing])}"
        yield (
            f"{missing}."
            if state.missing
            else f"{words.and_list(_keys(state))} are in, and {state.points} points."
        )


def _keys(state: Midnight) -> list[str]:
    return [str(key) for key in KEYS[state.settings.variant]]


def _turn(turn: object) -> Iterator[str]:
    """How a turn ended."""
    if isinstance(turn, MorningTurn):
        if turn.end == "bust":
            yield from words.nothing_scores(turn.player, turn.points)
        elif turn.end == "off table":
            yield words.off_the_table(turn.player, 1)[1]
        else:
            yield f"{turn.player} banks {words.points(turn.score)}."
    elif isinstance(turn, NightTurn):
        yield _night(turn)
    elif isinstance(turn, Hand):
        yield _hand(turn)


def _night(turn: NightTurn) -> str:
    """How a turn of Midnight ended."""
    if turn.end == "off table":
        why = ", whatever the dice show"
    else:
        lacks = [words.die_value(key) for key in KEYS[turn.variant] if key not in turn.final]
        why = f": no {' and no '.join(lack.removeprefix('a ') for lack in lacks)}" if lacks else ""
    return f"{turn.player} scores {turn.score}{why}."


def _hand(turn: Hand) -> str:
    """How a turn of 420 ended."""
    hand = f"{turn.player} has {' '.join(map(str, turn.final))}: {turn.score}"
    return {
        "twenty": "Twenty!",
        "short": f"{hand}, {GOAL - turn.score} short.",
        "over": f"{hand}, over. All four again next turn.",
        "off table": f"{words.whose(turn.player)} hand is lost. All four again next turn.",
    }[turn.end]


def _round(number: int, round: Round, state: State) -> str:
    """Who has won a round, and the rounds that were carried to it; or where it is carried."""
    if isinstance(state, FourTwenty):
        return f"{round.winners[0]} is out, and safe."
    several = round.stake > 1
    at_stake = words.and_list([str(each) for each in range(number - round.stake + 1, number + 1)])
    rounds = f"round{'s' * several} {at_stake}"
    if round.winners:
        pot = f" with {_at_stake(round.each, state)}{' each' * (len(round.winners) > 1)}" if round.pot else ""
        return f"{rounds.capitalize()} {'go' if several else 'goes'} to {words.and_list(round.winners)}{pot}."
    carried = isinstance(state, Midnight) and state.settings.ties == "carry" and not state.over
    then = f": {f'{rounds} are' if several else 'it is'} carried to round {number + 1}" if carried else ""
    return f"Nobody wins round {number}{then}."


def scores(state: State) -> str:
    """The score board on one line."""
    return "   ".join(f"{name} {_score(state, score)}" for name, score in state.scores.items())


def _score(state: State, score: int) -> str:
    """A player's score: points, or the rounds won, which alone are those that scored."""
    if not isinstance(state, Midnight):
        return words.points(score)
    if len(state.players) == 1:
        return f"{score} of {words.rounds(len(state.rounds))} scored"
    return words.rounds(score)


def ending(state: State) -> str:
    """The last word of a match."""
    if isinstance(state, FourTwenty):
        return f"{state.loser} buys the drinks." if state.at_stake == "drinks" else f"{state.loser} has lost."
    winners = state.outcome.winners if state.outcome else ()
    if not winners:
        return "Nobody wins."
    if len(state.players) == 1:
        return f"{winners[0]} ends with {_score(state, state.scores[winners[0]])}."
    return f"{words.winners(winners, len(state.players))}."


def settled(state: State) -> Iterator[str]:
    """Who owes whom at the end of a match with stakes; at 420 the last one buys, and that is said already."""
    if isinstance(state, Midnight) and state.at_stake != "nothing":
        paid = [
            f"{each.payer} owes {each.receiver} {_at_stake(each.amount, state)}."
            for each in payments(state.net)
        ]
        yield from paid or ["Nobody owes anything."]


def _at_stake(number: int, state: State) -> str:
    """So many coins or drinks."""
    return f"{number} {state.at_stake.removesuffix('s') if number == 1 else state.at_stake}"


def awaited(state: State, typed: bool) -> Iterator[str]:
    """What the player on turn may do now. `typed`: the dice are real, and are typed in."""
    standing = " ".join(_standing(state))
    if state.to_throw:
        how = "Type what they show, such as" if typed else "Enter throws them; or type what you threw:"
        example = " ".join("315426"[: state.to_throw])
        yield f"{words.to_throw(str(state.player), state.to_throw)} {standing} {how} {example}".replace(
            "  ", " "
        )
        return
    yield f"{words.your_pick(str(state.player))} of {' '.join(map(str, state.thrown))}. {standing}".rstrip()
    yield from choices(state.moves)


def _standing(state: State) -> Iterator[str]:
    """What matters for the choice beside the dice thrown."""
    if state.drawing:
        yield "The lowest die begins."
    if isinstance(state, MorningRoll) and state.points:
        yield f"This turn {words.points(state.points)}."
    if isinstance(state, Midnight):
        if state.kept:
            yield f"Kept {' '.join(map(str, state.kept))}."
        if state.to_beat:
            yield f"{state.to_beat} to beat."
    if isinstance(state, FourTwenty):
        if state.thrown:
            yield f"It makes {sum(state.thrown)}."
        elif state.kept:
            yield f"{' '.join(map(str, state.kept))} {'stays' if len(state.kept) == 1 else 'stay'}."
        others = zip(state.players, state.hands, strict=True)
        yield from (f"{name} has {sum(hand)}." for name, hand in others if hand and name != state.player)


def choices(moves: Sequence[Move]) -> Iterator[str]:
    """The moves: a table where they score, and a keep that may also be a stop is one line; else a list, if short."""
    stops = {move.faces for move in moves if move.kind == "stop"}
    keeps = [move for move in moves if move.kind == "keep"]
    if any(move.points is None for move in keeps):
        yield f"  {' | '.join(map(str, keeps))}" if len(keeps) <= MOST_SHOWN else "  Keep one die or more."
        return
    for move in keeps:
        again = "" if move.faces in stops or not stops else "   and all six again"
        yield f"  {move!s:<18}{words.points(move.points or 0):>8}{again}"
    if stops:
        yield "  Say stop in place of keep to end the turn with it."
