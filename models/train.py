"""Train the detector, the reader and the two nets of stances, and stop and go on as one likes.

    python -m models.train PHOTOS --rendered build/scenes --out build/train/all   on everything
    ... --out build/train/no-byler --without byler   one fold of leave-one-rig-out

Each net leaves NAME.pt (weights, optimiser, random states: started again, the training goes on from there), NAME.csv
(step, examples, loss, and the share right on the rigs left out) and settings.json (data, versions, seed).
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from hardware.path import replacing
from models import banks, begin, drawn, mine, negatives, photos, stances, straightened
from models.cutouts import Cutout, cutouts, patches
from models.examples import Crops, Views, whole
from models.nets import NONE, DetectorNet, ReaderNet, StanceNet
from models.refusal import told
from vision.stance import Stance

SEED = 20261120
SHIPPED = Path(__file__).parent
# How often a rig is looked at: its variety, not its number of photos.
RIG_WEIGHTS = {"byler": 0.25, "epanemu": 0.45, "matteop65": 0.1, "n3-lens": 0.17, "n3-tray": 0.28}
RENDERED_WEIGHT = 0.55
OTHERS_TIMES = 4  # dice with figures and their like come up so much oftener than other clutter
CUT_OUT = 400  # dice of each rig, at most, that may be laid on other tables
DRAWN, DRAWN_WEIGHT = 8000, 0.2
RELAID, RELAID_WEIGHT = 12000, 0.3
# How often pictures show dice that lean or lie upon others, none such, or are photos, which never do.
STANCE_WEIGHTS = (0.5, 0.25, 0.25)
STRAIGHT_WEIGHTS = (0.55, 0.25, 0.2)
CHECKED = 20  # every so many rendered tables are kept to check the net of stances

Loss = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]
Batch = Callable[[np.random.Generator], tuple[tuple[torch.Tensor, ...], torch.Tensor]]


@dataclass(frozen=True)
class Plan:
    """How long and how fast to train."""

    steps: int
    batch: int
    rate: float
    save_every: int = 200

    def rate_at(self, step: int) -> float:
        """The learning rate: up in the first twelfth, then down along a cosine to nothing."""
        done = step / self.steps
        return self.rate * min((step + 1) / (self.steps / 12), 0.5 + 0.5 * float(np.cos(np.pi * done)))


def reader_loss(logits: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of the classes (N,), a little softened, since a few labels are wrong."""
    return nn.functional.cross_entropy(logits, answers, label_smoothing=0.02)


def detector_loss(grid: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
    """Focal loss of the heat (Zhou et al., Objects as Points, 2019, eq. 1) plus the mean error of the boxes."""
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
    return found + boxes / near.sum().clamp(min=1)


class Training:
    """One net on its way: takes batches, keeps its state on the disk, writes its curve."""

    def __init__(self, name: str, net: nn.Module, loss: Loss, plan: Plan, folder: Path) -> None:
        self.net = net.to(memory_format=torch.channels_last)
        # The running mean of the weights is what is checked and exported: it is calmer than the newest ones.
        self._mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.997), use_buffers=True)
        self._loss, self._plan = loss, plan
        self._state, self._curve = folder / f"{name}.pt", folder / f"{name}.csv"
        self._optimiser = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=0.02)
        self._random = np.random.default_rng(SEED)
        self.step = 0
        if self._state.is_file():
            self._resume()

    def _resume(self) -> None:
        state = torch.load(self._state, weights_only=False)
        if "newest" not in state:  # another training's weights to start from, see `start_from`
            self.net.load_state_dict(state["net"])
            self._mean.module.load_state_dict(state["net"])
            return
        self.net.load_state_dict(state["newest"])
        self._mean.load_state_dict(state["mean"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._random.bit_generator.state = state["random"]
        torch.set_rng_state(state["torch"])
        self.step = state["step"]

    @property
    def mean(self) -> nn.Module:
        """The net with the running mean of its weights."""
        mean: nn.Module = self._mean.module
        return mean

    def _save(self) -> None:
        state = {
            "net": self.mean.state_dict(),
            "newest": self.net.state_dict(),
            "mean": self._mean.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "random": self._random.bit_generator.state,
            "torch": torch.get_rng_state(),
            "step": self.step,
        }
        with replacing(self._state) as beside:
            torch.save(state, beside)

    def run(self, batch: Batch, check: Callable[[nn.Module], float], until: float = 1.0) -> None:
        """Train to that share of the plan; saves, checks and tells every `save_every` steps."""
        losses: list[float] = []
        began = time.monotonic()
        last = round(until * self._plan.steps)
        while self.step < last:
            losses.append(self._learn(*batch(self._random)))
            if self.step % self._plan.save_every == 0 or self.step == last:
                self._save()
                row = [self.step, self.step * self._plan.batch, np.mean(losses), check(self.mean)]
                self._tell([f"{value:.4f}" if isinstance(value, float) else str(value) for value in row])
                print(self._state.stem, *row, f"{time.monotonic() - began:.0f} s", flush=True)
                losses = []

    def _learn(self, inputs: tuple[torch.Tensor, ...], answers: torch.Tensor) -> float:
        self.net.train()
        examples, *others = inputs
        with torch.autocast("cpu", torch.bfloat16):
            answer = self.net(examples.to(memory_format=torch.channels_last), *others)
        loss = self._loss(answer.float(), answers)
        for group in self._optimiser.param_groups:
            group["lr"] = self._plan.rate_at(self.step)
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self._optimiser.step()
        self._mean.update_parameters(self.net)
        self.step += 1
        return float(loss.detach())

    def _tell(self, row: list[str]) -> None:
        new = not self._curve.is_file()
        with self._curve.open("a", newline="") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(["step", "examples", "loss", "right_on_what_was_left_out"])
            writer.writerow(row)


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


@dataclass(frozen=True, eq=False)
class Data:
    """Everything a fold may look at, and the rigs it may not."""

    seen: dict[str, list[photos.Photo]]
    unseen: list[photos.Photo]
    clutter: negatives.Clutter

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


def train_reader(data: Data, plan: Plan, folder: Path) -> None:
    """Train the reader of one die."""
    random = np.random.default_rng(SEED)
    nothing = [*banks.clutter(data.clutter, random, 4000)]
    for seen in data.seen.values():
        nothing += banks.no_dice(seen, random, max(1, 2500 // len(seen)))
        nothing += OTHERS_TIMES * [*banks.others(seen)]
    lessons = [(banks.collect(banks.dice(data.seen[rig])), weight) for rig, weight in data.weighted()]
    crops = Crops(lessons, banks.collect(nothing))
    lessons.append((banks.collect(drawn.patches(data.clutter, random, DRAWN)), DRAWN_WEIGHT))
    laid = patches(data.clutter, data.cut_out(random), random, RELAID)
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


def train_detector(data: Data, plan: Plan, folder: Path) -> None:
    """Train the detector."""
    cut = data.cut_out(np.random.default_rng(SEED))
    views = Views([(data.seen[rig], weight) for rig, weight in data.weighted()], data.clutter, cut=cut)
    training = Training("detector", DetectorNet(), detector_loss, plan, folder)
    training.run(lambda source: alone(*views.batch(source, plan.batch)), lambda net: -1.0)


def alone(examples: torch.Tensor, answers: torch.Tensor) -> tuple[tuple[torch.Tensor], torch.Tensor]:
    """A batch for a net that takes nothing but examples."""
    return (examples,), answers


def stance_loss(logits: torch.Tensor, states: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of how dice lie, (N,); of some nobody knows."""
    return nn.functional.cross_entropy(logits, states, ignore_index=stances.UNKNOWN)


def train_stance(data: Data, plan: Plan, folder: Path) -> None:
    """Train the net that tells how dice lie; the dice are found by the nets that are shipped now."""
    learnt, kept = checked(data.seen.get("rendered", []))
    find = stances.found_by(SHIPPED)
    kinds = stances.companies(learnt, find)
    taken = (photo for rig, seen in data.seen.items() if rig != "rendered" for photo in seen)
    parts = (*by_oddity(kinds), stances.companies(taken, find, taken=True))
    net = StanceNet()
    net.begin_as(torch.load(folder / "detector.pt", weights_only=False)["net"])
    run_stance("stance", net, (parts, STANCE_WEIGHTS), stances.companies(kept, find), plan, folder)


def train_straight(data: Data, plan: Plan, folder: Path) -> None:
    """Train the net that tells how dice lie on a table; where photos were taken from, the nets shipped now tell."""
    rendered = [photo for photo in data.seen.get("rendered", []) if photo.table is not None]
    learnt, kept = checked(rendered)
    taken = [photo for rig, seen in data.seen.items() if rig != "rendered" for photo in seen]
    find, stance = stances.found_by(SHIPPED), Stance.open(SHIPPED)
    made, real, shown = (
        straightened.straight_companies(some, find, stance) for some in (learnt, taken, kept)
    )
    net = StanceNet()
    net.load_state_dict(torch.load(folder / "stance.pt", weights_only=False)["net"])
    run_stance("straight", net, ((*by_oddity(made), real), STRAIGHT_WEIGHTS), shown, plan, folder)


def checked(rendered: list[photos.Photo]) -> tuple[list[photos.Photo], list[photos.Photo]]:
    """The pictures to learn from, and all of every 20th table, to check with."""
    kept = [photo for photo in rendered if int(photo.path.stem.split("-")[1]) % CHECKED == 0]
    left_out = {photo.path for photo in kept}
    return [photo for photo in rendered if photo.path not in left_out], kept


def by_oddity(kinds: list[stances.Company]) -> tuple[list[stances.Company], list[stances.Company]]:
    """Pictures in which some die does not lie flat, and the others."""
    return [one for one in kinds if one.odd], [one for one in kinds if not one.odd]


def run_stance(
    name: str,
    net: StanceNet,
    lessons: tuple[tuple[list[stances.Company], ...], tuple[float, ...]],
    kept: list[stances.Company],
    plan: Plan,
    folder: Path,
) -> None:
    """Train a net of stances on parts of the pictures, each as often as its weight says."""
    groups = stances.Groups(list(zip(*lessons, strict=True)))
    training = Training(name, net, stance_loss, plan, folder)
    training.run(lambda source: groups.batch(source, plan.batch), share_odd(kept))


def share_odd(kept: list[stances.Company]) -> Callable[[nn.Module], float]:
    """A check: the share of cocked and stacked dice that are less flat than all but one in 300 flat ones."""
    states = np.concatenate([one.states for one in kept])

    def check(net: nn.Module) -> float:
        net.eval()
        with torch.no_grad():
            flat = torch.cat([net(one.whole()).softmax(1)[:, 0] for one in kept]).numpy()
        limit = np.quantile(flat[states == stances.FLAT], 1 / 300)
        return float((flat[states > stances.FLAT] < limit).mean())

    return check


def ready(arguments: argparse.Namespace) -> Data:
    """What to learn from; the folder, with the nets to start from. Raises Refusal before anything is written there."""
    begin.check_same(arguments)
    begin.check_needs(arguments)
    data = gather(arguments.photos, arguments.without, arguments.rendered)
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.start:
        begin.start_from(arguments.start, arguments.out)
    begin.note(arguments, SEED)
    return data


@told()
def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path, help="a COCO folder of real photos")
    parser.add_argument("--rendered", type=Path, help="a folder of models.scenes.pictures")
    parser.add_argument("--out", type=Path, required=True, help="where checkpoints and curves go")
    parser.add_argument(
        "--start", type=Path, help="a finished training's folder to start from, not from nothing"
    )
    parser.add_argument("--without", default="", help="rigs to leave out, comma between")
    parser.add_argument("--detector-steps", type=int, default=1500)
    parser.add_argument("--reader-steps", type=int, default=5000)
    parser.add_argument("--reader-rate", type=float, default=2.5e-3, help="at its highest; lower to polish")
    parser.add_argument("--stance-steps", type=int, default=5000)
    parser.add_argument("--straight-steps", type=int, default=0)
    arguments = parser.parse_args()
    if (arguments.stance_steps or arguments.straight_steps) and not arguments.rendered:
        parser.error(
            "no photo shows a cocked die: give --rendered, or --stance-steps 0 and --straight-steps 0"
        )
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    data = ready(arguments)
    if arguments.detector_steps:
        train_detector(data, Plan(arguments.detector_steps, 16, 2e-3, 100), arguments.out)
    if arguments.reader_steps:
        train_reader(data, Plan(arguments.reader_steps, 128, arguments.reader_rate, 200), arguments.out)
    if arguments.stance_steps:
        train_stance(data, Plan(arguments.stance_steps, 24, 2e-3, 200), arguments.out)
    if arguments.straight_steps:
        train_straight(data, Plan(arguments.straight_steps, 24, 2e-3, 200), arguments.out)


if __name__ == "__main__":
    main()
