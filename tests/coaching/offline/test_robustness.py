"""Whatever is written, something short and whole comes back."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coaching.text.words import words
from coaching.values.context import PersonView
from tests.coaching.offline.people import MARA, ROCIO
from tests.coaching.offline.talking import Session, answer

NOBODY = Session(PersonView())
ODD = (
    "",
    " ",
    "?",
    "...",
    "🙂",
    "£££",
    "a" * 5000,
    "{quote} {Echo}",
    "I " * 900,
    '"',
    "no\n\n\nyes",
    "ja",
    "我很累",
)


@pytest.mark.parametrize("message", ODD)
@pytest.mark.parametrize("session", [NOBODY, MARA, ROCIO], ids=["nobody", "mara", "rocio"])
async def test_an_odd_message_gets_a_whole_answer(session: Session, message: str) -> None:
    said = await answer(session, message)
    assert said.text.strip()
    assert "{" not in said.text or "{" in message
    assert len(words(said.text)) <= 90


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=80), min_size=1, max_size=4))
def test_any_text_gets_an_answer(messages: list[str]) -> None:
    async def talk() -> None:
        said = []
        for message in messages:
            said.append(await answer(NOBODY, message, said))
        assert all(one.text.strip() for one in said)

    asyncio.run(talk())
