"""`./rollcall bench`: the figures of a long look are all there, and a bad length is a sentence."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from empty_table import empty_clip

from models.measure.speed import plain_table
from vision.reading.reader import Reader
from webui import cli
from webui.cli import Refusal
from webui.config import MODELS
from webui.terminal import figures
from webui.verbs import bench, bench_reads


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One second of an empty table, five pictures a second."""
    return empty_clip(tmp_path_factory.mktemp("clip") / "empty.mp4", 5, 5)


def test_a_long_look_tells_memory_from_start_to_end_and_the_share_of_a_core(
    clip: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", "--clip", str(clip), "--minutes", "1.2", "--json"]) == 0
    facts = {line["what"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    memory = [
        facts[f"memory {when}"]["value"]
        for when in ("at the start", "after a sixth of the time", "at the end")
    ]
    assert min(memory) > 10
    # Whole rounds are played: a second of clip, then its last picture for half a minute.
    assert facts["minutes of table"]["value"] == pytest.approx(93 / 60, abs=0.02)
    assert facts["a still table"]["value"] > 0
    assert facts["throws read"]["value"] == 0


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="This system does not tell the memory of a process."
)
def test_the_memory_of_the_program_in_use_is_told_with_what_was_pressed(
    clip: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", "--clip", str(clip), "--seconds", "0.1", "--used", "4", "--json"]) == 0
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (now,) = (fact for fact in facts if fact["what"].startswith("memory in use, after 4 s"))
    (most,) = (fact for fact in facts if fact["what"] == "the most of it")
    assert 60 < now["value"] <= most["value"]
    assert int(now["what"].split()[-2]) >= 1
    (tap,) = (fact for fact in facts if fact["what"].startswith("from a tap"))
    assert 0 < tap["median_ms"] <= tap["p95_ms"]
    assert tap["times"] == int(now["what"].split()[-2])


def test_reads_are_told_beside_the_decoding_of_their_picture_and_beside_a_plain_detector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_reads, "TIMES", 1)
    monkeypatch.setattr(figures, "WARM_UP", 0)
    told = [*bench_reads.reads(Reader.open(MODELS), plain_table(1280, 720))]
    facts = [fact for fact in told if isinstance(fact, figures.Fact)]
    assert [fact.what.strip() for fact in facts] == [
        "to read all dice takes",
        "a plain detector of 8.7 GFLOP takes",
        "to read what is new takes",
        "a plain detector of 8.7 GFLOP takes",
    ]
    assert min(fact.value for fact in facts) > 0
    # Both are told of one plain detector: what takes more decodings leaves room for fewer reads.
    whole, whole_reads, part, part_reads = (fact.value for fact in facts)
    assert whole * whole_reads == pytest.approx(part * part_reads)


def test_without_the_plain_detector_the_bench_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bench_reads, "YARDSTICK", tmp_path / "none.onnx")
    with pytest.raises(Refusal, match="fetch the repository's models folder again"):
        bench_reads._yardstick()


def test_a_setting_that_cannot_be_is_one_sentence(
    clip: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROLLCALL_PORT", "many")
    assert cli.main(["bench", "--clip", str(clip), "--minutes", "1"]) == 2
    assert capsys.readouterr().err.startswith("rollcall bench: ROLLCALL_PORT is a number")


def test_memory_is_counted_in_the_pages_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    usual_mb = bench._memory_mb()
    page = os.sysconf("SC_PAGE_SIZE")
    monkeypatch.setattr(os, "sysconf", lambda _: 4 * page)
    assert bench._memory_mb() == pytest.approx(4 * usual_mb, rel=0.1)


@pytest.mark.parametrize("length", ["0", "-1", "nan", "inf"])
@pytest.mark.parametrize("option", ["--minutes", "--seconds", "--used"])
def test_no_time_to_look_and_time_without_end_are_refused(
    option: str, length: str, clip: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", "--clip", str(clip), option, length]) == 2
    assert f"{option} is a number above 0" in capsys.readouterr().err
