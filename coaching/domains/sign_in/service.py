"""The step that a sign-in ticket leads to, and taking it.

Looking spends nothing, because mail scanners open links; arriving spends the ticket once. An
identity of somebody else is never merged: the person chooses which account to keep, and the other
one stays reachable, unless they say that it is to be deleted.

A ticket may only change an account when that account asked for it. Otherwise somebody could send
their own link to a guest, and with one press of a button their address would open the guest's data.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from coaching.domains.recovery_codes import service as recovery_codes
from coaching.domains.sign_in import queries, ways
from coaching.domains.sign_in.models import Purpose, SignInTicket
from coaching.repositories import audit, identities, login_sessions, users
from coaching.services import accounts, consent, keys, onboarding
from coaching.values.people import IdentityKind, UserState

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.repositories.db import Db
    from coaching.settings import Settings

_BY_LINK = (Purpose.EMAIL, Purpose.GOOGLE)


class Step(StrEnum):
    """What comes next for who has a ticket."""

    GONE = "gone"
    OLD = "old"
    CLOSED = "closed"
    SIGN_IN = "sign_in"
    START = "start"
    SAVE = "save"
    CODE = "code"
    ELSEWHERE = "elsewhere"
    CHOOSE = "choose"


@dataclass(frozen=True, slots=True)
class Browser:
    """The browser that asks: who is signed in there, with which tokens and from which address."""

    owner: UUID | None = None
    token: str = ""
    ticket_cookie: str = ""
    address: str = ""
    user_agent: str = ""


@dataclass(frozen=True, slots=True)
class Holdings:
    """How much is in an account, and when it was last used."""

    cards: int
    wins: int
    talks: int
    last_used: datetime | None


@dataclass(frozen=True, slots=True)
class Standing:
    """The next step with a ticket; `here` and `there` are given when they must choose."""

    step: Step
    label: str = ""
    is_mail: bool = True
    may_keep_here: bool = False
    can_ask_again: bool = False
    was_wrong: bool = False
    here: Holdings | None = None
    there: Holdings | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person said on the page: a code, which account to keep, the consent."""

    code: str = ""
    keeps: str = ""
    deletes: bool = False
    text_version: str = ""
    locale: str = ""


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody who is signed in: their new token, and what becomes of the account left behind.

    `is_another`: this browser had somebody else's session before.
    """

    owner: UUID
    token: str
    left: UUID | None = None
    deletes: bool = False
    code: str = ""
    is_another: bool = False


async def look(db: Db, token: str, browser: Browser, *, now: datetime) -> Standing:
    """Return the next step with a ticket; changes nothing."""
    async with db.system("sign-in") as s:
        ticket = await _ticket(s, token, browser)
        return (await _standing(s, ticket, browser, now))[0]


async def arrive(
    db: Db, settings: Settings, token: str, browser: Browser, answer: Answer, *, now: datetime
) -> Arrived | Standing:
    """Spend a ticket and sign somebody in; return the next step if something is missing."""
    if answer.code:
        async with db.system("sign-in", write=True) as s:
            typed_for = await _ticket(s, token, browser)
            if typed_for is not None and not await queries.count_try(s, typed_for.id):
                await queries.spend(s, typed_for.id, at=now)
    async with db.system("sign-in", write=True) as s:
        ticket = await _ticket(s, token, browser)
        standing, whose = await _standing(s, ticket, browser, now)
        unsaid = _unsaid(ticket, standing, answer)
        if ticket is None or unsaid is not None:
            return unsaid or standing
        if not await queries.spend(s, ticket.id, at=now):
            return Standing(Step.OLD, ticket.label)
        arrived = await _arrive(s, settings, ticket, standing.step, whose, browser, answer, now)
        await audit.add(
            s,
            actor="person",
            action="signed_in",
            at=now,
            details={"by": ticket.purpose.value, "step": standing.step.value},
        )
        return arrived


def hashed_code(token_hash: str, code: str) -> str:
    """Return what is stored of a code: tied to its ticket, so equal codes look different."""
    return keys.token_hash(f"{token_hash} {''.join(filter(str.isdigit, code))}")


async def _ticket(s: AsyncSession, token: str, browser: Browser) -> SignInTicket | None:
    if not keys.may_be_token(token):
        return None
    ticket = await queries.with_hash(s, keys.token_hash(token), *_BY_LINK)
    if ticket is None or not is_bound_to(ticket, browser):
        return None
    return ticket


def is_bound_to(ticket: SignInTicket, browser: Browser) -> bool:
    """Return True unless a ticket was given to another browser."""
    if not ticket.browser_hash:
        return ticket.purpose is Purpose.EMAIL
    return hmac.compare_digest(ticket.browser_hash, keys.token_hash(browser.ticket_cookie))


async def _standing(
    s: AsyncSession, ticket: SignInTicket | None, browser: Browser, now: datetime
) -> tuple[Standing, UUID | None]:
    """Return the next step, and whose the address is."""
    if ticket is None:
        return Standing(Step.GONE), None
    is_mail = ticket.purpose is Purpose.EMAIL
    if ticket.spent_at is not None or ticket.expires_at <= now:
        again = is_mail and ticket.user_id in {None, browser.owner}
        return Standing(Step.OLD, ticket.label, is_mail, can_ask_again=again), None
    whose = await identities.owner_of(s, kind_of(ticket), ticket.subject)
    step = _free_step(ticket, browser) if whose is None else await _taken_step(s, whose, browser)
    if step is not Step.CHOOSE or whose is None or browser.owner is None:
        return Standing(step, ticket.label, is_mail), whose
    return (
        Standing(
            step,
            ticket.label,
            is_mail,
            may_keep_here=ticket.user_id == browser.owner,
            here=await _holdings(s, browser.owner),
            there=await _holdings(s, whose),
        ),
        whose,
    )


def _free_step(ticket: SignInTicket, browser: Browser) -> Step:
    """Return the step of a new address: a new account, or a way into the one that asked."""
    if ticket.user_id is None:
        return Step.START if browser.owner is None else Step.ELSEWHERE
    if ticket.user_id == browser.owner:
        return Step.SAVE
    return Step.CODE if browser.owner is None and ticket.code_hash else Step.ELSEWHERE


async def _taken_step(s: AsyncSession, whose: UUID, browser: Browser) -> Step:
    user = await users.find(s, whose)
    if user is None or user.state is not UserState.ACTIVE:
        return Step.CLOSED
    return Step.SIGN_IN if browser.owner in {None, whose} else Step.CHOOSE


def _unsaid(ticket: SignInTicket | None, standing: Standing, answer: Answer) -> Standing | None:
    """Return the standing if something is missing before the ticket can be spent."""
    match standing.step:
        case Step.SIGN_IN | Step.START | Step.SAVE:
            return None
        case Step.CODE if ticket is not None and answer.code:
            typed = hashed_code(ticket.token_hash, answer.code)
            if hmac.compare_digest(ticket.code_hash, typed):
                return None
            return Standing(Step.CODE, standing.label, was_wrong=True)
        case Step.CHOOSE if answer.keeps == "there":
            return None
        case Step.CHOOSE if answer.keeps == "here" and standing.may_keep_here:
            return None
        case _:
            return standing


async def _arrive(  # noqa: PLR0913, PLR0917 - everything that was found out by now
    s: AsyncSession,
    settings: Settings,
    ticket: SignInTicket,
    step: Step,
    whose: UUID | None,
    browser: Browser,
    answer: Answer,
    now: datetime,
) -> Arrived:
    left = None
    if step is Step.CHOOSE and whose is not None and browser.owner is not None:
        owner, left = (whose, browser.owner) if answer.keeps == "there" else (browser.owner, whose)
        if left == whose:
            await _take_over(s, ticket, browser.owner, whose, now)
    elif whose is not None:
        owner = whose
    elif ticket.user_id is not None:
        owner = ticket.user_id
        await ways.add(
            s, owner, kind=kind_of(ticket), subject=ticket.subject, label=ticket.label, at=now
        )
    else:
        owner = await _start(s, settings, ticket, answer, now)
    if browser.owner is not None:
        await accounts.sign_out(s, browser.owner, browser.token, now=now)
    token = await accounts.start_session(s, owner, now=now, user_agent=browser.user_agent)
    if left is None:
        return Arrived(owner, token)
    needs_code = not answer.deletes and not (await ways.of(s, left)).has_another_than_code
    code = await recovery_codes.renew(s, left, at=now) if needs_code else ""
    return Arrived(owner, token, left, answer.deletes, code, is_another=left == browser.owner)


async def _take_over(
    s: AsyncSession, ticket: SignInTicket, owner: UUID, whose: UUID, now: datetime
) -> None:
    """Move the address to another account; who was signed in by it is signed out everywhere."""
    await identities.move(s, owner, kind=kind_of(ticket), subject=ticket.subject)
    await login_sessions.revoke_all(s, whose, at=now)


async def _start(
    s: AsyncSession, settings: Settings, ticket: SignInTicket, answer: Answer, now: datetime
) -> UUID:
    owner = await accounts.start_person(
        s,
        kind=kind_of(ticket),
        subject=ticket.subject,
        label=ticket.label,
        locale=answer.locale,
        now=now,
    )
    if answer.text_version:
        said = {"text_version": answer.text_version, "language": answer.locale}
        await consent.give(s, owner, settings=settings, at=now, **said)
        await onboarding.begin(s, owner, at=now)
    return owner


async def _holdings(s: AsyncSession, owner: UUID) -> Holdings:
    return Holdings(
        await queries.count_cards(s, owner),
        await queries.count_wins(s, owner),
        await queries.count_talks(s, owner),
        await queries.last_talk(s, owner),
    )


def kind_of(ticket: SignInTicket) -> IdentityKind:
    """Return which kind of identity a ticket stands for."""
    return IdentityKind.EMAIL if ticket.purpose is Purpose.EMAIL else IdentityKind.GOOGLE
