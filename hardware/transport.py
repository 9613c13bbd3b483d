"""How an MPEG transport stream ends (ISO/IEC 13818-1, 2.4.3). It states no length; a whole one ends with a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

PACKET = 188
SYNC = 0x47
# The last picture begins within so many bytes of the end.
TAIL = 50_000 * PACKET


def ends_in_a_packet(path: Path) -> bool:
    """Whether this is a transport stream whose last packet is not whole."""
    return _is_stream(path) and path.stat().st_size % PACKET != 0


def seems_to_end_in_a_picture(path: Path) -> bool:
    """Whether this is a transport stream whose last picture is probably not whole.

    Of a whole picture the last packet is filled up with stuffing, unless it fits, as one in 184 does. In a still film
    all of them may: one that is as long as the picture before it, which fits too, is whole. A stream that is cut right
    between two pictures cannot be told from a whole one.
    """
    if not _is_stream(path):
        return False
    last, *before = list(islice(_pictures(_tail(path)), 2)) or [_Picture(0, True)]
    return not last.filled and last not in before


@dataclass(frozen=True)
class _Picture:
    """packets: how many it takes; filled: the last of them is filled up."""

    packets: int
    filled: bool


def _tail(path: Path) -> bytes:
    """The last packets that are whole."""
    with path.open("rb") as file:
        size = file.seek(0, 2) // PACKET * PACKET
        file.seek(max(0, size - TAIL))
        return file.read(min(size, TAIL))


def _pictures(tail: bytes) -> Iterator[_Picture]:
    """The pictures of a stream's end, the last one first."""
    packets: dict[int, list[bytes]] = {}
    for at in range(len(tail) - PACKET, -1, -PACKET):
        packet = tail[at : at + PACKET]
        own = packets.setdefault(int.from_bytes(packet[1:3], "big") & 0x1FFF, [])
        own.append(packet)
        if _begins_picture(packet):
            yield _Picture(len(own), _is_filled_up(own[0]))
            own.clear()


def _is_stream(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(3 * PACKET)
    return len(head) == 3 * PACKET and all(head[at] == SYNC for at in range(0, len(head), PACKET))


def _begins_picture(packet: bytes) -> bool:
    """Whether an elementary packet begins in it that carries video."""
    starts, extended = packet[1] & 0x40, packet[3] & 0x20
    payload = packet[5 + packet[4] :] if extended else packet[4:]
    return (
        bool(starts)
        and payload[:3] == b"\x00\x00\x01"
        and payload[3:4] >= b"\xe0"
        and payload[3:4] <= b"\xef"
    )


def _is_filled_up(packet: bytes) -> bool:
    """Whether its adaptation field ends in stuffing, or has no room for anything else."""
    extended, length = packet[3] & 0x20, packet[4]
    return bool(extended) and (length < 2 or packet[4 + length : 5 + length] == b"\xff")
