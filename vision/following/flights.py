"""Which flight is which: the parts of the picture that move are followed from frame to frame."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from hardware.frame import Image
from vision.following.flight import EDGE_DICE, LOST_S, TOP_SPEED_MM_S, Flight
from vision.following.pairing import assign
from vision.following.sight import Blob, Sight
from vision.plane.table import Point, Table

# Millimetres a second by which a hit or a bounce changes a die's velocity. Larger: one die is taken for another near
# by. Smaller: a die is lost where it bounces.
CHANGE_MM_S = 800.0
# Share of its speed by which it does so beside that. Larger and smaller: as above.
CHANGE_SHARE = 0.6
# Seconds for which such a change counts. Larger and smaller: as above.
CHANGE_S = 0.08
# Between pictures so far apart nobody watched: a die may have come to rest meanwhile, or been taken up.
UNWATCHED_S = 0.2
# Seconds between the hole that a die leaves and the die itself, seen beside it. Larger: two dice count as one. Smaller:
# a hole counts as a die.
SPLIT_S = 0.05
# Seconds since the hole was seen first. Larger and smaller: as above.
SPLIT_BORN_S = 0.4
# A flight that was not seen for so long explains nothing any more.
FORGET_S = 4.0


class Flights:
    """All that moves, from frame to frame."""

    def __init__(self) -> None:
        self.flights: list[Flight] = []
        self._next = 1
        self._time_s = 0.0

    def step(
        self, sight: Sight, table: Table, resting: Sequence[tuple[int, Point]], image: Image
    ) -> list[Flight]:
        """Follow the moving blobs of one frame; the flights that have just left the table.

        resting: number and place of each die that lay still before. image: the frame.
        """
        dt, self._time_s = max(1e-3, sight.time_s - self._time_s), sight.time_s
        if sight.light:
            self.flights = [flight for flight in self.flights if flight.ended]
            return []
        for flight in self.flights:
            flight.unwatched = flight.unwatched or dt > UNWATCHED_S
        blobs = [blob for blob in sight.blobs if blob.moving and not blob.is_sliver(table)]
        self._match(blobs, sight, table, resting, image)
        staying = [flight for flight in self.flights if not (flight.ended or flight.gone)]
        for flight in staying:
            flight.judge_leaving(sight.time_s, dt, table)
        left = [flight for flight in staying if flight.gone]
        for flight in self.flights:
            flight.ended = flight.ended or sight.time_s - flight.last_s > LOST_S
            if flight.ended and (flight.stopped or table.beyond_mm(flight.at_px) < -EDGE_DICE * table.die_mm):
                flight.picture = None
        self.flights = [flight for flight in self.flights if sight.time_s - flight.last_s < FORGET_S]
        return left

    @property
    def moving(self) -> list[Flight]:
        """Those that were seen in the newest frame."""
        return [flight for flight in self.flights if flight.last_s >= self._time_s]

    def _match(
        self,
        blobs: list[Blob],
        sight: Sight,
        table: Table,
        resting: Sequence[tuple[int, Point]],
        image: Image,
    ) -> None:
        alive = [flight for flight in self.flights if not flight.ended]
        for flight in alive:
            flight.stopped = any(blob.lies_at(flight.at_px, table) for blob in sight.blobs)
        costs = np.array([[self._cost(flight, blob, table) for blob in blobs] for flight in alive])
        pairs = dict(assign(costs.reshape(len(alive), len(blobs))))
        taken = {blob: alive[row] for row, blob in pairs.items()}
        for number, blob in enumerate(blobs):
            flight = taken.get(number) or self._born(blob, table, resting)
            flight.see(blob, sight, table)
            if not blob.at_edge or flight.picture is None:
                flight.picture, flight.shown_s = image, self._time_s
        for row, flight in enumerate(alive):
            if row not in pairs:
                flight.miss(sight, table)

    def _cost(self, flight: Flight, blob: Blob, table: Table) -> float:
        dt = self._time_s - flight.last_s
        known = len(flight.path) > 1
        off = table.distance_mm(flight.ahead(dt), blob.centre_px)
        change = CHANGE_SHARE * flight.speed_mm_s(table) + CHANGE_MM_S if known else TOP_SPEED_MM_S
        # A die that lies still does not jump: what moves elsewhere is something else.
        change = 0.0 if flight.stopped else change
        reach = 1.5 * table.die_mm + change * (min(dt, CHANGE_S) if known else dt)
        return off if off <= reach else math.inf

    def _born(self, blob: Blob, table: Table, resting: Iterable[tuple[int, Point]]) -> Flight:
        near = [
            (table.distance_mm(blob.centre_px, place), number)
            for number, place in resting
            if table.distance_mm(blob.centre_px, place) < 1.5 * table.die_mm
        ]
        flight = Flight(
            self._next,
            [(self._time_s, *blob.centre_px)],
            min(near)[1] if near else self._split_from(blob, table),
        )
        self._next += 1
        self.flights.append(flight)
        return flight

    def _split_from(self, blob: Blob, table: Table) -> int | None:
        """The resting die that this came from: it has left a flight behind that stays where the die lay."""
        reach = 1.5 * table.die_mm + TOP_SPEED_MM_S * SPLIT_S
        near = [
            (table.distance_mm(flight.at_px, blob.centre_px), flight.origin)
            for flight in self.flights
            if flight.origin is not None and self._time_s - flight.born_s < SPLIT_BORN_S
            if self._time_s - flight.last_s < SPLIT_S and flight.travelled_mm(table) < table.die_mm
        ]
        return min(near)[1] if near and min(near)[0] < reach else None
