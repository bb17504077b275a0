from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from coaching.conversation.history import beginning, continued
from coaching.models import MessageRole
from coaching.repositories.transcripts import TranscriptRow
from coaching.values.enums import TurnStatus

if TYPE_CHECKING:
    from coaching.conversation.history import History
    from coaching.llm.port import ChatMessage

NOON = datetime(2026, 1, 12, 12, tzinfo=UTC)


def _said(
    role: MessageRole, text: str, status: TurnStatus = TurnStatus.DONE, **more: Any
) -> TranscriptRow:
    columns: dict[str, Any] = {"preface": "", "meta": {}, "partial": "", **more}
    return TranscriptRow(
        id=uuid4(), turn_id=uuid4(), role=role, text=text, created_at=NOON, status=status, **columns
    )


def _user(text: str, status: TurnStatus = TurnStatus.DONE, **more: Any) -> TranscriptRow:
    return _said(MessageRole.USER, text, status, **more)


def _coach(text: str, status: TurnStatus = TurnStatus.DONE, **more: Any) -> TranscriptRow:
    return _said(MessageRole.COACH, text, status, **more)


def _history(said: list[TranscriptRow]) -> History:
    return continued(beginning(), said)


def _texts(message: ChatMessage) -> list[Any]:
    return [block["text"] for block in message.content]


def test_a_preface_stands_before_the_words_it_was_told_with() -> None:
    told = _history([_user("Hello", preface="Today is Monday."), _coach("Hi."), _user("And?")])
    assert [message.role for message in told.messages] == ["user", "assistant", "user"]
    assert [_texts(message) for message in told.messages] == [
        ["Today is Monday.", "Hello"],
        ["Hi."],
        ["And?"],
    ]
    assert told.turns == 2


def test_a_failed_turn_leaves_no_trace() -> None:
    told = _history([_user("Lost", TurnStatus.FAILED), _user("Found")])
    assert [_texts(message) for message in told.messages] == [["Found"]]
    assert told.turns == 1


def test_what_broke_off_or_was_stopped_counts_as_said() -> None:
    told = _history(
        [
            _user("One", TurnStatus.INTERRUPTED, partial="Half a"),
            _user("Two", TurnStatus.STOPPED),
            _coach("A bit", TurnStatus.STOPPED),
            _user("Three", TurnStatus.RUNNING, partial="not yet"),
        ]
    )
    assert [text for message in told.messages for text in _texts(message)] == [
        "One",
        "Half a",
        "Two",
        "A bit",
        "Three",
    ]


def test_a_line_that_only_filled_a_gap_is_not_read_later() -> None:
    told = _history([_user("One"), _coach("Say again?", meta={"in_history": False}), _user("Two")])
    assert [_texts(message) for message in told.messages] == [["One"], ["Two"]]


def test_the_offline_coach_finds_how_it_spoke() -> None:
    meta = {"mode": "reflect", "template_ids": ["r1", "q4"]}
    told = _history([_user("One"), _coach("Hm.", meta=meta)])
    assert [(line.role, line.mode, line.template_ids) for line in told.past] == [
        ("user", "", ()),
        ("coach", "reflect", ("r1", "q4")),
    ]
