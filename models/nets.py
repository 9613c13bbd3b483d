"""The three nets: a detector of dice, a reader of one die, and one that tells how dice lie, trained twice: as they are
seen, and straightened. Plain convolutions, which every runtime runs fast.
"""

from __future__ import annotations

import torch
from torch import nn

STATES = 3  # of a die: flat, cocked, stacked
NONE = 6  # the reader's seventh class: not a face of a pip die that can be read
CROP_PX = 48
GREY = 120  # the mean of pictures as the detector takes them
GREY_SPREAD = 64


def convolution(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """A 3 x 3 convolution, normalised over the batch, and a ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):  # type: ignore[misc]
    """Two convolutions beside a straight path."""

    def __init__(self, width: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, dilation, dilation, bias=False), nn.BatchNorm2d(width)
        )
        self.out = nn.ReLU(inplace=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(x + self.second(self.first(x)))


class DetectorNet(nn.Module):  # type: ignore[misc]
    """(N, 3, H, W) BGR 0 to 255, sides divisible by 16, to (N, 5, H/8, W/8); see vision/reading/detector.py."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            convolution(3, 16, 2), convolution(16, 32, 2), convolution(32, 32), convolution(32, 64, 2)
        )
        self.near = Residual(64)
        self.far = nn.Sequential(convolution(64, 64, 2), Residual(64, 2), nn.Conv2d(64, 64, 1))
        self.head = nn.Sequential(convolution(64, 64), nn.Conv2d(64, 5, 1))
        nn.init.constant_(self.head[1].bias, 0.0)
        nn.init.constant_(self.head[1].bias[:1], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.seen((x - GREY) / GREY_SPREAD)

    def seen(self, x: torch.Tensor) -> torch.Tensor:
        """The same of a picture whose grey levels were brought to about -2 to 2."""
        near = self.near(self.stem(x))
        far = nn.functional.interpolate(self.far(near), scale_factor=2.0, mode="nearest")
        return self.head(torch.relu(near + far))


class PictureNet(nn.Module):  # type: ignore[misc]
    """A detector that takes pictures as they are: (N, H, W, 4), BGR 0 to 255, and one channel that counts nothing."""

    def __init__(self, net: DetectorNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        return self.net(pictures[..., :3].permute(0, 3, 1, 2))


class ReaderNet(nn.Module):  # type: ignore[misc]
    """(N, 3, 48, 48), each crop with mean 0 and spread 1 (`vision.picture.crop.normalised`), to (N, 7) logits.

    They exclude each other: the values 1 to 6, and nothing that can be read.
    """

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.body = nn.Sequential(
            convolution(3, width, 2),
            Residual(width),
            convolution(width, 2 * width, 2),
            Residual(2 * width),
            Residual(2 * width),
            convolution(2 * width, 4 * width, 2),
            Residual(4 * width),
            Residual(4 * width),
        )
        self.last = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(4 * width * 36, NONE + 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.body(x))


class StanceNet(nn.Module):  # type: ignore[misc]
    """(N, 5, 64, 64), the dice of one picture as `vision.reading.stance.beside` gives them, to (N, 3) logits.

    It sees as a detector does, and may begin with one's weights. What is seen of each die is compared with the mean of
    all: which way the table lies is to be seen in the others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.eye = DetectorNet()
        self.eye.head = convolution(64, 64)
        self.each = nn.Sequential(nn.Linear(64 * 16 + 2, 64), nn.ReLU(inplace=True))
        self.last = nn.Sequential(
            nn.Dropout(0.2), nn.Linear(128, 48), nn.ReLU(inplace=True), nn.Linear(48, STATES)
        )

    def begin_as(self, detector: dict[str, torch.Tensor]) -> None:
        """See with a detector's weights."""
        shared = {name: tensor for name, tensor in detector.items() if not name.startswith("head.1.")}
        self.eye.load_state_dict({name.replace("head.0.", "head."): shared[name] for name in shared})

    def forward(self, x: torch.Tensor, company: torch.Tensor | None = None) -> torch.Tensor:
        """company: (N, N), the share of each die (column) in what each (row) is compared with; None: all alike."""
        seen = nn.functional.avg_pool2d(self.eye.seen(x[:, :3]), 2).flatten(1)
        each = self.each(torch.cat([seen, x[:, 3:, 0, 0]], dim=1))
        mean = each.mean(dim=0, keepdim=True).expand_as(each) if company is None else company @ each
        return self.last(torch.cat([each, each - mean], dim=1))
