"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardware.path import in_letters, is_there, replacing


def test_a_file_takes_the_place_of_the_old_one_when_it_is_whole_and_leaves_nothing_beside_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with replacing(path) as beside:
        beside.write_text("new")
        assert path.read_text() == "old"
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.txt", "new")]


def test_what_fails_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def write() -> None:
        with replacing(path) as beside:
            beside.write_text("ne")
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write()
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.txt", "old")]


def test_a_link_is_replaced_and_what_it_leads_to_is_not(tmp_path: Path) -> None:
    (tmp_path / "photo").write_text("mine")
    link = tmp_path / "copy"
    link.symlink_to(tmp_path / "photo")
    with replacing(link) as beside:
        beside.write_text("marked")
    assert (link.is_symlink(), link.read_text(), (tmp_path / "photo").read_text()) == (
        False,
        "marked",
        "mine",
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with replacing(pipe) as beside:
        beside.write_text("new")
    assert os.read(reading, 10) == b"new"
    os.close(reading)
    assert [each.is_fifo() for each in tmp_path.iterdir()] == [True]


def test_nothing_is_under_a_name_that_cannot_be(tmp_path: Path) -> None:
    assert is_there(tmp_path)
    assert not is_there(tmp_path / ("n" * 5000))


def test_a_name_that_steers_a_terminal_is_written_out_and_any_letter_is_left() -> None:
    assert in_letters("a\x1b[31m\r\n\x9b\u202e\udcff\u2028") == r"a\x1b[31m\r\n\x9b\u202e\udcff\u2028"
    assert in_letters("Würfel \\ 骰子 🎲.jpg is empty.") == "Würfel \\ 骰子 🎲.jpg is empty."
