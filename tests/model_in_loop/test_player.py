from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from tests.model_in_loop import player
from tests.model_in_loop.files import Folder
from tests.model_in_loop.people import person_of
from tests.model_in_loop.plain import play_plain
from tests.model_in_loop.player import Desk, wait

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = {
    "type": "object",
    "properties": {"level": {"enum": ["none", "crisis"]}, "notes": {"$ref": "#/$defs/notes"}},
    "required": ["level", "notes"],
    "$defs": {"notes": {"type": "array", "items": {"type": "string"}}},
}
TOOL = {
    "name": "save_win",
    "input_schema": {"type": "object", "properties": {"text": {"type": "string"}}},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.setattr(player, "COLLECT_SECONDS", 0)
    return Folder(tmp_path)


def asked(name: str, *texts: str, **changes: Any) -> dict[str, Any]:
    roles = ("user", "assistant")
    messages = [{"role": roles[i % 2], "content": text} for i, text in enumerate(texts)]
    fields = {"id": name, "at": len(texts), "role": "coach", "model": "claude", "who": "ana"}
    given = {"max_tokens": 4000, "system": ["Be kind."], "tools": [TOOL], "schema": None}
    return {**fields, **given, "messages": messages, **changes}


def test_a_player_sees_a_conversation_once_and_then_only_what_is_new(folder: Folder) -> None:
    folder.hand_over(asked("first", "hello"))
    shown = wait(Desk(folder, "coach", "coach"), folder, 1, 6)
    assert ["Be kind." in shown, "[user] hello" in shown] == [True, True]

    assert list(Desk(folder, "coach", "coach").answer({"c1": "Hi."})) == ["c1: accepted"]
    assert folder.taken(asked("first", "hello")) == [{"type": "text", "text": "Hi."}]
    folder.hand_over(asked("second", "hello", "Hi.", "it's the post"))
    shown = wait(Desk(folder, "coach", "coach"), folder, 1, 6)

    assert "Be kind." not in shown
    assert "hello" not in shown
    assert "[assistant] (your answer, unchanged)\n[user] it's the post" in shown
    assert "conversation K1" in shown
    assert shown.endswith("TO ANSWER: c2")
    assert "[user] hello" in Desk(folder, "coach", "coach").again("c2")


def test_a_player_with_another_name_has_seen_nothing(folder: Folder) -> None:
    folder.hand_over(asked("first", "hello"))
    wait(Desk(folder, "coach", "one"), folder, 1, 6)

    assert "Be kind." in wait(Desk(folder, "coach", "two"), folder, 1, 6)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"level": "crisis"}, "answer.notes: missing"),
        ({"level": "maybe", "notes": []}, "answer.level: 'maybe' is none of"),
        ({"level": "none", "notes": [1]}, "answer.notes[0]: int instead of string"),
        ({"level": "none", "notes": [], "more": 1}, "answer.more: not in the schema"),
        ("level: none", "Expecting value"),
    ],
)
def test_a_structured_answer_has_to_fit(folder: Folder, answer: Any, why: str) -> None:
    folder.hand_over(asked("first", "hello", role="observer", schema=SCHEMA))
    desk = Desk(folder, "observer", "observer")
    desk.show(desk.fresh())

    (told,) = desk.answer({"o1": answer})

    assert told.startswith("o1: NOT ACCEPTED")
    assert why in told
    assert list(desk.answer({"o1": {"level": "none", "notes": []}})) == ["o1: accepted"]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (" ", "an empty text"),
        ([{"type": "tool_use", "name": "buy", "input": {}}], "no tool buy"),
        ([{"type": "tool_use", "name": "save_win", "input": {"text": 1}}], "input.text"),
        ("a long story " * 1000, "longer than the request allows"),
    ],
)
def test_a_reply_has_to_be_one_that_the_service_could_give(
    folder: Folder, answer: Any, why: str
) -> None:
    folder.hand_over(asked("first", "hello"))
    desk = Desk(folder, "coach", "coach")
    desk.show(desk.fresh())

    (told,) = desk.answer({"c1": answer})

    assert why in told


async def test_the_plain_arm_gets_one_paragraph_and_the_whole_history(folder: Folder) -> None:
    sessions = [{"end": "button", "messages": ["hi", "27k"]}, {"end": "button", "messages": ["?"]}]
    ana = person_of({"id": "ana", "sessions": [sessions[0], {**sessions[1], "days_before": 3}]})
    seen: list[Any] = []

    async def answer() -> None:
        while not folder.finished.exists():
            for request in folder.pending():
                seen.append(request)
                folder.answer(request["id"], [{"type": "text", "text": f"reply {len(seen)}"}])
            await asyncio.sleep(0.02)

    await asyncio.gather(play_plain([ana], folder), answer())

    assert seen[-1]["system"][1] == "Today is Thursday 26 November 2026."
    assert [message["content"] for message in seen[-1]["messages"]] == [
        "[Monday 23 November 2026]\n\nhi",
        "reply 1",
        "27k",
        "reply 2",
        "[Thursday 26 November 2026]\n\n?",
    ]
    assert folder.records()[0]["sessions"][1]["turns"][0]["reply"] == "reply 3"
