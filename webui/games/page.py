# Tested by tests/test_webui_pages.py.
"""The games that have a page, by name. A new game: write its `GamePage` and its template, and name it here."""

from __future__ import annotations

from webui.games.four_twenty import FourTwentyPage
from webui.games.midnight import MidnightPage
from webui.games.morning_roll import MorningRollPage
from webui.page.game import GamePage

PAGES: dict[str, GamePage] = {
    page.name: page for page in (MorningRollPage(), MidnightPage(), FourTwentyPage())
}
