"""The calls of troubles: what is wrong with the camera or the light, once it has lasted, and when it is over. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from webui.calls.call import Call, call
from webui.calls.values import Part

LASTS_S = 1.5
"""Seconds that a trouble lasts before it is said. Larger: later help. Smaller: a shadow is told as a trouble."""
LOOK_S = 0.5
"""Seconds between looks while something waits for dice to lie still. Larger: later help. Smaller: more work."""
OFTEN = 3
"""How often a trouble is said within `OFTEN_S`; then it is quiet. Larger: a loose plug is talked about all evening."""
OFTEN_S = 60.0
"""Seconds over which it is counted, and for which a quiet trouble must stay away. Larger: it is quiet for longer."""
KINDS: Mapping[str, str] = {
    "camera-silent": "silent",
    "camera-lost": "silent",
    "dark": "dark",
    "glare": "glare",
    "camera-moved": "moved",
    "slow": "slow",
    "blurred": "blurred",
    "small": "small",
    "unread": "unread",
    "store": "store",
    "our-fault": "fault",
}
"""What a trouble is called here, by its code. Troubles that are not here only stand on the page."""


@dataclass(frozen=True)
class Said:
    """One kind of trouble. began: when, in seconds; None where it does not hold. ended: when it did last.

    told: its beginning was said. times: when that was, lately.
    """

    began: float | None = None
    ended: float = -OFTEN_S
    told: bool = False
    times: tuple[float, ...] = ()

    def is_due(self, now_s: float) -> bool:
        """Whether it is to be said: it has lasted, and does not come and go all the time."""
        if self.told or self.began is None or now_s - self.began < LASTS_S:
            return False
        often = len(self.times) == OFTEN and self.times[-1] - self.times[0] < OFTEN_S
        return not often or self.began - self.ended >= OFTEN_S


@dataclass(frozen=True)
class Troubles:
    """What holds, and what of it was said."""

    kinds: Mapping[str, Said] = field(default_factory=dict)

    def step(self, codes: Sequence[str], now_s: float, moving: bool) -> tuple[Troubles, tuple[Call, ...]]:
        """What is said now of the troubles that hold, the worst first; of several only the worst.

        moving: dice roll, so that of a silent camera alone is told.
        """
        holds = [KINDS[code] for code in codes if code in KINDS]
        kinds = {kind: _seen(said, kind in holds, now_s) for kind, said in self.kinds.items()}
        kinds |= {kind: Said(began=now_s) for kind in holds if kind not in kinds}
        over = [kind for kind, said in kinds.items() if said.told and said.began is None]
        calls = [_call("trouble.ends", kind, now_s) for kind in over]
        kinds |= {kind: replace(kinds[kind], told=False) for kind in over}
        worst = next(iter(holds), None)
        if worst and kinds[worst].is_due(now_s) and (not moving or worst == "silent"):
            calls.append(_call("trouble.begins", worst, now_s))
            kinds[worst] = replace(kinds[worst], told=True, times=(*kinds[worst].times, now_s)[-OFTEN:])
        return Troubles(kinds), tuple(calls)

    def again_s(self, now_s: float) -> float | None:
        """Seconds until something may be due; None where nothing waits."""
        waits = [said.began + LASTS_S - now_s for said in self.kinds.values() if said.began and not said.told]
        if any(said.is_due(now_s) for said in self.kinds.values()):
            waits.append(LOOK_S)
        return min((wait for wait in waits if wait > 0), default=None)


def parts_of(codes: Sequence[str]) -> tuple[Part, ...]:
    """The troubles that hold, as sentences, the worst first."""
    return tuple(
        Part(f"what-{kind}") for kind in dict.fromkeys(KINDS[code] for code in codes if code in KINDS)
    )


def _seen(said: Said, holds: bool, now_s: float) -> Said:
    if holds:
        return said if said.began is not None else replace(said, began=now_s)
    return said if said.began is None else replace(said, began=None, ended=now_s)


def _call(id_: str, kind: str, now_s: float) -> Call:
    event = f"trouble/{kind}.{now_s:.3f}/{id_}"
    if id_ == "trouble.ends":
        return call(id_, {"good": Part(f"good-{kind}"), "waits": ""}, event=event)
    return call(id_, {"what": Part(f"what-{kind}"), "do": Part(f"do-{kind}")}, event=event)
