# Tested by tests/test_webui_league_open.py.
"""Tokens of programs that read the league, or report turns, for an account."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args

import sqlalchemy as sql

from webui.league.accounts import Account, account_of
from webui.league.place import new_key, written
from webui.league.refusal import Denied
from webui.league.secret import mark_of, named, new_secret
from webui.storage.league_api import TOKENS

Scope = Literal["read", "report"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
MOST_DAYS = 400
MOST_TOKENS = 20
"""Tokens that one account has at once."""


@dataclass(frozen=True)
class Token:
    """A token as its owner sees it: never its secret."""

    id: str
    name: str
    scopes: tuple[str, ...]
    until: datetime


def make(
    connection: sql.Connection, now: datetime, who: Account, name: str, scopes: Collection[str], days: int
) -> str:
    """A new token of this account; its secret, which is told once. Raises Denied."""
    wanted = [scope for scope in SCOPES if scope in scopes]
    if not wanted:
        raise Denied("Say what it may do: read, or report.")
    if not 1 <= days <= MOST_DAYS:
        raise Denied(f"A token is good for 1 to {MOST_DAYS} days.")
    connection.execute(TOKENS.delete().where(TOKENS.c.account == who.id, TOKENS.c.until < written(now)))
    if len(tokens(connection, now, who.id)) >= MOST_TOKENS:
        raise Denied(f"You have {MOST_TOKENS} tokens. Take one away first.")
    secret = new_secret()
    facts = {"id": new_key(), "mark": mark_of(secret), "account": who.id, "name": named(name)}
    until = written(now + timedelta(days=days))
    connection.execute(
        TOKENS.insert().values(**facts, scopes=" ".join(wanted), made=written(now), until=until)
    )
    return secret


def tokens(connection: sql.Connection, now: datetime, account: str) -> tuple[Token, ...]:
    """The tokens of this account that are still good, the oldest first."""
    wanted = sql.select(TOKENS).where(TOKENS.c.account == account, TOKENS.c.until > written(now))
    return tuple(
        Token(row.id, row.name, tuple(row.scopes.split()), datetime.fromisoformat(row.until))
        for row in connection.execute(wanted.order_by(TOKENS.c.id))
    )


def take_away(connection: sql.Connection, account: str, token: str) -> None:
    """Let nobody come in by this token of the account any more."""
    connection.execute(TOKENS.delete().where(TOKENS.c.account == account, TOKENS.c.id == token))


def who_has(connection: sql.Connection, now: datetime, secret: str, scope: Scope) -> Account:
    """Whose token this is. Raises Denied: `token` where it is none (any more), `scope` where it may not do that."""
    wanted = sql.select(TOKENS).where(TOKENS.c.mark == mark_of(secret), TOKENS.c.until > written(now))
    row = connection.execute(wanted).first()
    found = account_of(connection, row.account) if row else None
    if row is None or found is None or found.closed:
        raise Denied("This token is not good, or not any more.", "token")
    if scope not in row.scopes.split():
        raise Denied(f"This token may not {scope}.", "scope")
    return found
