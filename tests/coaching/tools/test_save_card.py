from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from coaching.errors import InvalidInput, ToolFailed
from coaching.repositories import intel, profiles, proposals
from coaching.services import cards, drafts, safety_events
from coaching.tools.save_card import SaveCard, save_card
from coaching.values.enums import CardKind, PrescribedBy, SafetyLevel, Stage
from coaching.values.safety import SafetyVerdict
from tests.support import factories

if TYPE_CHECKING:
    from coaching.repositories.db import Db
    from coaching.values.tools import ToolUse

SENTENCE = {
    "kind": "reframe",
    "title": "I count",
    "content": "I count as one of the people.",
    "agreed": True,
}
LOVE = "I can love him and still say no."
NOT_THEIRS = {"content": "My place at the table needs no receipt."}


async def test_the_sentence_is_kept_with_where_it_came_from(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        outcome = await save_card(s, use, SaveCard.model_validate(SENTENCE))

    async with db.unit(use.owner) as s:
        (card,) = (await cards.page(s, use.owner)).items
    assert (card.kind, card.content) == (CardKind.REFRAME, SENTENCE["content"])
    assert (card.source_message_id, card.prescribed_by) == (use.message_id, PrescribedBy.COACH)
    assert outcome.data == {"saved": "card", "id": str(card.id), "title": "I count"}
    assert (outcome.is_error, outcome.detail) == (False, "I count")
    assert not card.is_focus


@pytest.mark.parametrize("change", [{"agreed": False}, NOT_THEIRS])
async def test_without_a_yes_or_in_other_words_than_theirs_it_is_a_draft_and_nothing_is_kept(
    db: Db, use: ToolUse, change: dict[str, Any]
) -> None:
    args = SENTENCE | change
    async with db.unit(use.owner, write=True) as s:
        outcome = await save_card(s, use, SaveCard.model_validate(args))

    async with db.unit(use.owner) as s:
        assert (await cards.page(s, use.owner)).items == []
        (draft,) = await proposals.of_turns(s, use.owner, [use.turn_id])
    assert (outcome.proposal_id, outcome.is_error) == (draft.id, False)
    assert "saved" not in outcome.data
    assert draft.preview == f"I count\n{args['content']}"
    assert draft.expires_at == use.at + timedelta(minutes=30)


@pytest.mark.parametrize(
    ("content", "theirs"),
    [
        ("I count as one of the people.", True),
        ("I think I count.", True),
        ("One of the people, and I pay first.", False),
        ("I am.", False),
        ("I count as one of my mother's people.", False),
    ],
)
async def test_whose_words_they_are_is_read_from_what_was_said(
    db: Db, use: ToolUse, content: str, theirs: bool
) -> None:
    async with db.unit(use.owner) as s:
        assert await drafts.is_theirs(s, use.owner, content) is theirs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("keep this exactly as it is: 'i can love him and still say no'", LOVE),
        ('keep this exactly as it is "i can love him and still say no"', LOVE),
        ("guárdalo tal cual: «puedo quererlo y decir que no»", "Puedo quererlo y decir que no."),
        ("id rather be skint than the one who says no", "I'd rather be skint than say no."),
        ("i told her no. felt weird but i did it", "I told her no. It felt weird, but I did it."),
    ],
)
async def test_words_of_an_earlier_message_are_theirs_with_small_differences(
    db: Db, use: ToolUse, said: str, content: str
) -> None:
    session = await factories.conversation(db, use.owner)
    for text in (said, *["ok"] * 20, "yes, keep it exactly as it is"):
        await factories.exchange(db, use.owner, session, text)

    async with db.unit(use.owner) as s:
        assert await drafts.is_theirs(s, use.owner, content)


async def test_what_they_pasted_is_not_theirs_even_word_for_word(db: Db, use: ToolUse) -> None:
    session = await factories.conversation(db, use.owner)
    await factories.exchange(db, use.owner, session, "> I owe everybody\nkeep that")

    async with db.unit(use.owner) as s:
        assert not await drafts.is_theirs(s, use.owner, "I owe everybody.")


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "mantra"},
        {"kind": "noticing"},
        {"title": ""},
        {"content": "x" * 401},
        {"content": 5},
        {"user_id": "somebody"},
        {"agreed": "yes"},
    ],
)
def test_what_is_not_a_card_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SaveCard.model_validate(SENTENCE | wrong)


async def test_white_space_is_refused_by_the_service(db: Db, use: ToolUse) -> None:
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(InvalidInput):
            await save_card(s, use, SaveCard.model_validate(SENTENCE | {"title": " "}))


async def test_after_a_crisis_no_card_is_saved_whatever_the_model_tries(
    db: Db, use: ToolUse
) -> None:
    async with db.unit(use.owner, write=True) as s:
        person = await profiles.require(s, use.owner)
        crisis = SafetyVerdict(SafetyLevel.CRISIS, "suicidality")
        await safety_events.note(s, person, crisis, at=use.at)
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolFailed, match="no cards are made for two days"):
            await save_card(s, use, SaveCard.model_validate(SENTENCE))

    async with db.unit(use.owner) as s:
        assert not (await cards.page(s, use.owner)).items


async def test_a_plan_for_somebody_who_looks_for_no_change_is_refused_kindly(
    db: Db, use: ToolUse
) -> None:
    async with db.unit(use.owner, write=True) as s:
        stage = Stage.PRECONTEMPLATION
        await intel.change(s, use.owner, now=use.at, stage_of_change=stage)
    async with db.unit(use.owner, write=True) as s:
        with pytest.raises(ToolFailed, match="there is no hurry"):
            await save_card(s, use, SaveCard.model_validate(SENTENCE | {"kind": "plan"}))
        await save_card(s, use, SaveCard.model_validate(SENTENCE | {"kind": "truth"}))
