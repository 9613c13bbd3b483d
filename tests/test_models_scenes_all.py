"""One command makes all stills, in the folders where trainings and figures look for them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

for module in ("mujoco", "mitsuba", "scipy"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
from models.examples.photos import load_rendered  # noqa: E402
from models.measure.rendered import seed_of  # noqa: E402
from models.scenes import all as everything  # noqa: E402
from models.scenes import pictures  # noqa: E402
from models.scenes.manifest import MANIFEST  # noqa: E402

MODELS = Path(__file__).parent.parent / "models"


def test_no_folder_holds_a_seed_twice_and_nobody_learns_from_what_judges() -> None:
    places = Counter((part.whose, part.seed) for part in MANIFEST)
    assert set(places.values()) == {1}
    learnt = {part.seed for part in MANIFEST if part.whose != "test"}
    assert not learnt & {part.seed for part in MANIFEST if part.whose == "test"}


def test_it_makes_as_many_as_the_card_and_its_journal_say() -> None:
    card, journal = (
        re.sub(r"\s+", " ", (MODELS / name).read_text(encoding="utf-8")) for name in ("CARD.md", "JOURNAL.md")
    )
    assert "python -m models.scenes.all" in card
    folds = re.search(r"on the same ([\d,]+) rendered pictures", card)
    assert folds
    assert sum(part.count for part in MANIFEST if part.whose == "folds") == int(folds[1].replace(",", ""))
    played = re.search(r"--played` \(([\d,]+), ([\d,]+), ([\d,]+) and ([\d,]+) of seeds 51 to 54\)", journal)
    assert played
    counts = [int(count.replace(",", "")) for count in played.groups()]
    assert [part.count for part in MANIFEST if part.seed in range(51, 55)] == counts


def test_it_makes_what_is_missing_and_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pictures, "VIEWS", 1)
    monkeypatch.setattr(pictures, "SAMPLES", 1)
    kinds = {(part.whose, part.kind): replace(part, count=1) for part in MANIFEST}
    few = [kinds["shipped", "clutter"], kinds["shipped", "played snapshot"], kinds["test", "snapshot"]]
    monkeypatch.setattr(everything, "MANIFEST", few)
    everything.main(["--out", str(tmp_path / "scenes")])
    for folder, seeds in (("scenes", {few[0].seed, few[1].seed}), ("scenes-test", {few[2].seed})):
        assert {seed_of(photo) for photo in load_rendered(tmp_path / folder)} == seeds
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.jpg")}
    lost = tmp_path / f"scenes/truth-{few[1].seed}.jsonl"
    there = lost.read_text()
    lost.write_text(there[:200])
    everything.main(["--out", str(tmp_path / "scenes"), "--only", "shipped"])
    assert lost.read_text() == there
    assert "2 of 2: 1 played snapshot" in capsys.readouterr().err
    clutter = [path for path in before if path.name.startswith(f"{few[0].seed}-")]
    assert clutter
    assert all(path.stat().st_mtime_ns == before[path] for path in clutter)
