"""Why a throw is not told yet: what its verdict waits for, and what a person can do about that."""

from __future__ import annotations

from vision.nouns import Wait

MOVING = Wait(
    "moving",
    "Something on the table moves all the time.",
    "Stop it, or let the dice lie until they are told.",
)
LOOKS = Wait("looks", "The dice could not be looked at for long enough.", "Leave them as they lie.")
HAND = Wait(
    "hand", "A hand, or something as large, is over the table.", "Take it away: then the dice are told."
)
MORE = Wait("more", "More dice may come.", "Leave those that lie as they lie.")
LOST = Wait("lost", "A die on its way was lost from sight.", "Lay it where it is seen, or say what you see.")
COVERED = Wait("covered", "Something covers a die.", "Take it away: then the dice are told.")
EMPTY = Wait("empty", "No die is seen.", "Lay the dice where they are seen.")
UNSTEADY = Wait(
    "unsteady", "The dice do not keep still: the table or the camera moves.", "Hold both still for a second."
)
COUNT = Wait("count", "Not as many dice are seen as are awaited.", "Spread the dice, or say what you see.")
LAYING = Wait("laying", "A hand may lay out more dice.", "Take it away, or have the dice read again.")
HALF_HIDDEN = Wait("half-hidden", "A hand may hide a part of a die.", "Take it away: then the dice are read.")
# What lies there and was told of as nothing: no throw brought it.
LIES = Wait(
    "lies", "Dice lie there that no throw brought.", "Throw them, or have the dice read again as they lie."
)
