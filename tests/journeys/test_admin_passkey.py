"""An admin's second factor is a passkey: added, used at sign-in, removed, and reset when lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.axe import axe_faults
from tests.support.browser import DESK, with_a_finger
from tests.support.served import served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.browser import Visitor

pytestmark = pytest.mark.journey
PASSWORD = "a long password"


def test_a_passkey_takes_the_place_of_the_code(
    tmp_path: Path, visit: Callable[..., Visitor]
) -> None:
    with served(tmp_path / "data", "--only", "admin", ADMIN_PASSWORD=PASSWORD) as toney:
        admin = visit(toney.admin_url, size=DESK)
        with_a_finger(admin)
        admin.opens()
        signs_in(admin)
        admin.sees("nav-account")
        adds_a_passkey(admin, "Laptop")
        assert axe_faults(admin.page) == []

        signs_out(admin)
        signs_in(admin)
        expect(admin.page.get_by_role("alert")).to_contain_text("Wrong name")
        signs_in(admin, by="passkey-use")
        admin.sees("nav-account")
        admin.opens("account")
        expect(admin.at("passkey-row")).not_to_contain_text("Not used yet")
        assert toney.rows("SELECT sign_count > 0 FROM admin_passkeys") == [(1,)]

        admin.taps("passkey-do")
        admin.sees("problem", "This is your only second factor.")
        admin.opens("log")
        expect(admin.page.locator("main")).to_contain_text("added a passkey")
        admin.leaves()


def signs_in(admin: Visitor, *, by: str = "admin-login") -> None:
    admin.writes("admin-name", "admin")
    admin.writes("admin-password", PASSWORD)
    admin.taps(by)


def signs_out(admin: Visitor) -> None:
    admin.taps("admin-logout")
    admin.sees("admin-login")


def adds_a_passkey(admin: Visitor, name: str) -> None:
    admin.opens("account")
    admin.writes("field-name", name)
    admin.taps("passkey-add")
    admin.sees("said", "Your passkey is added.")
    expect(admin.at("passkey-row")).to_contain_text("Not used yet")
    expect(admin.at("passkey-row")).to_contain_text(name)
