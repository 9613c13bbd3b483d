"""How surely are dice told that do not lie flat? By single looks at the ends of throws that models.scenes.ends made.

    python -m models.measure.ends build/ends [--weights build/train/other] [--seeds 40 41]

Over measured tables and over such as nobody measured: the share of the cocked and of the stacked dice that the limits
of reader.json call so (either), and of the flat dice; and the shares of both kinds that would be found if just one in
300, or one in 100, of the flat dice were called so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.command import command_line
from models.measure.card import HERE
from models.measure.verdicts import paired
from models.refusal import Refusal, told
from models.scenes.marked import table_of
from vision.nouns import Doubles
from vision.plane.viewpoint import Camera, Somewhere, Viewpoint
from vision.reading.reader import Reader

# Of the flat dice such a share may be called cocked or stacked.
FALSE = (1 / 300, 1 / 100)


@dataclass(frozen=True)
class Seen:
    """One true die that the reader found: whether its table is measured, how it lies, the chance that it does not lie
    flat, and from which on the reader would say so.
    """

    measured: bool
    state: str
    tilted: float
    limit: float


def looked_at(reader: Reader, path: Path) -> Iterator[Seen]:
    """The dice of the still whose truth is in `path`. Raises Refusal where it is none, or the still is gone."""
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
        picture, table, dice = path.with_name(truth["file"]), table_of(truth), truth["dice"]
    except (ValueError, KeyError, TypeError):
        raise Refusal(f"{path} is not the truth of such a still: remove it") from None
    image = cv2.imread(str(picture))
    if image is None:
        raise Refusal(f"{picture} is missing: remove {path.name}, and make both anew")
    camera: Camera = Viewpoint.of(table) if table.measured else Somewhere(table.size_px)
    found = reader.candidates(np.asarray(image, np.uint8), None, camera)
    found = found.keep(found.likely >= reader.limits.die)
    lying = [die for die in dice if die["on"] and die["state"] not in ("under", "moving")]
    limit = reader.limits_for(camera).tilted
    for one, other in paired([*found.boxes[:, :2]], lying):
        yield Seen(table.measured, lying[other]["state"], float(found.stances[one].sum()), limit)


def rows(seen: Sequence[Seen]) -> list[str]:
    """What the table says of one kind of tables."""
    lying = [die for die in seen if die.state == "flat"]
    flat = np.sort([die.tilted for die in lying])
    limits = [limit_for(flat, share) for share in FALSE]
    out = [f"  of {len(lying)} flat dice called so {_share(die.tilted >= die.limit for die in lying)}"]
    for state in ("cocked", "stacked"):
        dice = [die for die in seen if die.state == state]
        now = _share(die.tilted >= die.limit for die in dice)
        found = [_share(die.tilted >= limit for die in dice) for limit in limits]
        out.append(f"  {state:8}{len(dice):5}: found {now}, at 0.3 % {found[0]}, at 1 % {found[1]}")
    return out


def limit_for(flat: Doubles, share: float) -> float:
    """The least chance that no more than such a share of the flat dice, sorted, reach."""
    over = int(share * len(flat))
    return float(np.nextafter(flat[-1 - over], 2)) if len(flat) else 2.0


def _share(so: Iterable[bool]) -> str:
    each = list(so)
    return f"{100 * sum(each) / len(each):.1f} %" if each else "-"


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = command_line(__doc__)
    parser.add_argument("folder", type=Path, help="what models.scenes.ends has written")
    parser.add_argument("--seeds", type=int, nargs="+", help="those of these seeds only")
    parser.add_argument("--weights", type=Path, default=HERE, help="folder of the nets (default: models)")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    seeds = {str(seed) for seed in chosen.seeds or ()}
    stills = sorted(chosen.folder.glob("*-*.json"))
    paths = [path for path in stills if not seeds or path.stem.partition("-")[0] in seeds]
    if not paths:
        raise Refusal(f"{chosen.folder} holds no such stills: make them with models.scenes.ends")
    reader = Reader.open(chosen.weights)
    seen = [die for path in paths for die in looked_at(reader, path)]
    for name, measured in (("measured tables", True), ("tables nobody measured", False)):
        print(name, *rows([die for die in seen if die.measured == measured]), sep="\n")


if __name__ == "__main__":
    main()
