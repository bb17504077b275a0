"""Network guard: every connection to an address that a person, a page or a model can name.

A URL is read once and what was read is dialled. Its name is resolved once, every answer has to be
an address of the open network, and the connection goes to the very address that was checked.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast
from urllib.parse import quote, urlsplit

import anyio
import httpcore2
import idna

from coaching.addresses import is_public_name
from coaching.errors import LookupFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

LONGEST_URL = 2000
LONGEST_QUERY = 200
"""Characters after `?`: room for a page's number, not for what somebody said."""
_SHAPE = re.compile(r"(https?)://[^\s\\]+", re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}
_ENDS_IN_A_NUMBER = re.compile(r"(?:^|\.)(?:\d+|0x[0-9a-f]*)$")
_UNUSABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_PATH = "/%:@!$&'()*+,;=-._~"
_OPEN_V6 = ipaddress.ip_network("2000::/3")
_CLOSED = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.88.99.0/24",  # 6to4 relays, RFC 7526
            "168.63.129.16/32",  # a cloud's own services behind a public address
            "2001::/23",  # Teredo and other special uses, RFC 6890
            "2002::/16",  # 6to4: an IPv4 address inside
            "3fff::/20",  # documentation, RFC 9637
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Target:
    """A URL as it is dialled; `host` is a name in ASCII or a literal address."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def url(self) -> str:
        """Return it in one piece again, without a fragment."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{self.path}"


class Resolve(Protocol):
    """Looks a name up once and returns its addresses; raises OSError."""

    async def __call__(self, host: str, port: int, /) -> Sequence[str]: ...


def target(url: str) -> Target:
    """Read a URL, or raise LookupFailed: `not_an_address`, or `not_allowed` for where it leads."""
    unusable = any(unicodedata.category(sign) in _UNUSABLE for sign in url)
    if unusable or len(url) > LONGEST_URL or not _SHAPE.fullmatch(url):
        raise LookupFailed("not a web address", kind="not_an_address")
    try:
        parts = urlsplit(url)
        port = parts.port
        host = _ascii(parts.hostname or "")
    except ValueError as error:
        raise LookupFailed("not a web address", kind="not_an_address") from error
    if "@" in parts.netloc or "%" in parts.netloc or len(parts.query) > LONGEST_QUERY:
        raise LookupFailed("an address with a name or too much in it", kind="not_allowed")
    if port not in {None, _PORTS[parts.scheme]} or not _may_be_dialled(host):
        raise LookupFailed("an address that is not public", kind="not_allowed")
    asked = f"?{quote(parts.query, safe=_PATH + '?')}" if parts.query else ""
    path = quote(parts.path or "/", safe=_PATH)
    return Target(parts.scheme, host, _PORTS[parts.scheme], f"{path}{asked}")


def is_public(address: str) -> bool:
    """Return True for an address of the open network, whatever it has inside."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if found.version == 6 and (found not in _OPEN_V6 or "%" in address):  # noqa: PLR2004
        return False
    is_closed = any(found in network for network in _CLOSED if network.version == found.version)
    return found.is_global and not found.is_multicast and not is_closed


async def resolve(host: str, port: int, /) -> Sequence[str]:
    """Ask the system's resolver, once."""
    return [str(where[0]) for *_, where in await anyio.getaddrinfo(host, port)]


class GuardedNetwork(httpcore2.AsyncNetworkBackend):
    """Connects a client only to addresses that were checked; `dial` makes the connection."""

    def __init__(
        self,
        *,
        may_reach: Callable[[str], bool] = is_public,
        resolve: Resolve = resolve,
        dial: Callable[[str, int, float | None], Awaitable[httpcore2.AsyncNetworkStream]]
        | None = None,
    ) -> None:
        self._may_reach, self._resolve = may_reach, resolve
        self._network = cast("httpcore2.AsyncNetworkBackend", httpcore2.AnyIOBackend())
        self._dial = dial or self._network.connect_tcp

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        del local_address, socket_options
        try:
            with anyio.fail_after(timeout):
                addresses = await self._resolve(host, port)
        except OSError as error:
            raise httpcore2.ConnectError(type(error).__name__) from error
        if not addresses or not all(map(self._may_reach, addresses)):
            raise httpcore2.ConnectError("not a public address")
        return await self._dial(addresses[0], port, timeout)

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


def _ascii(host: str) -> str:
    """Return a host's name as it is looked up: no capitals, no letters beside ASCII."""
    if host.isascii():
        return host.lower().rstrip(".")
    return idna.encode(host, uts46=True, std3_rules=True).decode().lower().rstrip(".")


def _may_be_dialled(host: str) -> bool:
    if ":" in host:
        return is_public(host)
    if _ENDS_IN_A_NUMBER.search(host):
        # Four plain numbers; what other programs would read as some number is nobody's name.
        return is_public(host)
    return is_public_name(host)
