"""What became of one clip: its truth beside the events, and the table over all clips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.following.pairing import pair_near
from vision.nouns import TILTED, Die, Event, OffTable, Roll, Trouble

# A die of a Roll belongs to a true one when their middles are no further apart, in edges: a box may hold a side face.
SAME_DICE = 0.8


@dataclass(frozen=True)
class Verdict:
    """One clip: what was true and what was seen. Times in s; rest_s is None in a clip that is no throw.

    flat, tilted: dice that lie flat on the table, and those cocked or on another die. Of the first Roll: right and
    asked: flat dice with the right value and without one; wrong: values that are not so, on any true die; missed: flat
    dice that it does not have; ghosts: dice that are none; shown: tilted dice without a value, at their place;
    counted: it was said that the number of dice is not as expected. off, told, gone: dice that left, dice said to
    leave, and dice that the first Roll counts as gone.
    """

    name: str
    kind: str
    manner: str
    fps: int
    rest_s: float | None
    off_s: float | None
    flat: int
    tilted: int
    off: int
    rolls: int
    first_s: float | None
    told: int
    told_s: float | None
    right: int
    asked: int
    wrong: int
    missed: int
    ghosts: int
    shown: int
    gone: int
    counted: bool

    @property
    def one(self) -> bool:
        """As many Rolls as throws: one, or none where nobody threw."""
        return self.rolls == (self.rest_s is not None)

    @property
    def all_right(self) -> bool:
        """All flat dice have their value, and nothing else has one."""
        return self.rolls > 0 and self.right == self.flat and self.wrong == self.ghosts == 0

    @property
    def silent(self) -> bool:
        """A value, or a number of dice, is wrong and nobody is asked."""
        return self.wrong > 0 or (self.rolls > 0 and self.missed + self.ghosts > 0 and not self.counted)

    @property
    def tilted_found(self) -> bool:
        """Each tilted die is shown without a value, or (one may hide the other) its lack is."""
        return self.rolls > 0 and self.wrong == 0 and (self.shown == self.tilted or self.counted)

    @property
    def off_found(self) -> bool:
        """As many dice said to leave as left."""
        return self.told == self.off and self.gone == (self.off if self.rolls else 0)

    @property
    def early(self) -> bool:
        """A Roll before the dice lay still."""
        return self.rest_s is not None and self.first_s is not None and self.first_s < self.rest_s - 1e-6

    @property
    def good(self) -> bool:
        """Nothing to find fault with."""
        seen = self.rest_s is None or (self.all_right and (self.tilted == 0 or self.tilted_found))
        return self.one and not self.early and self.off_found and seen

    def __str__(self) -> str:
        said = {k: v for k, v in asdict(self).items() if v and k not in ("name", "kind", "manner", "fps")}
        facts = ", ".join(f"{k} {v:.2f}" if isinstance(v, float) else f"{k} {v}" for k, v in said.items())
        return f"{self.name} ({self.kind}, {self.manner or 'no throw'}, {self.fps} fps): {facts}"


def judge(name: str, truth: dict[str, Any], events: Iterable[Event]) -> Verdict:
    """Compare the events of a clip with its truth (as models.scenes.clips writes it)."""
    events = tuple(events)
    rolls = [event for event in events if isinstance(event, Roll)]
    off = [event for event in events if isinstance(event, OffTable)]
    first = rolls[0] if rolls else None
    lying = [die for die in truth["frames"][-1] if die["on"]] if truth["rolls"] else []
    return Verdict(
        name,
        truth["kind"],
        truth["manner"],
        truth["fps"],
        truth["rest_s"],
        truth["off_s"],
        flat=sum(die["state"] == "flat" for die in lying),
        tilted=sum(die["state"] in TILTED for die in lying),
        off=truth["off_table"] if truth["rolls"] else 0,
        rolls=len(rolls),
        first_s=first.time_s if first else None,
        told=sum(event.n for event in off),
        told_s=off[0].time_s if off else None,
        **compared(first.dice[: len(first.faces)] if first else (), lying),
        gone=first.off_table if first else 0,
        counted=first is not None and any(says_count(event, first.time_s) for event in events),
    )


def says_count(event: Event, time_s: float) -> bool:
    """Whether it was said then that another number of dice was awaited."""
    return isinstance(event, Trouble) and event.code == "count" and event.since_s == time_s


def paired(middles: Sequence[NDArray[Any]], lying: Sequence[dict[str, Any]]) -> list[tuple[int, int]]:
    """Which dice are which of the true ones that lie there, by their middles, (2,) px, nearest first."""
    corners = np.array([die["corners"] for die in lying], float).reshape(-1, 4, 2)
    edge = float(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean()) if lying else 0.0
    centres = corners.mean(axis=1)
    return pair_near(
        len(middles),
        len(lying),
        lambda i, j: float(np.linalg.norm(middles[i] - centres[j])),
        SAME_DICE * edge,
    )


def compared(dice: Sequence[Die], lying: Sequence[dict[str, Any]]) -> dict[str, int]:
    """What the dice of a Roll are beside the true ones: how many of them are what `Verdict` counts."""
    pairs = paired([die.corners_px.mean(axis=0) for die in dice], lying)
    met = [(dice[i].value, lying[j]["value"], lying[j]["state"]) for i, j in pairs]
    flat = [(value, true) for value, true, state in met if state == "flat"]
    return {
        "right": sum(value == true for value, true in flat),
        "asked": sum(value is None for value, _ in flat),
        "wrong": sum(value not in (None, true if state == "flat" else None) for value, true, state in met),
        "missed": sum(die["state"] == "flat" for die in lying) - len(flat),
        "ghosts": len(dice) - len(pairs),
        "shown": sum(value is None and state in TILTED for value, _, state in met),
    }


def report(verdicts: Sequence[Verdict]) -> str:
    """The table, each row next to its bar."""
    throws = [verdict for verdict in verdicts if verdict.rest_s is not None]
    idle = [verdict for verdict in verdicts if verdict.rest_s is None]
    off = [verdict for verdict in throws if verdict.off]
    stay = [verdict for verdict in throws if not verdict.off]
    tilted = [verdict for verdict in throws if verdict.tilted]
    rows = [
        f"{len(throws)} throws, {len(idle)} clips that are none",
        _share("throws with exactly one Roll", throws, lambda verdict: verdict.one, ">= 99.5 %"),
        _share("all values right", throws, lambda verdict: verdict.all_right, ">= 98 %"),
        _share("a value wrong and not asked", throws, lambda verdict: verdict.silent, "<= 0.3 %"),
        _share("Rolls before the rest", throws, lambda verdict: verdict.early, "0"),
        _share("Rolls from what is no throw", idle, lambda verdict: not verdict.one, "0"),
        _share("off the table found", off, lambda verdict: verdict.off_found, ">= 99.5 %"),
        _share("false busts where all stay on", stay, lambda verdict: verdict.told > 0, "0"),
        _share("false busts where nobody throws", idle, lambda verdict: verdict.told > 0, "0"),
        _share("cocked or stacked found", tilted, lambda verdict: verdict.tilted_found, ">= 97 %"),
        _share("  of these shown at its place", tilted, lambda verdict: verdict.shown == verdict.tilted, ""),
        _delays(
            "from rest to Roll",
            [_since(v.first_s, v.rest_s) for v in throws if v.one],
            "p50 <= 0.35, p95 <= 0.6",
        ),
        _delays("from the edge to the bust", [_since(v.told_s, v.off_s) for v in off], ""),
        "",
        *_breakdown("kind", verdicts, lambda verdict: verdict.kind),
        *_breakdown("thrown from", throws, lambda verdict: verdict.manner),
        *_breakdown("pictures a second", verdicts, lambda verdict: str(verdict.fps)),
    ]
    return "\n".join(rows)


def _share(name: str, among: Sequence[Verdict], holds: Callable[[Verdict], bool], aim: str) -> str:
    count = sum(holds(verdict) for verdict in among)
    share = f"{count} of {len(among)}"
    percent = f"{100 * count / len(among):6.2f} %" if among else "      -"
    return f"{name:<32} {share:>12} {percent}" + (f"   ({aim})" if aim else "")


def _since(later_s: float | None, earlier_s: float | None) -> float | None:
    return None if later_s is None or earlier_s is None else later_s - earlier_s


def _delays(name: str, late: Iterable[float | None], aim: str) -> str:
    known = [delay for delay in late if delay is not None]
    if not known:
        return f"{name:<32} -"
    p50, p95 = np.quantile(known, (0.5, 0.95))
    return f"{name:<32} p50 {p50:.2f} s, p95 {p95:.2f} s" + (f"   ({aim})" if aim else "")


def _breakdown(name: str, among: Sequence[Verdict], group: Callable[[Verdict], str]) -> list[str]:
    """How many clips of each group have nothing to find fault with."""
    rows = [f"without any fault, by {name}"]
    for key in sorted({group(verdict) for verdict in among}):
        rows.append(
            _share(f"  {key}", [v for v in among if group(v) == key], lambda verdict: verdict.good, "")
        )
    return rows
