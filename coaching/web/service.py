"""JSON from one service: its base address, its headers, and every fault as `LookupFailed`."""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlencode, urljoin, urlsplit

from pydantic import BaseModel, ValidationError

from coaching.errors import LookupFailed

if TYPE_CHECKING:
    from types import ModuleType

    from coaching.web.client import Answer

T = TypeVar("T", bound=BaseModel)
MOST_HOPS = 2
_OK, _BUSY = 200, 429
_MISSING = frozenset({400, 404})
_REFUSED = frozenset({401, 402, 403, 407, 422})


class Service:
    """A service that is reached through its base address only."""

    def __init__(self, base: str, **headers: str) -> None:
        parts = urlsplit(base)
        self.base, self.root = base, f"{parts.scheme}://{parts.netloc}"
        self._headers = {"Accept": "application/json", **headers}

    async def get(self, address: str, shape: type[T], **params: object) -> T | None:
        """Return the JSON at an address of the service as `shape`; None if it was not found."""
        client = await asyncio.to_thread(_client)
        address += f"?{urlencode(params)}" if params else ""
        for _ in range(MOST_HOPS + 1):
            answer: Answer = await client.fetch(address, self._headers)
            if not answer.is_redirect:
                return _read(answer, shape)
            address = self._followed(address, answer.location)
        raise LookupFailed("redirected again and again", kind="redirect")

    def _followed(self, address: str, location: str) -> str:
        """Return where a redirect leads, if that is the same service."""
        target = urljoin(address, location)
        if not target.startswith(f"{self.root}/"):
            raise LookupFailed("redirected to somewhere else", kind="redirect")
        return target


def _client() -> ModuleType:
    """Import what speaks HTTP, in a thread: with its certificates that takes half a second."""
    module = importlib.import_module("coaching.web.client")
    module.certificates()
    return module


def _read(answer: Answer, shape: type[T]) -> T | None:
    status = answer.status
    if status in _MISSING:
        return None
    if status == _BUSY:
        raise LookupFailed("asked too often", kind="busy")
    if status != _OK:
        kind = "refused" if status in _REFUSED else "down"
        raise LookupFailed(f"answered with {status}", kind=kind)
    if not answer.kind.endswith("json"):
        raise LookupFailed(f"{answer.kind or 'nothing'} instead of JSON", kind="not_json")
    try:
        return shape.model_validate_json(answer.body)
    except ValidationError:  # its message holds what came
        raise LookupFailed("an answer of another shape", kind="shape") from None
