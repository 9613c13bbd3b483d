# Tested by tests/test_webui_league_table.py.
"""What the camera saw of a turn, kept by the league: of each throw a small picture for ever, a large one for a
while."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sql
from PIL import Image, UnidentifiedImageError

from webui.league.place import Place, written
from webui.league.refusal import Denied
from webui.number import whole
from webui.storage.bucket import Bucket
from webui.storage.league import PICTURES, TURNS

SMALL_PX = 320
"""Longer side of the picture that stays. Larger: more to see, and a larger database."""
LARGE_PX = 1600
"""Longer side of the large picture. Larger: more to see, and more to keep for a while."""
QUALITY = 75
MOST_BYTES = 3_000_000
MOST_PIXELS = 40_000_000
MOST_PICTURES = 60
SETTING = "picture_days"
"""The setting of the league that says for how many days the large pictures stay."""
DAYS = 30
"""The number of days where nobody has set another one. Larger: more room is taken. Smaller: proofs are small sooner."""
MOST_DAYS = 3660


IN_BUCKET = b""
"""Stands in the database for a picture that lies in the bucket."""


def keep(
    place: Place,
    now: datetime,
    turn: str,
    pictures: Sequence[tuple[int, bytes]],
    bucket: Bucket | None = None,
) -> int:
    """Keep these pictures of a turn, each with the number of its throw; how many are new. Raises Denied, StoreError.

    bucket: where they lie; None: in the database.
    """
    with place.reading() as connection:
        if connection.execute(sql.select(TURNS.c.id).where(TURNS.c.id == turn)).first() is None:
            raise Denied("There is no such turn.")
        there = pictured(connection, turn)
    new = [(n, *_packed(picture)) for n, picture in pictures[:MOST_PICTURES] if n not in there]
    if bucket:
        for n, small, large in new:
            bucket.put(_name(turn, n, False), small)
            bucket.put(_name(turn, n, True), large)
        new = [(n, IN_BUCKET, IN_BUCKET) for n, _, _ in new]
    return sum(_write(place, now, turn, *each) for each in new)


def _name(turn: str, n: int, large: bool) -> str:
    """The name of a picture in the bucket."""
    return f"{turn}/{n}-{'large' if large else 'small'}.jpg"


def _write(place: Place, now: datetime, turn: str, n: int, small: bytes, large: bytes) -> bool:
    """Write a picture down; False where somebody else has done so meanwhile."""
    with place.writing() as connection:
        connection.execute(sql.select(TURNS.c.id).where(TURNS.c.id == turn).with_for_update())
        if n in pictured(connection, turn):
            return False
        row = {"turn": turn, "n": n, "small": small, "large": large, "came": written(now)}
        connection.execute(PICTURES.insert().values(**row))
        return True


def _packed(picture: bytes) -> tuple[bytes, bytes]:
    """A picture small and large, drawn anew: what else its file held is left out. Raises Denied for what is none."""
    if len(picture) > MOST_BYTES:
        raise Denied("The picture is too large.")
    try:
        with Image.open(io.BytesIO(picture), formats=["JPEG"]) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise Denied("The picture is too large.")
            image = opened.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Denied("This is no picture of a throw.") from None
    return _jpeg(image, SMALL_PX), _jpeg(image, LARGE_PX)


def _jpeg(image: Image.Image, longer: int) -> bytes:
    small = image.copy()
    small.thumbnail((longer, longer))
    block = io.BytesIO()
    small.save(block, "JPEG", quality=QUALITY)
    return block.getvalue()


def picture(
    connection: sql.Connection, turn: str, n: int, large: bool, bucket: Bucket | None = None
) -> bytes | None:
    """The picture of this throw; the small one where the large one is gone. Raises StoreError."""
    wanted = sql.select(PICTURES).where(PICTURES.c.turn == turn, PICTURES.c.n == n)
    row = connection.execute(wanted).first()
    if row is None:
        return None
    large = large and row.large is not None
    found = bytes(row.large if large else row.small)
    if found != IN_BUCKET or bucket is None:
        return found or None
    return bucket.get(_name(turn, n, large)) or bucket.get(_name(turn, n, False))


def pictured(connection: sql.Connection, turn: str) -> frozenset[int]:
    """The numbers of the throws that have a picture."""
    wanted = sql.select(PICTURES.c.n).where(PICTURES.c.turn == turn)
    return frozenset(connection.execute(wanted).scalars())


def kept_days(text: str) -> int:
    """The number of days that somebody typed in. Raises Denied."""
    days = whole(text.strip())
    if days is None or not 1 <= days <= MOST_DAYS:
        raise Denied(f"Pictures are kept for 1 to {MOST_DAYS:,} days.")
    return days


def let_go(place: Place, now: datetime, days: int, bucket: Bucket | None = None) -> int:
    """Let the large pictures go that are older than so many days; how many. Raises StoreError."""
    before = written(now - timedelta(days=days))
    old = sql.and_(PICTURES.c.came < before, PICTURES.c.large.is_not(None))
    if bucket:
        with place.reading() as connection:
            far = sql.select(PICTURES.c.turn, PICTURES.c.n).where(old, PICTURES.c.large == IN_BUCKET)
            names = [_name(row.turn, row.n, True) for row in connection.execute(far)]
        bucket.remove(names)
    with place.writing() as connection:
        return connection.execute(PICTURES.update().where(old).values(large=None)).rowcount


def forget(pictures: Sequence[tuple[str, int]], bucket: Bucket | None) -> None:
    """Let these pictures, by turn and number, leave the bucket. Raises StoreError."""
    if bucket:
        bucket.remove([_name(turn, n, large) for turn, n in pictures for large in (False, True)])


PictureOf = Callable[[int], bytes | None]
"""The picture of a throw by its number at this table; None where there is none (any more)."""
