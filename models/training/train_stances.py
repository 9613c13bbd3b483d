"""Train the two nets that tell how dice lie: on pictures as they are, and on tables seen as from straight above."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.examples import stances, straightened
from models.examples.data import Data
from models.examples.photos import Photo
from models.nets import StanceNet
from models.refusal import Refusal
from models.training.training import Plan, Training
from vision.reading.stance import Stance

SHIPPED = Path(__file__).parents[1]
# How often pictures show dice that lean or lie upon others, none such, or are photos, which never do.
STANCE_WEIGHTS = (0.5, 0.25, 0.25)
STRAIGHT_WEIGHTS = (0.55, 0.25, 0.2)
CHECKED = 20  # every so many rendered tables are kept to check the net of stances


def stance_loss(logits: torch.Tensor, states: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of how dice lie, (N,); of some nobody knows."""
    return nn.functional.cross_entropy(logits, states, ignore_index=stances.UNKNOWN)


def train_stance(data: Data, plan: Plan, folder: Path) -> None:
    """Train the net that tells how dice lie; the dice are found by the nets that are shipped now."""
    learnt, kept = checked(data.rendered)
    find = stances.found_by(SHIPPED)
    kinds = stances.companies(learnt, find)
    parts = (*by_oddity(kinds), stances.companies(data.taken, find, taken=True))
    net = StanceNet()
    net.begin_as(torch.load(folder / "detector.pt", weights_only=False)["net"])
    run_stance("stance", net, (parts, STANCE_WEIGHTS), stances.companies(kept, find), plan, folder)


def train_straight(data: Data, plan: Plan, folder: Path) -> None:
    """Train the net that tells how dice lie on a table; where photos were taken from, the nets shipped now tell."""
    learnt, kept = checked(measured(data.rendered))
    find, stance = stances.found_by(SHIPPED), Stance.open(SHIPPED)
    made, real, shown = (
        straightened.straight_companies(some, find, stance) for some in (learnt, data.taken, kept)
    )
    net = StanceNet()
    net.load_state_dict(torch.load(folder / "stance.pt", weights_only=False)["net"])
    run_stance("straight", net, ((*by_oddity(made), real), STRAIGHT_WEIGHTS), shown, plan, folder)


def measured(rendered: list[Photo]) -> list[Photo]:
    """The pictures of tables whose plane is known."""
    return [photo for photo in rendered if photo.table is not None]


def check_stances(rendered: list[Photo], folder: Path) -> None:
    """Raises Refusal where the rendered pictures of a folder are too few to train a net of stances, or to check it."""
    for part, what in zip(checked(rendered), ("to learn from", "to check with"), strict=True):
        states = {state for photo in part for state in stances.states_of(photo).tolist()}
        if stances.FLAT not in states or not states & {stances.COCKED, stances.STACKED}:
            raise Refusal(
                f"{folder} has too few tables for the nets of stances: those {what} (one in {CHECKED} is kept to check "
                "with) show no dice that lie flat, or none that do not: make more"
            )


def checked(rendered: list[Photo]) -> tuple[list[Photo], list[Photo]]:
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
