"""The path of one frame, in order: hold still, look, follow, read if it is worth it, settle, show."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from hardware.frame import Frame, Image
from vision.following.changed import changed
from vision.following.flight import Flight
from vision.following.flights import Flights
from vision.following.motion import Motion
from vision.following.pace import Pace
from vision.following.rests import Tracker
from vision.following.sight import Blob, Sight
from vision.nouns import TILTED, Box, Event, Phase, Roll, View
from vision.plane.table import Table
from vision.throw.footprint import footprints, fresh
from vision.throw.look import Look
from vision.throw.settler import Settler
from vision.view.light import Lighting
from vision.view.sway import Sway
from vision.whereabouts import Reads, Whereabouts

# Seconds between reads of dice that may lie still. Larger: later verdicts. Smaller: a slow computer lags.
READ_EVERY_S = 0.05
# Seconds between reads under a hand, where little can be seen. Larger and smaller: as above.
READ_UNDER_HAND_S = 0.25
# Seconds between reads while something flies. Longer: dice beside what moves on and on are seen late. Shorter: dice of
# a throw are taken to lie along their way.
READ_IN_FLIGHT_S = 1.0
# Seconds between looks at the whole picture, where a part of it would do. Longer: a die that was missed where nothing
# changed is found late. Shorter: reads take longer.
WHOLE_EVERY_S = 1.0
# So long after the last die was on its way a hand in the picture makes reads rarer.
HURRY_S = 1.0
# A die that is plainly seen at a place that has kept still for so long is not covered by a hand.
CLEAR_S = 0.1
# A hand that is so many dice away from all that lie puts none of them there.
REACH = 2.0


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
        self._where = Whereabouts(reader, table)
        self._sway = Sway(picture)
        self._motion, self._flights, self._tracker = Motion(), Flights(), Tracker()
        self._settler = Settler(dice)
        self._light, self._pace = Lighting(), Pace()
        self._read_s = self._calm_s = self._whole_s = float("-inf")
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
        self._where.mark(table)
        self._sway.restart(picture)

    def step(self, frame: Frame) -> View:
        """Take in the next frame. Its `View` holds the events that are new in it."""
        began = time.perf_counter()
        frame = replace(frame, image=self._sway.hold(frame.image, frame.time_s))
        self._where.locate()
        table = self._where.table(frame.image)
        sight = self._motion.look(frame.image, frame.time_s, table.die_px(table.middle_px))
        before = len(self._tracker.rests)
        vanished = self._tracker.watch(sight)
        resting = [(rest.id, rest.centre_px) for rest in self._tracker.rests if rest.known or rest.lay]
        self._pace.step(frame.time_s, frame.seq)
        left = self._flights.step(sight, table, resting, frame.image)
        if not self._where.sized:
            left = [flight for flight in left if flight.is_as_large_as_a_die(table)]
        hands = [blob for blob in sight.hands if blob.is_over(table)]
        stir = bool(hands) or sight.light or bool(self._flights.moving) or len(resting) < before
        if not (stir or self._settler.open):
            self._motion.remember()
        look = self._look(frame, table, sight, left, vanished, stir, hands)
        if self._worth_reading(look):
            self._read(frame, sight)
            look = replace(look, table=self._where.table(frame.image), rests=self._tracker.rests, read=True)
        if not (look.flying or look.hand):
            self._light.look(frame.image, look.in_sight, frame.time_s, look.table.polygon_px)
        self._last = look
        events = self._settler.step(look)
        if any(isinstance(event, Roll) for event in events):
            self._where.told(look)
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
            met=self._where.met,
            sparse=self._pace.is_sparse(frame.time_s),
            footprints=partial(footprints, news, sight.step),
            fresh=partial(fresh, news, sight.step),
        )

    def finish(self) -> tuple[Event, ...]:
        """The source has ended: a throw that lay still for most of the time it takes. Dice that move are no roll."""
        return self._settler.finish(self._last) if self._last is not None else ()

    def _worth_reading(self, look: Look) -> bool:
        if not (self._settler.open or look.stir):
            return False
        # Dice on their way are hardly worth a read but while nobody knows how large a die is.
        flying = self._where.sized and bool(self._settler.flying(look))
        calm = look.hand and self._settler.quiet_s(look.time_s) > HURRY_S
        every_s = READ_IN_FLIGHT_S if flying else READ_UNDER_HAND_S if calm else READ_EVERY_S
        self._calm_s = self._calm_s if flying else look.time_s
        last_s = max(self._read_s, self._calm_s) if flying else self._read_s
        return look.time_s - last_s >= every_s - 1e-3 or look.time_s < last_s

    def _read(self, frame: Frame, sight: Sight) -> None:
        self._read_s = frame.time_s
        where = self._part(frame, sight)
        detections, table = self._where.read(frame.image, where), self._where.table(frame.image)
        for seen in detections:
            # What was there when the light changed may be taken for the table, and the table for a hand.
            if (
                (seen.value or seen.state in TILTED)
                and sight.covered(seen.corners_px)
                and sight.still_s(seen.corners_px) > CLEAR_S
            ):
                self._motion.uncover(seen.corners_px, sight)
        self._tracker.read(detections, sight, table, where)
        self._sway.hold_by(self._tracker.lying)
        if self._where.learn(frame.image, self._tracker.rests, detections):
            self._tracker.read_anew()

    def _part(self, frame: Frame, sight: Sight) -> Sequence[Box] | None:
        """Where this read looks; None: at the whole picture, which is looked at once in a while in any case."""
        if 0 <= frame.time_s - self._whole_s < WHOLE_EVERY_S and self._where.may_look_in_part(frame.image):
            boxes = changed(sight, self._tracker.rests, self._where.table(frame.image))
            if boxes is not None:
                return boxes
        self._whole_s = frame.time_s
        return None

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
            self._settler.waits,
        )

    def _phase(self, look: Look) -> Phase:
        if look.flying:
            return "moving"
        if self._settler.open and self._settler.quiet_s(look.time_s) < 1.0:
            return "moving"
        return "settled" if look.rests else "empty"
