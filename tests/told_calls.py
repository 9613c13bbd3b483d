"""A match of which only the calls are told: lines in, sentences out. What the tests of the calls share."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.log import Match
from webui.calls.breath import Breath, breath
from webui.calls.call import Call
from webui.calls.language import How, Style, english
from webui.match.open_match import OpenMatch
from webui.match.seen import SeenRoll
from webui.storage.store import Line, Saved

NOTHING = OpenMatch.of(Saved(0, None, (), None), lambda number: None)


@dataclass
class Told:
    """A match on the table. style: how dice are picked. said: every breath so far."""

    style: Style = "value"
    now: OpenMatch = NOTHING
    said: list[Breath] = field(default_factory=list)
    rolls: dict[int, SeenRoll] = field(default_factory=dict)

    def new(self, game: str, *players: str, **options: object) -> Told:
        """A new match."""
        match = Match.new(game, players, **options)
        lines = tuple(map(Line, match.lines))
        self._take(Saved(self.now.saved.revision + 1, (self.now.saved.match or 0) + 1, lines, None), match)
        return self

    def add(self, *texts: str, roll: int | None = None) -> Told:
        """Lines that are stored in one go."""
        saved = self.now.saved
        lines = (*saved.lines, *(Line(text, roll) for text in texts))
        match = self.now.match
        for text in texts:
            match = match.add(text) if match else None
        self._take(replace(saved, revision=saved.revision + 1, lines=lines, question=None), match)
        return self

    def take(self, saved: Saved) -> Told:
        """Another match comes to the table as it was left."""
        self._take(replace(saved, revision=self.now.saved.revision + 1), None)
        return self

    def _take(self, saved: Saved, match: Match | None) -> None:
        after = OpenMatch.of(saved, lambda number: None, match)
        self.said.append(breath(self.now, after, lambda number: self.rolls.get(number or 0)))
        self.now = after

    @property
    def calls(self) -> tuple[Call, ...]:
        """Those of the newest breath."""
        return self.said[-1].calls

    @property
    def ids(self) -> list[str]:
        """What they are."""
        return [call.id for call in self.calls]

    @property
    def brief(self) -> str:
        """What the newest breath shows, brief."""
        return plain(
            " ".join(english().sentence(each, How("brief", "caption", self.style)) for each in self.calls)
        )

    @property
    def full(self) -> str:
        """What the newest breath shows, in full."""
        return plain(
            " ".join(english().sentence(each, How("full", "caption", self.style)) for each in self.calls)
        )

    @property
    def heard(self) -> str:
        """What the newest breath sounds like, in full."""
        return " ".join(english().sentence(each, How("full", "said", self.style)) for each in self.calls)


def plain(text: str) -> str:
    """Text without the marks that isolate names."""
    return text.replace("\u2068", "").replace("\u2069", "")
