"""In Simple mode a reminder is set from the chat, or asked about."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from coaching.offline.coach import Reply, reply
from coaching.values.context import PastMessage, PersonView, WorkingContext
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict

FRIDAY = date(2026, 11, 27)
AT = datetime(2026, 11, 27, 12, tzinfo=UTC)
TOOLS = frozenset({"schedule_reminder"})


def says(*messages: str, language: str = "en", **more: Any) -> Reply:
    """Return the reply to the last of some messages of a session."""
    history, replies = list[PastMessage](), list[Reply]()
    for message in messages:
        context = WorkingContext(PersonView(language=language), message, FRIDAY, 2, 1, **more)
        said = reply(replace(context, history=tuple(history)), tools=TOOLS)
        history += [
            PastMessage("user", message, AT),
            PastMessage("coach", said.text, AT, said.mode, said.template_ids, said.chips),
        ]
        replies.append(said)
    return replies[-1]


def told(language: str, *, notifies: bool) -> Reply:
    """Return the reply after the reminder was scheduled."""
    kept = {"scheduled": "X", "on": "Friday, 2026-12-04", "at": "18:30", "notifies": notifies}
    results = (("schedule_reminder", json.dumps(kept), False),)
    context = WorkingContext(PersonView(language=language), "x", FRIDAY, 2, 1, tool_results=results)
    return reply(context, tools=TOOLS)


@pytest.mark.parametrize(
    ("messages", "language", "what", "on"),
    [
        (["Remind me on Sunday to check the rota"], "en", "Check the rota", "2026-11-29"),
        (["recuérdame el lunes llamar al banco"], "es", "Llamar al banco", "2026-11-30"),
        (["remind me to ring the bank", "Tomorrow"], "en", "Ring the bank", "2026-11-28"),
        (["recuérdame pagar la luz", "En una semana"], "es", "Pagar la luz", "2026-12-04"),
        (["remind me", "ring Ana", "monday at 3"], "en", "Ring Ana", "2026-11-30T15:00"),
    ],
)
def test_it_is_scheduled_as_they_said_it(
    messages: list[str], language: str, what: str, on: str
) -> None:
    keep = says(*messages, language=language).keep
    assert keep is not None
    assert (keep.tool, keep.input) == ("schedule_reminder", {"what": what, "on": on})


def test_without_a_day_it_asks_for_one_with_quick_replies() -> None:
    asked = says("Remind me to ring the bank")
    assert "Which day" in asked.text
    assert [chip.text for chip in asked.chips] == ["Tomorrow", "In a week"]
    left = says("Remind me to ring the bank", "no, leave it")
    assert left.mode == "declined_offer"


def test_the_answer_says_the_day_and_how_it_comes() -> None:
    assert "on Friday 4 December at 18:30" in told("en", notifies=True).text
    without = told("es", notifies=False)
    assert "el viernes 4 de diciembre" in without.text
    assert "apagadas" in without.text
    assert without.chips[0].action == "reminders"


def test_a_yes_to_notifications_leads_to_the_settings() -> None:
    context = WorkingContext(PersonView(), "yes", FRIDAY, 2, 2)
    before = told("en", notifies=False)
    past = PastMessage("coach", before.text, AT, before.mode, before.template_ids, before.chips)
    said = reply(replace(context, history=(past,)), tools=TOOLS)
    assert "Settings, Reminders" in said.text


def test_after_a_crisis_no_reminder_is_set() -> None:
    quiet = says("Remind me tomorrow to ring the bank", safety_recent=True)
    assert (quiet.keep, quiet.mode) == (None, "reminder_quiet")
    danger = SafetyVerdict(SafetyLevel.CRISIS, category="suicidality")
    assert says("Remind me tomorrow to ring the bank", safety=danger).keep is None
