"""The first day: from the door to a coached reply, and to what was asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import agree, settle, skip_questions, take_first_card

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey

WHY = "I want to stop feeling sick when the post comes."
FEELINGS = ["q1_avoid", "q2_avoid", "q3_avoid", "q4_numb", "q5_avoid", "q6_avoid", "q7_avoid"]
LIFE = ["ctx_debt", "ctx_partner"]


def test_a_newcomer_is_asked_understood_and_answered(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    mara = visit(toney.url)
    mara.opens()
    mara.sees("onboarding-welcome")
    mara.sees_no("tab-home")
    agree(mara)
    answers_the_nine_questions(mara)
    mara.sees("tension-name", "Avoid")
    expect(mara.page.locator("b", has_text="Numb")).to_be_visible()
    for opens, opened in (
        ("pattern-partly", "pattern-partly-next"),
        ("pattern-different", "pattern-keep"),
    ):
        mara.taps(opens)
        mara.sees(opened)
        mara.page.go_back()
        mara.sees("pattern-fits")
    mara.taps("pattern-fits")
    chooses_how_toney_talks(mara)

    mara.sees("home-tell")
    expect(mara.page.get_by_role("heading", name="Mara")).to_be_visible()
    mara.sees_no("focus-card")

    mara.taps("tab-chat")
    mara.sees("offline-badge")
    states = watch_the_reply(mara)
    mara.says("There is another letter and I put it in the drawer.")
    mara.hears("a lot of people")
    mara.sees("message-user", times=1)
    assert states() == ["waiting", "streaming", "done"]

    mara.taps("tab-home")
    mara.sees("focus-card", "A card to try this week")
    mara.taps("focus-try")
    mara.sees("focus-did-it")


def test_what_was_asked_for_is_opened_after_the_onboarding(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    dev = visit(toney.url)
    dev.opens("#rewire")
    agree(dev)
    skip_questions(dev)
    dev.taps("pattern-option-worry")
    dev.taps("pattern-keep")
    dev.taps("onboarding-next")
    for landmark in ("onboarding-option-s1_a", "tone-slider", "onboarding-option-s3_a",
                     "onboarding-option-s4_a", "onboarding-name"):  # fmt: skip
        dev.sees(landmark)
        dev.taps("onboarding-skip")
    dev.sees("new-card")
    expect(dev.page).to_have_url(re.compile("#rewire$"))


def test_the_views_change_without_the_server(toney: Served, visit: Callable[..., Visitor]) -> None:
    mara = visit(toney.url)
    settle(mara)
    take_first_card(mara)
    mara.opens("#wins")
    mara.sees("win-input")
    mara.sees("focus-card", times=0)
    expect(mara.page.get_by_test_id("card-item")).to_be_attached()
    mara.page.wait_for_load_state("networkidle")
    before = mara.frames, mara.requests
    for view, landmark in [
        ("rewire", "new-card"),
        ("chat", "chat-input"),
        ("home", "settings-open"),
    ]:
        mara.taps(f"tab-{view}")
        mara.sees(landmark)
        expect(mara.at(f"tab-{view}")).to_have_attribute("aria-current", "page")
    mara.page.go_back()
    mara.sees("chat-input")
    mara.page.go_back()
    mara.sees("new-card")
    mara.page.go_forward()
    mara.sees("chat-input")
    assert (mara.frames, mara.requests) == before
    mara.page.reload()
    mara.sees("chat-input")


def answers_the_nine_questions(mara: Visitor) -> None:
    expect(mara.at("onboarding-next")).to_be_disabled()
    mara.at("onboarding-option-q1_avoid").locator("input").press("ArrowDown")
    mara.taps("onboarding-next")
    expect(mara.page.get_by_role("heading", level=1)).to_be_focused()
    mara.page.get_by_role("button", name="Back").click()
    for option in FEELINGS:
        mara.taps(f"onboarding-option-{option}")
        expect(mara.at(f"onboarding-option-{option}")).to_have_attribute("data-chosen", "true")
        mara.taps("onboarding-next")
    for option in LIFE:
        mara.taps(f"onboarding-option-{option}")
    for option in LIFE:
        expect(mara.at(f"onboarding-option-{option}")).to_have_attribute("data-chosen", "true")
    mara.taps("onboarding-next")
    mara.writes("onboarding-why", WHY)
    mara.taps("onboarding-next")


def chooses_how_toney_talks(mara: Visitor) -> None:
    mara.taps("onboarding-next")
    mara.taps("onboarding-option-s1_a")
    mara.taps("onboarding-next")
    dial = mara.sees("tone-slider")
    before = float(dial.input_value())
    dial.press("ArrowRight")
    expect(dial).to_have_value(f"{before + 0.5:g}")
    expect(dial).to_have_attribute("aria-valuetext", re.compile(f"^{before + 0.5:g},"))
    # A key that is held down moves it all the way, and the string never turns back.
    for _ in range(20):
        dial.press("ArrowRight")
    expect(dial).to_have_value("10")
    expect(dial).to_have_attribute("aria-valuetext", re.compile("^10,"))
    drawn = mara.page.locator(".dial-rest").get_attribute("d") or ""
    across = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", drawn)][::2]
    assert across == sorted(across)
    mara.taps("onboarding-next")
    for option in ("s3_b", "s4_c"):
        mara.taps(f"onboarding-option-{option}")
        expect(mara.at(f"onboarding-option-{option}")).to_have_attribute("data-chosen", "true")
        mara.taps("onboarding-next")
    mara.writes("onboarding-name", "Mara")
    mara.taps("onboarding-next")


def watch_the_reply(mara: Visitor) -> Callable[[], list[str]]:
    """Note every state that a reply goes through; ask for them afterwards."""
    mara.page.evaluate(
        """() => {
          window.__states = [];
          new MutationObserver(() => {
            const reply = document.querySelector("[data-testid=message-coach]");
            const state = reply?.dataset.status;
            if (state && state !== window.__states.at(-1)) window.__states.push(state);
          }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    return lambda: mara.page.evaluate("window.__states")
