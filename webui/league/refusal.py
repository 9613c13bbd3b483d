# Tested by tests/test_webui_league_people.py.
"""What a league does not do, as a sentence."""

from __future__ import annotations


class Denied(Exception):
    """What was asked for is not possible; a sentence for whoever asked. Nothing was changed.

    kind: `closed` outside the hours, `late` after them, `often` too many tries, `unknown` who is that, else `no`.
    """

    def __init__(self, sentence: str, kind: str = "no") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.kind = kind
