"""Make the detector three times as fast: 8-bit integers in place of floats, ranges measured on pictures.

    python -m models.quantise PHOTOS models

Writes detector.int8.onnx beside detector.onnx (static, per channel). The floats stay: OpenCV runs only them.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models import negatives, photos
from models.examples import Views
from vision.detect import Floats

_VIEWS = 160


class _Pictures(CalibrationDataReader):  # type: ignore[misc]
    """Views as the detector was trained on, one by one."""

    def __init__(self, views: Floats) -> None:
        self._left = iter(views)

    def get_next(self) -> dict[str, Floats] | None:
        view = next(self._left, None)
        return None if view is None else {"picture": view[None]}


def quantise(source: Path, target: Path, views: Floats) -> None:
    """Write the int8 net; views: (N, 3, H, W) float32 0 to 255 that are like what it will see."""
    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(source), str(ready))
        quantize_static(
            str(ready),
            str(target),
            _Pictures(views),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path)
    parser.add_argument("models", type=Path)
    arguments = parser.parse_args()
    rigs: dict[str, list[photos.Photo]] = {}
    for photo in photos.load(arguments.photos):
        rigs.setdefault(photo.rig, []).append(photo)
    source = Views([(rig, 1.0) for rig in rigs.values()], negatives.load())
    views = source.batch(np.random.default_rng(0), _VIEWS)[0].numpy()
    quantise(arguments.models / "detector.onnx", arguments.models / "detector.int8.onnx", views)


if __name__ == "__main__":
    main()
