"""The mean of two trainings' weights, where one went on from the other: it forgets less of what the first knew, and
reads dice that neither saw about as well as the better one (Wortsman et al., Model soups, 2022).

    python -m models.training.soup reader build/train/before build/train/after build/train/soup [--share 0.5]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from models.command import command_line
from models.refusal import told
from models.shipping.export import NAMES, checkpoint

Weights = dict[str, torch.Tensor]


def mean(one: Weights, other: Weights, share: float = 0.5) -> Weights:
    """share: of the other; counts, which are no weights, are as it has them. Raises ValueError for unlike nets."""
    if {name: part.shape for name, part in one.items()} != {name: part.shape for name, part in other.items()}:
        raise ValueError(
            "only nets of the same shape have a mean: grow the narrower one first (models/training/growth.py)"
        )
    return {
        name: (1 - share) * one[name] + share * part if part.is_floating_point() else part
        for name, part in other.items()
    }


def share(text: str) -> float:
    """A share, 0 to 1, of the command line."""
    number = float(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"a share is 0 to 1, got {text}")
    return number


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("net", choices=NAMES)
    parser.add_argument("before", type=Path, help="the folder of a training")
    parser.add_argument("after", type=Path, help="the folder of one that went on from there")
    parser.add_argument(
        "out", type=Path, help="the folder where the mean goes: a start for --start, or to export"
    )
    parser.add_argument("--share", type=share, default=0.5, help="of what came after (default: %(default)s)")
    arguments = parser.parse_args()
    if arguments.out.resolve() in (arguments.before.resolve(), arguments.after.resolve()):
        parser.error(f"{arguments.out} is one of the two: give the mean a folder of its own")
    files = [checkpoint(folder, arguments.net) for folder in (arguments.before, arguments.after)]
    one, other = (torch.load(file, weights_only=False)["net"] for file in files)
    arguments.out.mkdir(parents=True, exist_ok=True)
    torch.save({"net": mean(one, other, arguments.share)}, arguments.out / files[0].name)


if __name__ == "__main__":
    main()
