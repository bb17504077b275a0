"""The limits of one reply, whatever line comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.offline.draft import Draft
from coaching.offline.moment import moment
from tests.coaching.offline.people import MARA
from tests.coaching.offline.talking import Said, context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.values.context import WorkingContext

LATER = replace(MARA, session_number=3)
DRAWER = "there's a drawer in the hall. I put the letters in and close it fast"


def draft(message: str, past: Sequence[Said] = ()) -> Draft:
    return Draft(moment(context(LATER, message, past)))


def before(*template_ids: str, text: str = "Something. And more.", mode: str = "talk") -> Said:
    opening = " ".join(text.lower().split()[:2]).strip(".")
    meta = {"mode": mode, "template_ids": template_ids, "opening": opening, "pending": None}
    return Said("I was in the hall", text, meta)


def test_their_clause_is_given_back_once() -> None:
    reply = draft(DRAWER)
    assert reply.say_back()
    assert not reply.line("fb1", "fb2", "ec06")


def test_one_question_is_enough() -> None:
    reply = draft(DRAWER)
    assert reply.ask()
    assert not reply.ask()
    assert reply.text.count("?") == 1


def test_after_two_questions_in_a_row_comes_a_reply_without() -> None:
    asked = before("qu01", text="Right. What is there?")
    assert not draft(DRAWER, [asked, asked]).ask()
    assert draft(DRAWER, [asked, before()]).ask()


def test_a_reply_does_not_open_like_one_of_the_last_ten() -> None:
    same = before("ec01", text="There's a drawer in the hall.")
    reply = draft(DRAWER, [same])
    assert reply.say_back()
    assert not reply.text.startswith("There's a drawer")


def test_a_line_comes_back_only_when_it_may() -> None:
    assert draft(DRAWER).line("au03")
    assert not draft(DRAWER, [before("au03")]).line("au03")
    assert draft(DRAWER).line("ec01")
    assert draft(DRAWER, [before("ec01"), before(), before(), before()]).line("ec01")


def test_a_reply_ends_before_it_gets_long() -> None:
    reply = draft(DRAWER)
    for _ in range(12):
        reply.reflect("reflection_complex", "autonomy", "affirmation", "bridge")
    assert len(reply.text.split()) <= 90


def test_a_draft_is_never_empty() -> None:
    reply = draft("…")
    assert reply.fallback()
    assert reply.text


def test_a_saying_of_another_session_rests_for_a_while() -> None:
    unopened = "I haven't opened the letter in the drawer"
    said_once = replace(context(LATER, unopened), lines=(("au06",), *[()] * 12))
    assert draft(unopened).deepen("autonomy")
    assert "au06" not in rested(said_once)


def rested(ctx: WorkingContext) -> tuple[str, ...]:
    reply = Draft(moment(ctx))
    reply.deepen("autonomy")
    return reply.ids


def test_a_guess_about_their_tension_comes_late_and_not_close_upon_another() -> None:
    plain = "I put on the blue coat and took my bag down to the bus stop"
    early, late = draft(plain), draft(plain, [before("ec01")] * 3)
    again = draft(plain, [before("ec01"), before("ec01"), before("m_t_avoid_1")])

    assert not early.meaning()
    assert "told" in late.moment.facts
    assert (late_line := late.meaning()) is not None
    assert late_line.entry.conditions.tension == ("avoid",)
    assert "told" not in again.moment.facts


def test_of_equal_lines_the_message_decides_and_always_alike() -> None:
    told = ("I laughed till I cried on the bus", "we laughed so hard that the cup fell over")
    first = [line.entry.id for text in told * 2 if (line := draft(text).meaning())]

    assert first[:2] == first[2:]
    assert all(name.startswith("m_laughed") for name in first)


def test_their_reason_is_quoted_once_a_session() -> None:
    assert "why_unsaid" in draft(DRAWER, [before("ec01")]).moment.facts
    assert "why_unsaid" not in draft(DRAWER, [before("ec01", "m_why_1")]).moment.facts
