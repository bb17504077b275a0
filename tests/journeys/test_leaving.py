"""What the first page promises: everything can be taken away, or deleted, at any time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from coaching.domains.privacy import receipts
from tests.support.arrivals import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey
NOTES_WHAT_IS_SAID_OF_CONSENT = """
window.said = [];
new MutationObserver(() => {
  const line = document.querySelector("[data-testid='consent-state']")?.textContent;
  if (line && said.at(-1) !== line) said.push(line);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def test_everything_is_taken_away_and_then_deleted(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#chat")
    mara.says("There is another letter and I put it in the drawer.")
    mara.hears()
    mara.opens("#home/settings")
    mara.taps("settings-data")
    assert "put it in the drawer" in taken(mara, "export-html")
    stored = json.loads(taken(mara, "export-json"))["tables"]["messages"]
    assert "put it in the drawer" in stored[0]["text"]

    laptop = mara.another_tab()
    laptop.opens("#wins")
    laptop.sees("win-input")
    mara.taps("delete-account")
    expect(mara.at("delete-account-yes")).to_be_in_viewport(ratio=1)
    mara.taps("delete-account-no")
    mara.sees_no("delete-account-yes")
    mara.taps("delete-account")
    assert "put it in the drawer" in taken(mara, "export-html", last=True)
    with mara.losing_the_connection():  # the server ends the sockets of whoever is gone
        mara.taps("delete-account-yes")
        mara.sees("receipt", "your conversations and answers")
        assert receipts.check(taken(mara, "receipt-save")).rows > 10
        mara.taps("receipt-close")
        mara.sees("start-guest")
        mara.page.reload()
        mara.sees("start-guest")
        laptop.page.reload()
        laptop.sees("start-guest")


def test_your_data_says_nothing_of_consent_before_it_knows(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.page.add_init_script(NOTES_WHAT_IS_SAID_OF_CONSENT)
    mara.opens("#home/data")
    mara.sees("consent-state", "You agreed on")
    said = mara.page.evaluate("said")
    assert len(said) == 1, said


def test_a_guest_who_signs_out_comes_back_with_the_code(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#wins")
    mara.writes("win-input", "I opened one letter")
    mara.taps("win-add")
    mara.sees("win-item", "I opened one letter")
    mara.opens("#home/settings")
    mara.taps("sign-out")
    mara.sees("recovery-state", "You don’t have a recovery code yet.")
    mara.taps("recovery-make")
    code = mara.sees("recovery-code").inner_text()
    mara.taps("sign-out-yes")
    mara.taps("been-here")
    mara.taps("signin-code")
    with mara.expecting_an_answer(401):
        mara.writes("recover-code", "not the code")
        mara.taps("recover-go")
        expect(mara.page.get_by_role("alert")).to_contain_text("This code doesn’t work")
    mara.writes("recover-code", code.lower())
    mara.taps("recover-go")
    expect(mara.sees("recovery-code")).not_to_have_text(code)
    mara.taps("recover-go-on")
    mara.taps("tab-wins")
    mara.sees("win-item", "I opened one letter")
    mara.opens("#home/recovery")
    mara.sees("recovery-state", "You have a code from")
    mara.taps("recovery-remove")
    mara.sees("recovery-state", "You don’t have a recovery code yet.")


def test_signing_out_says_what_was_not_sent_yet(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    mara.opens("#home/sign-out")
    mara.sees("sign-out-yes")
    expect(mara.page.get_by_test_id("unsent")).to_have_count(0)
    mara.page.evaluate("location.hash = 'chat'")
    mara.page.evaluate("location.hash = 'wins'")
    mara.sees("win-input")
    with mara.losing_the_connection():
        mara.page.context.set_offline(True)
        mara.writes("win-input", "I opened one letter")
        mara.taps("win-add")
        mara.page.evaluate("location.hash = 'chat'")
        mara.says("There is another one.")
        mara.page.evaluate("location.hash = 'home/sign-out'")
        mara.sees("unsent", "2 things you wrote haven’t been sent yet")
        mara.page.context.set_offline(False)


def test_a_message_waits_for_consent_and_a_withdrawn_one_is_asked_for_anew(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    settle(mara)
    for words in ("There is another letter.", "And one more."):
        mara.opens("#home/data")
        mara.taps("consent-withdraw")
        mara.taps("consent-withdraw-yes")
        mara.page.evaluate("location.hash = 'chat'")
        mara.says(words)
        mara.sees("consent-why", "You withdrew your consent")
        agrees(mara)
        mara.hears()
    mara.opens("#home/data")
    mara.taps("consent-withdraw")
    mara.taps("consent-withdraw-yes")
    mara.taps("consent-again")
    agrees(mara)
    mara.page.evaluate("location.hash = 'home/data'")
    mara.sees("consent-state", "You agreed on")


def agrees(somebody: Visitor) -> None:
    """Tick both boxes, which are empty each time, and agree."""
    for box in ("consent-limits", "consent-adult"):
        expect(somebody.at(box).get_by_role("checkbox")).not_to_be_checked()
        somebody.taps(box)
    somebody.taps("consent-agree")
    somebody.sees_no("consent-agree")


def taken(somebody: Visitor, hook: str, *, last: bool = False) -> str:
    """Return what a link puts into the folder of downloads."""
    link = somebody.at(hook)
    with somebody.page.expect_download() as download:
        (link.last if last else link).click()
    return Path(download.value.path()).read_text("utf-8")
