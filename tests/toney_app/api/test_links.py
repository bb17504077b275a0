"""Asking for a sign-in link: the same answer for every address, and not too many mails."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlmodel import select

from coaching.domains.sign_in import links
from coaching.domains.sign_in.models import SignInTicket
from coaching.services import personal_data
from coaching.web import mail
from tests.support.mailbox import Mailbox, mailbox, plain
from tests.support.signing_in import MARA, saved_by_mail, visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as running:
        yield running


@pytest.fixture
def more_settings(box: Mailbox) -> dict[str, object]:
    return {"smtp_url": f"smtp://127.0.0.1:{box.port}"}


_ODD = ("a@b.test,c@d.test", "a@b.test;c@d.test", f"{'a' * 65}@b.test", "ä@b.test", "<a@b.test>")


_MORE_ODD = ("a@b.test\r\nBcc: c@d.test", "a@b", "@", "a b@c.test", ".a@b.test", "a..b@c.test")


@pytest.mark.slow
@pytest.mark.parametrize("typed", [*_ODD, *_MORE_ODD])
async def test_what_is_no_address_gets_the_same_answer_and_no_mail(
    web: WithApi, box: Mailbox, typed: str
) -> None:
    phone = await visitor(web)
    known, odd = await phone.asks(), await phone.asks(typed)
    assert (odd.status_code, odd.json()) == (known.status_code, known.json())
    assert box.envelopes == [[MARA]]


async def test_known_unknown_and_suspended_addresses_get_the_same_answer(
    web: WithApi, box: Mailbox
) -> None:
    await saved_by_mail(web, box)
    known = await (await visitor(web)).asks()
    unknown = await (await visitor(web)).asks("nobody@example.org")
    assert known.json() == unknown.json()
    assert plain(box.mails[-1]).partition("http")[0] == plain(box.mails[-2]).partition("http")[0]


async def test_three_mails_an_hour_go_to_one_address(
    web: WithApi, box: Mailbox, clock: FrozenClock
) -> None:
    phone = await visitor(web)
    answers = [await phone.asks("MARA@example.org") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [202, 202, 202, 429, 429]
    assert answers[-1].json()["details"] == {"reason": "address"}
    assert int(answers[-1].headers["retry-after"]) == 3600
    clock.move(timedelta(minutes=61))
    assert (await phone.asks()).status_code == 202
    assert len(box.mails) == 4


async def test_ten_mails_an_hour_go_to_one_network(web: WithApi, box: Mailbox) -> None:
    phone = await visitor(web)
    answers = [await phone.asks(f"p{number}@example.org") for number in range(11)]
    assert [answer.status_code for answer in answers] == [202] * 10 + [429]
    assert len(box.mails) == 10


async def test_a_mail_server_that_is_away_is_said_and_costs_no_try(
    web: WithApi, box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.refuses = "550 no such mailbox"
    phone = await visitor(web)
    assert (await phone.asks()).status_code == 202, "it would tell which mailboxes exist"
    box.refuses = ""
    with monkeypatch.context() as away:
        away.setattr(mail.smtplib, "SMTP", _nobody_answers)
        for _ in range(5):
            answer = await phone.asks()
            assert answer.status_code == 503
            assert answer.json()["error"].startswith("We couldn’t send the email.")
    assert (await phone.asks()).status_code == 202


async def test_a_link_works_until_the_next_one_has_been_sent(
    web: WithApi, box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await visitor(web)
    await guest.is_guest()
    await guest.asks()
    first = box.token()
    with monkeypatch.context() as away:
        away.setattr(mail.smtplib, "SMTP", _nobody_answers)
        assert (await guest.asks()).status_code == 503
    assert (await guest.presses(first)).status_code == 303


def _nobody_answers(*_: object, **__: object) -> None:
    raise ConnectionRefusedError


async def test_only_hashes_are_stored_and_nothing_of_them_is_exported(
    web: WithApi, box: Mailbox
) -> None:
    phone = await visitor(web)
    await phone.is_guest()
    code = (await phone.asks()).json()["code"]
    async with web.coaching.db.system("a test") as s:
        ticket = (await s.exec(select(SignInTicket))).one()
        assert ticket.user_id is not None
        taken = await personal_data.export(s, ticket.user_id, at=web.coaching.clock.now())
    assert box.token() not in ticket.model_dump_json()
    assert code not in ticket.model_dump_json(include={"token_hash", "code_hash", "subject"})
    (row,) = taken["tables"]["sign_in_tickets"]
    assert not {"token_hash", "code_hash", "browser_hash"} & row.keys()


async def test_the_mail_says_nothing_about_the_person(web: WithApi, box: Mailbox) -> None:
    phone = await visitor(web)
    phone.client.headers["accept-language"] = "es-CL,es;q=0.9"
    await phone.is_guest()
    await phone.client.patch("/api/profile", json={"name": "Mara"})
    await phone.asks()
    (letter,) = box.mails
    assert letter["subject"] == "Tu enlace para entrar a Toney"
    assert (letter["to"], letter["from"]) == (MARA, "Toney <no-reply@localhost>")
    assert {part.get_content_type() for part in letter.walk()} == {
        "multipart/alternative",
        "text/plain",
        "text/html",
    }
    html = letter.get_body(("html",))
    assert html is not None
    for body in (plain(letter), str(html.get_content())):
        assert box.token() in body
        assert "vence a los 10 minutos" in body
        assert not re.search(r"mara\b|money|dinero|<img", body, re.IGNORECASE)


async def test_expired_tickets_are_deleted_after_a_day(
    web: WithApi, box: Mailbox, clock: FrozenClock
) -> None:
    await (await visitor(web)).asks()
    assert len(box.mails) == 1
    clock.move(timedelta(days=1, minutes=16))
    async with web.coaching.db.system("a test", write=True) as s:
        await links.forget(s, now=clock.now())
        assert (await s.exec(select(SignInTicket))).all() == []
