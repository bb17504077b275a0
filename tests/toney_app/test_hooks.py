"""The hooks that browser tests of others rely on: a name that is gone breaks them."""

from __future__ import annotations

from pathlib import Path

import pytest

import toney_app

APP = (
    "start-guest",
    "onboarding-welcome",
    "onboarding-next",
    "onboarding-option-",
    "onboarding-why",
    "tension-name",
    "pattern-fits",
    "pattern-partly",
    "pattern-different",
    "tone-slider",
    "tab-",
    "focus-card",
    "focus-did-it",
    "focus-not-today",
    "focus-reflection",
    "chat-input",
    "chat-send",
    "chat-stop",
    "message-user",
    "message-coach",
    "message-retry",
    "older-messages",
    "thinking-step",
    "confirm-approve",
    "confirm-reject",
    "practice-open",
    "practice-item",
    "practice-step",
    "practice-next",
    "practice-exit",
    "chip",
    "quick-exit",
    "save-card",
    "win-input",
    "win-add",
    "win-item",
    "card-item",
    "safety-resources",
    "help-now",
    "offline-badge",
    "settings-open",
    "undo",
    "toast",
)


@pytest.fixture(scope="module")
def source() -> str:
    return "".join(
        path.read_text("utf-8") for path in Path(toney_app.__file__).parent.rglob("*.py")
    )


def test_every_promised_hook_is_in_the_page(source: str) -> None:
    gone = [name for name in APP if f'"{name}' not in source]
    assert gone == []
