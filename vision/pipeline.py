"""The path of one frame, in order: hold still, look, follow, read if it is worth it, settle, show."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Protocol

import numpy as np

from hardware.frame import Frame, Image
from vision.flight import Flight
from vision.follow import Flights
from vision.footprint import footprints, fresh
from vision.light import Lighting
from vision.look import Look
from vision.motion import Motion
from vision.nouns import TILTED, Detection, Event, Phase, Roll, View
from vision.pace import Pace
from vision.settle import Settler
from vision.sight import Blob, Sight
from vision.sway import Sway
from vision.table import Table, guess_die_px
from vision.track import Tracker
from vision.viewpoint import Camera, Somewhere, Viewpoint

# Reads of dice that may lie still come so often; under a hand, where little can be seen, more rarely.
READ_EVERY_S, READ_UNDER_HAND_S = 0.05, 0.25
# So long after the last die was on its way a hand in the picture makes reads rarer.
HURRY_S = 1.0
# So many looks at a die that can be read tell its size: a ghost's would make the reader see only ghosts.
SURE_LOOKS = 2
# One die alone does not tell where the camera is: leaning, it may look as if it lay flat in a picture upside down.
ALONE = 1
# Until then a thing up to so much larger than guessed, or half as large, may be a die.
GUESS_TIMES = 3.5
# A die that is plainly seen at a place that has kept still for so long is not covered by a hand.
CLEAR_S = 0.1
# A hand that is so many dice away from all that lie puts none of them there.
REACH = 2.0


class Reads(Protocol):
    """What the pipeline needs of a reader."""

    def read(
        self, image: Image, size_px: float | None = None, camera: Camera | None = None
    ) -> tuple[Detection, ...]:
        """The dice in a picture; size_px: of a die's upright box, if it is known; camera: where it is."""
        ...

    def placed(self, camera: Somewhere, image: Image, dice: Sequence[Detection]) -> Somewhere:
        """The same camera, with what the dice of a throw tell of its place."""
        ...


class Pipeline:
    """Follows one camera or clip. Feed it every frame; events come out in the views.

    reader: finds and reads dice. table: the marked table, None for the whole picture. dice: how many dice the
    next throw has, None if unknown. picture: (H, W, 3) uint8 BGR, what the camera saw when the table was marked: a
    camera that was bumped since is followed as if it had not been.
    """

    def __init__(
        self,
        reader: Reads,
        table: Table | None = None,
        dice: int | None = None,
        picture: Image | None = None,
    ) -> None:
        self._reader = reader
        self._marked = table
        self._table: Table | None = None
        self._sway = Sway(picture)
        self._motion, self._flights, self._tracker = Motion(), Flights(), Tracker()
        self._settler = Settler(dice)
        self._light, self._pace = Lighting(), Pace()
        self._die_px: float | None = None
        self._edge_mm: float | None = None
        self._somewhere: Somewhere | None = None
        # The last throw, until it was asked where the camera is.
        self._rolled: Look | None = None
        # How many dice, at most, were asked at a time how the picture hangs.
        self._asked = ALONE
        # Whether the last read found a die of that size with a value; else the next looks for dice of any size.
        self._sized = False
        # Whether the reader ever found a die: one that was never seen cannot have left.
        self._met = False
        self._read_s = float("-inf")
        self._last: Look | None = None

    def expect(self, dice: int | None, counting: bool = False) -> None:
        """How many dice the next throw has; None: any number. See `Settler.expect`."""
        self._settler.expect(dice, counting)

    def read_again(self, all_thrown: bool = False) -> None:
        """Somebody asks: the dice that lie there are read anew, and told as a throw. See `Settler.read_again`."""
        self._tracker.read_anew()
        self._settler.read_again(all_thrown)

    def mark(self, table: Table | None, picture: Image | None = None) -> None:
        """The table was found elsewhere, in this picture: judged by it from the next frame on; a throw goes on."""
        self._marked, self._table = table, None
        self._sway.restart(picture)

    def step(self, frame: Frame) -> View:
        """Take in the next frame. Its `View` holds the events that are new in it."""
        began = time.perf_counter()
        frame = replace(frame, image=self._sway.hold(frame.image, frame.time_s))
        self._locate()
        table = self._fit(frame.image)
        sight = self._motion.look(frame.image, frame.time_s, table.die_px(table.middle_px))
        before = len(self._tracker.rests)
        vanished = self._tracker.watch(sight)
        resting = [(rest.id, rest.centre_px) for rest in self._tracker.rests if rest.known or rest.lay]
        self._pace.step(frame.time_s, frame.seq)
        left = self._flights.step(sight, table, resting, frame.image)
        if not self._is_sized(table):
            left = [flight for flight in left if flight.is_as_large_as_a_die(table)]
        hands = [blob for blob in sight.hands if blob.is_over(table)]
        stir = bool(hands) or sight.light or bool(self._flights.moving) or len(resting) < before
        if not (stir or self._settler.open):
            self._motion.remember()
        look = self._look(frame, table, sight, left, vanished, stir, hands)
        if self._worth_reading(look):
            self._read(frame, sight)
            look = replace(look, table=self._fit(frame.image), rests=self._tracker.rests, read=True)
        if not (look.flying or look.hand):
            self._light.look(frame.image, look.in_sight, frame.time_s, look.table.polygon_px)
        self._last = look
        events = self._settler.step(look)
        if any(isinstance(event, Roll) for event in events):
            self._rolled = look
        return self._view(frame, look, events, began)

    def _look(
        self,
        frame: Frame,
        table: Table,
        sight: Sight,
        left: Sequence[Flight],
        vanished: int,
        stir: bool,
        hands: Sequence[Blob],
    ) -> Look:
        """All that is known of a frame before the reader looks at it."""
        rests, news = self._tracker.rests, cache(sight.news)
        return Look(
            time_s=frame.time_s,
            image=frame.image,
            table=table,
            rests=rests,
            flights=self._flights.flights,
            left=left,
            vanished=vanished,
            stir=stir,
            hand=bool(hands),
            away=not any(hand.is_near(rest.centre_px, table, REACH) for hand in hands for rest in rests),
            read=False,
            met=self._met or self._is_sized(table),
            sparse=self._pace.is_sparse(frame.time_s),
            footprints=partial(footprints, news, sight.step),
            fresh=partial(fresh, news, sight.step),
        )

    def finish(self) -> tuple[Event, ...]:
        """The source has ended: a throw that lay still for most of the time it takes. Dice that move are no roll."""
        return self._settler.finish(self._last) if self._last is not None else ()

    def _fit(self, image: Image) -> Table:
        height, width = image.shape[:2]
        table = self._marked or Table.whole(width, height)
        if self._table is None or self._table.size_px != (width, height):
            self._table = self._scaled(table.fitted(width, height))
        return self._table

    def _scaled(self, table: Table) -> Table:
        """The table with what its dice tell of its plane, where nobody measured it."""
        if self._die_px is None:
            return table
        seen_from = self._somewhere or Somewhere(table.size_px)
        plane = seen_from.plane(self._die_px) if seen_from.size_px == table.size_px else None
        return table.with_die(self._die_px).as_told(plane)

    def _is_sized(self, table: Table) -> bool:
        """Whether it is known how large a die is, and not only guessed."""
        return table.measured or self._die_px is not None

    def _worth_reading(self, look: Look) -> bool:
        # Dice on their way are only worth a read while nobody knows how large a die is.
        flying = self._is_sized(look.table) and bool(self._settler.flying(look))
        if not (self._settler.open or look.stir) or flying:
            return False
        calm = look.hand and self._settler.quiet_s(look.time_s) > HURRY_S
        every_s = READ_UNDER_HAND_S if calm else READ_EVERY_S
        return look.time_s - self._read_s >= every_s - 1e-3 or look.time_s < self._read_s

    def _read(self, frame: Frame, sight: Sight) -> None:
        self._read_s = frame.time_s
        assert self._table is not None
        known, camera = self._die_px if self._sized else None, self._camera(self._table)
        detections = self._reader.read(frame.image, known, camera)
        self._sized = any(detection.value is not None for detection in detections)
        self._met = self._met or bool(detections)
        for seen in detections:
            # What was there when the light changed may be taken for the table, and the table for a hand.
            if (
                (seen.value or seen.state in TILTED)
                and sight.covered(seen.corners_px)
                and sight.still_s(seen.corners_px) > CLEAR_S
            ):
                self._motion.uncover(seen.corners_px, sight)
        self._tracker.read(detections, sight, self._table)
        self._sway.hold_by(self._tracker.lying)
        self._hang(frame.image, camera)
        self._measure(self._table, camera, detections)

    def _camera(self, table: Table) -> Camera:
        if table.measured:
            return Viewpoint.of(table, self._edge_mm)
        if self._somewhere is None or self._somewhere.size_px != table.size_px:
            self._somewhere, self._asked = Somewhere(table.size_px), ALONE
        return self._somewhere

    def _locate(self) -> None:
        """Over a table that nobody measured the dice of each throw tell a little more of the camera's place."""
        # Not before the throw is told: it takes as long as a read.
        look, self._rolled = self._rolled, None
        if look is None:
            return
        camera = self._camera(look.table)
        if isinstance(camera, Somewhere) and len(look.in_sight) > ALONE:
            self._somewhere = self._reader.placed(camera, look.image, look.in_sight)
            if self._table is not None:
                self._table = self._scaled(self._table)

    def _hang(self, image: Image, camera: Camera) -> None:
        """Over a table that nobody measured: does the picture hang upside down, or on its side?

        Asked of more dice than ever before, and before they are told of: then side faces were read for the top ones,
        and all dice are read anew.
        """
        if not isinstance(camera, Somewhere) or camera.turns:
            return
        dice = [
            rest.detection for rest in self._tracker.rests if rest.seen >= SURE_LOOKS and not rest.covered
        ]
        if len(dice) <= self._asked:
            return
        self._asked = len(dice)
        placed = self._reader.placed(camera, image, dice)
        if placed.turns:
            self._somewhere = placed
            self._tracker.read_anew()

    def _measure(self, table: Table, camera: Camera, detections: Sequence[Detection]) -> None:
        """Learn the size of the dice from those that lie; until then, from whatever looks like one."""
        lying = [
            rest.detection
            for rest in self._tracker.rests
            if rest.state == "flat" and rest.states["flat"] >= SURE_LOOKS
        ]
        if lying and isinstance(camera, Viewpoint):
            edges = [camera.edge_seen_mm(each.centre_px, each.size_px) for each in lying]
            self._edge_mm = _toward(self._edge_mm, float(np.median(edges)))
        if lying:
            self._die_px = _toward(self._die_px, float(np.median([each.size_px for each in lying])))
            self._table = self._scaled(table)
        elif self._die_px is None:
            guess = guess_die_px(*table.size_px)
            likely = [each.size_px for each in detections if guess / 2 < each.size_px < GUESS_TIMES * guess]
            self._table = table.with_die(float(np.median(likely))) if likely else table

    def _view(self, frame: Frame, look: Look, events: tuple[Event, ...], began: float) -> View:
        return View(
            frame.image,
            frame.time_s,
            tuple(rest.detection for rest in look.rests),
            self._phase(look),
            self._pace.fps,
            (time.perf_counter() - began) * 1e3,
            events,
            (*self._settler.troubles, *self._pace.troubles(frame.time_s), *self._light.troubles),
            self._sway.matrix,
        )

    def _phase(self, look: Look) -> Phase:
        if look.flying:
            return "moving"
        if self._settler.open and self._settler.quiet_s(look.time_s) < 1.0:
            return "moving"
        return "settled" if look.rests else "empty"


def _toward(known: float | None, seen: float) -> float:
    """What is known of a size after it was seen once more."""
    return seen if known is None else known + 0.2 * (seen - known)
