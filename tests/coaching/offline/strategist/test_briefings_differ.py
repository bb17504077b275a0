"""Briefings of people who live through sessions: they differ, say why they came, hold a guess."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from coaching.evals.stories.sets import PEOPLE, thresholds
from coaching.evals.stories.story import read_stories
from coaching.rules.wording import after_colon
from coaching.text.words import plain, words
from tests.support.played import played

if TYPE_CHECKING:
    from coaching.evals.stories.story import Story

pytestmark = pytest.mark.journey
PLAYED, SESSIONS, ALIKE = 7, 2, 0.80


def people() -> list[Story]:
    """CI's people who speak English, whole, as another test plays them, and others for a while."""
    written = [one for one in read_stories(PEOPLE) if one.language == "en"]
    in_ci = [one for one in written if one.id in thresholds().people]
    others = [replace(one, sessions=one.sessions[:SESSIONS]) for one in written if one not in in_ci]
    return [*in_ci, *others][:PLAYED]


async def test_seven_peoples_briefings_differ_hold_their_why_and_a_guess_that_is_open(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    written = {
        person.person.name: [
            (context, out)
            for context, out in (await played(person, tmp_path_factory)).runs
            if context.session_number <= SESSIONS
        ]
        for person in people()
    }

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
