"""Make the nets faster: 8-bit integers in place of floats, ranges measured on pictures.

    python -m models.shipping.quantise PHOTOS models [--nets detector reader]

Writes NAME.int8.onnx of each net beside the others (static, per channel, weights of 7 bits), and lets the
detector's take bytes. The floats stay: OpenCV runs only them. A net of which there are none is left as it is.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnx.shape_inference
import onnx.utils
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from models.command import command_line
from models.examples import banks, negatives, photos, stances, straightened
from models.examples.augment import Random
from models.examples.batches import Crops, Views
from models.nets import GREY, GREY_SPREAD
from models.refusal import Refusal, told
from models.shipping.export import NAMES
from models.shipping.features import add_features, remove_features
from vision.nouns import Floats
from vision.reading.stance import Stance

_VIEWS = 160
_CROPS = 1600
_GROUPS = 300
_AT_ONCE = 4


class _Pictures(CalibrationDataReader):  # type: ignore[misc]
    """Examples as the net was trained on, a few at a time."""

    def __init__(self, examples: Floats) -> None:
        self._left = iter(np.array_split(examples, max(1, len(examples) // _AT_ONCE)))

    def get_next(self) -> dict[str, Floats] | None:
        few = next(self._left, None)
        return None if few is None else {"picture": few}


def quantise(source: Path, examples: Floats) -> None:
    """Write the int8 net beside its source; examples: (N, ...) float32 that are like what it will see.

    Weights of 8 bits overflow in processors with AVX2 and without VNNI (vpmaddubsw adds two products in 16 bits): there
    the nets said something else than elsewhere. Of 7 bits they cannot.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain, ready = Path(folder) / "plain.onnx", Path(folder) / "ready.onnx"
        model = onnx.load(str(source))
        remove_features(model)
        onnx.save(model, str(plain))
        quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
        quantize_static(
            str(ready),
            str(source.with_suffix(".int8.onnx")),
            _Pictures(examples),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )


def take_bytes(path: Path) -> None:
    """Let the detector at `path`, in 8-bit integers, take the bytes of pictures as they are, in place.

    They are just what it makes of them first; so that is left out. Its first convolution gets a fourth channel, of
    weights 0: onnxruntime runs four channels twice as fast as three. Raises ValueError where they are not.
    """
    model = onnx.shape_inference.infer_shapes(onnx.load(str(path)))
    made = {name: node for node in model.graph.node for name in node.output}
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    first = next(node for node in model.graph.node if node.op_type == "Conv")
    seen, weight = made[first.input[0]], tensors[made[first.input[1]].input[0]]
    scale, zero = (float(numpy_helper.to_array(tensors[name])) for name in seen.input[1:])
    if (scale, zero) != (1 / GREY_SPREAD, GREY):
        raise ValueError(
            f"in 8-bit integers {path} sees grey levels of {scale} from {zero} on, not of {1 / GREY_SPREAD} from "
            f"{GREY} on: its examples did not reach from black to white; give it more"
        )
    padded = np.pad(numpy_helper.to_array(weight), ((0, 0), (0, 1), (0, 0), (0, 0)))
    weight.CopyFrom(numpy_helper.from_array(padded, weight.name))
    rest = onnx.utils.Extractor(model).extract_model([seen.input[0]], ["answer"])
    turned = helper.make_node("Transpose", ["picture"], [seen.input[0]], perm=[0, 3, 1, 2])
    rest.graph.node.insert(0, turned)
    rest.graph.input[0].CopyFrom(
        helper.make_tensor_value_info("picture", TensorProto.UINT8, ["pictures", "height", "width", 4])
    )
    del rest.graph.value_info[:]
    onnx.checker.check_model(rest)
    onnx.save(rest, str(path))


def with_floats(models: Path, named: Sequence[str] | None) -> list[str]:
    """Those of the nets named, or of all, that there are to start from.

    Raises Refusal where one that is named is not there, or none is.
    """
    missing = [name for name in named or NAMES if not (models / f"{name}.onnx").is_file()]
    there = [name for name in named or NAMES if name not in missing]
    if missing and (named or not there):
        raise Refusal(
            f"{models} holds no {missing[0]}.onnx: name a folder that models.shipping.export has written"
        )
    if missing:
        print(f"left as they are, as there is no NAME.onnx of them: {', '.join(missing)}")
    return there


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("--nets", nargs="+", choices=NAMES, help="these only")
    arguments = parser.parse_args()
    names = with_floats(arguments.models, arguments.nets)
    if not {"stance", "straight"}.isdisjoint(names):
        stances.found_by(arguments.models)  # refuses before anything is written
    rigs: dict[str, list[photos.Photo]] = {}
    for photo in photos.load(arguments.photos):
        rigs.setdefault(photo.rig, []).append(photo)
    for name in names:
        examples = _examples(name, arguments.models, list(rigs.values()), np.random.default_rng(0))
        quantise(arguments.models / f"{name}.onnx", examples)
        if name == "detector":
            take_bytes(arguments.models / "detector.int8.onnx")
        if name == "reader":
            add_features(arguments.models / "reader.int8.onnx")


def _examples(name: str, models: Path, rigs: Sequence[Sequence[photos.Photo]], random: Random) -> Floats:
    """What a net will see, of every rig as much."""
    if name == "detector":
        views = Views([(list(rig), 1.0) for rig in rigs], negatives.load())
        seen = np.asarray(views.batch(random, _VIEWS)[0], np.float32).transpose(0, 2, 3, 1)
        return np.pad(seen, ((0, 0), (0, 0), (0, 0), (0, 1)))
    if name == "reader":
        nothing = banks.collect(banks.clutter(negatives.load(), random, 500))
        dice = [(banks.collect(banks.dice(rig[::8])), 1.0) for rig in rigs]
        return np.asarray(Crops(dice, nothing).batch(random, _CROPS)[0], np.float32)
    find, some = stances.found_by(models), [rig[::4] for rig in rigs]
    if name == "stance":
        known = [stances.companies(rig, find) for rig in some]
    else:
        known = [straightened.straight_companies(rig, find, Stance.open(models)) for rig in some]
    groups = stances.Groups([(companies, 1.0) for companies in known if companies])
    return np.asarray(groups.batch(random, _GROUPS)[0][0], np.float32)


if __name__ == "__main__":
    main()
