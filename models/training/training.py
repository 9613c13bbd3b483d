"""One net on its way: it takes batches, keeps its state on the disk, goes on from there, and writes its curve."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from hardware.path import replacing

SEED = 20261120
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
        self._row: list[str] = []
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
        self._row = state.get("row", [])
        if self._row and self._row != self._last_row():  # it was stopped between saving and telling
            self._tell()

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
            "row": self._row,
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
                row = [self.step, self.step * self._plan.batch, np.mean(losses), check(self.mean)]
                self._row = [f"{value:.4f}" if isinstance(value, float) else str(value) for value in row]
                self._save()
                self._tell()
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

    def _last_row(self) -> list[str]:
        lines = self._curve.read_text().splitlines() if self._curve.is_file() else []
        return lines[-1].split(",") if lines else []

    def _tell(self) -> None:
        """Add the newest row to the curve."""
        new = not self._curve.is_file()
        with self._curve.open("a", newline="") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(["step", "examples", "loss", "right_on_what_was_left_out"])
            writer.writerow(self._row)
