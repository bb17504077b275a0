"""Getting in with a passkey, the app lock, and a token for a program: in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle
from tests.support.browser import with_a_finger

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

PIN = "4711"
WORDS = "I told nobody about the drawer"


def sees_nothing_of_hers(somebody: Visitor) -> None:
    somebody.sees("locked", "Toney is locked")
    assert WORDS not in somebody.page.content()


def writes_a_win(somebody: Visitor) -> None:
    somebody.opens("#wins")
    somebody.writes("win-input", WORDS)
    somebody.taps("win-add")
    somebody.sees("win-item", WORDS)


def adds_a_passkey(somebody: Visitor) -> None:
    somebody.opens("#wins/devices")
    somebody.sees("device", "this one")
    somebody.taps("passkey-add")
    somebody.sees("passkey", "Not used yet")


def locks_at_once(somebody: Visitor) -> None:
    somebody.opens("#wins/lock")
    somebody.writes("lock-pin", PIN)
    somebody.taps("lock-pin-set")
    somebody.sees("lock-current")
    expect(somebody.at("lock-after-5").get_by_role("radio")).to_be_checked()
    somebody.taps("lock-after-0")
    expect(somebody.at("lock-after-0").get_by_role("radio")).to_be_checked()


def test_a_passkey_opens_the_door_and_the_lock(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    with_a_finger(mara)
    settle(mara)
    writes_a_win(mara)
    adds_a_passkey(mara)
    locks_at_once(mara)

    mara.opens("#wins")
    other = mara.another_tab()
    other.opens("#wins")
    other.sees("win-item", WORDS)
    with mara.expecting_an_answer(401), mara.losing_the_connection():
        mara.page.reload()
        sees_nothing_of_hers(mara)
        sees_nothing_of_hers(other)
        mara.page.evaluate("localStorage.clear()")
        mara.page.reload()
        sees_nothing_of_hers(mara)
        mara.taps("help-now")
        expect(mara.page.locator("#sheet-help")).to_be_visible()
        mara.page.keyboard.press("Escape")
        mara.writes("unlock-pin", "0000")
        mara.taps("unlock")
        expect(mara.page.get_by_role("alert")).to_contain_text("That’s not the PIN")
        mara.writes("unlock-pin", PIN)
        mara.taps("unlock")
        mara.sees("win-item", WORDS)
        other.page.reload()
        sees_nothing_of_hers(other)
        other.page.close()
        mara.sees("unlock-passkey")
        mara.taps("unlock-passkey")
        mara.sees("win-item", WORDS)

        mara.page.reload()
        mara.taps("unlock-forgot")
        mara.taps("unlock-leave")
        mara.taps("been-here")
        mara.taps("signin-passkey")
        mara.sees("tab-wins")
    mara.opens("#wins")
    mara.sees("win-item", WORDS)


RECOVERY_CODE = """() => fetch("/api/auth/recovery-code", {
  method: "POST", body: "{}", headers: {"Content-Type": "application/json"},
})"""
EMPTIED = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  for (const name of await caches.keys()) await caches.delete(name);
}"""
TOLD = "() => fetch('/api/lock').then((answer) => answer.json()).then((lock) => lock.isLocked)"
FORGOTTEN = "() => { localStorage.clear(); document.cookie = 'toney_locked=; Max-Age=0; Path=/'; }"


def test_whatever_is_emptied_nothing_of_a_person_reaches_a_locked_browser(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    told: list[str] = []

    def listens(somebody: Visitor) -> None:
        def note(words: str | bytes) -> None:
            told.extend([str(words)] if WORDS in str(words) else [])

        somebody.page.on("websocket", lambda socket: socket.on("framereceived", note))

    mara = visit(toney.url)
    settle(mara)
    writes_a_win(mara)
    mara.page.evaluate(RECOVERY_CODE)
    locks_at_once(mara)
    mara.opens("#wins")
    mara.sees("win-item", WORDS)
    other = mara.another_tab()
    with mara.losing_the_connection():
        for somebody in (mara, other):
            listens(somebody)
        mara.page.reload()
        sees_nothing_of_hers(mara)
        for emptied in ("localStorage.clear()", "sessionStorage.clear()", EMPTIED):
            mara.page.evaluate(emptied)
            sees_nothing_of_hers(mara)
            mara.page.reload()
            sees_nothing_of_hers(mara)
        other.opens("#wins")
        sees_nothing_of_hers(other)
        # Once the server has heard of it, it needs no word of the browser.
        mara.page.wait_for_function(TOLD)
        # Both load anew; a page that is closed while it does so may never say that it is closed.
        with mara.page.expect_event("load"), other.page.expect_event("load"):
            other.page.evaluate(FORGOTTEN)
        other.page.close()
        sees_nothing_of_hers(mara)
        mara.leaves()
        mara.page.go_back()
        sees_nothing_of_hers(mara)
        assert not told
        mara.writes("unlock-pin", PIN)
        mara.taps("unlock")
        mara.sees("win-item", WORDS)
        assert told


def test_a_token_is_shown_once_and_lets_a_program_in(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#home/tokens")
    mara.writes("token-name", "My script")
    mara.taps("token-make")
    token = mara.sees("recovery-code").inner_text()
    asks = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{toney.url}/api/wins", headers=asks).is_success
    mara.sees("token", "My script")
    mara.page.reload()
    mara.sees("token", "My script")
    mara.sees_no("recovery-code")
    mara.taps("token-remove")
    mara.sees_no("token")
    assert httpx.get(f"{toney.url}/api/wins", headers=asks).status_code == httpx.codes.UNAUTHORIZED
