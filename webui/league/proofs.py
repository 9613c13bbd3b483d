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
from webui.storage.league import PICTURES, TURNS

SMALL_PX = 320
"""Longer side of the picture that stays. Larger: more to see, and a larger database."""
LARGE_PX = 1600
"""Longer side of the large picture. Larger: more to see, and more to keep for a while."""
QUALITY = 75
MOST_BYTES = 3_000_000
MOST_PIXELS = 40_000_000
MOST_PICTURES = 60
DAYS = 30
"""How long the large pictures stay, where the league has no setting of its own."""


def keep(place: Place, now: datetime, turn: str, pictures: Sequence[tuple[int, bytes]]) -> int:
    """Keep these pictures of a turn, each with the number of its throw; how many are new. Raises Denied, StoreError."""
    packed = [(n, *_packed(picture)) for n, picture in pictures[:MOST_PICTURES]]
    with place.writing() as connection:
        if connection.execute(sql.select(TURNS.c.id).where(TURNS.c.id == turn)).first() is None:
            raise Denied("There is no such turn.")
        there = set(connection.execute(sql.select(PICTURES.c.n).where(PICTURES.c.turn == turn)).scalars())
        rows = [
            {"turn": turn, "n": n, "small": small, "large": large, "came": written(now)}
            for n, small, large in packed
            if n not in there
        ]
        if rows:
            connection.execute(PICTURES.insert(), rows)
    return len(rows)


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


def picture(connection: sql.Connection, turn: str, n: int, large: bool) -> bytes | None:
    """The picture of this throw; the small one where the large one is gone."""
    wanted = sql.select(PICTURES).where(PICTURES.c.turn == turn, PICTURES.c.n == n)
    row = connection.execute(wanted).first()
    if row is None:
        return None
    return bytes(row.large) if large and row.large is not None else bytes(row.small)


def pictured(connection: sql.Connection, turn: str) -> frozenset[int]:
    """The numbers of the throws that have a picture."""
    wanted = sql.select(PICTURES.c.n).where(PICTURES.c.turn == turn)
    return frozenset(connection.execute(wanted).scalars())


def let_go(place: Place, now: datetime, days: int) -> int:
    """Let the large pictures go that are older than so many days; how many."""
    before = written(now - timedelta(days=days))
    old = PICTURES.update().where(PICTURES.c.came < before, PICTURES.c.large.is_not(None))
    with place.writing() as connection:
        return connection.execute(old.values(large=None)).rowcount


PictureOf = Callable[[int], bytes | None]
"""The picture of a throw by its number at this table; None where there is none (any more)."""
