"""Fixtures that several files share: the desk of a file's app, and the solved games, solved once (about 5 s in all) and
kept in build/odds.

The names of the kept files hold a digest of rules and solvers, so what was solved by older ones is not met again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import cv2
import hypothesis
import pytest
from argon2 import PasswordHasher
from flask import Flask
from leagued import SetClock
from postgres import is_installed, schema, server

import models.scenes  # noqa: F401  says how MuJoCo draws without a screen, before any test imports it
import webui.odds
from engine.four_twenty_odds import FourTwentyOdds
from engine.midnight_odds import MidnightOdds
from engine.morning_roll_odds import MorningRollOdds
from engine.solve import Odds
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.league import secret
from webui.odds import load_odds

# How long an example takes says how busy the machine is, and nothing of what is tested.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")

# A process a core: more threads of OpenCV wait for each other, and take time while they do.
cv2.setNumThreads(1)

LONG = (
    "test_hardware_debian",
    "test_replay",
    "test_hardware_install",
    "test_lint",
    "test_webui_games_looks",
    "test_webui_looks",
    "test_webui_browser",
    "test_rollcall",
    "test_webui_setup",
    "test_webui_dice_browser",
    "test_hardware_usb",
    "test_webui_bench_league",
    "test_hardware_clip",
    "test_webui_doctor",
    "test_webui_league_kill",
    "test_webui_league_standings",
    "test_models_train",
    "test_vision_learning",
    "test_models_scenes_hands",
    "test_hardware_arm64",
    "test_webui_dice_school",
    "test_webui_league_people",
    "test_webui_league_hub",
    "test_hardware_recorder",
    "test_webui_evening_kill",
)
"""The files that take longest, the longest first: no process may be left with one of them at the end."""
BROWSER = {"chromium", "page", "quiet_page"}
"""The fixtures of the files that take long beside them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take long first; the tests of a file stay together, in their order."""
    browsed = {item.path for item in items if BROWSER & set(getattr(item, "fixturenames", ()))}

    def turn(item: pytest.Item) -> int:
        if item.path.stem in LONG:
            return LONG.index(item.path.stem)
        return len(LONG) if item.path in browsed else len(LONG) + 1

    items.sort(key=turn)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The program over an empty folder, with dice that are typed in. A file may have an `app` of its own."""
    app = create_app(Settings(data=tmp_path, camera="none"))
    yield app
    app.extensions["rollcall"].close()


@pytest.fixture
def clock() -> SetClock:
    """A clock of a morning, for the files whose `app` is a league."""
    return SetClock()


@pytest.fixture
def desk(app: Flask) -> Desk:
    """What the program behind the file's own `app` works on."""
    desk: Desk = app.extensions["rollcall"]
    return desk


@pytest.fixture(scope="session")
def solved_data() -> Path:
    """A data folder whose odds/ keeps the solved games from one run to the next."""
    return Path(__file__).parent.parent / "build"


@pytest.fixture(scope="session", autouse=True)
def solved_once(solved_data: Path) -> Callable[[str], Odds]:
    """The odds of a game. Apps and leagues of the tests take them from here, and none solves a game anew."""
    solved = cache(lambda game: load_odds(game, solved_data / "odds"))
    webui.odds.load_odds = lambda game, folder: solved(game)
    return solved


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> None:
    """Passwords are marked in a blink: the tests have hundreds of people."""
    secret.HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    secret.NOBODYS = secret.HASHER.hash("nobody has this password")


@pytest.fixture(scope="session")
def morning_roll_odds(solved_once: Callable[[str], Odds]) -> MorningRollOdds:
    odds = solved_once("morning-roll")
    assert isinstance(odds, MorningRollOdds)
    return odds


@pytest.fixture(scope="session")
def midnight_odds(solved_once: Callable[[str], Odds]) -> MidnightOdds:
    odds = solved_once("midnight")
    assert isinstance(odds, MidnightOdds)
    return odds


@pytest.fixture(scope="session")
def four_twenty_odds(solved_once: Callable[[str], Odds]) -> FourTwentyOdds:
    odds = solved_once("420")
    assert isinstance(odds, FourTwentyOdds)
    return odds


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of a PostgreSQL server; a test that needs one is skipped where none is installed."""
    if not is_installed():
        pytest.skip(
            "there is no PostgreSQL to test on: install it and psycopg, or set ROLLCALL_TEST_DATABASE"
        )
    with server() as url:
        yield url


@pytest.fixture
def postgresql(postgresql_server: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with schema(postgresql_server) as url:
        yield url
