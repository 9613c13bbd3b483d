"""A league that is made up is one: it is brought in, shown, replayed, and takes reports over several processes."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from xml.etree import ElementTree

import pytest

from webui.cli import Refusal
from webui.storage.store import Store
from webui.terminal.sending import Sending
from webui.verbs.bench import main

SVG = "{http://www.w3.org/2000/svg}"


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, float]:
    assert main(["league", "--json", "--players", "12", "--days", "3", *words]) == 0
    return {
        figure["what"]: figure["value"] for figure in map(json.loads, capsys.readouterr().out.splitlines())
    }


def test_a_small_league_is_measured_on_sqlite(capsys: pytest.CaptureFixture[str], solved_data: Path) -> None:
    found = figures(capsys)
    assert {"bring in 160 rows", "today's page, 95th percentile", "the standings, 95th percentile"} <= set(
        found
    )
    assert "reports sent" not in found


def test_each_report_of_a_burst_to_two_processes_is_taken_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, postgresql: str
) -> None:
    words = (
        "--db",
        postgresql,
        "--data",
        str(tmp_path),
        "--rate",
        "40",
        "--seconds",
        "1",
        "--processes",
        "2",
    )
    found = figures(capsys, *words)
    assert found["reports sent"] == found["reports answered as taken"] == 40
    assert found["reports in the database afterwards"] == 40
    Store.open(tmp_path, postgresql).close()


def test_leagues_of_two_sizes_are_measured_and_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, solved_data: Path
) -> None:
    plot = tmp_path / "sizes.svg"
    words = ["--players", "3", "30", "--days", "2", "--data", str(solved_data), "--plot", str(plot)]
    assert main(["sizes", *words]) == 0
    sizes = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [size["players"] for size in sizes] == [3, 30]
    assert all(min(size["load_s"], size["today_ms"], size["standings_ms"]) > 0 for size in sizes)
    drawing = ElementTree.fromstring(plot.read_text(encoding="utf-8"))
    lines = [each.attrib["points"].split() for each in drawing.iter(f"{SVG}polyline")]
    assert [len(points) for points in lines] == [2, 2, 2]
    # Ten times as many players stand one decade to the right: 220 of the 440 px that two decades have.
    assert all(round(float(last.split(",")[0]) - float(first.split(",")[0])) == 220 for first, last in lines)
    assert "the standings, ms" in [each.text for each in drawing.iter(f"{SVG}text")]


def test_a_plot_that_cannot_be_written_is_a_sentence(tmp_path: Path, solved_data: Path) -> None:
    words = ["--players", "2", "--days", "1", "--data", str(solved_data)]
    with pytest.raises(Refusal, match="cannot be written"):
        main(["sizes", *words, "--plot", str(tmp_path / "nowhere" / "x.svg")])


def test_a_report_whose_line_breaks_is_sent_again_as_a_table_does() -> None:
    asked: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.rfile.read(int(self.headers["Content-Length"])))
            if len(asked) > 1:
                self.wfile.write(b'HTTP/1.0 200 OK\r\n\r\n{"state": "taken"}')

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        sent = Sending(server.server_port, 100, ["a turn"], ["a token"])
        sent.run()
        server.shutdown()
    assert (sent.taken, asked) == (1, [b"a turn", b"a turn"])
