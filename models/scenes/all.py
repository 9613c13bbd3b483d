"""All stills that the trainings of the card learn from, and those that its nets are judged by, in one go.

    python -m models.scenes.all --out build/scenes

Makes what the manifest below lists and is not there yet: those of the nets shipped in OUT, of the folds in OUT-folds,
and those to judge by, from which nobody may learn, in OUT-test. Stopped, it goes on where it left off; how far it has
come goes to stderr. It takes about half a day on one core; `--only` makes one of the three.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from models.refusal import told
from models.scenes import pictures, snapshots

FOLDERS = {"shipped": "", "folds": "-folds", "test": "-test"}


@dataclass(frozen=True)
class Part:
    """Pictures of one seed: whose they are, of `FOLDERS`; what makes them, and of which kind."""

    whose: str
    kind: str
    seed: int
    count: int

    def make(self, out: Path) -> None:
        """Make what of it is not in its folder yet."""
        folder = out.with_name(out.name + FOLDERS[self.whose])
        main, options = self._command
        main(["--out", str(folder), "--seed", str(self.seed), "--count", str(self.count), *options])

    @property
    def _command(self) -> tuple[Callable[[list[str]], None], list[str]]:
        if self.kind in pictures.KINDS:
            return pictures.main, ["--kind", self.kind]
        return snapshots.main, ["--played"] if self.kind == snapshots.PLAYED else []


# Of seeds 1 and 2, of 28 and 29, and of the folds the card knows only how many there are of all together.
MANIFEST = (
    Part("shipped", "all", 1, 1500),
    Part("shipped", "all", 2, 450),
    Part("shipped", "states", 3, 240),
    Part("shipped", "all", 4, 300),
    Part("shipped", "states", 5, 240),
    Part("shipped", "states", 6, 1020),
    Part("shipped", "figures", 12, 180),
    Part("shipped", "clutter", 13, 120),
    Part("shipped", "figures", 32, 300),
    Part("shipped", "clutter", 33, 300),
    Part("shipped", snapshots.LAID, 22, 3600),
    Part("shipped", snapshots.LAID, 23, 8340),
    Part("shipped", snapshots.LAID, 26, 6000),
    Part("shipped", snapshots.LAID, 27, 15000),
    Part("shipped", snapshots.LAID, 28, 13500),
    Part("shipped", snapshots.LAID, 29, 13500),
    Part("shipped", snapshots.PLAYED, 51, 5976),
    Part("shipped", snapshots.PLAYED, 52, 5892),
    Part("shipped", snapshots.PLAYED, 53, 2382),
    Part("shipped", snapshots.PLAYED, 54, 2400),
    Part("folds", "all", 1, 1500),
    Part("folds", "all", 61, 1998),
    Part("folds", "all", 62, 1998),
    Part("folds", "all", 63, 1998),
    Part("folds", "figures", 64, 318),
    Part("folds", "clutter", 65, 321),
    Part("folds", snapshots.LAID, 41, 1800),
    Part("test", "states", 8, 150),
    Part("test", "clutter", 9, 201),
    Part("test", "figures", 10, 201),
    Part("test", "states", 11, 150),
    Part("test", snapshots.LAID, 25, 900),
    Part("test", "all", 902, 480),
    Part("test", "states", 903, 360),
    Part("test", "clutter", 905, 120),
    Part("test", "figures", 906, 120),
    Part("test", snapshots.LAID, 901, 600),
    Part("test", snapshots.PLAYED, 904, 600),
)


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m models.scenes.all", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--out", type=Path, default=Path("build/scenes"), help="folder (default: %(default)s)"
    )
    parser.add_argument(
        "--only", choices=FOLDERS, help="those of the nets shipped, of the folds, or to judge by"
    )
    chosen = parser.parse_args(arguments)
    parts = [part for part in MANIFEST if chosen.only in (None, part.whose)]
    for number, part in enumerate(parts, start=1):
        print(
            f"{number} of {len(parts)}: {part.count} {part.kind} of seed {part.seed}, {part.whose}",
            file=sys.stderr,
        )
        part.make(chosen.out)


if __name__ == "__main__":
    main()
