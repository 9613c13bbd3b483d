"""The mean of two trainings."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs the extra packages of .[train]")

from models.nets import DetectorNet, ReaderNet  # noqa: E402
from models.training import soup  # noqa: E402
from models.training.soup import mean  # noqa: E402


def test_the_mean_of_two_nets_lies_as_far_on_the_way_as_told_and_that_of_unlike_ones_is_refused() -> None:
    torch.manual_seed(2)
    one, other = ReaderNet().state_dict(), ReaderNet().state_dict()
    for share in (0.5, 0.75):
        for name, part in mean(one, other, share).items():
            if part.is_floating_point():
                torch.testing.assert_close(part, torch.lerp(one[name], other[name], share))
    with pytest.raises(ValueError, match="same shape"):
        mean(one, DetectorNet().state_dict())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--share", "7"], "a share is 0 to 1, got 7"),
        (["--share", "nan"], "a share is 0 to 1, got nan"),
        (["--share", "half"], "invalid share value: 'half'"),
        ([], "one holds no reader.pt"),
    ],
)
def test_no_share_and_no_training_are_refused_in_a_sentence(
    more: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folders = [str(tmp_path / name) for name in ("one", "other", "out")]
    monkeypatch.setattr(sys, "argv", ["soup", "reader", *folders, *more])
    with pytest.raises(SystemExit) as stopped:
        soup.main()
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
