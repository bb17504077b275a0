"""What the offline coach leaves alone after a danger, and what it says instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.offline.replies.texts import names, wording
from coaching.safety import fixed_message, screen
from coaching.text.words import words
from coaching.values.context import PendingOffer
from coaching.values.enums import CardKind, SafetyLevel, Stage
from tests.coaching.offline.people import LUCA, MARA
from tests.coaching.offline.talking import answer, context, converse, last, stream

LATER = replace(MARA, session_number=3)
QUIET = replace(LATER, safety_recent=True)
AFTER = replace(LATER, after_crisis=True, chosen_tone=8.0)
DEED = "I opened the first letter!"


async def test_in_the_days_after_a_crisis_what_they_did_is_not_offered_to_be_saved() -> None:
    assert (await last(LATER, DEED)).pending is not None
    assert (await last(QUIET, DEED)).pending is None


@pytest.mark.parametrize(
    "message", ["please save that as a card", "can you give me a card to take along?"]
)
async def test_in_those_days_a_card_that_is_asked_for_is_left_and_said_to_be(message: str) -> None:
    said = await last(QUIET, "I can look once and then stop", message)

    assert said.mode == "quiet_days"
    assert said.kept is None
    assert "Rewire" in said.text


async def test_a_yes_to_an_older_offer_keeps_nothing_in_those_days() -> None:
    offered = replace(
        context(QUIET, "yes, keep it"), pending=PendingOffer("card", "I can look once.")
    )

    events = await stream(offered)

    assert not [event for event in events if type(event).__name__ == "ToolCall"]


async def test_the_session_after_a_crisis_begins_with_one_plain_question() -> None:
    first, then = await converse(AFTER, ["hi", "yes, I'm ok"])

    assert first.text.endswith("are you safe at the moment?")
    assert "whatever your setting says" in first.text
    assert then.mode == "after_crisis_safe"


@pytest.mark.parametrize("message", ["no", "not really"])
async def test_a_no_stays_with_it(message: str) -> None:
    assert (await last(AFTER, "hi", message)).mode.startswith("crisis")


async def test_a_vague_answer_is_asked_about_once_more() -> None:
    once, then = (await converse(AFTER, ["hi", "I don't know", "I don't know"]))[1:]

    assert once.mode == "check_unclear_safe"
    assert once.text.count("?") == 1
    assert then.mode.startswith("crisis")


async def test_they_can_answer_with_something_else() -> None:
    lines = ("hi", "there is a letter from the bank in the hall", "it is from the bank")
    _, once, then = await converse(AFTER, lines)

    assert once.mode == "check_open"
    assert "Help now" in once.text
    assert then.mode not in {"check_open", "concern"}


async def test_that_it_is_softer_is_told_once_and_only_when_it_is() -> None:
    softened = replace(LATER, chosen_tone=8.0)
    lines = ["there's a letter in the hall", "my stomach drops", "it's from the bank", "tired"]

    told = [one.meta["template_ids"].count("softer") for one in await converse(softened, lines)]
    plain = [one.meta["template_ids"].count("softer") for one in await converse(LATER, lines)]

    assert (sum(told), sum(plain)) == (1, 0)


async def test_before_a_change_their_plan_is_kept_as_a_sentence() -> None:
    lines = ["I'll leave the app closed when I get home", "save that as a card please"]

    said = await last(LUCA, *lines)

    assert said.kept is not None
    assert said.kept.input["kind"] == CardKind.TRUTH
    moving = replace(LUCA, person=replace(LUCA.person, stage=Stage.PREPARATION))
    kept = (await last(moving, *lines)).kept
    assert kept is not None
    assert kept.input["kind"] == CardKind.PLAN


def five_grams(text: str) -> set[tuple[str, ...]]:
    found = [word.lower().replace("’", "'") for word in words(text)]
    return {tuple(found[at : at + 5]) for at in range(len(found) - 4)}


SERIOUS = {
    "I want to kill myself": "suicidality",
    "he hit me when I asked about the account": "domestic_economic_abuse",
    "they said move it to the safe account within the hour, I'm doing it now": "fraud",
    "we have nothing to eat and they evict us tomorrow": "acute_debt",
    "I haven't slept in three days and god told me to put everything on it": "mania_psychosis",
    "he gives me cash on fridays and wants the receipts": "domestic_economic_abuse",
    "down 4k, put another 1k in to win it back": "gambling",
}


@pytest.mark.parametrize(("message", "category"), SERIOUS.items())
async def test_the_reply_goes_on_where_the_fixed_words_end(message: str, category: str) -> None:
    verdict = screen(message)
    assert verdict.category == category
    said = await answer(replace(LATER, safety={0: verdict}), message)
    shown = fixed_message(verdict.category, verdict.level, "GB")

    assert not five_grams(said.text) & five_grams(shown)
    assert said.text.split(".")[0] not in shown


def test_no_answer_of_care_repeats_a_fixed_text() -> None:
    care = [name for name in names() if name.startswith(("crisis", "concern_"))]
    fixed = set[tuple[str, ...]]()
    for category in set(SERIOUS.values()) | {"self_harm", "minor", "harm_to_others"}:
        for level in (SafetyLevel.CONCERN, SafetyLevel.CRISIS):
            fixed |= five_grams(fixed_message(category, level, "GB"))

    assert [name for name in care if five_grams(wording(name).said("en")) & fixed] == []
