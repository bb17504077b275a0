"""Sign-in links by e-mail: asked for, limited, and sent, or shown where there is no mail server.

Every address gets the same answer, known or not, well formed or not: nobody learns who is here.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

import structlog

from coaching.domains.sign_in import emails, limits, queries
from coaching.domains.sign_in.models import Purpose, SignInTicket
from coaching.domains.sign_in.service import hashed_code
from coaching.errors import MailFailed, NotFound
from coaching.repositories import admins
from coaching.services import accounts, keys
from coaching.web import mail

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.domains.sign_in.service import Browser
    from coaching.repositories.db import Db
    from coaching.settings import Settings

LASTS = timedelta(minutes=10)
LINKS_PER_EMAIL, LINKS_PER_ADDRESS = 3, 10
KEPT = timedelta(days=1)
_CODE_DIGITS = 6
_log = structlog.get_logger(__name__)


class Delivery(StrEnum):
    """Where the link went."""

    MAIL = "mail"
    LOG = "log"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to the browser that asked; `code` is for opening the link in another browser."""

    delivery: Delivery
    expires_at: datetime
    code: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """Who wants a link: the address as typed, the language, and whether it may be shown here."""

    email: str
    language: str
    is_local: bool = False


async def ask(db: Db, settings: Settings, wish: Wish, browser: Browser, *, now: datetime) -> Asked:
    """Send a link to an address; raise `RateLimited`, or `MailFailed` if no server takes it.

    The links before it work until this one has left.
    """
    address, token = emails.canonical(wish.email), keys.new_token()
    code = _new_code() if browser.owner else ""
    asked = Asked(_delivery(settings, wish), now + LASTS, code)
    counted = _counters(settings, address, browser.address)
    ticket = _ticket(address, token, code, browser.owner, now)
    async with db.system("sign-in", write=True) as s:
        for key, most in counted.items():
            await limits.count(s, key, most, now=now)
        if not address:
            return asked
        await queries.add(s, ticket)
    link = f"{settings.app_url}/auth/magic/{token}"
    try:
        await _deliver(settings, address, emails.Letter(wish.language, link, _minutes()), now)
    except MailFailed:
        async with db.system("sign-in", write=True) as s:
            await queries.remove(s, ticket.id)
            for key in counted:
                await admins.take_back_failure(s, key)
        raise
    async with db.system("sign-in", write=True) as s:
        await queries.supersede(s, ticket, at=now)
    return replace(asked, link=link) if asked.delivery is Delivery.PAGE else asked


async def ask_again(
    db: Db, settings: Settings, token: str, wish: Wish, browser: Browser, *, now: datetime
) -> Asked:
    """Send a new link to where an old one went."""
    async with db.system("sign-in") as s:
        ticket = await queries.with_hash(s, keys.token_hash(token), Purpose.EMAIL)
    if ticket is None or ticket.user_id not in {None, browser.owner}:
        raise NotFound("no such link")
    asker = replace(browser, owner=ticket.user_id)
    return await ask(db, settings, replace(wish, email=ticket.subject), asker, now=now)


async def forget(s: AsyncSession, *, now: datetime) -> None:
    """Delete tickets that expired a day ago; needs a system unit."""
    await queries.forget_before(s, now - KEPT)


def _minutes() -> int:
    return int(LASTS.total_seconds() // 60)


def _new_code() -> str:
    return f"{secrets.randbelow(10**_CODE_DIGITS):0{_CODE_DIGITS}}"


def _ticket(
    address: str, token: str, code: str, asked_by: UUID | None, now: datetime
) -> SignInTicket:
    hashed = keys.token_hash(token)
    return SignInTicket(
        user_id=asked_by,
        created_at=now,
        purpose=Purpose.EMAIL,
        token_hash=hashed,
        subject=address,
        label=address,
        code_hash=hashed_code(hashed, code) if code else "",
        expires_at=now + LASTS,
    )


def _counters(settings: Settings, email: str, address: str) -> dict[str, int]:
    """Return the keys that a request is counted under, and how many each may have in an hour."""
    by_address = keys.keyed_hash(settings, "link address", accounts.subscriber(address))
    counters = {by_address: LINKS_PER_ADDRESS}
    if email:
        counters[keys.keyed_hash(settings, "link e-mail", email)] = LINKS_PER_EMAIL
    return counters


def _delivery(settings: Settings, wish: Wish) -> Delivery:
    if settings.has_mail:
        return Delivery.MAIL
    return Delivery.PAGE if wish.is_local else Delivery.LOG


async def _deliver(settings: Settings, address: str, letter: emails.Letter, now: datetime) -> None:
    if settings.has_mail:
        await mail.send(settings.smtp_url, emails.letter(settings, address, letter, at=now))
    else:
        _log.warning("sign_in_link", link=letter.link, why="SMTP_URL is empty")
