# Tested by tests/test_webui_trial.py.
"""A trial of teaching: what was drawn is learnt, and dice of other photos are read with it and without.

No die of a photo is both taught and judged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from hardware.photo import open_photo
from vision.learning.learner import learn
from vision.learning.learnt import Learnt
from vision.reading.labels import Label, Labelled
from vision.reading.reader import Reader
from vision.reading.score import Scored, score
from webui.trial.pool import Die, drawn, mistaught

Kind = Literal["taught", "one in ten taught wrong", "another set chosen"]
OUTCOMES = ("right", "asked", "missed", "wrong")
"""What becomes of a die."""
GHOSTS = "ghosts"
"""Values told where no die is, in the photos judged."""
FEWEST_WRONG = 10
"""Examples from which one in ten can be wrong."""


@dataclass(frozen=True)
class Row:
    """A row of the table: of which rig, how it was taught, and with how many examples a set."""

    rig: str
    kind: Kind
    taught: int


@dataclass(frozen=True, eq=False)
class Job:
    """What is to be judged: the labels of one set in photos, by what was learnt in a draw."""

    row: Row
    draw: int
    learnt: Learnt | None
    photos: tuple[Labelled, ...]
    labels: frozenset[tuple[Path, Label]]


@dataclass(frozen=True)
class Counts:
    """The outcomes of one draw's dice, and its ghosts, by what was taught and without."""

    taught: Counter[str]
    untaught: Counter[str]


def jobs_of(
    rig: str, dice: Sequence[Die], reader: Reader, numbers: Sequence[int], draws: int, judged: int
) -> list[Job]:
    """Draws and learns for each set of a rig: so many examples, in so many draws; `judged`: photos a draw at most."""
    jobs = []
    for of in sorted({die.of for die in dice}):
        own = [die for die in dice if die.of == of]
        labels = frozenset((die.photo.path, die.label) for die in own)
        for draw in range(draws):
            for number in numbers:
                random = np.random.default_rng([of, draw])
                examples, photos = drawn(own, number, random)
                some = tuple(photos[:judged])
                row = Row(rig, "taught", number)
                jobs.append(Job(row, draw, learn(examples, reader.faces), some, labels))
                if number >= FEWEST_WRONG:
                    learnt = learn(mistaught(examples, random), reader.faces)
                    row = Row(rig, "one in ten taught wrong", number)
                    jobs.append(Job(row, draw, learnt, some, labels))
    return jobs


def foreign(jobs: Sequence[Job]) -> list[Job]:
    """The same photos with what was learnt of the next set, of those that were taught most."""
    taught = [job for job in jobs if job.row.kind == "taught"]
    most = max((job.row.taught for job in taught), default=0)
    out = []
    for draw in sorted({job.draw for job in taught}):
        own = [job for job in taught if job.draw == draw and job.row.taught == most]
        for job, other in zip(own, own[1:] + own[:1], strict=True):
            row = Row(job.row.rig, "another set chosen", most)
            out.append(Job(row, draw, other.learnt, job.photos, job.labels))
    return out if len({job.labels for job in taught}) > 1 else []


def judge(
    jobs: Iterable[Job], reader: Reader, seen: Callable[[], None] = lambda: None
) -> dict[Row, list[Counts]]:
    """The outcomes of each row, one for each draw. A photo is opened once, for all that is judged in it; seen: called
    when that is done.
    """
    by_photo: dict[Path, list[tuple[Job, Labelled]]] = defaultdict(list)
    for job in jobs:
        for photo in job.photos:
            by_photo[photo.path].append((job, photo))
    found: dict[Row, dict[int, Counts]] = defaultdict(dict)
    for path, rows in by_photo.items():
        image = open_photo(path)
        plain = score(rows[0][1].labels, reader.read(image))
        for job, photo in rows:
            learnt = job.learnt
            said = score(photo.labels, reader.with_taught(learnt).read(image)) if learnt else plain
            counts = found[job.row].setdefault(job.draw, Counts(Counter(), Counter()))
            own = [label for label in photo.labels if (path, label) in job.labels]
            counts.taught.update(_outcomes(own, said))
            counts.untaught.update(_outcomes(own, plain))
        seen()
    return {row: [draws[draw] for draw in sorted(draws)] for row, draws in found.items()}


def _outcomes(labels: Iterable[Label], said: Scored) -> Counter[str]:
    """What became of these labels of a photo, and its ghosts."""
    mistakes = {label: what for what, label, _ in said.mistakes if label is not None}
    outcomes = Counter(mistakes.get(label, "right") for label in labels)
    return outcomes + Counter({GHOSTS: said.tally.ghosts})
