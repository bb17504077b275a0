"""Where nothing else is understood, a reply names the person or thing, and says so."""

from __future__ import annotations

import pytest

from coaching.values.context import PersonView
from tests.coaching.offline.talking import Session, converse, last


@pytest.mark.parametrize(
    ("language", "message", "named"),
    [
        ("en", "my accountant wears a tie on sundays", "your accountant"),
        ("en", "the mattress came on a tuesday", "the mattress"),
        ("es", "mi contadora vive en la esquina", "tu contadora"),
        ("es", "vengo caminando del mercado", "del mercado"),
    ],
)
async def test_what_is_theirs_is_named_first(language: str, message: str, named: str) -> None:
    said = await last(Session(PersonView(language=language)), message)
    assert named in said.text
    assert said.mode == "story"


async def test_nothing_is_named_twice() -> None:
    told = ("my accountant wears a tie on sundays", "my accountant likes jazz")
    first, second = await converse(Session(PersonView()), told)
    assert "your accountant" in first.text
    assert "your accountant" not in second.text


async def test_without_anything_to_name_it_says_that_it_is_unsure() -> None:
    said = await last(Session(PersonView()), "it never really goes anywhere, does it, all of that")
    assert "your" not in said.text.split("Simple mode")[0]
