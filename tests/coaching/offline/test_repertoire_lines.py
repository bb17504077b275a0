"""The lines themselves: what `coaching.content` does not check because only the rules know it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from coaching.content import Entry, load_repertoire
from coaching.offline.facts import FACTS
from coaching.offline.features import MANNERS
from coaching.offline.lexicon import lexicon
from coaching.offline.lines import of_kinds
from coaching.values.enums import Tension

if TYPE_CHECKING:
    from collections.abc import Callable

ENTRIES = load_repertoire().entries
LEFT_ALONE = re.compile(
    r"\b(?:failed|missed|behind|streak|should|must|lazy|discipline|cheat(?:ed|ing)?|just|simply|"
    r"at least|finally|wasteful|proud of you|trauma|denial|toxic|mindset|journey|self-sabotage|"
    r"deberías|tienes que|simplemente|por fin|fracaso)\b",
    re.IGNORECASE,
)
SEVERAL = 3
DAILY = (
    "rent",
    "partner",
    "parents",
    "occasion",
    "debt_letter",
    "overdraft",
    "job_loss",
    "bonus",
    "holding",
    "investing",
    "lending",
    "night_shop",
    "checking",
    "compare",
    "work_price",
    "kids",
    "inherited",
    "pension",
    "subscriptions",
)
SLOT = re.compile(r"\{\w+\}")


def known_themes() -> set[str]:
    english = lexicon("en")
    families = {feeling.family for feeling in english.feelings.values()}
    return {*english.themes, *MANNERS, *families}


def ids(is_wrong: Callable[[Entry], bool]) -> list[str]:
    return [entry.id for entry in ENTRIES if is_wrong(entry)]


def test_a_line_is_said_in_both_languages_or_was_written_in_one() -> None:
    def differs(entry: Entry) -> bool:
        slots = {frozenset(SLOT.findall(text)) for text in entry.text.values()}
        is_everywhere = {"en", "es"} <= entry.text.keys()
        is_ours = entry.id.startswith("es_") and entry.text.keys() == {"es"}
        return not (is_everywhere or is_ours) or len(slots) > 1

    assert ids(differs) == []


def test_a_line_asks_one_question_at_its_end_or_none() -> None:
    def asks_otherwise(entry: Entry) -> bool:
        return any(
            text.count("?") != entry.question or entry.question != text.endswith("?")
            for text in entry.text.values()
        )

    assert ids(asks_otherwise) == []


def test_a_line_leaves_some_words_alone_and_never_shouts() -> None:
    def says_it(entry: Entry) -> bool:
        return any(LEFT_ALONE.search(text) or "!" in text for text in entry.text.values())

    assert ids(says_it) == []


def test_a_line_asks_for_what_the_rules_can_tell() -> None:
    def asks_more(entry: Entry) -> bool:
        wanted = entry.conditions
        themes = {*wanted.theme, *wanted.feelings}
        return not (set(wanted.requires) <= FACTS.keys() and themes <= known_themes())

    assert ids(asks_more) == []


@pytest.mark.parametrize("topic", DAILY)
@pytest.mark.parametrize("tension", list(Tension))
def test_what_people_bring_every_day_has_several_lines_of_meaning(
    topic: str, tension: Tension
) -> None:
    about = [entry for entry in of_kinds("reflection_complex") if topic in entry.conditions.theme]

    assert sum(tension in entry.conditions.tension for entry in about) >= SEVERAL


def test_what_was_written_in_spanish_is_said_in_spanish_alone() -> None:
    ours = [entry for entry in ENTRIES if entry.id.startswith("es_")]
    assert len(ours) > 250
    assert not any(entry.is_said_in("en") for entry in ours)
    assert all(entry.is_said_in("es-AR") and entry.say("es-AR") == entry.main for entry in ours)


def test_a_spanish_question_opens_as_it_closes() -> None:
    spanish = [(entry.id, entry.say("es")) for entry in ENTRIES]
    assert [name for name, text in spanish if text.count("¿") != text.count("?")] == []
    assert [name for name, text in spanish if "“" in text or '"' in text] == []
