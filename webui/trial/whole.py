# Tested by tests/test_webui_trial.py.
"""The whole trial: rigs of photos, one reader whose nets remember, and the rows of the table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.reading.detector import Detector
from vision.reading.faces import open_faces
from vision.reading.labels import Labelled
from vision.reading.net import open_net, quickest
from vision.reading.reader import Reader
from vision.reading.readings import Limits
from webui.trial.pool import Rig, dice_of, parted
from webui.trial.remembered import Remembered
from webui.trial.trial import Counts, Job, Row, foreign, jobs_of, judge


@dataclass(frozen=True)
class Plan:
    """rigs: to try. numbers: examples of a set. draws: of each. judged: photos of a set and draw, at most. photos: of
    a rig, drawn once, at most.
    """

    rigs: Sequence[Rig]
    numbers: Sequence[int]
    draws: int
    judged: int
    photos: int


def tried(photos: Sequence[Labelled], nets: Path, plan: Plan) -> dict[Row, list[Counts]]:
    """The outcomes of each row, by draw; nets: the folder of a detector, a reader and its limits.

    How dice lie is asked of no net, as in the figures of the nets' card. Raises ModelError, PhotoError.
    """
    found, faces = Remembered(open_net(quickest(nets / "detector.onnx"), 1)), Remembered(open_faces(nets))
    reader = Reader(Detector(found), faces, Limits.open(nets / "reader.json"))

    def forget() -> None:
        found.forget()
        faces.forget()

    jobs: list[Job] = []
    for rig in plan.rigs:
        own = [photo for photo in photos if photo.rig == rig.name]
        some = np.random.default_rng(1).permutation(len(own))[: plan.photos]
        dice = dice_of([own[place] for place in sorted(some)], reader)
        lessons = jobs_of(rig.name, parted(dice, rig.sets), reader, plan.numbers, plan.draws, plan.judged)
        jobs += lessons
        forget()
        print(f"{rig.name}: {len(dice)} dice, {len(lessons)} lessons", file=sys.stderr, flush=True)
    return judge([*jobs, *foreign(jobs)], reader, forget)
