"""How the model is, in words that tell an admin what to do (E45)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from admin_app.pages import model_words
from coaching.services.model_health import KeptHealth

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.settings import Settings

AT = datetime(2026, 11, 20, 12, 3, tzinfo=UTC)
MODEL = "claude-sonnet-5-5"


def kept(state: str = "closed", **changes: Any) -> KeptHealth:
    values: dict[str, Any] = {"at": AT, "states": {"coach": state}, "models": {"coach": MODEL}}
    return KeptHealth(**values | changes)


def fault(kind: str, *, state: str = "open", is_over: bool = False) -> KeptHealth:
    return kept(state, fault=kind, fault_model=MODEL, fault_at=AT, fault_is_over=is_over)


@pytest.fixture
def settings(make_settings: Callable[..., Settings]) -> Settings:
    return make_settings(anthropic_api_key="key", cost_alert_usd_per_day=2)


def test_when_all_is_well_there_is_no_banner(settings: Settings) -> None:
    for health in (None, kept(), fault("overloaded", state="closed", is_over=True)):
        assert model_words.state(settings, health, 0) == "Claude"
        assert model_words.troubles(settings, health, 0) == []


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("authentication", "ANTHROPIC_API_KEY"),
        ("billing", "console"),
        ("permission", "Grant access"),
        ("spend_limit", "spending limit"),
        ("overloaded", "every 30 seconds"),
        ("a new one", "every 30 seconds"),
    ],
)
def test_a_fault_says_what_to_do(settings: Settings, kind: str, told: str) -> None:
    [(_, banner)] = model_words.troubles(settings, fault(kind), 0)
    assert told in banner
    assert model_words.state(settings, fault(kind), 0) == "Not responding"


def test_the_last_fault_is_told_with_its_time(settings: Settings) -> None:
    note = model_words.note(settings, fault("overloaded", state="closed", is_over=True), 0)
    assert note == (
        "claude-sonnet-5-5 is replying in the chat. Last error: provider overloaded, "
        "20 Nov 12:03 UTC. It has worked again since then."
    )


def test_a_retired_model_is_named_with_the_settings_that_change_it(settings: Settings) -> None:
    [(_, banner)] = model_words.troubles(settings, kept(gone=(MODEL,)), 0)
    assert MODEL in banner
    assert "COACH_MODEL" in banner


@pytest.mark.parametrize(
    ("dollars", "told"),
    [(1, []), (3, ["alert threshold of $2.00"]), (50, ["limit of $50.00 is reached"])],
)
def test_the_days_cost_is_told_when_it_matters(
    settings: Settings, dollars: int, told: list[str]
) -> None:
    banners = model_words.troubles(settings, None, dollars * model_words.MICRO)
    assert len(banners) == len(told)
    assert all(words in how for words, (_, how) in zip(told, banners, strict=True))
    answers = model_words.state(settings, kept(), dollars * model_words.MICRO)
    assert answers == ("Simple mode" if dollars == 50 else "Claude")


def test_maintenance_says_how_it_ends(make_settings: Callable[..., Settings]) -> None:
    settings = make_settings(anthropic_api_key="key", disable_ai=True)
    assert model_words.state(settings, fault("overloaded"), 0) == "Simple mode"
    [(what, banner)] = model_words.troubles(settings, fault("overloaded"), 0)
    assert what == "switched_off"
    assert "DISABLE_AI" in banner
