# Tested by tests/test_webui_dice_school.py.
"""Learns the set of dice that is chosen: a thread beside the game keeps what throws teach, and teaches the reader.

While any dice are chosen nothing is kept and nothing is learnt.
"""

from __future__ import annotations

import queue
import threading
import traceback
from collections import deque
from collections.abc import Callable, Collection, Sequence

import numpy as np

from hardware.frame import Image
from vision.learning.colours import Colours
from vision.learning.example import NO_DIE, Example
from vision.learning.learner import learn
from vision.learning.learnt import Learnt
from vision.nouns import Floats
from vision.reading.reader import Reader
from webui.dice.hidden import hidden
from webui.dice.lesson import Lesson, Picture, Seen, lessons, touched
from webui.dice.shown import Shown
from webui.health import Health
from webui.match.open_match import OpenMatch
from webui.storage.dice_sets import DiceSets, NoSuchSet, SavedSet
from webui.storage.store import StoreError

# Dice of the newest throws that tell whether other dice lie there. Larger: it is said later.
_NEWEST_DICE = 12
# Dice that must have been seen before it is said. Larger: it is said later. Smaller: one odd throw says it.
_LEAST_DICE = 8
# Share of them that looks like the set, below which it is said. Larger: another light says it, too. Smaller: a set that
# looks a little like this one passes for it.
_SHARE_ALIKE = 0.34
# Dice from which a set has a look of its own; what looks otherwise is not kept for it then. Larger: other dice are kept
# for a new set. Smaller: so is less of what it has.
_KNOWN_LOOK = 6
# Share of the dice on the table that looks like a set, above which its name is proposed. Larger: less is proposed.
_MOST_ALIKE = 0.5
# Pictures that were shown and wait for a person's word. Larger: more memory.
_SHOWN_MOST = 4

Match = tuple[OpenMatch, OpenMatch]


class School:
    """The chosen set and what it has learnt. Thread-safe.

    reader: what reads the dice; None where there is no camera: nothing is learnt then.
    changed: called when something is different now. fault: called with the trace of a fault of ours.
    """

    def __init__(
        self,
        sets: DiceSets,
        reader: Reader | None,
        seen: Seen,
        picture: Picture,
        health: Health,
        changed: Callable[[], None],
        fault: Callable[[str], None],
    ) -> None:
        self.sets, self._reader = sets, reader
        self._plain = reader.with_taught(None) if reader else None
        self._seen, self._picture, self._health = seen, picture, health
        self._changed, self._fault = changed, fault
        self._work: queue.Queue[Match | int | None] = queue.Queue()
        self._alike: deque[bool] = deque(maxlen=_NEWEST_DICE)
        self._shown: dict[str, Shown] = {}
        self._known: dict[int, set[int]] = {}
        self._chosen = self._find_chosen()
        self.learnt: Learnt | None = None
        self._thread = threading.Thread(target=self._run, name="dice", daemon=True)

    def _find_chosen(self) -> SavedSet | None:
        try:
            return self.sets.chosen()
        except StoreError:
            return None

    @property
    def chosen(self) -> SavedSet | None:
        """The set on the table; None: any dice."""
        return self._chosen

    def start(self) -> None:
        """Begin to learn."""
        self._thread.start()
        self.learn_anew()

    def close(self) -> None:
        """Stop; may be called twice."""
        if self._thread.is_alive():
            self._work.put(None)
            self._thread.join(5)
        self.sets.close()

    def hear(self, before: OpenMatch, after: OpenMatch) -> None:
        """The match has changed: what it teaches is worked out by and by."""
        if self._chosen is not None:
            self._work.put((before, after))

    def choose(self, number: int | None) -> None:
        """This set lies on the table from now on; None: any dice. Raises NoSuchSet, StoreError."""
        self.sets.choose(number)
        self._chosen = self.sets.chosen()
        self._alike.clear()
        self._health.end("dice", "dice-set")
        if self._chosen is None:
            self._teach(None)
        self.learn_anew()

    def learn_anew(self) -> None:
        """The examples have changed."""
        self._work.put(0)

    def wait(self, seconds: float) -> bool:
        """Wait until all is learnt that is known by now; False where it takes longer."""
        with self._work.all_tasks_done:
            return self._work.all_tasks_done.wait_for(lambda: not self._work.unfinished_tasks, seconds)

    def look(self, image: Image) -> Shown | None:
        """What may be dice in a picture that is to be learnt from; None without a reader. It waits for `teach`."""
        if self._reader is None:
            return None
        shown = Shown.of(image, self._reader)
        while len(self._shown) >= _SHOWN_MOST:
            self._shown.pop(next(iter(self._shown)))
        self._shown[shown.token] = shown
        return shown

    def shown(self, token: str) -> Shown | None:
        """What was shown under this token, while it waits."""
        return self._shown.get(token)

    def teach(self, number: int, token: str, value: int, kept: Collection[int]) -> bool:
        """All dice that are kept of this picture show this value; whether they were read so already.

        Raises NoSuchSet, also where the picture waits no more, and StoreError.
        """
        shown = self._shown.get(token)
        if shown is None:
            raise NoSuchSet("This picture is gone. Look at the dice again.")
        known = shown.known(value, kept)
        self.sets.put(number, shown.examples(value, kept))
        self._shown.pop(token, None)
        values = self._known.setdefault(number, set())
        values.add(value) if known else values.discard(value)
        self.learn_anew()
        return known

    def known_values(self, number: int) -> set[int]:
        """The values of a set that were read already as they were shown, since the program was started."""
        return self._known.get(number, set())

    def like(self, crops: Sequence[Image]) -> SavedSet | None:
        """The set that these dice look like most; None where most look like none."""
        shares = []
        for saved in self.sets.all() if len(crops) else ():
            examples = [each for each in self.sets.read(saved.id).values() if each.value != NO_DIE]
            if len(examples) >= _KNOWN_LOOK:
                away = Colours.of(examples).away(np.array(crops, np.float32))
                shares.append((float((away <= 1).mean()), -float(away.mean()), saved))
        best = max(shares, key=lambda each: each[:2], default=None)
        return best[2] if best and best[0] > _MOST_ALIKE else None

    def _run(self) -> None:
        while True:
            work = self._work.get()
            try:
                if work is None:
                    return
                self._do(work)
            except (StoreError, NoSuchSet):
                pass  # said where the match is written; the next change tries again
            except Exception:
                self._fault(traceback.format_exc())
            finally:
                self._work.task_done()

    def _do(self, work: Match | int) -> None:
        chosen = self._chosen
        if chosen is None:
            return
        if isinstance(work, int) or self._keep(
            chosen, lessons(touched(*work), work[1], self._seen, self._picture, self._hidden)
        ):
            self._learn(chosen)

    def _hidden(self, image: Image, seen: Floats) -> Floats | None:
        return hidden(image, seen, self._plain) if self._plain else None

    def _keep(self, chosen: SavedSet, taught: Sequence[Lesson]) -> bool:
        """Keep what throws teach; whether that is other than before."""
        rolls = [each.roll for each in taught]
        known = self.sets.read(chosen.id)
        before = {(each.key, each.value, each.origin) for each in known.values() if each.roll in rolls}
        dice = [each for each in known.values() if each.value != NO_DIE and each.roll not in rolls]
        colours = Colours.of(dice) if len(dice) >= _KNOWN_LOOK else None
        examples = [each for lesson in taught for each in self._of_set(chosen, lesson, colours)]
        self.sets.keep_throws(chosen.id, [each.thrown for each in taught if each.thrown], rolls)
        if before == {(each.key, each.value, each.origin) for each in examples}:
            return False
        self.sets.put(chosen.id, examples, rolls)
        return True

    def _of_set(self, chosen: SavedSet, lesson: Lesson, colours: Colours | None) -> list[Example]:
        """What of a lesson is of the set: what a person said, and what looks like its dice."""
        if colours is None or not lesson.examples:
            return list(lesson.examples)
        like = colours.like(np.array([each.crop for each in lesson.examples], np.float32))
        self._alike.extend(bool(each) for each in like)
        self._say_if_other(chosen)
        return [each for each, own in zip(lesson.examples, like, strict=True) if own or each.origin != "kept"]

    def _say_if_other(self, chosen: SavedSet) -> None:
        """Say it, where the dice on the table do not look like those of the set."""
        if len(self._alike) < _LEAST_DICE or np.mean(self._alike) >= _SHARE_ALIKE:
            self._health.end("dice", "dice-set")
            return
        what = f"The dice on the table do not look like {chosen.name}."
        self._health.start("dice", "dice-set", what, "Choose the set that lies there, or any dice (Dice).")

    def _learn(self, chosen: SavedSet) -> None:
        if self._reader is None or self._plain is None:
            return
        learnt = learn(list(self.sets.read(chosen.id).values()), self._plain.faces)
        if self._chosen is None or self._chosen.id != chosen.id:
            return
        self.sets.mark_better(chosen.id, learnt is not None)
        self._teach(learnt)

    def _teach(self, learnt: Learnt | None) -> None:
        self.learnt = learnt
        if self._reader is not None:
            self._reader.teach(learnt)
        self._changed()
