# Tested by tests/test_webui_hub.py.
"""What the league's pages work with in one program, at a table or on a server that has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Flask, current_app, g

from webui.league.league import League
from webui.league.refusal import Denied
from webui.push import Push
from webui.storage.bell import Bell
from webui.storage.saved import SavedMatch

NAME = "rollcall.hall"
Matches = Callable[[int | None, int | None], Sequence[SavedMatch]]


def _no_report(key: str) -> str:
    raise Denied("There is no table here, so there is no such turn.")


@dataclass(frozen=True)
class Hall:
    """The league, and who is told of its changes.

    known: called when somebody of the league is known at a table that was not. body_of: the report of a turn of this
    table by its key; raises Denied. matches: of this table, as `Store.matches` gives them. has_table: whether this
    program is a table, too.
    """

    league: League
    push: Push
    bell: Bell
    known: Callable[[], None] = lambda: None
    body_of: Callable[[str], str] = _no_report
    matches: Matches = lambda before, most: ()
    has_table: bool = False

    def attach(self, app: Flask) -> None:
        """Let the pages of this app find it."""
        app.extensions[NAME] = self
        app.before_request(_note_ring)
        app.context_processor(lambda: {"has_table": self.has_table})


def _note_ring() -> None:
    """Note the newest ring before the page looks anything up: it holds whatever was rung by then."""
    g.news = hall().push.version("league")


def hall() -> Hall:
    """The hall of the app that answers this request."""
    found = current_app.extensions[NAME]
    assert isinstance(found, Hall)
    return found
