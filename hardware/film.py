"""Writes a film in which every picture has its own time: JPEG pictures in a Matroska file (.mkv).

Matroska because it holds a time for each picture where AVI holds one rate for all, because FFmpeg and every player
read it, and because a file that was cut off anywhere can still be read up to there.
The few elements used are those of RFC 9559; numbers are big-endian, sizes are written in 8 bytes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from hardware.frame import Frame
from hardware.jpeg import encode_jpeg

EBML = 0x1A45DFA3
DOC_TYPE = 0x4282
DOC_TYPE_VERSION = 0x4287
DOC_TYPE_READ_VERSION = 0x4285
SEGMENT = 0x18538067
INFO = 0x1549A966
TIMESTAMP_SCALE = 0x2AD7B1
WRITING_APP = 0x5741
MUXING_APP = 0x4D80
TRACKS = 0x1654AE6B
TRACK = 0xAE
TRACK_NUMBER = 0xD7
TRACK_UID = 0x73C5
TRACK_TYPE = 0x83
LACING = 0x9C
CODEC = 0x86
VIDEO = 0xE0
PIXEL_WIDTH = 0xB0
PIXEL_HEIGHT = 0xBA
CLUSTER = 0x1F43B675
TIMESTAMP = 0xE7
SIMPLE_BLOCK = 0xA3

VIDEO_TRACK = 1
TICKS_A_S = 10_000
UNKNOWN_SIZE = b"\x01" + b"\xff" * 7
# Track 1, no time beside the cluster's, a picture that needs no other.
BLOCK_HEAD = b"\x81\x00\x00\x80"
QUALITY = 92


class Film:
    """A film being written. Raises OSError where it cannot be: no folder, no space left.

    bytes: how large the file is. count: how many pictures it has.
    """

    def __init__(self, path: Path) -> None:
        self.bytes = 0
        self.count = 0
        self._start_s = 0.0
        self._file: BinaryIO = path.open("wb")

    def add(self, frame: Frame) -> None:
        """One more picture, at its own time; the first one is at 0."""
        if self.count == 0:
            self._start_s = frame.time_s
            height, width = frame.image.shape[:2]
            self._write(_head(width, height))
        jpeg = encode_jpeg(frame.image, QUALITY)
        ticks = round((frame.time_s - self._start_s) * TICKS_A_S)
        self._write(_element(CLUSTER, _number(TIMESTAMP, ticks), _element(SIMPLE_BLOCK, BLOCK_HEAD, jpeg)))
        self.count += 1

    def _write(self, part: bytes) -> None:
        self._file.write(part)
        self.bytes += len(part)

    def close(self) -> None:
        """All of it is on the disk; may be called twice."""
        if not self._file.closed:
            try:
                self._file.flush()
                os.fsync(self._file.fileno())
            finally:
                self._file.close()


def _head(width: int, height: int) -> bytes:
    """What stands before the first picture."""
    ebml = _element(
        EBML, _text(DOC_TYPE, "matroska"), _number(DOC_TYPE_VERSION, 4), _number(DOC_TYPE_READ_VERSION, 2)
    )
    info = _element(
        INFO,
        _number(TIMESTAMP_SCALE, 1_000_000_000 // TICKS_A_S),
        _text(MUXING_APP, "Roll Call"),
        _text(WRITING_APP, "Roll Call"),
    )
    track = _element(
        TRACK,
        _number(TRACK_NUMBER, VIDEO_TRACK),
        _number(TRACK_UID, VIDEO_TRACK),
        _number(TRACK_TYPE, 1),
        _number(LACING, 0),
        _text(CODEC, "V_MJPEG"),
        _element(VIDEO, _number(PIXEL_WIDTH, width), _number(PIXEL_HEIGHT, height)),
    )
    return ebml + _identity(SEGMENT) + UNKNOWN_SIZE + info + _element(TRACKS, track)


def _identity(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _element(number: int, *content: bytes) -> bytes:
    body = b"".join(content)
    return _identity(number) + (len(body) | 1 << 56).to_bytes(8, "big") + body


def _number(number: int, value: int) -> bytes:
    return _element(number, value.to_bytes(8, "big"))


def _text(number: int, value: str) -> bytes:
    return _element(number, value.encode())
