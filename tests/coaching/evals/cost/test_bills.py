"""Requests are billed with the marks that they send, and without a cache."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.evals.cost.bills import billed
from coaching.evals.cost.counting_model import Asked
from coaching.evals.cost.prompt_parts import parts_of, shared_tokens
from coaching.llm.port import ChatMessage
from coaching.llm.roles import role_plans
from coaching.llm.wire import body_of
from coaching.values.enums import Role
from coaching.values.prompt import SystemPromptBlock
from tests.support.model_asking import SAVE_WIN, request, says, settings_of

if TYPE_CHECKING:
    from coaching.llm.json_values import Object

CORE, BRIEFING = SystemPromptBlock("core " * 400), SystemPromptBlock("briefing " * 100)
TALK = (says("one"), says("two", "assistant"), says("three"))
RESULT = (
    says("one"),
    ChatMessage(
        "assistant",
        ({"type": "tool_use", "id": "t1", "name": "save_win", "input": {"text": "a"}},),
    ),
    ChatMessage("user", ({"type": "tool_result", "tool_use_id": "t1", "content": "kept"},)),
)


def body(*messages: ChatMessage, role: Role = Role.COACH) -> Object:
    plan = role_plans(settings_of())[role]
    asked = request(role, *messages, system=(CORE, BRIEFING), tools=(SAVE_WIN,))
    return body_of(asked, plan, plan.choices[0])


def asked(at: float, sent: Object, role: Role = Role.COACH, **changes: Any) -> tuple[float, Asked]:
    return at, Asked(at, role, sent, output_tokens=10, **changes)


def test_core_briefing_and_the_last_block_are_marked() -> None:
    marks = [(part.content.split('"text": "')[-1][:5], part.mark) for part in parts_of(body(*TALK))]
    assert [mark for mark in marks if mark[1]] == [
        ("core ", "1h"),
        ("brief", "1h"),
        ("three", "1h"),
    ]


def test_what_the_model_reads_is_counted_and_marks_are_not() -> None:
    with_marks = [part.tokens for part in parts_of(body(*RESULT))]
    kinds = [part.kind for part in parts_of(body(*RESULT))]

    assert kinds == ["settings", "tool", "system", "system", "text", "tool_use", "tool_result"]
    assert with_marks[0] == 286
    assert with_marks[2:4] == [741, 334]
    assert with_marks[-1] == 2
    assert shared_tokens(body(*TALK)) == sum(with_marks[:3])


def test_a_later_request_reads_what_an_earlier_one_wrote() -> None:
    requests = [asked(0, body(*TALK)), asked(60, body(*TALK, says("four", "assistant"), says("5")))]
    total = sum(part.tokens for part in parts_of(body(*TALK)))

    first, second = (usage for _, usage in billed(requests))

    assert (first.cache_write_1h_tokens, first.output_tokens) == (total, 10)
    assert second.cache_read_tokens == total


def test_without_a_cache_nobody_reads_and_nobody_writes() -> None:
    requests = [asked(0, body(*TALK)), asked(9, body(says("x"), role=Role.OBSERVER), Role.OBSERVER)]

    none = [usage for _, usage in billed(requests, cached=False)]

    assert all(u.cache_write_1h_tokens == u.cache_write_5m_tokens == 0 for u in none)
    assert all(u.cache_read_tokens == 0 < u.input_tokens for u in none)
