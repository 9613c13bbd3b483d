"""The evidence of throws, as files in the data folder; the oldest make room for new ones, but for those that stay.

A throw has up to three: its picture, the picture in which a die was last seen on its way off the table, and a short
replay. They are kept and given up together. An empty file beside them says that they stay.
"""

from __future__ import annotations

import errno
import logging
import secrets
import threading
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from hardware.frame import Image
from hardware.jpeg import encode_jpeg
from hardware.path import replacing
from webui.storage.replay import Reel, pack

log = logging.getLogger("rollcall")

Kind = Literal["picture", "leaving", "replay", "stays"]
ENDINGS: dict[Kind, str] = {
    "picture": ".jpg",
    "leaving": "-leaving.jpg",
    "replay": ".webp",
    "stays": ".stays",
}
STOP_S = 5.0
MOST_REPLACED = 20
"""Throws whose evidence was replaced and for which that in its place is given. Fewer: a late page gets none."""
_STAMP = "%Y%m%d-%H%M%S-%f"


class Evidence:
    """A folder with a limit. Names begin with the time, so that their order is their age. Thread-safe.

    limit_bytes: of all files together but those of throws that stay. quality: of JPEG, 0 to 100. A throw goes by the
    name of its picture; "" is none.
    """

    def __init__(self, folder: Path, limit_bytes: int, quality: int) -> None:
        self._folder = folder
        self._limit_bytes = limit_bytes
        self._quality = quality
        self._lock = threading.RLock()
        self._filming: list[threading.Thread] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._sizes: dict[str, int] = {}
        for path in (*folder.glob("*.jpg"), *folder.glob("*.webp")):
            throw = _throw(path.name)
            self._sizes[throw] = self._sizes.get(throw, 0) + path.stat().st_size
        self._staying = {_throw(path.name) for path in folder.glob(f"*{ENDINGS['stays']}")}
        # By throws whose evidence was replaced, what is there in its place.
        self._instead: dict[str, str] = {}

    def keep(self, image: Image, leaving: Image | None = None) -> str:
        """Write the picture, and the one in which a die was leaving; their name. Raises OSError: nothing is left."""
        with self._lock:
            throw = self._named()
            name = throw + ENDINGS["picture"]
            self._sizes[throw] = 0
            try:
                self._put(throw, "picture", encode_jpeg(image, self._quality))
                if leaving is not None:
                    self._put(throw, "leaving", encode_jpeg(leaving, self._quality))
            except OSError:
                self.forget(name)
                raise
        return name

    def _named(self) -> str:
        """A name for a new throw, after all others: a clock that was set back does not make the newest the oldest."""
        now = datetime.now(UTC)
        newest = _time_of(max(self._sizes, default=""))
        if newest is not None and newest >= now:
            now = newest + timedelta(microseconds=1)
        return f"{now:{_STAMP}}-{secrets.token_hex(3)}"

    def _put(self, throw: str, kind: Kind, packed: bytes) -> None:
        self._make_room(throw, len(packed))
        with replacing(self._path(throw, kind)) as part:
            _write(part, packed, lambda: self._give_up(len(packed), but=throw))
        self._sizes[throw] += len(packed)

    def _make_room(self, throw: str, size: int) -> None:
        going = sum(size for each, size in self._sizes.items() if each not in self._staying)
        missing = going + size - self._limit_bytes
        if missing > 0:
            self._give_up(missing, but=throw)

    def give_up(self, size: int) -> bool:
        """Remove the oldest, at least so many bytes, but not the newest throw; False where there was nothing."""
        with self._lock:
            return self._give_up(size, but=max(self._sizes, default=""))

    def _give_up(self, size: int, but: str) -> bool:
        before = sum(self._sizes.values())
        for throw in sorted(self._sizes):
            if throw != but and throw not in self._staying and before - sum(self._sizes.values()) < size:
                self._remove(throw)
        return sum(self._sizes.values()) < before

    def _remove(self, throw: str) -> None:
        for ending in ENDINGS.values():
            (self._folder / f"{throw}{ending}").unlink(missing_ok=True)
        self._staying.discard(throw)
        del self._sizes[throw]

    def stay(self, name: str, stays: bool) -> bool:
        """From now on this throw is never given up for another, or is again; False where it is gone already.

        Raises OSError: it is as it was.
        """
        with self._lock:
            throw = _throw(name)
            if throw not in self._sizes:
                return False
            if stays:
                self._path(name, "stays").touch()
                self._staying.add(throw)
            else:
                self._path(name, "stays").unlink(missing_ok=True)
                self._staying.discard(throw)
            return True

    def film(self, name: str, reel: Reel, done: Callable[[], None]) -> None:
        """Add a replay to this throw, in a thread of its own; `done` is called when it is there."""
        if not name or len(reel) < 2:
            return
        self._filming = [thread for thread in self._filming if thread.is_alive()]
        thread = threading.Thread(target=self._film, args=(name, reel, done), name="replay", daemon=True)
        self._filming.append(thread)
        thread.start()

    def _film(self, name: str, reel: Reel, done: Callable[[], None]) -> None:
        packed = pack(reel)
        with self._lock:
            if _throw(name) not in self._sizes:
                return
            try:
                self._put(_throw(name), "replay", packed)
            except OSError as error:
                log.warning("the replay of a throw could not be kept: %s", error.strerror or error)
                return
        done()

    def forget(self, name: str) -> None:
        """Remove all of this throw."""
        with self._lock:
            if _throw(name) in self._sizes:
                self._remove(_throw(name))

    def supersede(self, name: str, by: str) -> None:
        """Another throw's evidence is there in place of this one's: that stays if this was to stay, and is what a page
        gets that has not yet heard of it.
        """
        with self._lock:
            if self.has(name, "stays"):
                try:
                    self.stay(by, True)
                except OSError as error:
                    log.warning("a throw is no longer kept for good: %s", error.strerror or error)
            self.forget(name)
            there = {old: _throw(by) if now == _throw(name) else now for old, now in self._instead.items()}
            lately = [*there.items(), (_throw(name), _throw(by))][-MOST_REPLACED:]
            self._instead = dict(lately)

    def forget_all_but(self, known: Collection[str]) -> None:
        """Remove what no throw knows of: we were killed between the picture and its line."""
        throws = {_throw(name) for name in known}
        with self._lock:
            for part in self._folder.glob("*.part"):
                part.unlink(missing_ok=True)
            for throw in self._sizes.keys() - throws:
                self._remove(throw)

    def has(self, name: str, kind: Kind = "picture") -> bool:
        """Whether it is (still) there."""
        return bool(name) and self._path(name, kind).is_file()

    def read(self, name: str, kind: Kind = "picture") -> bytes | None:
        """A JPEG, or the replay as WebP; None where there is none (any more)."""
        try:
            return self._path(self._instead.get(_throw(name), name), kind).read_bytes() if name else None
        except OSError:
            return None

    def _path(self, name: str, kind: Kind) -> Path:
        return self._folder / f"{_throw(name)}{ENDINGS[kind]}"

    def close(self) -> None:
        """Let the replays that are being packed come to their end."""
        for thread in self._filming:
            thread.join(STOP_S)


def _throw(name: str) -> str:
    """What all files of one throw have in common."""
    return name.partition(".")[0].removesuffix("-leaving")


def _time_of(throw: str) -> datetime | None:
    """When it was, by its name; None of a file that is none of ours."""
    try:
        return datetime.strptime(throw.rpartition("-")[0], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def _write(path: Path, packed: bytes, make_room: Callable[[], bool]) -> None:
    """Write a file; on a full disk once more, where room could be made."""
    try:
        path.write_bytes(packed)
    except OSError as error:
        if error.errno != errno.ENOSPC or not make_room():
            raise
        path.write_bytes(packed)
