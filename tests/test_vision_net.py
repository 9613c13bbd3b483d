from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import onnxruntime
import pytest
from nobody import forbidden, needs_rights

from hardware.clip import Clip
from vision.reading import net
from vision.reading.readings import Limits

ROOT = Path(__file__).parents[1]
MODELS = ROOT / "models"
NEEDS_TORCH = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="training needs the extra packages of .[train]"
)


def test_opencv_runs_the_net_as_onnxruntime_does() -> None:
    picture = np.random.default_rng(0).uniform(0, 255, (1, 96, 128, 4)).astype(np.uint8)
    ours = net.open_net(MODELS / "detector.onnx", 1)(picture)
    theirs = net._open_with_opencv(MODELS / "detector.onnx")(picture)
    np.testing.assert_allclose(ours, theirs, atol=2e-3)


@pytest.mark.parametrize(
    "why", ["libgomp.so.1 is missing", "no attribute 'InferenceSession'", "no such instruction"]
)
def test_where_onnxruntime_does_not_start_opencv_runs_the_nets_that_it_can(
    why: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_session(*_: object, **__: object) -> None:
        raise RuntimeError(why)

    def broken(name: str) -> ModuleType:
        library = ModuleType(name)
        if "attribute" in why:
            return library  # what half an uninstallation leaves
        if "instruction" in why:
            vars(library).update(SessionOptions=onnxruntime.SessionOptions, InferenceSession=no_session)
            return library
        raise ImportError(why)

    net.runtime.cache_clear()
    monkeypatch.setattr(net.importlib, "import_module", broken)
    try:
        run = net.open_checked(MODELS / "reader.onnx", 1, (2, 3, 48, 48), (2, 7), "reader's net")
        assert run(np.zeros((3, 3, 48, 48), np.float32)).shape == (3, 7)
        assert why in caplog.text
    finally:
        net.runtime.cache_clear()


def test_in_8_bit_integers_the_detector_sees_the_same_pictures_about_alike() -> None:
    with Clip(ROOT / "tests" / "replay" / "breakfast.mp4") as film:
        dice = next(frame.image for frame in film.frames() if frame.seq == 120)
    picture = np.dstack([cv2.resize(dice, (640, 384)), np.full((384, 640), 255, np.uint8)])[None]
    floats = net.open_net(MODELS / "detector.onnx", 1)
    integers = net.open_net(MODELS / "detector.int8.onnx", 1)
    logits = floats(picture)[0, 0]
    apart = np.abs(integers(picture)[0, 0] - logits)
    assert apart.mean() < 0.1 * logits.std()
    assert (logits > 0).sum() >= 5, "there are dice to be seen"
    assert apart[logits > -1].mean() < 0.1
    # The fourth channel counts nothing, and numbers of any kind are taken.
    emptied = picture * np.array([1, 1, 1, 0], np.uint8)
    for run in (floats, integers):
        assert np.array_equal(run(emptied), run(picture))
        assert np.array_equal(run(picture.astype(np.float32)), run(picture))


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("detector", (1, 128, 160, 4)),
        ("reader", (8, 3, 48, 48)),
        ("stance", (8, 5, 64, 64)),
        ("straight", (8, 5, 64, 64)),
    ],
)
def test_in_8_bit_integers_no_sum_overflows_whatever_the_processor(name: str, shape: tuple[int, ...]) -> None:
    path, random = MODELS / f"{name}.int8.onnx", np.random.default_rng(2)
    batch = random.integers(0, 256, shape) if name == "detector" else random.normal(0, 1.5, shape)
    options = onnxruntime.SessionOptions()
    # The sums of 16 bits that processors with AVX2 and without VNNI take for speed are not taken then.
    options.add_session_config_entry("session.x64quantprecision", "1")
    exact = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    (seen,) = exact.get_inputs()
    kind = np.uint8 if name == "detector" else np.float32
    (answer,) = exact.run(["answer"], {seen.name: batch.astype(kind)})
    np.testing.assert_allclose(net.open_net(path, 1)(batch), answer, atol=1e-5)


@pytest.mark.parametrize(
    "program",
    [
        "from pathlib import Path; from vision.reading.net import open_net; open_net(Path('models/reader.onnx'), 1)",
        pytest.param("import models.measure.evaluate", marks=NEEDS_TORCH),
    ],
)
def test_who_reads_dice_is_counted_by_nobody(program: str, tmp_path: Path) -> None:
    # Asked to tell, onnxruntime keeps a number of this machine and what it has to tell in the home folder.
    told = "ORT_DISABLE_TELEMETRY"
    quiet = {name: value for name, value in os.environ.items() if name not in (told, "XDG_CACHE_HOME")}
    home = {**quiet, "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=home, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert list(tmp_path.rglob(".onnxruntime")) == []


@pytest.mark.skipif(sys.platform != "linux", reason="names that are in no letters are found on Linux only")
@pytest.mark.parametrize("opens", ["open_net(path, 1)", "_open_with_opencv(path)"])
def test_weights_are_read_whatever_letters_their_folder_is_named_in(opens: str, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"weights\xff")
    folder.mkdir()
    shutil.copy(MODELS / "reader.onnx", folder)
    program = (
        f"import sys, pathlib; from vision.reading import net; path = pathlib.Path(sys.argv[1]); net.{opens}"
    )
    # In a process of its own: OpenCV takes the process with it where a name is not in UTF-8.
    subprocess.run([sys.executable, "-c", program, folder / "reader.onnx"], cwd=ROOT, check=True)


@needs_rights
def test_weights_that_may_not_be_read_are_refused_with_what_to_do() -> None:
    with forbidden("reader.onnx", (MODELS / "reader.onnx").read_bytes()) as paths:
        for path in paths:
            with pytest.raises(net.ModelError, match=r"cannot be read \(Permission denied\); name a folder"):
                net.open_checked(path, 1, (2, 3, 48, 48), (2, 7), "reader's net")
    with forbidden("reader.json", b"{}") as paths:
        for path in paths:
            with pytest.raises(net.ModelError, match=r"cannot be read \(Permission denied\); name a folder"):
                Limits.open(path)
