"""What a training may look at: photos by rig, rendered pictures, clutter; and what it may not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.examples import negatives, photos
from models.examples.cutouts import Cutout, cutouts

# How often a rig is looked at: its variety, not its number of photos.
RIG_WEIGHTS = {"byler": 0.25, "epanemu": 0.45, "matteop65": 0.1, "n3-lens": 0.17, "n3-tray": 0.28}
RENDERED_WEIGHT = 0.55
CUT_OUT = 400  # dice of each rig, at most, that may be laid on other tables


@dataclass(frozen=True, eq=False)
class Data:
    """Everything a fold may look at, and the rigs it may not."""

    seen: dict[str, list[photos.Photo]]
    unseen: list[photos.Photo]
    clutter: negatives.Clutter

    @property
    def rendered(self) -> list[photos.Photo]:
        """The rendered pictures."""
        return self.seen.get("rendered", [])

    @property
    def taken(self) -> list[photos.Photo]:
        """The photos of the rigs seen."""
        return [photo for rig, seen in self.seen.items() if rig != "rendered" for photo in seen]

    def weighted(self) -> list[tuple[str, float]]:
        """The rigs seen, each with its weight."""
        return [(rig, RIG_WEIGHTS.get(rig, RENDERED_WEIGHT)) for rig in self.seen]

    def cut_out(self, random: np.random.Generator) -> list[Cutout]:
        """Dice of the rigs seen, to be laid on other tables."""
        return [one for seen in self.seen.values() for one in cutouts(seen, random, CUT_OUT)]


def gather(folder: Path, without: str, rendered: Path | None) -> Data:
    """The photos by rig, and the rendered pictures as one more; apart those of the rigs `without`, commas between.

    Raises Refusal where there are no such photos, pictures or rigs.
    """
    seen: dict[str, list[photos.Photo]] = {}
    unseen = []
    taken = photos.load(folder)
    held_out = photos.known_rigs(without, (photo.rig for photo in taken))
    for photo in taken:
        if photo.rig in held_out:
            unseen.append(photo)
        else:
            seen.setdefault(photo.rig, []).append(photo)
    if rendered:
        seen["rendered"] = photos.load_rendered(rendered)
    return Data(seen, unseen, negatives.load())
