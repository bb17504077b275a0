from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.agents import AGENTS, run_agent
from coaching.agents.turn_run import Reply, Speaker
from coaching.content import text
from coaching.llm.port import ChatMessage, TextDelta
from coaching.llm.scripted import ScriptedLLM, always, says
from coaching.repositories import app_settings
from coaching.services import briefings, costs
from coaching.services.briefings import Run
from coaching.tools import COACH_TOOLS
from coaching.values.context import PastMessage, PendingOffer, WorkingContext
from coaching.values.enums import Trigger
from coaching.values.prompt import SystemPromptBlock
from coaching.values.session_state import SessionState
from tests.support import cast, factories, strategy, turn_runs
from tests.support.turn_runs import MemoryJournal

if TYPE_CHECKING:
    from uuid import UUID

    from pydantic import JsonValue

    from coaching.llm.port import Request
    from coaching.llm.scripted import Step
    from tests.support.bare_engine import BareEngine


@dataclass
class Heard:
    """A reply of the Coach, over."""

    speaker: Speaker
    text: str
    reply: Reply
    requests: list[Request]

    @property
    def context(self) -> WorkingContext:
        context = self.requests[0].context
        assert isinstance(context, WorkingContext)
        return context


async def hear(engine: BareEngine, owner: UUID, *steps: Step, **turn: Any) -> Heard:
    engine.llm = llm = ScriptedLLM(steps)
    run = turn_runs.turn_run(MemoryJournal(), owner=owner, at=engine.clock.now(), **turn)
    speaker, *events, reply = [event async for event in run_agent(engine, AGENTS[0], run)]
    llm.check()
    assert isinstance(speaker, Speaker)
    assert isinstance(reply, Reply)
    said = "".join(event.text for event in events if isinstance(event, TextDelta))
    return Heard(speaker, said, reply, llm.requests)


def past(*texts: str, at: Any) -> tuple[PastMessage, ...]:
    return tuple(
        PastMessage("coach" if place % 2 else "user", words, at)
        for place, words in enumerate(texts)
    )


async def test_a_reply_ends_with_what_is_stored_with_it(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)

    heard = await hear(engine, owner, says("That took ", "courage."))

    assert heard.text == "That took courage."
    assert heard.speaker == Speaker("coach", "claude", engine.settings.coach_model)
    reply = heard.reply
    assert (reply.agent, reply.source, reply.stop_reason) == ("coach", "claude", "end_turn")
    assert reply.in_history
    assert reply.meta["opening"] == "That took"
    assert reply.prompt_hash
    assert reply.tools_hash


async def test_the_request_is_core_then_session_then_messages(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    messages = (ChatMessage("user", ({"type": "text", "text": "Hello."},)),)

    heard = await hear(engine, owner, says("Hi."), messages=messages, prompt={"block": "Mara."})

    (request,) = heard.requests
    core, session = request.system
    assert session == SystemPromptBlock("Mara.")
    assert cast.IN_DEBT.name not in core.text
    assert request.messages == messages
    assert [tool.name for tool in request.tools] == [tool.name for tool in COACH_TOOLS]
    assert str(owner) not in request.user_hash


async def test_the_coach_knows_what_was_gathered(engine: BareEngine) -> None:
    owner = await cast.join(engine.db, cast.COUPLE)
    card = await factories.card(engine.db, owner)
    win = await factories.win(engine.db, owner)
    said = past("Hello.", "Hi.", at=engine.clock.now())

    heard = await hear(engine, owner, says("Hi."), past=said, session_number=2, gap_days=4.0)

    context = heard.context
    assert context.person.tension is cast.COUPLE.tension
    assert context.person.emotional_why == cast.COUPLE.emotional_why
    assert [view.id for view in context.cards] == [card.id]
    assert [view.id for view in context.wins] == [win.id]
    assert (context.history, context.gap_days) == (said, 4.0)
    assert heard.reply.context_ids["wins"] == [str(win.id)]


async def test_the_briefing_of_the_session_stays_whatever_comes_after(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)
    made = []
    for boundary in ("onboarding", "urgent:1"):
        run = Run(Trigger.ONBOARDING, boundary, "claude-sonnet-5-5")
        async with engine.db.unit(owner, write=True) as s:
            made.append(
                await briefings.store(s, owner, strategy.output(), run, at=engine.clock.now())
            )
    begun_with = {"block": "x", "briefing_id": str(made[0].id)}

    fixed = await hear(engine, owner, says("Hi."), prompt=begun_with)
    none = await hear(engine, owner, says("Hi."), prompt={"block": "x"})

    assert fixed.context.briefing is not None
    assert fixed.context.briefing.version == 1
    assert none.context.briefing is None


async def test_an_old_focus_card_is_known_among_many_newer_ones(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)
    focus = await factories.card(engine.db, owner, is_focus=True)
    for _ in range(25):
        engine.clock.move(timedelta(minutes=1))
        await factories.card(engine.db, owner, at=engine.clock.now())

    heard = await hear(engine, owner, says("Hi."))

    assert heard.context.focus_card is not None
    assert heard.context.focus_card.id == focus.id


async def test_a_pending_offer_is_known_until_the_next_reply(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)
    offer = PendingOffer("win", "I opened one.", offered_in_turn=3)

    heard = await hear(engine, owner, says("Fine."), state=SessionState(pending=offer))

    assert heard.context.pending is not None
    assert heard.context.pending.text == "I opened one."
    assert heard.reply.state.get("pending") is None


async def test_what_the_coach_offers_is_kept_for_the_next_turn(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)
    offer: JsonValue = {"kind": "card", "text": "I can look.", "title": "", "offered_in_turn": 1}
    step = replace(says("Save it?"), meta={"mode": "offer", "pending": offer, "opening": "Save"})

    heard = await hear(engine, owner, step)

    assert heard.reply.state.get("pending") == PendingOffer(
        "card", "I can look.", offered_in_turn=1
    )
    assert heard.reply.meta["mode"] == "offer"
    assert heard.reply.meta["opening"] == "Save"


async def test_a_reply_without_words_gets_a_line_that_the_model_never_reads(
    engine: BareEngine,
) -> None:
    owner = await factories.person(engine.db)

    heard = await hear(engine, owner, says(), says(" "))

    assert heard.text.strip() == text("en", "coach.fallback.empty")
    assert not heard.reply.in_history


async def test_a_reply_that_was_too_long_says_so(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)

    heard = await hear(engine, owner, says("And then", stop_reason="max_tokens"))

    assert heard.text == f"And then\n\n{text('en', 'coach.fallback.cut')}"
    assert heard.reply.stop_reason == "max_tokens"
    assert heard.reply.in_history


async def test_a_save_that_never_happened_is_corrected(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)

    heard = await hear(engine, owner, says("It's saved."))

    assert heard.text == f"It's saved.\n\n{text('en', 'coach.guard.not_saved')}"


async def test_a_save_from_earlier_in_the_session_may_be_spoken_of(engine: BareEngine) -> None:
    owner = await factories.person(engine.db)
    said = past("I waited.", "Save it?", at=engine.clock.now() - timedelta(minutes=5))
    await factories.win(engine.db, owner, at=engine.clock.now())

    heard = await hear(engine, owner, says("It's saved."), past=said)

    assert heard.text == "It's saved."


@pytest.mark.parametrize(("spent", "source"), [(49, "claude"), (50, "offline")])
async def test_above_the_day_s_limit_the_offline_coach_speaks(
    engine: BareEngine, spent: int, source: str
) -> None:
    owner = await factories.person(engine.db)
    offline = ScriptedLLM([always(says("Offline."))])
    offline.name = "offline"
    engine.offline, engine.llm = offline, ScriptedLLM([always(says("Claude."))])
    today = engine.clock.now().astimezone(UTC).date().isoformat()
    async with engine.db.system("test", write=True) as s:
        known = {"day": today, "micro_usd": spent * costs.MICRO}
        await app_settings.set_setting(s, costs.KEY, known, now=engine.clock.now())

    run = turn_runs.turn_run(MemoryJournal(), owner=owner)
    speaker, *_, reply = [event async for event in run_agent(engine, AGENTS[0], run)]

    assert isinstance(speaker, Speaker)
    assert isinstance(reply, Reply)
    assert (speaker.source, reply.source) == (source, source)
