"""Which moving blob is which flight?"""

from __future__ import annotations

from dataclasses import replace

from moving_blobs import blob, followed

from vision.following.sight import Blob


def test_what_starts_to_move_elsewhere_is_not_the_die_that_has_just_come_to_rest() -> None:
    rolling = [(blob(400 + 10 * step, 300, True),) for step in range(8)]
    resting = [(blob(475, 300, False),)] * 3
    elsewhere = [(blob(475, 300, False), blob(760, 300, True))] * 2
    die, other = followed(*rolling, *resting, *elsewhere).flights
    assert die.stopped
    assert abs(die.at_px[0] - 470) < 1
    assert other.origin is None
    assert abs(other.at_px[0] - 760) < 1


def test_a_mark_that_lies_still_from_its_first_picture_on_does_not_jump() -> None:
    left_behind = Blob((400, 300), (368, 268, 432, 332), 64.0 * 64, 0.9, 1.0, False)
    lies = replace(left_behind, fresh=0.0)
    mark, other = followed((left_behind,), (lies, blob(560, 300, True))).flights
    assert (mark.at_px, other.at_px) == ((400, 300), (560, 300))


def test_a_die_that_was_lost_for_a_moment_is_found_again_further_on() -> None:
    rolling = [(blob(300 + 30 * step, 300, True),) for step in range(8)]
    further = [(), (), (blob(300 + 30 * 10, 300, True),)]
    flights = followed(*rolling, *further).flights
    assert len(flights) == 1
    assert abs(flights[0].at_px[0] - 600) < 1
