"""A net in a file, ONNX, as a function from a batch to its answer."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nouns import Floats

log = logging.getLogger("rollcall")

# A net that gives the one number that it takes (ONNX 1.8, operators of version 13): does onnxruntime run anything?
_PROBE = (
    b'\x08\x07:7\n\x10\n\x01x\x12\x01y"\x08Identity\x12\x01gZ\x0f\n\x01x\x12\n\n\x08\x08\x01\x12\x04\n\x02\x08\x01'
    b"b\x0f\n\x01y\x12\n\n\x08\x08\x01\x12\x04\n\x02\x08\x01B\x04\n\x00\x10\r"
)

Run = Callable[[NDArray[Any]], Floats]
ANSWER = "answer"
"""The output that every net has."""
FEATURES = "features"
"""The second output of the reader's net: what it has seen of each crop, from which a dice set is learnt."""


class Net:
    """A net that is open: called with a batch, it gives its answer."""

    def __init__(
        self, outputs: Sequence[str], run: Callable[[Sequence[str], NDArray[Any]], list[Floats]]
    ) -> None:
        self._outputs, self._run = tuple(outputs), run

    def __call__(self, batch: NDArray[Any]) -> Floats:
        return self._run([ANSWER], batch)[0]

    def seen(self, batch: NDArray[Any]) -> tuple[Floats, Floats]:
        """The answer, and the features, (N, F); F is 0 of a net without a second output."""
        if FEATURES not in self._outputs:
            return self(batch), np.zeros((len(batch), 0), np.float32)
        answer, features = self._run([ANSWER, FEATURES], batch)
        return answer, features


class ModelError(Exception):
    """The weights are missing or not what they should be: a sentence for a person."""


def unreadable(path: Path, error: OSError) -> ModelError:
    """What to raise for weights, or limits, that the system does not give."""
    return ModelError(
        f"{path} cannot be read ({error.strerror}); name a folder of weights that this user may read"
    )


def open_net(path: Path, threads: int) -> Net:
    """A function that runs the ONNX net at `path`: by onnxruntime, or by cv2.dnn where that does not start.

    It takes numbers of any kind, and makes them the kind that the net takes.

    Raises ModelError with a sentence when the file is missing or is no such net.
    """
    try:
        if not path.is_file():
            raise ModelError(
                f"the reader's weights {path} are missing; fetch the repository's models folder again"
            )
        return _open(path, threads)
    except ModelError:
        raise
    except OSError as error:
        raise unreadable(path, error) from None
    except Exception as error:
        raise ModelError(
            f"{path} is not a net this program can run ({_first_line(error)}); "
            "fetch the repository's models folder again"
        ) from error


def open_checked(path: Path, threads: int, asked: tuple[int, ...], answer: tuple[int, ...], name: str) -> Net:
    """The net at `path`, in 8-bit integers if it lies so beside it, as `open_net` opens it.

    Raises ModelError, too, where it does not answer input of the shape `asked` with the shape `answer`.
    """
    path = quickest(path)
    run = open_net(path, threads)
    try:
        shape = run(np.zeros(asked, np.float32)).shape
    except Exception as error:
        raise ModelError(f"{path} is not the {name} ({_first_line(error)})") from error
    if shape != answer:
        raise ModelError(f"{path} is not the {name}: it gives {shape}, not {answer}")
    return run


def quickest(path: Path) -> Path:
    """The net in 8-bit integers that lies beside `path`, where there is one and onnxruntime is there to run it."""
    smaller = path.with_suffix(".int8.onnx")
    with suppress(OSError):  # a folder that may not be entered: whoever opens the net says so
        if smaller.is_file() and runtime():
            return smaller
    return path


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


@cache
def runtime() -> ModuleType | None:
    """onnxruntime, where it is there and starts; asked once, until this function's cache is cleared."""
    try:
        library = importlib.import_module("onnxruntime")
        # What is left of half an installation has no sessions; on some machines none can be started.
        library.InferenceSession(_PROBE, library.SessionOptions(), providers=["CPUExecutionProvider"])
        return library
    except Exception as error:  # a library that does not start says so in many ways
        if not (isinstance(error, ModuleNotFoundError) and error.name == "onnxruntime"):
            log.warning(
                "onnxruntime does not start (%s): OpenCV runs the nets, more slowly", _first_line(error)
            )
        return None


def _open(path: Path, threads: int) -> Net:
    onnxruntime = runtime()
    if onnxruntime is None:
        return _open_with_opencv(path)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # A thread that spins while it waits takes the camera's and the web page's time.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 4
    # Every picture has another shape: the arena would keep the memory of each.
    options.enable_cpu_mem_arena = False
    session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    picture = session.get_inputs()[0]
    kind = np.uint8 if picture.type == "tensor(uint8)" else np.float32

    def run(names: Sequence[str], batch: NDArray[Any]) -> list[Floats]:
        return cast(list[Floats], session.run(list(names), {picture.name: batch.astype(kind, copy=False)}))

    return Net([output.name for output in session.get_outputs()], run)


def _open_with_opencv(path: Path) -> Net:
    net: Any = cv2.dnn.readNetFromONNX(np.fromfile(path, np.uint8))
    outputs = tuple(net.getUnconnectedOutLayersNames())

    def run(names: Sequence[str], batch: NDArray[Any]) -> list[Floats]:
        net.setInput(batch.astype(np.float32, copy=False))
        # OpenCV gives all outputs or none.
        every = dict(zip(outputs, net.forward(outputs), strict=True))
        return [cast(Floats, every[name]) for name in names]

    return Net(outputs, run)
