from __future__ import annotations

from datetime import date

import pytest

from coaching.memory.grounding import is_grounded, people_in

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("content", "message", "context", "is_given"),
    [
        ("You owe £4,000.", "i owe like 4k", "", True),
        ("You owe £40,000.", "i owe like 4k", "", False),
        ("You told Dan.", "so i told him", "dan doesnt know", True),
        ("You told Dan.", "so i told him", "", False),
        ("Your mum is moving in.", "mom is moving in", "", True),
        ("You see her on Friday, 27 November.", "seeing her fri", "", True),
        ("You see her on Friday, 28 November.", "seeing her fri", "", False),
        ("You lost your job in March.", "i lost my job", "", False),
        ("Mark paid the gas.", "dan paid the gas", "", False),
        ("You get Carer's Allowance.", "i get carers", "", True),
        ("You're the one who pays.", "its always me who pays", "", True),
        ("Te pagan el 3 de julio.", "me pagan el 3 de julio", "", True),
        ("You moved to Auckland.", "moved to akl last year", "", True),
        ("You want to move back to New Zealand.", "i wanna move back to nz", "", True),
        ("You live in London.", "rent in ldn is mad", "", True),
        ("You live in New York.", "rent in nyc is mad", "", True),
        ("You have family in the United Kingdom.", "my family's in the uk", "", True),
        ("Your sister lives in the United States.", "my sister lives in the us", "", True),
        ("Your sister lives in the United States.", "he told us about my sister", "", False),
        ("You work in Los Angeles.", "i work in la", "", True),
        ("Vives en Barcelona.", "vivo en bcn", "", True),
        ("Te mudaste a Ciudad de México.", "me mudé a cdmx", "", True),
        ("Tu prima vive en Buenos Aires.", "mi prima vive en bsas", "", True),
        ("Tu hermano está en Estados Unidos.", "mi hermano está en eeuu", "", True),
        ("You live in Leeds.", "rent in ldn is mad", "", False),
        ("You live in Madrid.", "vivo en bcn", "", False),
    ],
)
def test_names_numbers_and_days_come_from_what_was_said(
    content: str, message: str, context: str, is_given: bool
) -> None:
    assert is_grounded(content, message, [context], TODAY) is is_given


def test_days_and_months_are_nobody() -> None:
    assert people_in("Your partner Dan rings on Friday in May.") == {"Dan"}
