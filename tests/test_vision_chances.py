"""What a detection says of the six values, as chances."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.nouns import Detection
from vision.reading.chances import chances_of


@given(st.floats(0, 1), st.sampled_from([None, 1, 4, 6]))
def test_chances_of_the_six_values_add_up_to_one(p: float, value: int | None) -> None:
    ranking = (4, 6, 5, 3, 2, 1)
    odds = chances_of(Detection(np.zeros((4, 2), np.float32), value, p, "flat", 0.99, ranking))
    assert odds.sum() == pytest.approx(1)
    assert (odds > 0).all()
    assert int(odds.argmax()) + 1 == (value or 4) or p < 0.5
