"""Chance gives hard days their share."""

from __future__ import annotations

import numpy as np
import pytest

for module in ("mujoco", "mitsuba"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
from models.scenes import variety  # noqa: E402
from models.scenes.camera import develop  # noqa: E402
from models.scenes.pictures import MIDDLE_GREY, exposed  # noqa: E402


def test_some_pictures_stay_dim_and_noisy_and_some_have_too_much_light() -> None:
    """Of a grey card, whatever the light on it: exposure would make all of them alike."""
    means, grain = [], []
    for number in range(400):
        rng = np.random.default_rng([4, number])
        light = exposed(np.full((24, 32, 3), float(rng.uniform(0.02, 3.0)), np.float32))
        picture = develop(light, variety.sensor(rng), rng).astype(float)
        means.append(picture.mean())
        grain.append(picture[8:16, 10:22].std(axis=(0, 1)).mean() / picture.mean())
    grey = 255 * MIDDLE_GREY ** (1 / 2.2)
    dim, bright = np.array(means) < 0.62 * grey, np.array(means) > 1.45 * grey
    assert 0.08 < dim.mean() < 0.2
    assert 0.05 < bright.mean() < 0.2
    assert np.median(np.array(grain)[dim]) > 4 * np.median(np.array(grain)[~dim])


def test_some_makes_have_inlaid_pips_of_metal_or_not_with_rings_or_without() -> None:
    makes = [variety.die_look(np.random.default_rng([6, number])) for number in range(900)]
    inlaid = [make for make in makes if make.inlay is not None]
    assert 0.05 < len(inlaid) / len(makes) < 0.14
    assert {(make.inlay.metallic, make.rim is None) for make in inlaid if make.inlay} == {
        (metal, bare) for metal in (0.0, 1.0) for bare in (True, False)
    }
    assert all(np.abs(np.subtract(make.body, make.paint)).max() >= 0.12 for make in inlaid)
