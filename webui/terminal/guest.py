# Tested by tests/test_webui_league_table.py.
"""A guest at a served table: what an open page of a player asks of the program, without a browser."""

from __future__ import annotations

import json
import threading
import time
from typing import Any, Self
from urllib import error, parse, request

PATIENCE_S = 30.0
# Shown as wide as on a phone.
WIDTH_PX = 780
# Seconds between two looks at a table at rest. Larger: later news. Smaller: more work for the table.
RESTS_S = 1.0
# Seconds between two looks at a table on which dice roll. Larger: a jerky picture. Smaller: more work for the table.
MOVES_S = 0.15


class Guest:
    """Follows the table at this address and plays: the first way to keep, with a stop now and then.

    Raises OSError where the program does not answer.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._stream = request.urlopen(f"{url}/events", timeout=PATIENCE_S)
        self._follows = threading.Thread(target=self._follow, daemon=True)
        self._follows.start()
        self.presses = 0

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
        self._post("new", game="morning-roll", player=["Ann", "Bo"], rounds=20)

    def look(self) -> bool:
        """Ask for what a page shows after a change, and for the picture; whether dice move."""
        # Whoever looks goes on: after a bust the demo waits for that.
        self._get(f"/table/board?at={self._board()['revision']}&seen=1")
        self._get(f"/picture.jpg?width={WIDTH_PX}")
        board = self._board()
        return bool(board["source"]["phase"] == "moving")

    def play(self) -> None:
        """Press what a player would press now, if anything."""
        board = self._board()
        state, question = board["state"], board["question"]
        if question and question["kind"] == "unsure":
            self._post("throw", faces=[face or 1 for face in question["faces"]])
        elif question:
            self._post("dismiss")
        elif state["outcome"]:
            self.begin()
        elif state["thrown"]:
            move = state["moves"][-1 if self.presses % 3 == 2 else 0]
            self._post(move["kind"], faces=move["faces"])

    def _board(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._get("/board.json"))
        return found

    def _get(self, path: str) -> bytes:
        with request.urlopen(self._url + path, timeout=PATIENCE_S) as answer:
            return bytes(answer.read())

    def _post(self, route: str, **fields: object) -> None:
        form = parse.urlencode({"revision": self._board()["revision"], **fields}, doseq=True).encode()
        asked = request.Request(f"{self._url}/match/{route}", form, {"Accept": "application/json"})
        try:
            request.urlopen(asked, timeout=PATIENCE_S).close()
            self.presses += 1
        except error.HTTPError as refused:  # the board has moved on since: the next look tells
            refused.close()


def played_for(length_s: float, url: str) -> int:
    """Play for so many seconds with an open page: how many times something was pressed. Raises OSError."""
    end_s = time.monotonic() + length_s
    with Guest(url) as guest:
        guest.begin()
        while time.monotonic() < end_s:
            moves = guest.look()
            if not moves:
                guest.play()
            time.sleep(MOVES_S if moves else RESTS_S)
        return guest.presses
