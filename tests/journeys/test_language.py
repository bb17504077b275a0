"""The language: chosen by a stranger, taken over by their account, changed in the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import agree, answer_everything

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.browser import Visitor
    from tests.support.served import Served

pytestmark = pytest.mark.journey


def test_the_language_is_chosen_at_the_door_and_changed_in_the_settings(
    toney: Served, visit: Callable[..., Visitor]
) -> None:
    ana = visit(toney.url, offline_too=True)
    ana.opens()
    ana.is_kept_here()
    expect(ana.at("language")).to_have_attribute("lang", "es")
    ana.taps("language")
    reads(ana, "es")
    ana.sees("language", "English")
    ana.taps("been-here")
    expect(ana.page.get_by_role("heading", name="Hola de nuevo")).to_be_visible()
    ana.page.go_back()
    agree(ana)
    expect(ana.page.get_by_role("heading", level=1)).to_contain_text("¿")
    assert locale_of(ana) == "es-GB"
    opens_without_a_connection(ana, "es")

    answer_everything(ana)
    ana.page.reload()
    ana.taps("settings-open")
    ana.sees("settings-language", "Español")
    ana.taps("settings-language")
    ana.taps("language-en")
    reads(ana, "en")
    expect(ana.page.get_by_role("heading", name="Language")).to_be_visible()
    assert locale_of(ana) == "en-GB"
    ana.page.reload()
    reads(ana, "en")
    opens_without_a_connection(ana, "en")


def test_another_device_gets_the_language(toney: Served, visit: Callable[..., Visitor]) -> None:
    ana = visit(toney.url)
    ana.opens()
    ana.taps("language")
    reads(ana, "es")
    agree(ana)
    ana.sees("onboarding-next")
    other = visit(toney.url)
    cookies = [one for one in ana.page.context.cookies() if one.get("name") == "toney_session"]
    other.page.context.add_cookies(cookies)  # pyrefly: ignore[bad-argument-type]
    other.opens()
    reads(other, "es")
    other.sees("onboarding-next", "Siguiente")


def reads(ana: Visitor, language: str) -> None:
    expect(ana.page.locator("html")).to_have_attribute("lang", language)


def locale_of(ana: Visitor) -> str:
    locale: str = ana.page.context.request.get(f"{ana.url}/api/profile").json()["locale"]
    return locale


def opens_without_a_connection(ana: Visitor, language: str) -> None:
    """Start from what the device keeps, in the language that was chosen."""
    ana.page.wait_for_load_state("networkidle")
    with ana.losing_the_connection():
        ana.page.context.set_offline(True)
        ana.page.reload()
        reads(ana, language)
        ana.page.context.set_offline(False)
    ana.page.reload()
    reads(ana, language)
