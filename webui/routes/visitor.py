# Tested by tests/test_webui_league_people.py.
"""Who looks at the league: the account that a cookie is of, and whether the league is open for it now."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, cast

from flask import Response, g, make_response, redirect, render_template, request, url_for

from webui.hall import hall
from webui.league import accounts as people
from webui.league import taking
from webui.league.accounts import Account
from webui.league.league import League
from webui.league.refusal import Denied
from webui.routes import league_words as words
from webui.serving.addresses import as_others_call

COOKIE = "rollcall_league"
Given = ParamSpec("Given")
Page = Callable[Given, Any]
STATUS = {"closed": 403, "late": 403, "often": 429, "unknown": 404, "no": 422}


def league() -> League:
    """The league of this program."""
    return hall().league


def visitor() -> Account | None:
    """Who looks; None where nobody is signed in."""
    if "account" not in g:
        session = request.cookies.get(COOKIE, "")
        g.account = None
        if session:
            with league().place.reading() as connection:
                g.account = people.signed_in(connection, league().now(), session)
    return cast(Account | None, g.account)


def needs_account(page: Page[Given]) -> Page[Given]:
    """Only for who is signed in; anybody else is asked to."""

    @wraps(page)
    def guarded(*args: Given.args, **kwargs: Given.kwargs) -> Any:
        if visitor() is None:
            if not league().is_begun():
                return redirect(url_for("league_people.begin"), 303)
            return redirect(url_for("league_people.sign_in", next=request.full_path.removesuffix("?")), 303)
        return page(*args, **kwargs)

    return guarded


def needs_open(page: Page[Given]) -> Page[Given]:
    """Only while the league is open for who is signed in; else it says when it opens, and nothing of the game."""

    @wraps(page)
    def guarded(*args: Given.args, **kwargs: Given.kwargs) -> Any:
        return page(*args, **kwargs) if is_open() else closed()

    return needs_account(guarded)


def is_open() -> bool:
    """Whether the league is open for who looks."""
    account = visitor()
    if account is None:
        return False
    now = league().now()
    if account.home.at(now).open:
        return True
    with league().place.reading() as connection:
        return taking.is_open(connection, now, account)


def closed() -> Response:
    """The page outside the hours. Its status is 403: nothing of the game is here."""
    account = visitor()
    assert account is not None
    moment = account.home.at(league().now())
    wait = words.how_long(moment.opens - league().now())
    page = shown("closed.html", moment=moment, wait=wait)
    page.status_code = 403
    return page


def shown(template: str, status: int = 200, **values: Any) -> Response:
    """A page of the league, with what all of them need."""
    account, now = visitor(), league().now()
    moment = account.home.at(now) if account else None
    opened = is_open()
    common = {
        "you": account,
        "open_now": opened,
        "zone_now": moment.local.tzname() and account.home.zone(moment.day) if account and moment else "",
        "closes_at": math.ceil(moment.closes.timestamp()) if moment and moment.open else 0,
        "opens_at": math.ceil(moment.opens.timestamp()) if moment and not opened else 0,
        "now_at": now.timestamp(),
        "news": g.news,
        "trust": league().clock.trust,
        "refusal": g.get("refusal", ""),
        "told": g.get("told", ""),
    }
    answer = make_response(render_template(f"league/{template}", **common | values))
    answer.status_code = status
    return answer


def refused(error: Denied, page: Callable[[], Any]) -> Response:
    """The page that asked, again, with the sentence."""
    g.refusal = error.sentence
    answer = make_response(page())
    answer.status_code = STATUS.get(error.kind, 422)
    return answer


def let_in(answer: Response, session: str) -> Response:
    """Give the cookie of a session along. It is new each time: one that was there before counts no more."""
    seconds = int(people.SIGNED_IN.total_seconds())
    answer.set_cookie(
        COOKIE,
        session,
        max_age=seconds,
        path="/league",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


def outside(page: str, **values: Any) -> str:
    """The address of a page as a phone may open it."""
    return f"{request.scheme}://{as_others_call(request.host)}{url_for(page, **values)}"
