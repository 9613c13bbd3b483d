# Tested by tests/test_webui_steps.py.
"""What one step of the set-up says: a pass mark, a sentence, what to do, and what can be pressed. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from vision.nouns import Trouble
from webui.match.board import Source
from webui.setup.fit import Fault
from webui.setup.marking import Proposal
from webui.setup.progress import Step
from webui.setup.table_file import MarkedTable
from webui.setup.trial import Tried

STEP = "/setup/steps"
Mark = Literal["good", "bad", "open"]


@dataclass(frozen=True)
class Act:
    """Something to press. to: the address; fields: of a form that is posted there, None for a link."""

    label: str
    to: str
    fields: tuple[tuple[str, str], ...] | None = None
    icon: str = ""


@dataclass(frozen=True)
class Card:
    """mark: good, bad, or open while there is nothing to judge yet. strip: the few words under the picture.

    acts: the likeliest first; leads: whether that one is what should be done now. circle: round what is meant in the
    picture, as x, y and radius of a drawing that is 640 wide.
    """

    mark: Mark
    strip: str
    heading: str
    words: str
    acts: tuple[Act, ...]
    circle: tuple[float, float, float] | None = None
    leads: bool = True


@dataclass(frozen=True, eq=False)
class Moment:
    """All that the steps look at, at one moment.

    source: the camera; None where dice are typed in. faults: of its newest picture. die_px: how large its dice are, px.
    marked: where the table is; proposal: where it may be, None while that was not looked for.
    tried: the test throws; playing: a match is on the table, so that throws count.
    """

    source: Source | None
    troubles: tuple[Trouble, ...] = ()
    faults: tuple[Fault, ...] = ()
    die_px: float | None = None
    marked: MarkedTable | None = None
    proposal: Proposal | None = None
    tried: Tried = field(default_factory=Tried)
    playing: bool = False

    def trouble(self, *codes: str) -> Trouble | None:
        """The worst trouble of these kinds."""
        return next((each for each in self.troubles if each.code in codes), None)

    def fault(self, *codes: str) -> Fault | None:
        """The worst fault of these kinds."""
        return next((each for each in self.faults if each.code in codes), None)


def go_on(step: Step, label: str = "Next") -> Act:
    """Go on to the next step."""
    return Act(label, f"{STEP}/{step}/next", ())


def look_again(step: Step) -> Act:
    """Look at the same step again; it does so by itself, too."""
    return Act("Look again", f"{STEP}/{step}", None, "again")


def anyway(step: Step) -> Act:
    """Nothing bars the way."""
    return go_on(step, "Go on all the same")
