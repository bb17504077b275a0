from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.values.context import PendingOffer
from tests.coaching.offline.people import MARA, SAM
from tests.coaching.offline.talking import Said, Session, answer, context, converse, spoken, stream

LATER = replace(MARA, session_number=3)
PLAN = ("I could open the top one", "saturday morning, tea first, Ben next to me")
INSIGHT = ("oh. it's not the letters, it's dad's face when he read my marks out", "yes, that's it")


async def offered_plan() -> list[Said]:
    said = await converse(LATER, PLAN)
    assert said[-1].pending is not None
    return said


async def test_a_plan_is_offered_to_be_kept_in_their_words() -> None:
    said = await offered_plan()
    offer = said[-1].pending
    assert offer is not None
    assert offer.kind == "plan"
    assert "saturday morning, tea first" in offer.text
    assert said[-1].text.endswith("?")


@pytest.mark.parametrize("yes", ["yes please", "sure", "keep it", "yep save that", "ok"])
async def test_a_yes_keeps_it_and_says_so(yes: str) -> None:
    said = await answer(LATER, yes, await offered_plan())
    assert said.kept is not None
    assert said.kept.name == "save_card"
    assert said.kept.input.keys() == {"kind", "title", "content", "agreed"}
    assert said.kept.input["kind"] == "plan"
    assert "tea first" in str(said.kept.input["content"])
    assert said.text.startswith("Kept")
    assert said.pending is None


async def test_a_card_in_borrowed_words_is_a_draft_and_it_says_so() -> None:
    said = await converse(replace(LATER, focus_card=None), ["is there something I can carry?"])
    assert said[-1].pending is not None
    drafted = ("save_card", '{"draft": "card", "title": "Seeing is not fixing"}', False)
    ctx = replace(context(LATER, "yes please", said), tool_results=(drafted,))
    reply = spoken(await stream(ctx))
    assert "draft" in reply
    assert "kept" not in reply.lower()


@pytest.mark.parametrize("no", ["no thanks", "nah", "not now", "whatever"])
async def test_a_no_or_a_shrug_leaves_it(no: str) -> None:
    said = await answer(LATER, no, await offered_plan())
    assert said.kept is None
    assert said.mode == "pending"
    assert "?" not in said.text


async def test_something_else_is_answered_as_itself() -> None:
    said = await answer(
        LATER, "my stomach just dropped again, hearing the gate", await offered_plan()
    )
    assert said.kept is None
    assert said.mode != "pending"


async def test_a_new_name_becomes_the_title() -> None:
    said = await answer(LATER, "call it the tea letter", await offered_plan())
    assert said.kept is not None
    assert said.kept.input["title"] == "The tea letter"
    assert "“The tea letter”" in said.text


async def test_a_name_that_comes_late_goes_onto_the_card_by_their_own_hand() -> None:
    plan = await offered_plan()
    kept = await answer(LATER, "yes please", plan)
    said = await answer(LATER, "call it the tea letter", [*plan, kept])
    assert (said.mode, said.kept) == ("named_late", None)
    assert "“The tea letter”" in said.text


async def test_a_change_asked_for_is_kept_changed() -> None:
    said = await answer(LATER, 'yes, but make it "sunday morning"', await offered_plan())
    assert said.kept is not None
    assert "sunday morning" in str(said.kept.input["content"]).lower()


async def test_what_could_not_be_kept_is_said_plainly() -> None:
    failing = replace(LATER, tool_fails=True)
    said = await answer(failing, "yes please", await offered_plan())
    without = await answer(replace(LATER, tools=()), "yes please", await offered_plan())
    assert without.kept is None
    assert said.text == without.text
    assert "Kept" not in said.text


async def test_an_insight_becomes_a_card_offer_a_little_later() -> None:
    said = await converse(LATER, INSIGHT)
    assert said[0].pending is None
    offer = said[1].pending
    assert offer is not None
    assert (offer.kind, "dad's face" in offer.text) == ("card", True)


async def test_a_card_is_offered_once_a_session() -> None:
    said = await converse(LATER, (*INSIGHT, "no", "oh. it's not the money, it's being seen", "yes"))
    assert [one.pending is not None for one in said] == [False, True, False, False, False]


async def test_a_win_is_kept_as_a_win() -> None:
    told = await answer(SAM, "I did it, I waited the ten minutes and put the phone away")
    assert told.pending is not None
    assert told.pending.kind == "win"
    kept = (await answer(SAM, "yes", [told])).kept
    assert kept is not None
    assert kept.name == "save_win"
    assert kept.input == {"text": told.pending.text}


async def test_they_may_ask_for_a_card_themselves() -> None:
    said = await converse(LATER, ("the letters can wait till I've had tea", "save that as a card"))
    kept = said[-1].kept
    assert kept is not None
    assert kept.input["content"] == "The letters can wait till I've had tea"


async def test_sums_of_money_are_not_kept() -> None:
    offer = PendingOffer("card", "I can leave the £4,200 where it is")
    before = replace((await offered_plan())[-1])
    before.meta["pending"] = {"kind": offer.kind, "text": offer.text, "title": ""}
    kept = (await answer(LATER, "yes", [before])).kept
    assert kept is not None
    assert "4" not in str(kept.input["content"])


async def test_nobody_before_a_change_is_offered_a_card() -> None:
    person = replace(MARA.person, stage=type(MARA.person.stage).PRECONTEMPLATION)
    said = await converse(Session(person, session_number=2), INSIGHT)
    assert all(one.pending is None for one in said)
