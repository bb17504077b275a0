from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from coaching import bootstrap
from coaching.evals.judges.promised_card import promised_card
from coaching.evals.stories.clock import StoryClock
from coaching.evals.stories.drafts import answer_to
from coaching.evals.stories.form import Session
from coaching.evals.stories.playing import play
from coaching.evals.stories.stage import STORIES
from coaching.evals.stories.story import read_stories
from coaching.llm.port import Done, Event, Request, ToolCall, Usage
from coaching.offline import OfflineLLM
from coaching.values.context import WorkingContext

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from pydantic import JsonValue

    from coaching.evals.stories.form import DraftAnswer
    from coaching.llm.port import ContentBlock
    from coaching.settings import Settings
    from tests.support.databases import Database

SAM = read_stories(STORIES)[0]
DRAFT: dict[str, JsonValue] = {
    "kind": "truth",
    "title": "Plenty",
    "content": "Abundance is a door. It swings towards me.",
    "agreed": False,
}


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("I open one letter and stop.", "keep"),
        ("I open the door of my life to plenty of wonder.", "change"),
        ("Abundance flows towards me.", "leave"),
    ],
)
def test_without_a_yes_they_keep_their_words_shorten_others_and_leave_strange_ones(
    content: str, answer: DraftAnswer
) -> None:
    said = ["I can open one letter, and then I stop."]

    assert answer_to(Session([]), {"content": content, "agreed": False}, said) == answer


def test_who_has_said_yes_keeps_it_and_what_is_written_of_them_goes_first() -> None:
    strange = {"content": "Abundance flows towards me.", "agreed": True}

    assert answer_to(Session([]), strange, ["hm"]) == "keep"
    assert answer_to(Session([], draft="leave"), strange, ["hm"]) == "leave"


class Drafts(OfflineLLM):
    """Drafts one card in words of its own, unasked."""

    async def stream(self, request: Request) -> AsyncIterator[Event]:
        context = request.context
        assert isinstance(context, WorkingContext)
        if "draft me one" in context.message and not context.tool_results:
            yield ToolCall("drafted", "save_card", DRAFT)
            use: ContentBlock = {
                "type": "tool_use",
                "id": "drafted",
                "name": "save_card",
                "input": DRAFT,
            }
            yield Done(stop_reason="tool_use", content=(use,), usage=Usage(), model="offline")
            return
        async for event in super().stream(request):
            yield event


@pytest.mark.slow
@pytest.mark.parametrize(
    ("draft", "told", "content"),
    [
        ("", "a draft, left: Plenty", ""),
        ("keep", "a draft, kept: Plenty", DRAFT["content"]),
        ("change", "a draft, changed and kept: Plenty", "Abundance is a door"),
        ("leave", "a draft, left: Plenty", ""),
    ],
)
async def test_a_draft_gets_its_answer_and_a_kept_one_is_a_card_afterwards(
    sqlite_database: Database,
    make_settings: Callable[..., Settings],
    draft: DraftAnswer,
    told: str,
    content: str,
) -> None:
    lines = ["the post again, I left it", "draft me one", "ok"]
    story = replace(SAM, sessions=[replace(SAM.sessions[0], lines=lines, draft=draft)])
    clock = StoryClock(story.begins)
    coaching = bootstrap.build(
        make_settings(database_url=sqlite_database.url), llm=Drafts(), clock=clock
    )

    played = await play(coaching, clock, story)
    await coaching.db.close()

    (session,) = played.sessions
    assert [kept for one in session.said for kept in one.kept] == [told]
    cards = [card.content for card in session.noted.cards]
    assert [one for one in cards if one.startswith("Abundance")] == ([content] if content else [])
    assert promised_card(played).passed
