"""Each check of signing in, with and without it: the attack that it stops succeeds without it.

A test of an attack that would fail anyway proves nothing. So each one is played twice.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import select

from coaching.domains.sign_in import google, limits, links, queries, service, ways
from coaching.domains.sign_in.models import SignInTicket
from coaching.domains.sign_in.service import Step
from coaching.repositories import login_sessions
from coaching.services import accounts
from coaching.web import openid
from tests.support import attacks
from tests.support.attacks import World
from tests.support.mailbox import Mailbox, mailbox
from tests.support.openid_provider import CLIENT_ID, CLIENT_SECRET, Provider, openid_provider
from tests.support.signing_in import MARA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi
    from tests.support.attacks import Attack


@pytest.fixture(scope="module")
def outside() -> Iterator[tuple[Mailbox, Provider]]:
    with ExitStack() as stack:
        yield stack.enter_context(mailbox()), stack.enter_context(openid_provider())


@pytest.fixture
def more_settings(outside: tuple[Mailbox, Provider]) -> dict[str, object]:
    box, provider = outside
    return {
        "smtp_url": f"smtp://127.0.0.1:{box.port}",
        "google_client_id": CLIENT_ID,
        "google_client_secret": CLIENT_SECRET,
        "google_discovery_url": provider.discovery,
    }


@pytest.fixture
def world(web: WithApi, outside: tuple[Mailbox, Provider], clock: FrozenClock) -> World:
    box, provider = outside
    box.mails.clear()
    provider.__init__(url=provider.url, now=clock.now().timestamp())
    return World(web, box, provider, clock)


# What is taken away: a name, and what stands in its place.
async def _yes(*_: object, **__: object) -> bool:
    return True


async def _nothing(*_: object, **__: object) -> None:
    return None


async def _any_purpose(s: Any, token_hash: str, *_: object) -> Any:
    return (await s.exec(select(SignInTicket).where(SignInTicket.token_hash == token_hash))).first()


async def _as_new(s: Any, token_hash: str, *purposes: Any) -> Any:
    found = await _with_hash(s, token_hash, *purposes)
    if found is not None:
        s.expunge(found)
        found.spent_at, found.expires_at = None, found.expires_at.replace(year=2999)
    return found


_with_hash = queries.with_hash


class _Lenient:
    """An ID token of which nothing is checked but the signature."""

    def __init__(self, claims: dict[str, Any], *_: object) -> None:
        self._claims = claims

    def validate(self, **_: object) -> None: ...

    def get(self, name: str) -> Any:
        return self._claims.get(name)

    def __getitem__(self, name: str) -> Any:
        return self._claims[name]


def _unchecked(*_: Any) -> Any:
    return openid.Account("mara", MARA)


_account = openid.account


async def _whoever_says_it(settings: Any, trip: Any, answer: Any, **more: Any) -> Any:
    unsigned = {name: value for name, value in answer.items() if name != "iss"}
    return await _account(settings, trip, unsigned, **more)


def _claim(ticket: Any, browser: Any) -> Step:
    ticket.user_id = browser.owner
    return Step.SAVE


Weak = list[tuple[Any, str, Any]]
_REPLAY: Weak = [(queries, "with_hash", _as_new), (queries, "spend", _yes)]
_CLAIMS: Weak = [(openid, "CodeIDToken", _Lenient)]
_LOOSE_COMPARE: Weak = [(service.hmac, "compare_digest", lambda *_: True)]
CASES: dict[Attack, Weak] = {
    attacks.use_a_link_twice: _REPLAY,
    attacks.use_an_old_link: _REPLAY,
    attacks.use_a_superseded_link: [(queries, "supersede", _nothing)],
    attacks.use_a_state_as_a_link: [(queries, "with_hash", _any_purpose)],
    attacks.bind_the_victims_address_to_ones_own_account: _LOOSE_COMPARE,
    attacks.guess_the_code: [(queries, "count_try", _yes)],
    attacks.get_ones_address_into_a_guests_account: [
        (service, "_free_step", _claim),
    ],
    attacks.get_ones_own_saved_address_into_a_guests_account: [
        (service, "_unsaid", lambda *_: None),
    ],
    attacks.stay_in_an_account_that_lost_its_address: [(login_sessions, "revoke_all", _nothing)],
    attacks.keep_a_session_through_saving: [(accounts, "sign_out", _nothing)],
    attacks.stay_signed_in_after_a_way_was_removed: [(login_sessions, "revoke_others", _nothing)],
    attacks.be_locked_out_by_removing_the_last_way: [(ways.Ways, "may_remove", True)],
    attacks.flood_a_mailbox: [(limits, "count", _nothing)],
    attacks.send_a_mail_to_two: [(links.emails, "canonical", lambda typed: typed)],
    attacks.sign_a_victim_in_as_oneself: [
        (google.hmac, "compare_digest", lambda *_: True),
        (google.keys, "derived", lambda _secret, purpose: f"{purpose:x<43}".replace(" ", "-")),
    ],
    attacks.use_a_state_twice: _REPLAY,
    attacks.open_the_choice_of_another_browser: [(service, "is_bound_to", lambda *_: True)],
    attacks.inject_a_stolen_code: _CLAIMS,
    attacks.come_with(nonce="another"): _CLAIMS,
    attacks.come_with(aud="another client"): _CLAIMS,
    attacks.come_with(iss="https://accounts.example.org"): _CLAIMS,
    attacks.come_with(exp=1_000_000_000): _CLAIMS,
    attacks.come_with(email_verified=False): [(openid, "_account", _unchecked)],
    attacks.sign_with_the_public_key: [(openid, "_account", _unchecked)],
    attacks.come_from_another_issuer: [(openid, "account", _whoever_says_it)],
}


@pytest.mark.slow
@pytest.mark.parametrize("attack", CASES, ids=lambda attack: attack.__qualname__.split(".")[0])
@pytest.mark.parametrize("build", ["as it is", "weakened"])
async def test_an_attack_fails_until_its_check_is_taken_away(
    world: World, monkeypatch: pytest.MonkeyPatch, attack: Attack, build: str
) -> None:
    weakened = build == "weakened"
    for place, name, weak in CASES[attack] if weakened else ():
        monkeypatch.setattr(place, name, weak)
    assert await attack(world) is weakened
