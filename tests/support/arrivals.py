"""Ways into the app for journeys that are about something else than the onboarding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from coaching.content import load_onboarding
from tests.support.polling import wait_until

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.support.browser import Visitor

QUESTIONS = len(load_onboarding().questions)
AVOIDING = {f"q{n}": f"q{n}_avoid" for n in (1, 2, 3, 5, 7)}
CONSENT = {"textVersion": "1"}


def agree(visitor: Visitor) -> None:
    """Go through the door and the step behind it, as a newcomer does."""
    visitor.taps("start-guest")
    visitor.taps("consent-limits")
    visitor.taps("consent-adult")
    visitor.taps("consent-agree")


def skip_questions(visitor: Visitor, first: int = 1) -> None:
    """Leave each question unanswered once it is shown: a second tap on one counts for nothing."""
    for number in range(first, QUESTIONS + 1):
        expect(visitor.page.locator(".bars")).to_have_attribute("aria-valuenow", str(number))
        visitor.taps("onboarding-skip")


def start_as_guest(visitor: Visitor) -> None:
    """Come through the door, as its main button does."""
    here = {"timeZone": "Europe/Vienna", "locale": "en-GB", "consent": CONSENT}
    _post(visitor, "/api/auth/guest", here)


def settle(
    visitor: Visitor, *, why: str = "I want to stop feeling sick when the post comes."
) -> None:
    """Be somebody whose onboarding is behind them: avoid, with a first card on its way."""
    start_as_guest(visitor)
    answer_everything(visitor, why=why)


def answer_everything(
    visitor: Visitor, *, why: str = "I want to stop feeling sick when the post comes."
) -> None:
    """Answer the questions without looking at them."""
    style = {"s1": "s1_b", "s2": "s2_b", "s3": "s3_b", "s4": "s4_b"}
    whole = {"consent": CONSENT, "answers": AVOIDING, "emotionalWhy": why, "style": style}
    _post(visitor, "/api/onboarding", whole)


def take_first_card(visitor: Visitor) -> None:
    """Take on the card that is written while somebody arrives: home asks about it from now on."""
    asked, url = visitor.page.context.request, f"{visitor.url}/api"
    wait_until(lambda: asked.get(f"{url}/focus").json() is not None, seconds=60, what="a card")
    card = asked.get(f"{url}/focus").json()["card"]["id"]
    assert asked.patch(f"{url}/cards/{card}", data={"isFocus": True}).ok


def _post(visitor: Visitor, path: str, body: Mapping[str, object]) -> None:
    answer = visitor.page.context.request.post(f"{visitor.url}{path}", data=body)
    assert answer.ok, answer.text()
