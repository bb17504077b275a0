"""Every prompt as it is sent. After a change: `--snapshot-update`, then read what you wrote."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import pytest

from coaching.prompts import (
    build_system_prompt_blocks,
    observer_prompt,
    preface,
    strategist_prompt,
)
from coaching.values.chat import said_by_user
from tests.support.outside import every_tool
from tests.support.situations import SITUATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syrupy.assertion import SnapshotAssertion

    from coaching.values.chat import ChatMessage
    from coaching.values.context import WorkingContext
    from coaching.values.prompt import SystemPromptBlock
    from tests.support.situations import Situation


def readable(blocks: Sequence[SystemPromptBlock], messages: Sequence[ChatMessage]) -> str:
    """Return system blocks and messages as one page."""
    parts = [f"<!-- system block {n} -->\n{b.text}" for n, b in enumerate(blocks, 1)]
    for message in messages:
        texts = "\n\n".join(str(block["text"]) for block in message.content)
        parts.append(f"<!-- {message.role} -->\n{texts}")
    return "\n\n".join(parts) + "\n"


def tools_as_json() -> str:
    """Return the tools as the model is given them, in front of everything."""
    given = [asdict(tool.spec) for tool in every_tool()]
    return f"<!-- tools -->\n```json\n{json.dumps(given, indent=2)}\n```\n\n"


def coach_page(situation: Situation, context: WorkingContext) -> str:
    """Return all that the Coach reads in one turn: tools, system blocks, the message."""
    message = said_by_user(preface(situation.news), context.message)
    return tools_as_json() + readable(build_system_prompt_blocks(context), [message])


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_coach_reads(name: str, page: SnapshotAssertion) -> None:
    assert coach_page(SITUATIONS[name], SITUATIONS[name].coach) == page


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_coach_reads_without_a_briefing(name: str, page: SnapshotAssertion) -> None:
    situation = SITUATIONS[name]

    assert coach_page(situation, replace(situation.coach, briefing=None)) == page


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_observer_reads(name: str, page: SnapshotAssertion) -> None:
    assert readable(*observer_prompt(SITUATIONS[name].observer)) == page


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_strategist_reads(name: str, page: SnapshotAssertion) -> None:
    assert readable(*strategist_prompt(SITUATIONS[name].strategist)) == page
