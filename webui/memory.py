"""How much memory the program takes: bounded where glibc would let each thread have a heap of its own."""

from __future__ import annotations

import ctypes

# mallopt's name for the most heaps that threads share, from malloc.h of glibc.
M_ARENA_MAX = -8
# Heaps for all threads. Larger: a page that is served never waits for the memory of another, and each heap keeps what
# its largest picture once took. Smaller: threads wait.
ARENAS = 2


def bound_heaps() -> bool:
    """Let threads share few heaps; False where the system has no such setting. To be called before threads start.

    Sixteen threads serve pages, others take pictures and look at them: with a heap each, 90 MB more lay in heaps that
    nothing used (measured with the demo and one page open).
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS))
    except (OSError, AttributeError, TypeError):  # no glibc: another system, or another C library
        return False
