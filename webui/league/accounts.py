# Tested by tests/test_webui_league_people.py.
"""Who plays in the league: invited, registered, signed in; each with a name, a password and a home."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache

import sqlalchemy as sql

from webui.league.day import Home
from webui.league.place import new_key, written
from webui.league.refusal import Denied
from webui.league.secret import (
    folded,
    hashed,
    is_password,
    letters_of,
    mark_of,
    named,
    new_letters,
    new_secret,
)
from webui.storage.league import ACCOUNTS, AWAY, FACES, INVITATIONS, RESETS, SESSIONS, ZONES

INVITED = timedelta(days=14)
SIGNED_IN = timedelta(days=400)
"""How long one stays signed in. Browsers keep a cookie no longer."""
RESET = timedelta(days=2)
NOT_YOU = "The name or the password is not right."
NO_INVITATION = "This invitation has been used, or is too old. Ask for another."


@dataclass(frozen=True)
class Player:
    """Whose a turn is. closed: since when nobody comes in by this account."""

    id: str
    name: str
    home: Home
    closed: str | None


@dataclass(frozen=True)
class Account(Player):
    """A player of the league.

    Seat: the number of the account, from 0 in the order they joined: its shape and colour.
    """

    organiser: bool
    seat: int
    joined: str


def invite(connection: sql.Connection, now: datetime, by: str | None, organiser: bool = False) -> str:
    """A new invitation for one person; what its link holds."""
    secret = new_secret()
    until = written(now + INVITED)
    row = {"mark": mark_of(secret), "by": by, "organiser": organiser, "until": until}
    connection.execute(INVITATIONS.insert().values(**row))
    return secret


def is_invited(connection: sql.Connection, now: datetime, secret: str) -> bool:
    """Whether this invitation can be used now."""
    wanted = sql.select(INVITATIONS.c.mark).where(*_open_invitation(now, secret))
    return connection.execute(wanted).first() is not None


def _open_invitation(now: datetime, secret: str) -> tuple[sql.ColumnElement[bool], ...]:
    invitation = INVITATIONS.c
    return (
        invitation.mark == mark_of(secret),
        invitation.used.is_(None),
        invitation.until > written(now),
    )


def register(
    connection: sql.Connection, now: datetime, invitation: str, name: str, password: str, zone: str
) -> str:
    """A new account by an invitation; its id. Raises Denied, UnknownZone."""
    used = connection.execute(
        INVITATIONS.update().where(*_open_invitation(now, invitation)).values(used=written(now))
    )
    if used.rowcount != 1:
        raise Denied(NO_INVITATION)
    mark = INVITATIONS.c.mark == mark_of(invitation)
    organiser = bool(connection.execute(sql.select(INVITATIONS.c.organiser).where(mark)).scalar())
    return _registered(connection, now, named(name), hashed(password), zone, organiser)


def _registered(
    connection: sql.Connection, now: datetime, name: str, password: str, zone: str, organiser: bool
) -> str:
    home, account = Home.of(zone), new_key()
    if connection.execute(sql.select(ACCOUNTS.c.id).where(ACCOUNTS.c.folded == folded(name))).first():
        raise Denied(f"{name} plays already. Take another name, such as {name} B.")
    facts = {"id": account, "name": name, "folded": folded(name), "password": password}
    connection.execute(
        ACCOUNTS.insert().values(**facts, organiser=organiser, joined=written(now), closed=None)
    )
    _write_home(connection, account, home)
    return account


def _write_home(connection: sql.Connection, account: str, home: Home) -> None:
    connection.execute(ZONES.delete().where(ZONES.c.account == account))
    rows = [{"account": account, "first": first.isoformat(), "zone": zone} for first, zone in home.zones]
    connection.execute(ZONES.insert(), rows)


def move(connection: sql.Connection, now: datetime, account: Account, zone: str) -> Home:
    """The player is in this zone now: it counts from the next date on. Raises UnknownZone."""
    home = account.home.moved(now, zone)
    if home != account.home:
        _write_home(connection, account.id, home)
    return home


def sign_in(connection: sql.Connection, now: datetime, name: str, password: str) -> str:
    """A new session for whoever knows this password.

    What its cookie holds. Raises Denied, the same for every reason.
    """
    wanted = sql.select(ACCOUNTS.c.id, ACCOUNTS.c.password).where(
        ACCOUNTS.c.folded == folded(name), ACCOUNTS.c.closed.is_(None)
    )
    row = connection.execute(wanted).first()
    if not is_password(row.password if row else None, password) or row is None:
        raise Denied(NOT_YOU, "unknown")
    return new_session(connection, now, row.id)


def new_session(connection: sql.Connection, now: datetime, account: str) -> str:
    """Sign this account in; what the cookie holds."""
    secret = new_secret()
    connection.execute(SESSIONS.delete().where(SESSIONS.c.until < written(now)))
    row = {"mark": mark_of(secret), "account": account, "until": written(now + SIGNED_IN)}
    connection.execute(SESSIONS.insert().values(**row))
    return secret


def sign_out(connection: sql.Connection, session: str) -> None:
    """End this session."""
    connection.execute(SESSIONS.delete().where(SESSIONS.c.mark == mark_of(session)))


def sign_out_everywhere(connection: sql.Connection, account: str) -> None:
    """End every session of this account."""
    connection.execute(SESSIONS.delete().where(SESSIONS.c.account == account))


def signed_in(connection: sql.Connection, now: datetime, session: str) -> Account | None:
    """Who this session is of; None where it is over."""
    wanted = sql.select(SESSIONS.c.account).where(
        SESSIONS.c.mark == mark_of(session), SESSIONS.c.until > written(now)
    )
    row = connection.execute(wanted).first()
    found = account_of(connection, row.account) if row else None
    return found if found and not found.closed else None


def new_code(connection: sql.Connection, now: datetime, account: str) -> str:
    """A code by which this account gets a new password once; one handed out before does not count any more."""
    code = new_letters() + new_letters()
    connection.execute(RESETS.delete().where(RESETS.c.account == account))
    row = {"account": account, "mark": mark_of(code), "until": written(now + RESET)}
    connection.execute(RESETS.insert().values(**row))
    return code


def renew(connection: sql.Connection, now: datetime, name: str, code: str, password: str) -> str:
    """A new password by a code of the organiser; signs out everywhere. The account's id. Raises Denied."""
    stored = hashed(password)
    wanted = (
        sql.select(RESETS.c.account)
        .join(ACCOUNTS, ACCOUNTS.c.id == RESETS.c.account)
        .where(
            ACCOUNTS.c.folded == folded(name),
            ACCOUNTS.c.closed.is_(None),
            RESETS.c.mark == mark_of(letters_of(code)),
            RESETS.c.until > written(now),
        )
    )
    row = connection.execute(wanted).first()
    if row is None:
        raise Denied("The name or the code is not right, or the code is too old.", "unknown")
    connection.execute(RESETS.delete().where(RESETS.c.account == row.account))
    connection.execute(ACCOUNTS.update().where(ACCOUNTS.c.id == row.account).values(password=stored))
    sign_out_everywhere(connection, row.account)
    return str(row.account)


def accounts(connection: sql.Connection) -> tuple[Account, ...]:
    """Everyone who has ever joined, in that order."""
    zones: dict[str, tuple[tuple[str, str], ...]] = {}
    for account, first, zone in connection.execute(HOMES):
        zones[account] = (*zones.get(account, ()), (first, zone))
    return tuple(
        Account(key, name, _home(zones[key]), closed, organiser, seat, joined)
        for seat, (key, name, closed, organiser, joined) in enumerate(connection.execute(EVERYONE))
    )


HOMES = sql.select(ZONES.c.account, ZONES.c.first, ZONES.c.zone).order_by(ZONES.c.first)
COLUMNS = ACCOUNTS.c["id", "name", "closed", "organiser", "joined"]
EVERYONE = sql.select(*COLUMNS).order_by(ACCOUNTS.c.joined, ACCOUNTS.c.id)


@lru_cache(1000)
def _home(zones: tuple[tuple[str, str], ...]) -> Home:
    """The home of these zones, each with the first date that it counts for; most players share theirs with others."""
    return Home(tuple((date.fromisoformat(first), zone) for first, zone in zones))


AT_TABLE = (
    sql.select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.closed, ZONES.c.first, ZONES.c.zone)
    .join(FACES, FACES.c.account == ACCOUNTS.c.id)
    .join(ZONES, ZONES.c.account == ACCOUNTS.c.id)
    .where(FACES.c.device == sql.bindparam("device"), FACES.c.folded == sql.bindparam("folded"))
    .order_by(ZONES.c.first)
    .with_for_update(of=ACCOUNTS)
)


def held_at(connection: sql.Connection, device: str, name: str) -> Player | None:
    """Who the player of this name is at this table; None for nobody. Held until the end of the transaction."""
    rows = connection.execute(AT_TABLE, {"device": device, "folded": folded(name)}).all()
    if not rows:
        return None
    home = _home(tuple((row.first, row.zone) for row in rows))
    return Player(rows[0].id, rows[0].name, home, rows[0].closed)


def hold(connection: sql.Connection, account: str) -> None:
    """Let everybody else who holds this account wait until the end of the transaction."""
    connection.execute(sql.select(ACCOUNTS.c.id).where(ACCOUNTS.c.id == account).with_for_update())


def account_of(connection: sql.Connection, account: str) -> Account | None:
    """The account of this id."""
    row = connection.execute(sql.select(*COLUMNS).where(ACCOUNTS.c.id == account)).first()
    if row is None:
        return None
    when = sql.tuple_(ACCOUNTS.c.joined, ACCOUNTS.c.id) < sql.tuple_(row.joined, row.id)
    before = connection.execute(sql.select(sql.func.count()).select_from(ACCOUNTS).where(when)).scalar()
    zones = connection.execute(HOMES.where(ZONES.c.account == account))
    home = _home(tuple((each.first, each.zone) for each in zones))
    return Account(row.id, row.name, home, row.closed, row.organiser, before or 0, row.joined)


def is_deleted(connection: sql.Connection, account: str) -> bool:
    """Whether this player had all deleted that was theirs."""
    wanted = sql.select(ACCOUNTS.c.folded).where(ACCOUNTS.c.id == account)
    return connection.execute(wanted).scalar() == folded_of_deleted(account)


def folded_of_deleted(account: str) -> str:
    """What stands for the name of a player who had all deleted: no name is compared in capitals."""
    return f"Deleted {account}"


def be_away(connection: sql.Connection, account: str, day: date, away: bool) -> None:
    """Mark a day as away, or as any other again."""
    connection.execute(AWAY.delete().where(AWAY.c.account == account, AWAY.c.day == day.isoformat()))
    if away:
        connection.execute(AWAY.insert().values(account=account, day=day.isoformat()))


def days_away(connection: sql.Connection) -> dict[str, frozenset[date]]:
    """Which days each account is away."""
    found: dict[str, set[date]] = {}
    for row in connection.execute(sql.select(AWAY)):
        found.setdefault(row.account, set()).add(date.fromisoformat(row.day))
    return {account: frozenset(days) for account, days in found.items()}
