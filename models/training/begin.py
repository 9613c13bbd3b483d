"""Before a training: whether all is there that it will take, what it starts from, and a note of what it is made of."""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch

from hardware.path import replacing
from models.nets import DetectorNet, ReaderNet, StanceNet
from models.records import SETTINGS
from models.refusal import Refusal
from models.shipping.export import NAMES, trained
from models.training.growth import grown

# Which other net a net's training takes.
_TAKES = {"reader": "detector", "stance": "detector", "straight": "stance"}
# Whose code a training is made of.
_ROOT = Path(__file__).parents[2]
_CODE = ("models", "vision", "hardware")


def check_same(arguments: argparse.Namespace) -> None:
    """Raises Refusal where the folder holds a training that saw other data: it would go on under this one's name."""
    before = _noted(arguments.out)
    for name, alike in (("without", _rigs), ("rendered", _folder)):
        now = str(getattr(arguments, name))
        if alike(before.get(name, now)) != alike(now):
            raise Refusal(
                f"{arguments.out} holds a training with --{name} {before[name] or None}, not {now or None}: "
                "name another folder with --out"
            )


def _rigs(named: str) -> set[str]:
    return set(named.split(","))


def _folder(named: str) -> Path:
    return Path(named).resolve()


def check_needs(arguments: argparse.Namespace) -> None:
    """Raises Refusal where a net's training will take another that is neither there nor trained before it."""
    if arguments.start:
        trained(arguments.start)
    folders = [folder for folder in (arguments.out, arguments.start) if folder]
    for name, other in _TAKES.items():
        there = any((folder / f"{other}.pt").is_file() for folder in folders)
        steps, others = (getattr(arguments, f"{each}_steps") for each in (name, other))
        if steps and not others and not there:
            raise Refusal(
                f"the {name} is trained with {other}.pt, which {arguments.out} does not hold: give "
                f"--{other}-steps, or --start with a folder that holds it"
            )


def start_from(before: Path, folder: Path) -> None:
    """Begin with the weights of a finished training, perhaps of narrower nets, where this one has none yet."""
    for name, kind in zip(NAMES, (DetectorNet, ReaderNet, StanceNet, StanceNet), strict=True):
        net, file = kind(), f"{name}.pt"
        if (before / file).is_file() and not (folder / file).is_file():
            state = torch.load(before / file, weights_only=False)
            torch.save({"net": grown(state["net"], net)}, folder / file)


def note(arguments: argparse.Namespace, seed: int) -> None:
    """Write down what this training is made of: the code, the labels and the truth of the rendered pictures.

    Where it goes on after a stop with other settings, code or data, what it was made of `before` stays written.
    """
    sources = sorted(path for folder in _CODE for path in (_ROOT / folder).rglob("*.py"))
    settings: dict[str, Any] = {name: str(value) for name, value in vars(arguments).items()}
    settings |= {"seed": seed, "torch": torch.__version__, "numpy": np.__version__, "opencv": cv2.__version__}
    settings["labels"] = _digest(arguments.photos / "annotations.json")
    rendered = sorted(arguments.rendered.glob("truth-*.jsonl")) if arguments.rendered else []
    settings["truth"] = {path.name: _digest(path) for path in rendered}
    settings["commit"] = _commit()
    settings["code"] = {str(path.relative_to(_ROOT)): _digest(path) for path in sources}
    earlier = _noted(arguments.out)
    runs = earlier.pop("before", [])
    settings["before"] = runs if earlier in ({}, settings) else [*runs, earlier]
    with replacing(arguments.out / SETTINGS) as beside:
        beside.write_text(json.dumps(settings, indent=1))


def _noted(folder: Path) -> dict[str, Any]:
    """What was written down of the training in a folder; nothing where there is none."""
    settings = folder / SETTINGS
    return dict(json.loads(settings.read_text())) if settings.is_file() else {}


def _commit() -> str:
    """The commit that the code was at, perhaps changed since (the sums of its files tell); "" where git knows none."""
    command = ["git", "-C", str(_ROOT), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
