"""Reminders go out: to a push service that opens what came, and to a mail server."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Unpack
from uuid import uuid4

import pytest
from pydantic import SecretStr
from sqlmodel import select

from coaching.clock import FrozenClock
from coaching.domains.goals import service as goals
from coaching.domains.goals.fields import GoalFields
from coaching.domains.reminders import browsers, deciding, mails, queries, sending, service, vapid
from coaching.domains.reminders.chosen import EVERY_DAY
from coaching.domains.reminders.models import PushSubscription, Reminder, ReminderState
from coaching.domains.reminders.sending import Sender
from coaching.domains.reminders.service import Wanted
from coaching.errors import InvalidInput
from coaching.models import Identity, IdentityKind
from coaching.services import key_check, profiles
from coaching.services.vault import Vault
from coaching.values.goals import IfThen
from coaching.values.reminders import ChosenTime, LockScreen, TimeAbout
from coaching.web import network, push
from coaching.web.push import Browser
from tests.support import factories
from tests.support.factories import MONDAY_MORNING
from tests.support.mailbox import mailbox, plain
from tests.support.push_service import push_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from uuid import UUID

    from coaching.repositories.db import Db
    from coaching.settings import Settings
    from tests.support.push_service import PushService

AT_SIX = MONDAY_MORNING.replace(hour=18)
SECRETS: dict[str, Any] = {
    "toney_secret_key": SecretStr("a secret key that is long enough"),
    "toney_encryption_keys": (SecretStr("an encryption key that is long"),),
}


@pytest.fixture
def settings(make_settings: Callable[..., Settings]) -> Settings:
    return make_settings(**SECRETS)


@pytest.fixture
def service_here() -> Iterator[PushService]:
    with push_service() as running:
        yield running


async def reminded(db: Db, settings: Settings, *there: Browser, **wanted: Unpack[Wanted]) -> UUID:
    owner = await factories.person(db)
    async with db.unit(owner, write=True) as s:
        given: Wanted = {"is_on": True, "times": [ChosenTime("18:00", EVERY_DAY)], **wanted}
        await service.choose(s, owner, given, at=MONDAY_MORNING)
    for browser in there:
        await browsers.add(
            db, settings, owner, browser, session=uuid4(), at=MONDAY_MORNING, problem=lambda _: ""
        )
    return owner


def here(db: Db, settings: Settings, at: datetime = AT_SIX) -> Sender:
    return Sender(db, settings, FrozenClock(at), may_reach=lambda _: True)


async def state(db: Db, owner: UUID) -> tuple[ReminderState, str]:
    async with db.unit(owner) as s:
        row = (await s.exec(select(Reminder))).one()
    return row.state, row.channel


async def test_a_push_is_signed_encrypted_and_says_nothing_private(
    db: Db, settings: Settings, service_here: PushService
) -> None:
    owner = await reminded(db, settings, service_here.browser())
    assert await sending.send_due(here(db, settings)) == 1
    assert await state(db, owner) == (ReminderState.SENT, "push")
    shown = service_here.shown[0]
    assert (shown["title"], shown["body"]) == ("Toney", "You have a reminder")
    assert set(shown) == {"title", "body", "id"}
    assert b"reminder" not in service_here.raw[0]
    claims = service_here.claims[0]
    assert claims["aud"] == service_here.origin
    assert 0 < claims["exp"] - AT_SIX.timestamp() <= timedelta(hours=24).total_seconds()
    assert service_here.signed_by == [vapid.server(settings).public_key]
    assert await sending.send_due(here(db, settings)) == 0


async def test_a_reminder_follows_a_change_of_the_language(
    sqlite_db: Db, settings: Settings, service_here: PushService
) -> None:
    owner = await reminded(sqlite_db, settings, service_here.browser())
    async with sqlite_db.unit(owner, write=True) as s:
        await profiles.speak(s, owner, "es", at=MONDAY_MORNING)
    assert await sending.send_due(here(sqlite_db, settings)) == 1
    assert service_here.shown[0]["body"] == "Tienes un recordatorio"


async def test_the_lock_screen_shows_the_plan_or_nothing_only_for_who_chose_it(
    db: Db, settings: Settings, service_here: PushService
) -> None:
    owner = await reminded(db, settings, service_here.browser())
    async with db.unit(owner, write=True) as s:
        plan = IfThen("it is Friday", "I open one envelope")
        fields = GoalFields(title="Post", plans=(plan,))
        goal = (await goals.add(s, owner, fields, at=MONDAY_MORNING)).row
        one = ChosenTime("18:00", EVERY_DAY, TimeAbout.GOAL, goal.id)
        await service.choose(s, owner, Wanted(times=[one]), at=MONDAY_MORNING)
    for day, shows in enumerate((LockScreen.GENERAL, LockScreen.WORDS, LockScreen.NOTHING)):
        now = AT_SIX + timedelta(days=day)
        async with db.unit(owner, write=True) as s:
            await service.choose(s, owner, Wanted(lock_screen=shows), at=now - timedelta(hours=1))
        assert await sending.send_due(here(db, settings, now)) == 1
    last = AT_SIX + timedelta(days=2)
    said = [one["body"] for one in service_here.shown]
    assert said == ["You have a reminder", "I open one envelope"]
    async with db.unit(owner) as s:
        waits = await service.in_app(s, owner, at=last)
        assert waits is not None
        assert waits.words == "I open one envelope"
        assert await service.in_app(s, owner, at=last + timedelta(days=1)) is None


@pytest.mark.parametrize("status", [401, 403, 404, 410])
async def test_a_browser_that_is_gone_or_has_another_key_is_forgotten(
    db: Db, settings: Settings, service_here: PushService, status: int
) -> None:
    service_here.status = status
    counted: list[str] = []
    owner = await reminded(db, settings, service_here.browser())
    sender = replace(here(db, settings), on_end=counted.append)
    assert await sending.send_due(sender) == 0
    assert counted == ["failed"]
    async with db.unit(owner) as s:
        assert await queries.subscriptions(s, owner) == []
    assert (await state(db, owner))[0] is ReminderState.CANCELLED


@pytest.mark.parametrize("status", [429, 503])
async def test_a_service_that_is_busy_is_asked_again(
    db: Db, settings: Settings, service_here: PushService, status: int
) -> None:
    service_here.status = status
    owner = await reminded(db, settings, service_here.browser())
    assert await sending.send_due(here(db, settings)) == 0
    service_here.status = 201
    assert await sending.send_due(here(db, settings, AT_SIX + timedelta(minutes=4))) == 0
    assert await sending.send_due(here(db, settings, AT_SIX + timedelta(minutes=5))) == 1
    assert await state(db, owner) == (ReminderState.SENT, "push")


async def test_nothing_goes_to_an_address_inside_the_network(
    db: Db, settings: Settings, service_here: PushService
) -> None:
    await reminded(db, settings, service_here.browser())
    assert await sending.send_due(Sender(db, settings, FrozenClock(AT_SIX))) == 0
    assert service_here.raw == []


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fe80::1%eth0", "fc00::1"],
)
def test_no_private_address_is_public(address: str) -> None:
    assert not network.is_public(address)
    assert not network.is_public("::ffff:10.0.0.1")
    assert network.is_public("93.184.216.34")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://push.internal/x",
        "https://push.example.org:22/x",
        "https://user@push.example.org/x",
        "file:///etc/passwd",
        "nonsense",
    ],
)
async def test_only_a_public_https_address_is_taken(
    db: Db, settings: Settings, service_here: PushService, endpoint: str
) -> None:
    owner, real = await factories.person(db), service_here.browser()
    wrong = Browser(endpoint, real.p256dh, real.auth)
    with pytest.raises(InvalidInput):
        await browsers.add(db, settings, owner, wrong, session=uuid4(), at=MONDAY_MORNING)
    right = Browser("https://push.example.org/x", real.p256dh, real.auth)
    assert push.problem(right) == ""
    assert push.problem(Browser(right.endpoint, "AAAA", real.auth)) == "p256dh"
    assert push.problem(Browser(right.endpoint, real.p256dh, "AAAA")) == "auth"


async def test_a_subscription_is_encrypted_and_turns_with_the_keys(
    db: Db, settings: Settings, service_here: PushService
) -> None:
    owner = await reminded(db, settings, service_here.browser())
    async with db.unit(owner) as s:
        stored = (await s.exec(select(PushSubscription.sealed))).one()
    assert "push" not in stored
    old = SECRETS["toney_encryption_keys"][0].get_secret_value()
    async with db.system("rotate", write=True) as s:
        keys = ["a newer key that is long enough", old]
        await key_check.rotate(s, Vault(keys), now=AT_SIX)
    async with db.unit(owner) as s:
        assert (await s.exec(select(PushSubscription.sealed))).one() != stored


async def test_a_browser_that_somebody_else_uses_now_gets_theirs_only(
    db: Db, settings: Settings, service_here: PushService
) -> None:
    first = await reminded(db, settings, service_here.browser())
    second = await reminded(db, settings, service_here.browser())
    async with db.system("test") as s:
        assert await queries.subscriptions(s, first) == []
        assert len(await queries.subscriptions(s, second)) == 1


async def test_an_email_says_no_more_and_can_be_ended_with_one_click(
    db: Db, make_settings: Callable[..., Settings]
) -> None:
    with mailbox() as box:
        url = SecretStr(f"smtp://127.0.0.1:{box.port}?tls=off")
        settings = make_settings(**SECRETS, smtp_url=url)
        owner = await reminded(db, settings, by_push=False, by_mail=True)
        async with db.unit(owner, write=True) as s:
            s.add(Identity(user_id=owner, kind=IdentityKind.EMAIL, subject="mara@example.org"))
        assert await sending.send_due(here(db, settings)) == 1
        mail = box.mails[0]
    token = mails.stop_token(settings, owner)
    assert mail["Subject"] == "You have a reminder"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(mail["List-Unsubscribe"]).replace(" ", "").endswith(f"/stop/{token}>")
    assert "money" not in plain(mail).lower()
    assert await state(db, owner) == (ReminderState.SENT, "mail")
    assert await sending.stop_by_mail(db, settings, token, now=AT_SIX) == owner
    async with db.unit(owner) as s:
        chosen = (await service.of(s, owner, at=AT_SIX)).settings
    assert (chosen.by_mail, chosen.is_on) == (False, False)


async def test_a_link_that_toney_did_not_make_ends_nothing(db: Db, settings: Settings) -> None:
    owner = await reminded(db, settings, by_mail=True)
    token = mails.stop_token(settings, owner)
    forged = token[:-1] + ("0" if token[-1] != "0" else "1")
    for wrong in (forged, "", "x" * 64, token[:32]):
        assert await sending.stop_by_mail(db, settings, wrong, now=AT_SIX) is None


async def test_what_breaks_for_one_person_stops_nobody_else(
    db: Db, settings: Settings, service_here: PushService, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = await reminded(db, settings, Browser("https://[nowhere", "AAAA", "AAAA"))
    async with db.system("test", write=True) as s:
        row = (await s.exec(select(PushSubscription))).one()
        place = key_check.PUSH_SUBSCRIPTION.place(row.id, broken)
        row.sealed = Vault.of(settings).seal('{"unknown": "a private word"}', place)
    await reminded(db, settings, service_here.browser())
    assert await sending.send_due(here(db, settings)) == 1
    assert len(service_here.shown) == 1
    said = capsys.readouterr()
    assert "reminder_broke" in said.out + said.err
    assert "private" not in said.out + said.err


async def test_what_a_dead_process_claimed_is_not_sent_again(
    db: Db, settings: Settings, service_here: PushService
) -> None:
    owner = await reminded(db, settings, service_here.browser())
    async with db.system("test", write=True) as s:
        assert await deciding.claim(s, owner, now=AT_SIX) is not None
    later = AT_SIX + timedelta(minutes=11)
    assert await sending.send_due(here(db, settings, later)) == 0
    assert (await state(db, owner))[0] is ReminderState.LOST
