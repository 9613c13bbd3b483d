"""How much memory the program takes: bounded where glibc would let each thread have a heap of its own."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# mallopt's name for the most heaps that threads share, from malloc.h of glibc.
M_ARENA_MAX = -8
# mallopt's name for the size from which a piece of memory lies in no heap, from malloc.h of glibc.
M_MMAP_THRESHOLD = -3
# Heaps for all threads. Larger: a page that is served never waits for the memory of another, and each heap keeps what
# its largest picture once took. Smaller: threads wait.
ARENAS = 2
# Bytes from which a piece goes back to the system as soon as it is free. Larger, or left to glibc, which raises it as
# it goes: what was free lies in heaps beneath what is still in use. Smaller: each picture costs fresh memory, and time.
APART_BYTES = 4_000_000
# Seconds between two moments at which free memory goes back. Larger: more lies there that nothing uses. Smaller: more
# pictures cost fresh memory, and time.
GIVE_BACK_S = 20.0


def bound_heaps() -> bool:
    """Let threads share few heaps, and keep large pieces out of them; False where the system has no such settings.

    To be called before threads start. Sixteen threads serve pages, others take pictures and look at them: with a heap
    each, 90 MB more lay in heaps that nothing used (measured with the demo and one page open). With large pieces in
    the heaps it was 30 MB more (with three pages), for 6 % less time a picture.
    """
    settings = ((M_ARENA_MAX, ARENAS), (M_MMAP_THRESHOLD, APART_BYTES))
    try:
        mallopt = ctypes.CDLL(None).mallopt
        return all(bool(mallopt(name, value)) for name, value in settings)
    except (OSError, AttributeError, TypeError):  # no glibc: another system, or another C library
        return False


def give_back() -> bool:
    """Give to the system what lies free between pieces that are in use; False where it has no such call.

    With it a demo held 302, 302 and 301 MB after its first three minutes; without it 313, 318 and 318, and 336 after
    five, of which no more was in use.
    """
    try:
        return bool(ctypes.CDLL(None).malloc_trim(0))
    except (OSError, AttributeError, TypeError):
        return False


@contextmanager
def giving_back(busy: Callable[[], bool]) -> Iterator[None]:
    """Give back three times a minute as long as this lasts, unless the program is busy just then.

    It takes some milliseconds, in which no thread gets memory.
    """
    ended = threading.Event()

    def go_on() -> None:
        while not ended.wait(GIVE_BACK_S):
            if not busy():
                give_back()

    thread = threading.Thread(target=go_on, name="memory", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
