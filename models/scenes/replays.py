"""The made clips among the tests: a throw, a die that leaves the table, and dice that only are pushed aside.

    python -m models.scenes.replays

Writes tests/replay/made-KIND.mp4 and .json, of a few seconds each; a clip depends on its seed and number only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from models.scenes import clips, shutter
from models.scenes.marked import table_of

REPLAY = Path(__file__).resolve().parent.parent.parent / "tests" / "replay"
SEED = 70
NUMBERS = {"throw": 20, "off-the-table": 18, "pushed-aside": 83}


def replay_truth(facts: dict[str, Any]) -> dict[str, Any]:
    """What tests/replay asks for, from the truth of a clip as models.scenes.clips says it."""
    thrown = {name: facts[name] for name in ("rest_s", "values", "off_table", "thrown")}
    chapters = [thrown] if facts["rolls"] else []
    return {"size": facts["size"], "chapters": chapters, "table": table_of(facts).to_json()}


def make(folder: Path, kind: str) -> None:
    """One of them: folder/made-KIND.mp4 and .json."""
    what = clips.clip(SEED, NUMBERS[kind])
    random = np.random.default_rng([SEED, 5, what.number])
    seen = shutter.frames(what.scene, what.incident, what.fps, what.noise, random)
    clips.write(folder, f"made-{kind}", seen, what.fps, replay_truth(clips.truth(what)))


if __name__ == "__main__":
    for kind in NUMBERS:
        make(REPLAY, kind)
