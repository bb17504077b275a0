"""Somebody at a browser who signs in: what they type, open and press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    import httpx

    from tests.support.api_client import WithApi
    from tests.support.mailbox import Mailbox
    from tests.support.openid_provider import Provider

MARA = "mara@example.org"


@dataclass(frozen=True, slots=True)
class Visitor:
    """One browser."""

    client: httpx.AsyncClient

    async def asks(self, email: str = MARA) -> httpx.Response:
        return await self.client.post("/api/auth/magic-link", json={"email": email})

    async def opens(self, token: str) -> httpx.Response:
        return await self.client.get(f"/auth/magic/{token}")

    async def presses(self, token: str, **form: str) -> httpx.Response:
        return await self.client.post(f"/auth/magic/{token}", data=form)

    async def is_guest(self) -> str:
        answer = await self.client.post("/api/auth/guest", json={"consent": {"textVersion": "1"}})
        return answer.json()["userId"]

    async def is_signed_in(self) -> bool:
        return (await self.client.get("/api/profile")).status_code == 200

    async def ways(self) -> list[str]:
        found = (await self.client.get("/api/auth/ways")).json()["items"]
        return [f"{way['kind']} {way['label']}" for way in found]

    async def wins(self) -> list[str]:
        return [win["text"] for win in (await self.client.get("/api/wins")).json()["items"]]

    async def has_won(self, text: str) -> None:
        await self.client.post("/api/wins", json={"text": text})

    async def goes_to_google(self, provider: Provider) -> str:
        """Return the address that Google sends the browser back to."""
        away = await self.client.get("/auth/google")
        assert away.status_code == 307, away.text
        query = parse_qs(urlsplit(away.headers["location"]).query)
        return provider.authorize({name: values[0] for name, values in query.items()})

    async def comes_back(self, address: str) -> httpx.Response:
        return await self.client.get(address)

    async def signs_in_with_google(self, provider: Provider) -> httpx.Response:
        return await self.comes_back(await self.goes_to_google(provider))


async def visitor(web: WithApi) -> Visitor:
    """Return a browser without a session."""
    return Visitor(await web.browser())


async def saved_by_mail(web: WithApi, box: Mailbox, email: str = MARA) -> Visitor:
    """Return the browser of a guest who has saved their place with an address."""
    guest = await visitor(web)
    await guest.is_guest()
    await guest.asks(email)
    assert (await guest.presses(box.token())).status_code == 303
    return guest
