from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import UUID

import pytest

from coaching.memory.gate import admitted
from coaching.memory.gate_types import Heard
from coaching.offline.observer.observe import observe
from coaching.values.context import MemoryView, ObserverContext

TODAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "kind", "content", "quote"),
    [
        (
            "My partner is called Ana, she pays.",
            "fact",
            "Your partner is called Ana.",
            "My partner is called Ana",
        ),
        (
            "Every Sunday I'll look at the account.",
            "commitment",
            "Every Sunday: “look at the account”.",
            "Every Sunday I'll look at the account",
        ),
        (
            "I lost my job in March and hid it.",
            "life_event",
            "Lost the job in March.",
            "I lost my job in March",
        ),
        ("Mi pareja se llama Ana.", "fact", "Tu pareja se llama Ana.", "Mi pareja se llama Ana"),
        (
            "Todos los domingos voy a mirar la cuenta.",
            "commitment",
            "Todos los domingos: “mirar la cuenta”.",
            "Todos los domingos voy a mirar la cuenta",
        ),
        (
            "Perdí mi trabajo en marzo.",
            "life_event",
            "Perdí mi trabajo en marzo.",
            "Perdí mi trabajo en marzo",
        ),
    ],
)
def test_a_name_a_weekly_commitment_and_a_job_loss_with_its_month_are_caught(
    said: str, kind: str, content: str, quote: str
) -> None:
    seen = observe(ObserverContext("", said, "", today=TODAY))
    (memory,) = admitted(seen.memories, Heard(said, NOW, TODAY))
    assert (memory.kind, memory.content, memory.quote) == (kind, content, quote)


def test_a_plan_ends_with_its_day() -> None:
    seen = observe(ObserverContext("", "I'll call the bank by Monday.", "", today=TODAY))
    (plan,) = seen.memories
    assert plan.expires == "2026-11-23"


def test_what_there_is_one_of_names_what_it_replaces() -> None:
    known = MemoryView(UUID(int=1), "Gets paid on the 25th.", "", "medium", NOW)
    other = MemoryView(UUID(int=2), "Daughter is called Mia.", "", "medium", NOW)
    said = "I get paid on the 1st now. My daughter Zoe laughs."
    context = ObserverContext("", said, "", today=TODAY, memories=(other, known))
    assert [memory.supersedes for memory in observe(context).memories] == ["m2", "none"]


@pytest.mark.parametrize("said", ["", "ok", "My husband I don't know", "?" * 500, "my wife " * 900])
def test_nothing_is_proposed_where_nothing_is_said(said: str) -> None:
    assert observe(ObserverContext("", said, "", today=TODAY)).memories == []
