# Tested by tests/test_webui_clip_truth.py.
"""What was thrown in a clip that was just recorded: a person says it, and the program proposes what it saw."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.camera import CameraError
from hardware.clip import Clip
from hardware.path import in_letters, is_there
from vision.plane.table import Table, TableError
from vision.reading.reader import Reader
from vision.view.nudge import is_same_shape
from webui.cli import Refusal
from webui.setup.table_file import TableFile
from webui.terminal.clip_truth import EXAMPLE, NOTHING, Throw, TruthError, follow, parse, save, seen_as, timed
from webui.terminal.reader import open_reader
from webui.terminal.settings import settings_of


@dataclass(frozen=True)
class Truth:
    """What is to be written beside a film.

    said: by the person, None where it is still to be asked. table: as it is marked, None for the whole picture.
    """

    film: Path
    said: tuple[Throw, ...] | None
    table: Table | None
    reader: Reader

    @classmethod
    def asked(cls, options: argparse.Namespace, film: Path) -> Truth | None:
        """None where no truth is wanted. Raises Refusal, before anything is recorded in vain."""
        if options.test is None and options.truth is None:
            return None
        if options.truth is None and not sys.stdin.isatty():
            raise Refusal(f"Nobody is here to be asked. Say what is thrown with --truth, {EXAMPLE}.")
        if is_there(film.with_suffix(".json")):
            raise Refusal(f"{film.with_suffix('.json')} is there already. Choose another name.")
        try:
            said = None if options.truth is None else parse(options.truth)
            # A film is as it is recorded, however the camera hangs; so is its table.
            settings = replace(settings_of(data=options.data, table=options.table), rotate=0)
            table = TableFile.open(settings).now.table
        except (TruthError, TableError) as error:
            raise Refusal(str(error)) from None
        return cls(film, said, table, open_reader(options.models))

    def tell(self) -> None:
        """Write what was thrown beside the film, and say how it is judged. Raises Refusal."""
        path, table = self.film.with_suffix(".json"), self._marked()
        seen = self._seen(self.said or (), table)
        throws = self.said if self.said is not None else _confirmed(seen)
        if self.said is None:
            # Told how many dice were awaited, as a game tells it, more is seen.
            seen = self._seen(throws, table)
        throws = timed(throws, seen)
        try:
            save(path, throws, table)
        except OSError as error:
            raise Refusal(f"{path} cannot be written: {error.strerror}.") from None
        print(
            in_letters(f"{path}: {_in_words(throws)}{', with the table as it is marked' if table else ''}.")
        )
        if path.parent.name == "replay":
            print(f"Judge it: ./rollcall test tests/test_replay.py -k {path.stem}")

    def _marked(self) -> Table | None:
        """The marked table, if it is of this film. Raises Refusal."""
        try:
            with Clip(self.film) as clip:
                size = next(clip.frames()).image.shape[1::-1]
        except CameraError as error:
            raise Refusal(str(error)) from None
        if self.table is None or is_same_shape(size, self.table.size_px):
            return self.table
        print("The table was marked in a picture of another shape: it is left out.")
        return None

    def _seen(self, throws: Sequence[Throw], table: Table | None) -> tuple[Throw, ...]:
        """What the program makes of the film where these throws are awaited. Raises Refusal."""
        try:
            with Clip(self.film) as clip:
                return seen_as(list(follow(clip, self.reader, throws, table)))
        except CameraError as error:
            raise Refusal(f"{error} {self.film} is there.") from None


def _confirmed(seen: Sequence[Throw]) -> tuple[Throw, ...]:
    """What a person says who is shown what was seen. Raises Refusal where nobody answers."""
    print(in_letters(f"Seen: {_in_words(seen)}."))
    known = all(value is not None for throw in seen for value in throw.values)
    print(f"{'Press Enter if that is right, or say' if known else 'Say'} what was really thrown, {EXAMPLE}.")
    while True:
        try:
            answer = input("> ").strip()
        except EOFError:
            raise Refusal("Nobody said what was thrown, so no test was made. The film is kept.") from None
        if not answer and known:
            return tuple(seen)
        try:
            return parse(answer)
        except TruthError as error:
            print(error)


def _in_words(throws: Sequence[Throw]) -> str:
    return "; ".join(map(str, throws)) or NOTHING
