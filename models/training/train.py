"""Train the detector, the reader and the two nets of stances, and stop and go on as one likes.

    python -m models.training.train PHOTOS --rendered build/scenes --out build/train/all   on everything
    ... --out build/train/no-byler --without byler   one fold of leave-one-rig-out

Each net leaves NAME.pt (weights, optimiser, random states: started again, the training goes on from there), NAME.csv
(step, examples, loss, and the share right on the rigs left out) and settings.json (data, versions, seed).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from models.command import command_line
from models.examples import banks, cutouts, drawn, mine
from models.examples.batches import Crops, Views, whole
from models.examples.data import Data, gather
from models.examples.keeper import LABELS, Keeper, forgotten
from models.nets import NONE, DetectorNet, ReaderNet
from models.refusal import told
from models.training import begin
from models.training.train_stances import check_stances, measured, train_stance, train_straight
from models.training.training import SEED, Plan, Training

OTHERS_TIMES = 4  # dice with figures and their like come up so much oftener than other clutter
# Crops of drawn dice, and how often one comes up beside a crop of a photo. More: the makes are learnt, photos less.
DRAWN = 10000
DRAWN_WEIGHT = 0.6
# Crops of dice cut out of photos and laid elsewhere, and how often one comes up.
RELAID = 12000
RELAID_WEIGHT = 0.3


def reader_loss(logits: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of the classes (N,), or their chances (N, 7), a little softened: a few labels are wrong."""
    return nn.functional.cross_entropy(logits, answers, label_smoothing=0.02)


def detector_loss(grid: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
    """Focal loss of the heat (Zhou et al., Objects as Points, 2019, eq. 1) plus the mean error of the boxes,
    plus what is forgotten, where a keeper's answers stand behind those of the labels.
    """
    heat, wanted = grid[:, 0], answers[:, 0]
    weight, near = answers[:, 5], answers[:, 6:7]
    p = torch.sigmoid(heat).clamp(1e-5, 1 - 1e-5)
    middle = (wanted > 0.999).float()
    miss = middle * (1 - p) ** 2 * torch.log(p)
    ghost = (1 - middle) * (1 - wanted) ** 4 * p**2 * torch.log(1 - p)
    count = middle.sum().clamp(min=1)
    found = -((miss + ghost) * weight).sum() / count
    boxes = (
        nn.functional.smooth_l1_loss(grid[:, 1:], answers[:, 1:5], reduction="none", beta=0.2) * near
    ).sum()
    learnt = found + boxes / near.sum().clamp(min=1)
    return learnt + forgotten(grid, answers[:, LABELS:]) if answers.shape[1] > LABELS else learnt


def share_right(bank: banks.Bank | None) -> Callable[[nn.Module], float]:
    """A check: the share of a bank's dice that a reader net names rightly, -1 without a bank."""
    if bank is None:
        return lambda net: -1.0
    crops, classes = whole(bank), torch.from_numpy(bank.classes)

    def check(net: nn.Module) -> float:
        net.eval()
        with torch.no_grad():
            answers = torch.cat([net(part)[:, :NONE].argmax(1) for part in crops.split(256)])
        return float((answers == classes).float().mean())

    return check


def train_reader(data: Data, plan: Plan, folder: Path, keeper: Keeper | None = None) -> None:
    """Train the reader of one die."""
    random = np.random.default_rng(SEED)
    nothing = [*banks.clutter(data.clutter, random, 4000)]
    for seen in data.seen.values():
        nothing += banks.no_dice(seen, random, max(1, 2500 // len(seen)))
        nothing += OTHERS_TIMES * [*banks.others(seen)]
    lessons = [(banks.collect(banks.dice(data.seen[rig])), weight) for rig, weight in data.weighted()]
    crops = Crops(lessons, banks.collect(nothing), keeper=keeper, known=len(lessons))
    lessons.append((banks.collect(drawn.patches(data.clutter, random, DRAWN)), DRAWN_WEIGHT))
    laid = cutouts.patches(data.clutter, data.cut_out(random), random, RELAID)
    lessons.append((banks.collect(laid), RELAID_WEIGHT))
    unseen = banks.collect(banks.dice(data.unseen)) if data.unseen else None
    check = share_right(unseen)
    training = Training("reader", ReaderNet(), reader_loss, plan, folder)
    for number, until in enumerate((0.4, 0.7)):
        training.run(lambda source: alone(*crops.batch(source, plan.batch)), check, until)
        mined = mine.round_of(
            number, training.mean, folder, data.clutter, [p for s in data.seen.values() for p in s]
        )
        crops.alarms = mined if crops.alarms is None else banks.joined(crops.alarms, mined)
    training.run(lambda source: alone(*crops.batch(source, plan.batch)), check)


def train_detector(data: Data, plan: Plan, folder: Path, keeper: Keeper | None = None) -> None:
    """Train the detector."""
    cut = data.cut_out(np.random.default_rng(SEED))
    photos = [(data.seen[rig], weight) for rig, weight in data.weighted()]
    views = Views(photos, data.clutter, cut=cut, keeper=keeper)
    training = Training("detector", DetectorNet(), detector_loss, plan, folder)
    training.run(lambda source: alone(*views.batch(source, plan.batch)), lambda net: -1.0)


def alone(examples: torch.Tensor, answers: torch.Tensor) -> tuple[tuple[torch.Tensor], torch.Tensor]:
    """A batch for a net that takes nothing but examples."""
    return (examples,), answers


def ready(arguments: argparse.Namespace) -> Data:
    """What to learn from; the folder, with the nets to start from. Raises Refusal before anything is written there."""
    begin.check_same(arguments)
    begin.check_needs(arguments)
    data = gather(arguments.photos, arguments.without, arguments.rendered)
    if arguments.stance_steps:
        check_stances(data.rendered, arguments.rendered)
    if arguments.straight_steps:
        check_stances(measured(data.rendered), arguments.rendered)
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.start:
        begin.start_from(arguments.start, arguments.out)
    begin.note(arguments, SEED)
    return data


def options() -> argparse.Namespace:
    """What was asked for."""
    parser = command_line(__doc__)
    parser.add_argument("photos", type=Path, help="a COCO folder of real photos")
    parser.add_argument("--rendered", type=Path, help="a folder of models.scenes.pictures")
    parser.add_argument("--out", type=Path, required=True, help="where checkpoints and curves go")
    parser.add_argument(
        "--start", type=Path, help="a finished training's folder to start from, not from nothing"
    )
    parser.add_argument(
        "--keep", type=Path, help="a folder of ONNX nets whose answers are not to be forgotten"
    )
    parser.add_argument("--without", default="", help="rigs to leave out, comma between")
    parser.add_argument("--detector-steps", type=int, default=1500)
    parser.add_argument("--detector-rate", type=float, default=2e-3, help="at its highest; lower to polish")
    parser.add_argument("--reader-steps", type=int, default=5000)
    parser.add_argument("--reader-rate", type=float, default=2.5e-3, help="at its highest; lower to polish")
    parser.add_argument("--stance-steps", type=int, default=5000)
    parser.add_argument(
        "--stance-rate", type=float, default=2e-3, help="of both nets of stances; at its highest"
    )
    parser.add_argument("--straight-steps", type=int, default=0)
    arguments = parser.parse_args()
    if (arguments.stance_steps or arguments.straight_steps) and not arguments.rendered:
        parser.error(
            "no photo shows a cocked die: give --rendered, or --stance-steps 0 and --straight-steps 0"
        )
    return arguments


@told()
def main() -> None:
    """The command."""
    arguments = options()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    keeper = Keeper.open(arguments.keep) if arguments.keep else None
    data = ready(arguments)
    if arguments.detector_steps:
        plan = Plan(arguments.detector_steps, 16, arguments.detector_rate, 200)
        train_detector(data, plan, arguments.out, keeper)
    if arguments.reader_steps:
        plan = Plan(arguments.reader_steps, 128, arguments.reader_rate, 200)
        train_reader(data, plan, arguments.out, keeper)
    if arguments.stance_steps:
        train_stance(data, Plan(arguments.stance_steps, 24, arguments.stance_rate, 200), arguments.out)
    if arguments.straight_steps:
        train_straight(data, Plan(arguments.straight_steps, 24, arguments.stance_rate, 200), arguments.out)


if __name__ == "__main__":
    main()
