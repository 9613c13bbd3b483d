"""How the file of a film ends: each of its parts states its length, and in a whole file the last ends where it does.

MP4 and MOV (ISO/IEC 14496-12, 4.2) and Matroska and WebM (RFC 8794, 6; RFC 9559, 5.1). A film that was trimmed states
more pictures than it shows, or the length of what it is a piece of: that it is whole only its parts tell.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

EBML = b"\x1a\x45\xdf\xa3"
# Bytes at the end that are all 0 where a copy that was broken off had kept room for the rest.
TAIL = 4096


def ends_whole(path: Path) -> bool:
    """Whether the file's parts end where it does; False where they state no length, too. Raises OSError."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        head = _at(file, 0, 12)
        if head[:4] == EBML:
            end = _end_of_elements(file, size)
        elif head[4:8] in (b"ftyp", b"moov", b"mdat", b"free", b"wide", b"skip"):
            end = _end_of_boxes(file, size)
        else:
            return False
        return end == size and any(_at(file, max(0, size - TAIL), TAIL))


def is_bare_stream(path: Path) -> bool:
    """Whether it is a stream of H.264 or H.265 without a container (Annex B of either): it holds no times."""
    with path.open("rb") as file:
        head = file.read(5)
    start = 4 if head[:4] == b"\x00\x00\x00\x01" else 3 if head[:3] == b"\x00\x00\x01" else 0
    # What follows in MPEG's own streams has the upper bit set.
    return start > 0 and len(head) > start and head[start] < 0x80


def _end_of_boxes(file: BinaryIO, size: int) -> int:
    """Where the last box ends; -1 where one states no end."""
    at = 0
    while at < size:
        head = _at(file, at, 16)
        length = int.from_bytes(head[:4])
        length = int.from_bytes(head[8:16]) if length == 1 else length
        if len(head) < 8 or length < 8:
            return -1
        at += length
    return at


def _end_of_elements(file: BinaryIO, size: int) -> int:
    """Where the last element ends; -1 where one states no end, as in a film that was sent while it was made."""
    at = 0
    while at < size:
        head = _at(file, at, 16)
        name = _width(head[:1])
        wide = _width(head[name : name + 1])
        stated = int.from_bytes(head[name : name + wide]) & ((1 << 7 * wide) - 1)
        if not name or not wide or stated == (1 << 7 * wide) - 1:
            return -1
        at += name + wide + stated
    return at


def _width(first: bytes) -> int:
    """How many bytes a number has that begins so; 0 for none."""
    return 9 - first[0].bit_length() if first and first[0] else 0


def _at(file: BinaryIO, place: int, count: int) -> bytes:
    file.seek(place)
    return file.read(count)
