"""How much memory the program takes: bounded where glibc would let each thread have a heap of its own."""

from __future__ import annotations

import ctypes

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
