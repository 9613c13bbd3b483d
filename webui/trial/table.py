# Tested by tests/test_webui_trial.py.
"""The table of a trial, and its drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np

from webui.trial.trial import GHOSTS, OUTCOMES, Counts, Row

HEAD = (
    "| rig | how | taught a set | dice judged a draw | right % | asked % | missed % | wrong % | ghosts % |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)
FOOT = (
    "Each cell: mean of the draws, their standard deviation, and the mean of the same dice untaught. Ghosts are values "
    "told where no die is, to a hundred dice judged."
)
_COLOURS = ("#17663a", "#a34700", "#1d4e89", "#7a1f5c", "#555555")


def table_of(rows: Mapping[Row, Sequence[Counts]]) -> str:
    """A table in Markdown, and what its cells say."""
    lines = [_line(row, draws) for row, draws in sorted(rows.items(), key=lambda each: _order(each[0]))]
    return "\n".join([HEAD, *lines, "", FOOT])


def drawing_of(rows: Mapping[Row, Sequence[Counts]]) -> str:
    """An SVG: the share of dice not right over how many were taught; one line a rig, and thin ones for single draws."""
    taught = {row: draws for row, draws in rows.items() if row.kind == "taught"}
    rigs = sorted({row.rig for row in taught})
    most = max((row.taught for row in taught), default=1) or 1
    top = max([1.0, *(100 - _share(each.taught, "right") for draws in taught.values() for each in draws)])
    parts = [f'<text x="40" y="14">Dice not right, in percent, up to {top:.0f}; taught up to {most}</text>']
    for rig, colour in zip(rigs, _COLOURS * len(rigs), strict=False):
        own = sorted((row.taught, draws) for row, draws in taught.items() if row.rig == rig)
        middle = [(n, 100 - _mean(draws, "right")) for n, draws in own]
        parts.append(_path(middle, most, top, f'stroke="{colour}" stroke-width="2"'))
        for draw in range(min(len(draws) for _, draws in own)):
            single = [(n, 100 - _share(draws[draw].taught, "right")) for n, draws in own]
            parts.append(_path(single, most, top, f'stroke="{colour}" stroke-opacity=".3"'))
        y = 40 + 18 * rigs.index(rig)
        parts.append(f'<text x="300" y="{y}" fill="{colour}">{escape(rig)}</text>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 260" font-size="12">{"".join(parts)}</svg>\n'


def _path(points: Sequence[tuple[int, float]], most: int, top: float, how: str) -> str:
    spots = " ".join(f"{40 + 340 * x / most:.1f},{240 - 210 * y / top:.1f}" for x, y in points)
    return f'<polyline fill="none" {how} points="{spots}"/>'


def _line(row: Row, draws: Sequence[Counts]) -> str:
    dice = round(float(np.mean([_dice(each.taught) for each in draws])))
    cells = [_cell(draws, outcome) for outcome in (*OUTCOMES, GHOSTS)]
    return "| " + " | ".join([row.rig, row.kind, str(row.taught), str(dice), *cells]) + " |"


def _cell(draws: Sequence[Counts], outcome: str) -> str:
    taught = [_share(each.taught, outcome) for each in draws]
    untaught = [_share(each.untaught, outcome) for each in draws]
    return f"{np.mean(taught):.1f} ± {np.std(taught):.1f} ({np.mean(untaught):.1f})"


def _mean(draws: Sequence[Counts], outcome: str) -> float:
    return float(np.mean([_share(each.taught, outcome) for each in draws]))


def _share(counts: Counter[str], outcome: str) -> float:
    return 100 * counts[outcome] / max(1, _dice(counts))


def _dice(counts: Counter[str]) -> int:
    return sum(counts[outcome] for outcome in OUTCOMES)


def _order(row: Row) -> tuple[str, bool, str, int]:
    return row.rig, row.kind != "taught", row.kind, row.taught
