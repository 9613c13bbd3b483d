"""What a picture costs, counted, and what a Pi may need for it: multiply-adds of nets, elements that OpenCV touches.

python -m models.measure.budget

The counts are exact for the demo's film. The times on a Raspberry Pi are ESTIMATES: no figure of them is from one.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import shape_inference

from hardware.clip import Clip
from hardware.demo import FILM, FOLDER
from models.command import command_line
from models.refusal import told
from vision.pipeline import Pipeline
from vision.reading import net
from vision.reading.reader import Reader

MODELS = Path(__file__).parents[1]
WHOLE = ".int8"
SKIPPED = ("VideoCapture", "VideoWriter", "setNumThreads", "getTickCount", "imdecode", "imencode")
"""What of OpenCV is no work on a picture of the pipeline's."""


THREADS = 4
"""Of either board."""


@dataclass(frozen=True)
class Board:
    """A Raspberry Pi as others have measured it.

    gflops: floating-point operations of a net that one thread does in a second, thousand millions. slower: how many
    times as long as here an element of OpenCV takes.
    """

    name: str
    gflops: float
    slower: float


# Sources. Pi 4B: the benchmark of opencv_zoo (OpenCV 4.7): ResNet-50 of 8.2 GFLOP in 464 ms, 17.7 GFLOP/s of the board.
# Pi 5: Arm's page of its runtime for YOLO26: onnxruntime needs 127 ms for 5.4 GFLOP, 42.5 GFLOP/s of the board. One
# thread is taken to do a quarter of that, which is the least: the program runs its nets on one thread. OpenCV: assumed
# from the width of the registers (128 bits beside 256 to 512) and the clock (1.8 and 2.4 GHz); measured by nobody.
BOARDS = (Board("Pi 4", 17.7 / 4, 8.0), Board("Pi 5", 42.5 / 4, 4.0))


@dataclass
class Stage:
    """All pictures of one kind. macs: multiply-adds by net; elements: read and written by OpenCV.

    spent_s, nets_s: processor time of this machine, of all of it and of the nets."""

    pictures: int = 0
    macs: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    elements: float = 0.0
    spent_s: float = 0.0
    nets_s: float = 0.0

    def estimate_ms(self, board: Board, threads: int = 1) -> float:
        """For one picture on this board, the nets on so many threads and the rest on one."""
        nets_s = 2 * sum(self.macs.values()) / (board.gflops * threads * 1e9)
        return 1000 * (nets_s + (self.spent_s - self.nets_s) * board.slower) / max(self.pictures, 1)


@cache
def multiply_adds(path: Path, shape: tuple[int, ...]) -> int:
    """Of one run of the net at `path` over a batch of this shape: of its convolutions and products of matrices."""
    model = onnx.load(str(path))
    for place, side in zip(model.graph.input[0].type.tensor_type.shape.dim, shape, strict=True):
        place.dim_value = side
    graph = shape_inference.infer_shapes(model, data_prop=True).graph
    sides = {each.name: list(each.dims) for each in graph.initializer}
    for each in (*graph.input, *graph.value_info, *graph.output):
        sides[each.name] = [place.dim_value for place in each.type.tensor_type.shape.dim]
    return sum(_of_node(node, sides) for node in graph.node)


def _of_node(node: onnx.NodeProto, sides: dict[str, list[int]]) -> int:
    """Of one node; 0 for those that multiply no weights."""
    if node.op_type == "Conv":
        weights = sides[node.input[1]]
        return int(np.prod(sides[node.output[0]]) * np.prod(weights[1:]))
    if node.op_type in ("MatMul", "Gemm"):
        return int(np.prod(sides[node.output[0]]) * sides[node.input[0]][-1])
    return 0


class Counter:
    """Counts what runs while it counts; `stage` is what it is counted for."""

    def __init__(self) -> None:
        self.stage = Stage()

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Nets that are opened and functions of OpenCV that are called within this are counted."""
        opener, functions = net._open, {name: getattr(cv2, name) for name in dir(cv2) if _works(name)}
        net._open = partial(self._opened, opener)
        try:
            for name, function in functions.items():
                setattr(cv2, name, partial(self._called, function))
            yield
        finally:
            net._open = opener
            for name, function in functions.items():
                setattr(cv2, name, function)

    def _called(self, function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        got = function(*given, **named)
        results = got if isinstance(got, tuple) else (got,)
        arrays = (each for each in (*given, *results) if isinstance(each, np.ndarray))
        self.stage.elements += sum(array.size for array in arrays)
        return got

    def _opened(self, opener: Callable[[Path, int], net.Net], path: Path, threads: int) -> net.Net:
        opened = opener(path, threads)
        whole = path.with_name(path.name.replace(WHOLE, ""))

        def run(names: Any, batch: NDArray[Any]) -> list[Any]:
            began_s = time.thread_time()
            answer = opened._run(names, batch)
            self.stage.nets_s += time.thread_time() - began_s
            self.stage.macs[whole.stem] += multiply_adds(whole, batch.shape)
            return answer

        return net.Net(opened._outputs, run)


def _works(name: str) -> bool:
    """Whether this of OpenCV is a function that works on pictures."""
    return name[0].islower() and name not in SKIPPED and type(getattr(cv2, name)) is type(cv2.resize)


def counted(film: Path, most: int) -> dict[str, Stage]:
    """What the pictures of a film cost, at most so many, as dice move and as they lie; and one photo read whole."""
    counter, stages = Counter(), {name: Stage() for name in ("moving", "still", "a photo, read whole")}
    with counter.counting():
        reader = Reader.open(MODELS)
        reader.read(np.zeros((720, 1280, 3), np.uint8))
        pipeline, phase, image = Pipeline(reader), "still", None
        with Clip(film) as clip:
            for frame, _ in zip(clip.frames(), range(most), strict=False):
                counter.stage = Stage(1)
                began_s = time.thread_time()
                phase = "moving" if pipeline.step(frame).phase == "moving" else "still"
                counter.stage.spent_s = time.thread_time() - began_s
                _add(stages[phase], counter.stage)
                image = frame.image if phase == "still" else image
        if image is not None:
            counter.stage = stages["a photo, read whole"] = Stage(1)
            began_s = time.thread_time()
            reader.read(image)
            counter.stage.spent_s = time.thread_time() - began_s
    return stages


def _add(to: Stage, stage: Stage) -> None:
    to.pictures += stage.pictures
    to.elements += stage.elements
    to.spent_s += stage.spent_s
    to.nets_s += stage.nets_s
    for name, macs in stage.macs.items():
        to.macs[name] += macs


def table(stages: dict[str, Stage]) -> Iterator[str]:
    """It line by line, in Markdown; each figure is of one picture."""
    heads = ["stage (pictures)", "nets, million multiply-adds", "OpenCV, million elements", "here, ms"]
    heads += [f"{board.name}, nets on 1 or 4 threads, ms, ESTIMATE" for board in BOARDS]
    yield "| " + " | ".join(heads) + " |"
    yield "|" + " --- |" * len(heads)
    for name, stage in stages.items():
        each = 1e6 * max(stage.pictures, 1)
        nets = ", ".join(f"{net} {macs / each:.1f}" for net, macs in sorted(stage.macs.items())) or "none"
        cells = [f"{name} ({stage.pictures})", nets, f"{stage.elements / each:.1f}"]
        cells += [
            f"{1e9 * stage.spent_s / each:.1f}",
            *(_span(stage, board) for board in BOARDS),
        ]
        yield "| " + " | ".join(cells) + " |"


def _span(stage: Stage, board: Board) -> str:
    return f"{stage.estimate_ms(board):.0f} or {stage.estimate_ms(board, THREADS):.0f}"


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = command_line(__doc__)
    parser.add_argument("--clip", type=Path, default=FOLDER / FILM, help="a film (default: the demo)")
    parser.add_argument("--pictures", type=int, default=1000, help="of it (default: %(default)s)")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    for line in table(counted(chosen.clip, chosen.pictures)):
        print(line)


if __name__ == "__main__":
    main()
