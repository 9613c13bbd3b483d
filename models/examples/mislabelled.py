"""Labels of the real photos that are wrong: those of dice that folds read otherwise, somebody having looked at each.

Only what nobody would dispute who sees the die is here: of the 71 values that the folds of an earlier model card got
wrong by the labels, these. A label that is wrong where the folds read the same wrong value, or none, is not: the
figures are given with the labels as they are, and with these put right.
"""

from __future__ import annotations

# By photo: the left and the top of the label's box, px, and the value that the die shows.
SHOWN: dict[str, tuple[float, float, int]] = {
    "byler/IMG_20191208_111246.jpg": (253.5, 440.0, 3),
    "byler/IMG_20191208_112342.jpg": (634.0, 985.5, 3),
    "byler/IMG_20191209_095439.jpg": (678.5, 789.5, 4),
    "byler/IMG_20191209_095526.jpg": (908.5, 803.0, 2),
    "byler/IMG_20191209_095555.jpg": (302.5, 529.0, 6),
    "byler/IMG_20191209_095954.jpg": (469.5, 683.5, 3),
    "byler/IMG_20191209_100002.jpg": (246.5, 732.0, 3),
    "byler/IMG_20191209_100722.jpg": (877.0, 885.0, 5),
    "epanemu/dice_432.jpg": (69.8, 253.8, 5),
    "matteop65/valid_valid_56.jpg": (467.0, 269.0, 1),
    "n3-lens/00054.jpg": (262.5, 297.5, 5),
    "n3-lens/00075.jpg": (304.8, 102.5, 1),
    "n3-lens/00076.jpg": (174.8, 142.8, 4),
    "n3-tray/PXL_20240219_192137038.jpg": (360.0, 406.5, 3),
    "n3-tray/PXL_20240219_192405902.jpg": (392.5, 127.5, 3),
}
_NEAR_PX = 1.0


def shown(photo: str, left: float, top: float, value: int) -> int:
    """The value that a labelled die shows: the label's, unless it is known to be wrong. photo: RIG/NAME."""
    known = SHOWN.get(photo)
    if known and abs(known[0] - left) < _NEAR_PX and abs(known[1] - top) < _NEAR_PX:
        return known[2]
    return value
