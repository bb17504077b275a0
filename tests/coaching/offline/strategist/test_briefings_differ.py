"""Briefings of people who live through sessions: they differ, say why they came, hold a guess."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from coaching.evals.stories.sets import PEOPLE
from coaching.evals.stories.stage import tell_offline
from coaching.evals.stories.story import read_stories
from coaching.offline import llm
from coaching.offline.slots import after_colon
from coaching.offline.strategist.plan import plan
from coaching.offline.text import plain, words

if TYPE_CHECKING:
    from coaching.evals.stories.story import Story
    from coaching.values.context import StrategistContext
    from coaching.values.strategy import StrategistOutput

pytestmark = pytest.mark.journey
PLAYED, SESSIONS, ALIKE = 12, 2, 0.6


def people() -> list[Story]:
    """Twelve English speakers, each until the second session."""
    written = [one for one in read_stories(PEOPLE) if one.language == "en" and one.part is None]
    return [replace(one, sessions=one.sessions[:SESSIONS]) for one in written[:PLAYED]]


async def test_twelve_peoples_briefings_differ_hold_their_why_and_a_guess_that_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: dict[str, list[tuple[StrategistContext, StrategistOutput]]] = {}

    def listening(context: StrategistContext) -> StrategistOutput:
        written.setdefault(context.person.name, []).append((context, plan(context)))
        return written[context.person.name][-1][1]

    monkeypatch.setattr(llm, "plan", listening)
    for person in people():
        await tell_offline(person)

    assert len(written) == PLAYED
    for context, out in (pair for pairs in written.values() for pair in pairs):
        assert plain(context.person.emotional_why).rstrip(" .!") in plain(out.briefing_content)
        if out.hypothesis:
            assert after_colon(out.hypothesis).rstrip(".") in out.briefing_content
    pages = {
        name: [set(words(plain(out.briefing_content))) for _, out in pairs]
        for name, pairs in written.items()
    }
    shared = {
        (one, other): max(len(a & b) / len(a | b) for a in pages[one] for b in pages[other])
        for one, other in combinations(pages, 2)
    }
    assert max(shared.values()) < ALIKE, max(shared, key=lambda pair: shared[pair])
