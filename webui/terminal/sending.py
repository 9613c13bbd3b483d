# Tested by tests/test_webui_bench_league.py.
"""Reports at a steady rate to a league's server, as many tables would send them."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Mapping, Sequence

LINES = 24
"""Lines over which reports come at once."""
TRIES = 3
"""Times that a report is sent whose line breaks, as a table sends it: it counts once."""


class Sending:
    """Sends these reports at a steady rate, each by the next token, over a few lines.

    taken: how many were; spent_ms: until each answer. behind_s: by how much a report was begun later than it should
    have been, at most; lasted_s: all of it.
    """

    def __init__(self, port: int, rate: int, bodies: Sequence[str], tokens: Sequence[str]) -> None:
        self.spent_ms: list[float] = []
        self.taken = 0
        self.behind_s = self.lasted_s = 0.0
        self._port, self._rate, self._bodies, self._tokens = port, rate, bodies, tokens
        self._lock, self._next = threading.Lock(), 0

    def run(self) -> None:
        """Send all of them."""
        self._began_s = time.perf_counter()
        threads = [threading.Thread(target=self._send_some) for _ in range(LINES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.lasted_s = time.perf_counter() - self._began_s

    def _send_some(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        while True:
            with self._lock:
                n = self._next
                self._next += 1
            if n >= len(self._bodies):
                line.close()
                return
            time.sleep(max(0.0, self._began_s + n / self._rate - time.perf_counter()))
            self._send(line, n)

    def _send(self, line: http.client.HTTPConnection, n: int) -> None:
        headers = {
            "Authorization": f"Bearer {self._tokens[n % len(self._tokens)]}",
            "Content-Type": "application/json",
        }
        began_s = time.perf_counter()
        taken = _is_taken(line, self._bodies[n].encode(), headers)
        with self._lock:
            self.taken += taken
            self.spent_ms.append(1000 * (time.perf_counter() - began_s))
            self.behind_s = max(self.behind_s, began_s - self._began_s - n / self._rate)


def _is_taken(line: http.client.HTTPConnection, body: bytes, headers: Mapping[str, str]) -> bool:
    for _ in range(TRIES):
        try:
            line.request("POST", "/league/api/reports", body, dict(headers))
            return bool(json.loads(line.getresponse().read()).get("state") == "taken")
        except (http.client.HTTPException, OSError):
            line.close()
    return False
