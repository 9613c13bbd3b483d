"""A wider, deeper net that begins with what a narrower one has learnt, and answers at first exactly as that does.

After Chen, Goodfellow, Shlens, Net2Net, 2016, but with new channels that start unheard instead of copies: new
channels see the old ones through random weights, the old ones do not see them yet, and a new residual block adds
nothing at first.
"""

from __future__ import annotations

import torch
from torch import nn

Weights = dict[str, torch.Tensor]


def grown(old: Weights, net: nn.Module) -> Weights:
    """The weights for `net`, a wider or deeper make of the net whose weights are `old`; `net` itself stays.

    Raises ValueError where `net` is narrower in some place.
    """
    weights = {name: tensor.clone() for name, tensor in net.state_dict().items()}
    for name, tensor in weights.items():
        if name in old:
            _fill(name, tensor, old[name])
        elif name.endswith("second.1.weight"):
            tensor.zero_()
    return weights


def _fill(name: str, new: torch.Tensor, old: torch.Tensor) -> None:
    """Put `old` into the corner of `new`, in place; what it would now hear of new channels is nothing."""
    if new.shape == old.shape:
        new.copy_(old)
        return
    if new.dim() == 2:  # the reader's linear layer over flattened channels: 36 places of each
        new, old = (tensor.view(tensor.shape[0], -1, 36) for tensor in (new, old))
    if any(n < o for n, o in zip(new.shape, old.shape, strict=True)):
        raise ValueError(f"{name}: {tuple(new.shape)} has no room for {tuple(old.shape)}")
    if old.dim() < 2:
        new[: len(old)] = old
    else:
        outputs, inputs = old.shape[:2]
        new[:outputs, inputs:] = 0
        new[:outputs, :inputs] = old
