"""Stills of how throws end, to choose nets and limits by: which dice lie flat, and which do not?

    python -m models.scenes.ends --out build/ends --count 800 --seed 40

A picture, and its truth, of the end of each clip that models.scenes.clips would make with this seed and in which all
dice stay on the table and some is cocked or lies on another, and of one in nine of those in which all lie flat. Writes
OUT/SEED-NUMBER.png and .json, what a clip's .json holds with "dice" (those of the still) in place of "frames".
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from hardware.path import replacing
from models.scenes import clips
from models.scenes.incidents import Incident
from models.scenes.shutter import frames
from models.scenes.throws import OFF

# So long before its end a clip is looked at: all dice have lain still for a second then.
BEFORE_S = 0.1
# Of the throws after which all dice lie flat one in so many: the most there are.
FLAT = 9


def wanted(number: int) -> bool:
    """Whether the clip of that number ends in a way that is to be seen."""
    ending = clips.ending(number)
    if ending is None or ending in OFF:
        return False
    return ending in ("cocked", "stacked") or number % FLAT == 0


def end_of(incident: Incident) -> Incident:
    """What is to be seen shortly before its end."""
    begins = incident.length_s - BEFORE_S
    return replace(
        incident,
        length_s=BEFORE_S,
        poses=lambda time_s: incident.poses(begins + time_s),
        props=lambda time_s: incident.props(begins + time_s),
        gain=lambda time_s: incident.gain(begins + time_s),
        shade=lambda time_s: incident.shade(begins + time_s),
    )


def make(folder: Path, seed: int, number: int) -> None:
    """One still, if it is wanted, not there yet, and a throw can be found that ends so."""
    name = f"{seed}-{number:05d}"
    if not wanted(number) or (folder / f"{name}.json").exists():
        return
    try:
        what = clips.clip(seed, number)
    except ValueError as none:
        print(f"still {number} is left out: {none}", file=sys.stderr)
        return
    end, noise = end_of(what.incident), np.random.default_rng([seed, 9, number])
    picture = next(frames(what.scene, end, what.fps, what.noise, noise))
    dice = next(clips.shown(what.scene.place, end, what.fps))
    cv2.imwrite(str(folder / f"{name}.png"), picture)
    with replacing(folder / f"{name}.json") as beside:
        beside.write_text(json.dumps({**clips.truth(what), "file": f"{name}.png", "dice": dice}) + "\n")


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    clips.make_all(arguments, "ends", __doc__, 800, make)


if __name__ == "__main__":
    main()
