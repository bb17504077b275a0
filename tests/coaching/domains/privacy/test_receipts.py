"""A receipt proves a deletion elsewhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from coaching.domains.privacy import receipts
from coaching.domains.privacy.receipts import BadReceipt
from tests.support.factories import MONDAY_MORNING as NOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.settings import Settings


def test_a_receipt_is_checked_without_the_instance_that_signed_it(settings: Settings) -> None:
    owner = uuid4()
    receipt = receipts.issue(settings, owner, {"messages": 4, "wins": 0, "users": 1}, at=NOW)

    found = receipts.check(json.dumps(receipt))

    assert (found.user_id, found.rows, found.issuer) == (str(owner), 5, "http://localhost:3000")
    assert found.public_key == receipts.public_key(settings)
    assert found.backups_until == "2026-02-11T09:00:00+00:00"


@pytest.mark.parametrize(
    "change",
    [
        {"deleted": {"messages": 40}},
        {"deletedAt": "2025-01-01T00:00:00+00:00"},
        {"note": "added"},
        {"signature": "AAAA"},
        {"publicKey": "AAAA"},
        {"version": 2},
        {"format": "something"},
        {"signature": 7},
    ],
)
def test_a_changed_receipt_is_refused(settings: Settings, change: dict[str, object]) -> None:
    receipt = receipts.issue(settings, uuid4(), {"messages": 4}, at=NOW)
    with pytest.raises(BadReceipt):
        receipts.check(json.dumps(receipt | change))


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", "\x00", "[" * 5000, '"words"'])
def test_what_is_no_receipt_is_refused(text: str) -> None:
    with pytest.raises(BadReceipt):
        receipts.check(text)


def test_another_instance_signs_with_another_key(make_settings: Callable[..., Settings]) -> None:
    one, other = (make_settings(toney_secret_key=key) for key in ("one", "other"))
    assert receipts.public_key(one) != receipts.public_key(other)
