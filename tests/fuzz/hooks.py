"""Hooks for Schemathesis: requests come from one guest after another, by cookie or by API token.

Schemathesis imports this file in an environment of its own, so it imports nothing of Toney.
"""

from __future__ import annotations

import itertools
import os
from typing import Any

import requests
import schemathesis

TONEY = os.environ["TONEY_FUZZED"]
REQUESTS_EACH = 150
"""Fewer than the changes that one person may make in a minute."""
_TIMEOUT = 30


class People:
    """Signs requests in; a guest who has asked often enough, or was deleted, is replaced."""

    def __init__(self) -> None:
        self._turns = itertools.count(1)
        self._auth: dict[str, str] = {}
        self._left = 0

    def auth(self) -> dict[str, str]:
        if self._left <= 0:
            self._auth = _new_person(has_token=next(self._turns) % 2 == 0)
            self._left = REQUESTS_EACH
        self._left -= 1
        return self._auth

    def replace(self) -> None:
        """Have the next request come from somebody new."""
        self._left = 0


people = People()


@schemathesis.auth(refresh_interval=None)
class Guests:
    """Every request is one of the current guest."""

    def get(self, case: Any, context: Any) -> dict[str, str]:
        del case, context
        return people.auth()

    def set(self, case: Any, data: dict[str, str], context: Any) -> None:
        del context
        if "bearer" in data:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data['bearer']}"}
        else:
            case.cookies = {**(case.cookies or {}), "toney_session": data["cookie"]}


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Replace a guest who was signed out, locked or deleted, or was too fast."""
    del context, case
    if response.status_code in {401, 429} or response.status_code == 403:
        people.replace()


def _new_person(*, has_token: bool) -> dict[str, str]:
    browser = requests.Session()
    made = browser.post(
        f"{TONEY}/api/auth/guest", json={"consent": {"textVersion": "1"}}, timeout=_TIMEOUT
    )
    made.raise_for_status()
    if not has_token:
        return {"cookie": browser.cookies["toney_session"]}
    token = browser.post(f"{TONEY}/api/tokens", json={"name": "fuzz"}, timeout=_TIMEOUT)
    token.raise_for_status()
    return {"bearer": token.json()["token"]}
