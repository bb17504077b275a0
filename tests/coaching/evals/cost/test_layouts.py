"""Where marks could stand: each layout puts them where its name says, and is billed for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from coaching.evals.cost import layouts
from coaching.evals.cost.counting_model import Asked
from coaching.evals.cost.layouts import LAYOUTS, NONE, OURS
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


def marks(name: str, sent: Object) -> list[tuple[str, str]]:
    laid = LAYOUTS[name](parts_of(sent))
    return [(part.content.split('"text": "')[-1][:5], part.mark) for part in laid if part.mark]


def asked(at: float, sent: Object, role: Role = Role.COACH, **changes: Any) -> tuple[float, Asked]:
    return at, Asked(at, role, sent, output_tokens=10, **changes)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (NONE, []),
        (
            "seed: core, briefing, second-to-last message, 5m",
            [("core ", "5m"), ("brief", "5m"), ('two"}', "5m")],
        ),
        (
            "tools + core 1h; briefing, last block 5m",
            [("core ", "1h"), ("brief", "5m"), ("three", "5m")],
        ),
        (OURS, [("core ", "1h"), ("brief", "1h"), ("three", "1h")]),
    ],
)
def test_a_layout_marks_what_it_says(name: str, expected: list[tuple[str, str]]) -> None:
    assert marks(name, body(*TALK)) == expected


def test_the_seed_marks_no_message_before_there_are_two() -> None:
    name = "seed: core, briefing, second-to-last message, 5m"

    assert marks(name, body(says("one"))) == [("core ", "5m"), ("brief", "5m")]


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

    first, second = (usage for _, usage in layouts.billed(requests, LAYOUTS[OURS]))

    assert (first.cache_write_1h_tokens, first.output_tokens) == (total, 10)
    assert second.cache_read_tokens == total


def test_without_a_cache_nobody_reads_and_with_a_layout_only_the_coach_moves() -> None:
    requests = [asked(0, body(*TALK)), asked(9, body(says("x"), role=Role.OBSERVER), Role.OBSERVER)]

    none = [usage for _, usage in layouts.billed(requests, LAYOUTS[NONE])]
    short = "core, briefing, last block, 5m"
    coach, observer = (usage for _, usage in layouts.billed(requests, LAYOUTS[short]))

    assert all(u.cache_write_1h_tokens == u.cache_write_5m_tokens == 0 for u in none)
    assert (coach.cache_write_5m_tokens > 0, coach.cache_write_1h_tokens) == (True, 0)
    assert observer.cache_write_1h_tokens > 0


@pytest.mark.parametrize("at_plain_price", [True, False])
def test_a_bound_writes_each_token_once_and_forgets_nothing(*, at_plain_price: bool) -> None:
    requests = [asked(at, body(*TALK)) for at in (0, 1e6)]

    first, second = (u for _, u in layouts.bounded(requests, at_plain_price=at_plain_price))

    new = first.input_tokens if at_plain_price else first.cache_write_5m_tokens
    assert new == second.cache_read_tokens > 1000
    assert first.cache_read_tokens == second.input_tokens == second.cache_write_5m_tokens == 0
