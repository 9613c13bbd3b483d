# Tested by tests/test_webui_hub.py.
"""The pages of a league, wherever it is served: beside a table, or on a server without one."""

from __future__ import annotations

from webui.routes import (
    league,
    league_api,
    league_bring,
    league_matches,
    league_mine,
    league_open,
    league_organise,
    league_people,
)

LEAGUE = (
    league,
    league_people,
    league_organise,
    league_bring,
    league_api,
    league_matches,
    league_mine,
    league_open,
)
"""Modules, each with its `blueprint`."""
