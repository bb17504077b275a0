"""Attacks on signing in: each returns whether the attacker got what they wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.domains.sign_in import links, queries
from tests.support.signing_in import MARA, Visitor, saved_by_mail, visitor

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.clock import FrozenClock
    from tests.support.api_client import WithApi
    from tests.support.mailbox import Mailbox
    from tests.support.openid_provider import Provider

    Attack = Callable[["World"], Awaitable[bool]]


class World:
    """Everything that an attack needs."""

    def __init__(self, web: WithApi, box: Mailbox, provider: Provider, clock: FrozenClock) -> None:
        self.web, self.box, self.provider, self.clock = web, box, provider, clock

    async def visitor(self) -> Visitor:
        return await visitor(self.web)

    async def guest(self) -> Visitor:
        found = await self.visitor()
        await found.is_guest()
        return found


async def use_a_link_twice(world: World) -> bool:
    thief = await world.visitor()
    await saved_by_mail(world.web, world.box)
    await thief.presses(world.box.token())
    return await thief.is_signed_in()


async def use_an_old_link(world: World) -> bool:
    thief = await world.visitor()
    await thief.asks()
    world.clock.move(links.LASTS)
    await thief.presses(world.box.token())
    return await thief.is_signed_in()


async def use_a_superseded_link(world: World) -> bool:
    thief = await world.visitor()
    await thief.asks()
    await thief.asks()
    await thief.presses(world.box.token(0))
    return await thief.is_signed_in()


async def use_a_state_as_a_link(world: World) -> bool:
    thief = await world.visitor()
    await thief.goes_to_google(world.provider)
    await thief.presses(world.provider.asked[-1]["state"])
    return await thief.is_signed_in()


async def bind_the_victims_address_to_ones_own_account(world: World) -> bool:
    """The victim opens the mail and presses; later they write into the attacker's account."""
    thief, victim = await world.guest(), await world.visitor()
    await thief.asks(MARA)
    await victim.presses(world.box.token(), code="123456")
    return await thief.ways() == [f"email {MARA}"]


async def guess_the_code(world: World) -> bool:
    thief, victim = await world.guest(), await world.visitor()
    code = (await thief.asks(MARA)).json()["code"]
    for number in range(queries.MOST_TRIES + 1):
        await victim.presses(world.box.token(), code=f"{(int(code) + number + 1) % 10**6:06}")
    await victim.presses(world.box.token(), code=code)
    return await victim.is_signed_in()


async def get_ones_address_into_a_guests_account(world: World) -> bool:
    thief, victim = await world.visitor(), await world.guest()
    await thief.asks("thief@example.org")
    await victim.presses(world.box.token())
    return await victim.ways() == ["email thief@example.org"]


async def get_ones_own_saved_address_into_a_guests_account(world: World) -> bool:
    await saved_by_mail(world.web, world.box, "thief@example.org")
    thief, victim = await world.visitor(), await world.guest()
    await thief.asks("thief@example.org")
    await victim.presses(world.box.token(), keeps="here")
    return await victim.ways() == ["email thief@example.org"]


async def stay_in_an_account_that_lost_its_address(world: World) -> bool:
    thief, owner = await saved_by_mail(world.web, world.box), await world.guest()
    await owner.asks()
    await owner.presses(world.box.token(), keeps="here")
    return await thief.is_signed_in()


async def keep_a_session_through_saving(world: World) -> bool:
    phone, thief = await world.guest(), await world.visitor()
    thief.client.cookies.update(phone.client.cookies)
    await phone.asks()
    await phone.presses(world.box.token())
    return await thief.is_signed_in()


async def stay_signed_in_after_a_way_was_removed(world: World) -> bool:
    phone, thief = await saved_by_mail(world.web, world.box), await world.visitor()
    await thief.asks()
    await thief.presses(world.box.token())
    await phone.client.post("/api/auth/recovery-code", json={})
    (way,) = (await phone.client.get("/api/auth/ways")).json()["items"]
    await phone.client.delete(f"/api/auth/ways/{way['id']}")
    return await thief.is_signed_in()


async def be_locked_out_by_removing_the_last_way(world: World) -> bool:
    phone = await saved_by_mail(world.web, world.box)
    (way,) = (await phone.client.get("/api/auth/ways")).json()["items"]
    return (await phone.client.delete(f"/api/auth/ways/{way['id']}")).status_code == 204


async def flood_a_mailbox(world: World) -> bool:
    thief = await world.visitor()
    for _ in range(5):
        await thief.asks()
    return len(world.box.mails) > links.LINKS_PER_EMAIL


async def send_a_mail_to_two(world: World) -> bool:
    await (await world.visitor()).asks("a@b.test,c@d.test")
    return bool(world.box.mails)


async def sign_a_victim_in_as_oneself(world: World) -> bool:
    thief, victim = await world.guest(), await world.visitor()
    await thief.signs_in_with_google(world.provider)
    own = await (await world.visitor()).goes_to_google(world.provider)
    await victim.goes_to_google(world.provider)
    await victim.comes_back(own)
    return await victim.is_signed_in()


async def use_a_state_twice(world: World) -> bool:
    phone = await world.visitor()
    address = await phone.goes_to_google(world.provider)
    cookies = dict(phone.client.cookies)
    await phone.comes_back(address)
    code = world.provider.authorize(world.provider.asked[-1]).partition("code=")[2]
    phone.client.cookies.update(cookies)
    again = address.partition("code=")[0] + f"code={code}"
    return (await phone.comes_back(again)).status_code == 303


async def open_the_choice_of_another_browser(world: World) -> bool:
    phone, thief = await world.visitor(), await world.visitor()
    back = await phone.signs_in_with_google(world.provider)
    await thief.presses(back.headers["location"].removeprefix("/auth/magic/"))
    return await thief.is_signed_in()


async def inject_a_stolen_code(world: World) -> bool:
    """A provider that leaves PKCE to others: the nonce still tells whose code it is."""
    victim, thief = await world.visitor(), await world.visitor()
    world.provider.checks_pkce = False
    stolen = (await victim.goes_to_google(world.provider)).partition("code=")[2].partition("&")[0]
    own = await thief.goes_to_google(world.provider)
    mine = own.partition("code=")[2].partition("&")[0]
    return (await thief.comes_back(own.replace(mine, stolen))).status_code == 303


def come_with(**claims: Any) -> Attack:
    async def attack(world: World) -> bool:
        world.provider.claims.update(claims)
        answer = await (await world.visitor()).signs_in_with_google(world.provider)
        return answer.status_code == 303

    return attack


async def sign_with_the_public_key(world: World) -> bool:
    world.provider.is_signed_with_the_public_key()
    answer = await (await world.visitor()).signs_in_with_google(world.provider)
    return answer.status_code == 303


async def come_from_another_issuer(world: World) -> bool:
    world.provider.extra = {"iss": "https://accounts.example.org"}
    answer = await (await world.visitor()).signs_in_with_google(world.provider)
    return answer.status_code == 303
