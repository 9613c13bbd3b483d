"""All stills that the trainings of the card learn from, and those that its nets are judged by, in one go.

    python -m models.scenes.all --out build/scenes

Makes what `models/scenes/manifest.py` lists and is not there yet: those of the nets shipped in OUT, of the folds in
OUT-folds, and those to judge by, from which nobody may learn, in OUT-test. Stopped, it goes on where it left off; how
far it has come goes to stderr. It takes about half a day on one core; `--only` makes one of the three.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from models.refusal import told
from models.scenes import pictures, snapshots
from models.scenes.manifest import FOLDERS, MANIFEST, PLAYED, Part


def make(part: Part, out: Path) -> None:
    """Make what of it is not in its folder yet."""
    folder = out.with_name(out.name + FOLDERS[part.whose])
    main, options = _command(part.kind)
    main(["--out", str(folder), "--seed", str(part.seed), "--count", str(part.count), *options])


def _command(kind: str) -> tuple[Callable[[list[str]], None], list[str]]:
    if kind in pictures.KINDS:
        return pictures.main, ["--kind", kind]
    return snapshots.main, ["--played"] if kind == PLAYED else []


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
        make(part, chosen.out)


if __name__ == "__main__":
    main()
