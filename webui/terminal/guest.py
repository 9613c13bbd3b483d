# Tested by tests/test_webui_league_table.py.
"""A guest at a served table: what an open page of a player asks of the program, without a browser."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from typing import Any, Self
from urllib import error, parse, request

PATIENCE_S = 30.0
# Shown as wide as on a phone.
WIDTH_PX = 780
# Seconds between two looks at a table at rest. Larger: later news. Smaller: more work for the table.
RESTS_S = 1.0
# Seconds between two looks at a table on which dice roll. Larger: a jerky picture. Smaller: more work for the table.
MOVES_S = 0.15
PAGES = 3
"""Pages that are open. More: more work for the table. Fewer: answers that are too quick for an evening."""
BOARD = "/table/board"


class Guest:
    """Follows the table at this address and plays: the first way to keep, with a stop now and then.

    taps_s: how long each tap took until the new board was there. Raises OSError where the program does not answer.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._stream = request.urlopen(f"{url}/events", timeout=PATIENCE_S)
        self._follows = threading.Thread(target=self._follow, daemon=True)
        self._follows.start()
        self.taps_s: list[float] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._stream.close()

    def _follow(self) -> None:
        try:
            while self._stream.readline():
                pass
        except (OSError, ValueError, AttributeError):  # closed while it waits
            return

    def begin(self) -> None:
        """Two players, a long match."""
        self._tap("new", game="morning-roll", player=["Ann", "Bo"], rounds=20)

    def look(self) -> bool:
        """Ask for what a page shows after a change, and for the picture; whether dice move."""
        # Whoever looks goes on: after a bust the demo waits for that.
        self._get(f"{BOARD}?at={self._board()['revision']}&seen=1")
        self._get(f"/picture.jpg?width={WIDTH_PX}")
        board = self._board()
        return bool(board["source"]["phase"] == "moving")

    def play(self) -> None:
        """Press what a player would press now, if anything."""
        board = self._board()
        state, question = board["state"], board["question"]
        if question and question["kind"] == "unsure":
            self._tap("throw", faces=[face or 1 for face in question["faces"]])
        elif question:
            self._tap("dismiss")
        elif state["outcome"]:
            self.begin()
        elif state["thrown"]:
            self._pick(board["revision"])
            move = state["moves"][-1 if len(self.taps_s) % 6 == 5 else 0]
            self._tap(move["kind"], faces=move["faces"])

    def _pick(self, revision: int) -> None:
        """Tap a die, and take its pick back."""
        for pick in ("1", "none"):
            began_s = time.perf_counter()
            self._get(f"{BOARD}?at={revision}&pick={pick}&tapped=1")
            self.taps_s.append(time.perf_counter() - began_s)

    def _tap(self, route: str, **fields: object) -> None:
        """Tap a button: the press is sent, then the board fetched, as the page does it."""
        revision = self._board()["revision"]
        began_s = time.perf_counter()
        if self._post(route, revision, **fields):
            self._get(BOARD)
            self.taps_s.append(time.perf_counter() - began_s)

    def _board(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._get("/board.json"))
        return found

    def _get(self, path: str) -> bytes:
        with request.urlopen(self._url + path, timeout=PATIENCE_S) as answer:
            return bytes(answer.read())

    def _post(self, route: str, revision: int, **fields: object) -> bool:
        """Send a press; whether it was taken: else the board has moved on since, and the next look tells."""
        form = parse.urlencode({"revision": revision, **fields}, doseq=True).encode()
        asked = request.Request(f"{self._url}/match/{route}", form, {"Accept": "application/json"})
        try:
            request.urlopen(asked, timeout=PATIENCE_S).close()
        except error.HTTPError as refused:
            refused.close()
            return False
        return True


def played_for(length_s: float, url: str, pages: int = PAGES) -> list[float]:
    """Play for so many seconds while others look on, each with a page: what every tap took. Raises OSError."""
    end_s = time.monotonic() + length_s
    others = [threading.Thread(target=_look_on, args=(url, end_s), daemon=True) for _ in range(pages - 1)]
    with Guest(url) as guest:
        guest.begin()
        for other in others:
            other.start()
        while time.monotonic() < end_s:
            moves = guest.look()
            if not moves:
                guest.play()
            time.sleep(MOVES_S if moves else RESTS_S)
    for other in others:
        other.join()
    return guest.taps_s


def _look_on(url: str, end_s: float) -> None:
    """A page that is open and presses nothing."""
    with suppress(OSError), Guest(url) as guest:
        while time.monotonic() < end_s:
            time.sleep(MOVES_S if guest.look() else RESTS_S)
