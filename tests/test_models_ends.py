"""What the ends of throws tell of how surely dice are told that do not lie flat."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from models.ends import Seen, limit_for, main, rows

CHANCES = some.lists(some.floats(0, 1), min_size=1, max_size=400)


@given(flat=CHANCES, share=some.floats(0, 0.5))
def test_no_more_than_the_share_of_the_flat_dice_reach_the_limit_and_any_lower_one_lets_more(
    flat: list[float], share: float
) -> None:
    chances = np.sort(np.array(flat))
    limit = limit_for(chances, share)
    assert np.count_nonzero(chances >= limit) <= share * len(flat)
    lower = np.nextafter(limit, 0)
    assert np.count_nonzero(chances >= lower) > share * len(flat)


def test_the_table_counts_what_is_called_so_by_how_it_lies() -> None:
    dice = [Seen(True, "flat", 0.01 * number) for number in range(100)]
    dice += [Seen(True, "cocked", 0.5), Seen(True, "cocked", 0.995), Seen(True, "stacked", 0.985)]
    first, cocked, stacked = rows(dice, 0.9)
    assert first == "  limit 0.9: of 100 flat dice called so 10.0 %"
    # No flat one of a hundred may be called so at 0.3 %, one at 1 %: the limit is just over the highest, or the next.
    assert cocked == "  cocked      2: found 50.0 %, at 0.3 % 50.0 %, at 1 % 50.0 %"
    assert stacked == "  stacked     1: found 100.0 %, at 0.3 % 0.0 %, at 1 % 100.0 %"


def test_where_there_are_none_nothing_is_said_of_them() -> None:
    first, cocked, _ = rows([], 0.6)
    assert first.endswith("of 0 flat dice called so -")
    assert cocked == "  cocked      0: found -, at 0.3 % -, at 1 % -"


@pytest.mark.parametrize("written", [{}, {"1-00002.json": {"file": "1-00002.png"}}])
def test_a_folder_without_such_stills_is_a_sentence(
    tmp_path: Path, written: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    for name, truth in written.items():
        (tmp_path / name).write_text(json.dumps(truth))
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path), "--seeds", "7"])
    assert stop.value.code == 2
    assert "make them with models.scenes.ends" in capsys.readouterr().err
