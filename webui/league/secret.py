# Tested by tests/test_webui_league_people.py.
"""Secrets that are handed out, and what is kept of them: never the secret itself."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from webui.league.refusal import Denied
from webui.match.names import tidy

CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters that a person types in from another screen: no vowel, so that they spell no word, and no O or I."""
LETTERS = 6
LEAST_PASSWORD = 8
MOST_PASSWORD = 200
MOST_NAME = 40
HASHER = PasswordHasher(time_cost=3, memory_cost=19_456, parallelism=1)
"""Argon2id with what OWASP's Password Storage Cheat Sheet names at least: a tenth of a second on a Raspberry Pi."""
NOBODYS = HASHER.hash("nobody has this password")


def new_secret() -> str:
    """A secret of 256 bits for a link or a cookie."""
    return secrets.token_urlsafe(32)


def new_letters() -> str:
    """Six letters to type in: one of 64 million."""
    return "".join(secrets.choice(CONSONANTS) for _ in range(LETTERS))


def mark_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def letters_of(typed: str) -> str:
    """Letters as a person has typed them: large or small, with spaces or dashes between."""
    return "".join(typed.upper().split()).replace("-", "")[:80]


def hashed(password: str) -> str:
    """What is stored of a password. Raises Denied for one that is too short or too long."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise Denied(
            f"A password has {LEAST_PASSWORD} to {MOST_PASSWORD} letters; three words are a good one."
        )
    return HASHER.hash(unicodedata.normalize("NFKC", password))


def is_password(stored: str | None, typed: str) -> bool:
    """Whether this is the password; takes as long where there is none, so that nobody learns whose account there is."""
    try:
        HASHER.verify(stored or NOBODYS, unicodedata.normalize("NFKC", typed[:MOST_PASSWORD]))
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


def named(name: str) -> str:
    """A name as it is kept. Raises Denied for one that cannot be."""
    plain = tidy(name)
    if not plain or len(plain) > MOST_NAME:
        raise Denied(f"A name has 1 to {MOST_NAME} letters.")
    if any(unicodedata.category(letter)[0] == "C" for letter in plain) or not any(map(str.isalnum, plain)):
        raise Denied("A name has letters or figures, and no signs that nobody sees.")
    return plain


def folded(name: str) -> str:
    """A name as it is compared: two that look the same are the same."""
    return unicodedata.normalize("NFKC", tidy(name)).casefold()[:160]
