from __future__ import annotations

import pytest

from coaching.content.card_parts import PARTS, as_text, fields_of, parts_in, tidied
from coaching.values.enums import CardKind

PLAN, KIT = CardKind.PLAN, CardKind.CONVERSATION
WHOLE = {"cue": "the kettle is on", "response": "I open the top letter", "backup": "I put it back"}
TEXT = "If the kettle is on, then I open the top letter. Plan B: I put it back."


@pytest.mark.parametrize(
    ("kind", "parts", "text"),
    [
        (PLAN, WHOLE, TEXT),
        (PLAN, {"response": "On Friday I open one"}, "On Friday I open one."),
        (PLAN, {"cue": "Dee rings"}, "If Dee rings…"),
        (
            PLAN,
            {"cue": "Dee rings", "backup": "I text her!"},
            "If Dee rings… Plan B: I text her!",
        ),
        (KIT, {"opening": "Can we talk?"}, "Can we talk?"),
        (
            KIT,
            {"heated": "I go for a walk.", "opening": "Can we talk?", "ask": "An hour"},
            "Can we talk?\nWhat I’ll ask for: An hour\nIf it gets heated: I go for a walk.",
        ),
    ],
)
def test_the_parts_read_as_one_text(kind: CardKind, parts: dict[str, str], text: str) -> None:
    assert as_text("en", kind, parts) == text


def test_a_plan_that_is_written_as_one_gives_its_parts_back() -> None:
    assert parts_in("en", PLAN, TEXT) == WHOLE
    assert parts_in("en", PLAN, "When Dee rings, I say: tomorrow.") == {
        "cue": "Dee rings",
        "response": "I say: tomorrow",
    }


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (PLAN, "On Friday I open one letter."),
        (PLAN, "If I look, I look. And then I stop."),
        (CardKind.TRUTH, TEXT),
        (KIT, TEXT),
    ],
)
def test_any_other_text_is_left_as_it_is(kind: CardKind, text: str) -> None:
    assert parts_in("en", kind, text) == {}


def test_a_little_word_that_is_typed_into_its_own_field_stands_once() -> None:
    said = {"cue": "When the kettle is on,", "response": "then I open it."}
    clean = {name: tidied(name, words) for name, words in said.items()}
    assert as_text("en", PLAN, clean) == "If the kettle is on, then I open it."


@pytest.mark.parametrize("text", ["I open one letter.", "Can we talk?", TEXT])
@pytest.mark.parametrize("kind", list(PARTS))
def test_no_word_of_an_old_card_is_lost_in_the_fields(kind: CardKind, text: str) -> None:
    fields = fields_of("en", kind, text, {})
    clean = {name: tidied(name, fields[name]) for name in PARTS[kind] if fields[name]}
    assert as_text("en", kind, clean).rstrip(".") == text.rstrip(".")
