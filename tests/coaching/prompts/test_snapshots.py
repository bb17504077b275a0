"""Every prompt as it is sent. After a change: `--snapshot-update`, then read what you wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.prompts import (
    build_system_prompt_blocks,
    observer_prompt,
    preface,
    strategist_prompt,
)
from coaching.values.chat import said_by_user
from tests.support.situations import SITUATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syrupy.assertion import SnapshotAssertion

    from coaching.values.chat import ChatMessage
    from coaching.values.prompt import SystemPromptBlock


def readable(blocks: Sequence[SystemPromptBlock], messages: Sequence[ChatMessage]) -> str:
    """Return system blocks and messages as one page."""
    parts = [f"<!-- system block {n} -->\n{b.text}" for n, b in enumerate(blocks, 1)]
    for message in messages:
        texts = "\n\n".join(str(block["text"]) for block in message.content)
        parts.append(f"<!-- {message.role} -->\n{texts}")
    return "\n\n".join(parts) + "\n"


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_coach_reads(name: str, page: SnapshotAssertion) -> None:
    situation = SITUATIONS[name]
    message = said_by_user(preface(situation.news), situation.coach.message)

    assert readable(build_system_prompt_blocks(situation.coach), [message]) == page


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_observer_reads(name: str, page: SnapshotAssertion) -> None:
    assert readable(*observer_prompt(SITUATIONS[name].observer)) == page


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_strategist_reads(name: str, page: SnapshotAssertion) -> None:
    assert readable(*strategist_prompt(SITUATIONS[name].strategist)) == page
