"""Each check of a push holds, and fails once what it protects is taken away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.domains.reminders import sending, vapid
from coaching.web import push
from tests.coaching.domains.reminders.test_sending import (
    AT_SIX,
    SECRETS,
    here,
    reminded,
)
from tests.support.push_service import PushService, push_service

if TYPE_CHECKING:
    from coaching.repositories.db import Db
    from coaching.settings import Settings

WORDS = b"You have a reminder"
Held = Callable[["Settings", PushService], bool]


def _says_nothing_on_the_way(_: Settings, service: PushService) -> bool:
    return len(service.shown) == 1 and WORDS not in service.raw[0]


def _is_for_this_service(_: Settings, service: PushService) -> bool:
    return service.claims[0]["aud"] == service.origin


def _ends_within_a_day(_: Settings, service: PushService) -> bool:
    return service.claims[0]["exp"] - AT_SIX.timestamp() <= 24 * 60 * 60


def _is_signed_by_this_server(settings: Settings, service: PushService) -> bool:
    return service.signed_by == [vapid.server(settings).public_key]


def _plain(_: Any, payload: bytes) -> bytes:
    return payload


def _signed_for_another(server: push.Server, browser: push.Browser, now: Any) -> str:
    other = push.Browser("https://push.example.org/1", browser.p256dh, browser.auth)
    return _authorization(server, other, now)


_authorization = push._authorization
CASES: dict[str, tuple[Held, Any, str, Any]] = {
    "encryption": (_says_nothing_on_the_way, push, "_encrypted", _plain),
    "audience": (_is_for_this_service, push, "_authorization", _signed_for_another),
    "expiry": (_ends_within_a_day, push, "_SIGNED_FOR", timedelta(days=2)),
}


@pytest.fixture
def settings(make_settings: Callable[..., Settings]) -> Settings:
    return make_settings(**SECRETS)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("build", ["as it is", "weakened"])
async def test_a_check_of_a_push_fails_once_its_protection_is_taken_away(
    db: Db, settings: Settings, monkeypatch: pytest.MonkeyPatch, case: str, build: str
) -> None:
    held, place, name, weak = CASES[case]
    weakened = build == "weakened"
    if weakened:
        monkeypatch.setattr(place, name, weak)
    with push_service() as service:
        # A device that can't decrypt a push shows nothing.
        await reminded(db, settings, service.browser())
        await sending.send_due(here(db, settings))
        assert held(settings, service) is not weakened
        assert _is_signed_by_this_server(settings, service)
