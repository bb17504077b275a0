"""A sensitive memory without a yes: spelled out nowhere, whichever model writes."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.agents import open_session
from coaching.errors import NotFound
from coaching.llm.scripted import ScriptedLLM, always, parses
from coaching.memory.corrections import contradicts, masked
from coaching.repositories import briefings, intel, memories, signals
from coaching.services import briefings as service
from coaching.services import corrections, doors, insight, insight_history, lenses, search, sessions
from coaching.services.briefings import Run
from coaching.values.corrections import Correction, Withheld
from coaching.values.enums import MemoryState, Trigger, Verdict
from coaching.values.observation import Observation
from tests.support import observed, strategy
from tests.support.observed import REMEMBERS, SAID, SEEN
from tests.support.strategist_runs import asked, newest, run, writes

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.llm.scripted import Step
    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine

SENSITIVE = REMEMBERS | {"sensitive": True}
AGAIN = "Your card got declined, and you told me."
SPELLED = ("declined", "Declined")
GAP = timedelta(hours=12)


def stubborn() -> Step:
    """Say it in every part of the answer."""
    content = strategy.briefing_content().replace("A sentence about it.", AGAIN, 1)
    edges: dict[str, Any] = {
        **strategy.as_json()["growth_edges"],
        "self_receiving": {"status": "active", "evidence": [AGAIN], "note": AGAIN},
    }
    return writes(
        briefing_content=content,
        hypothesis="",
        leverage=AGAIN,
        curiosities=["What is warm about it?", AGAIN],
        session_strategy=AGAIN,
        journey_narrative=f"You wrote down two numbers. {AGAIN}",
        one_sentence="You look after everyone on your list by now, and your card got declined too.",
        growth_edges=edges,
        intel=strategy.intel(
            triggers=[AGAIN, "A call"], coaching_notes=[AGAIN], breakthroughs=[AGAIN]
        ),
        doors=[strategy.DOOR | {"opening": f"{AGAIN} How was it?"}, *[strategy.DOOR] * 4],
    )


async def told(engine: BareEngine) -> Turn:
    """Tell something sensitive; the Observer sees it as a signal too."""
    seen = {
        "signals": [
            SEEN
            | {
                "content": "Felt shame when the card got declined",
                "quote": "my card got declined",
                "urgency_flag": True,
            }
        ],
        "safety_level": "none",
        "memories": [SENSITIVE],
    }
    engine.llm = observed.observer_of(parses(Observation.model_validate(seen)))
    turn = await observed.finished(engine)
    await observed.run(engine)
    return turn


async def planned(engine: BareEngine, turn: Turn, boundary: str) -> str:
    """Run the Strategist after the session; return what it was sent."""
    engine.llm = llm = ScriptedLLM(strategist=[always(stubborn())])
    engine.clock.move(timedelta(hours=1))
    await asked(
        engine,
        turn.user_id,
        Trigger.SESSION_END,
        boundary=boundary,
        conversation_id=turn.conversation_id,
    )
    await run(engine)
    assert len(llm.requests) >= 1
    return str(llm.requests[-1].messages)


async def shown(engine: BareEngine, owner: UUID) -> str:
    """Return all that the person, the next session and the next run are given."""
    at = engine.clock.now() + timedelta(days=2)
    async with engine.db.unit(owner, write=True) as s:
        page = await insight.page(s, owner, at=at)
        found = [
            [(item.text, item.said) for item in page.items],
            await insight_history.history(s, owner),
            await lenses.history(s, owner),
            await insight.home_sentence(s, owner),
            await doors.offered(s, owner, at=at, gap=GAP),
            [(each.note, each.line) for each in (await search.sessions(s, owner)).items],
            (await open_session(engine, s, owner, session_number=2, gap_days=2)).prompt,
        ]
    # What they said themselves can be asked for in the next session, and is marked as private.
    return re.sub(r'<(person|coach) private="yes">.*?</\1>', "", str(found))


async def stored(engine: BareEngine, owner: UUID) -> str:
    async with engine.db.unit(owner) as s:
        rows = [row.model_dump() for row in await briefings.for_user(s, owner)]
        known = await intel.find(s, owner)
        seen = [(row.content, row.quote) for row in await signals.newest(s, owner)]
    return str([rows, known.model_dump() if known else None, seen])


def spells(text: str) -> bool:
    return any(word in text for word in SPELLED)


async def answer(engine: BareEngine, owner: UUID, *, may_keep: bool) -> UUID | None:
    async with engine.db.unit(owner, write=True) as s:
        (waits,) = await memories.waiting(s, owner)
        said = await insight.answer_waiting(
            s, owner, waits.id, may_keep=may_keep, at=engine.clock.now()
        )
        return said.id if said else None


async def test_while_it_waits_it_is_spelled_out_nowhere(engine: BareEngine) -> None:
    turn = await told(engine)
    owner = turn.user_id
    assert not spells(await stored(engine, owner))
    (signal,) = await observed.seen(engine, turn)
    assert signal.urgency_flag

    request = await planned(engine, turn, "one")

    assert not spells(request)
    assert "have not agreed yet" in request
    assert not spells(await stored(engine, owner))
    assert not spells(await shown(engine, owner))
    last = await newest(engine, owner)
    assert last is not None
    assert last.journey_narrative == "You wrote down two numbers."


async def test_what_was_declined_never_returns(engine: BareEngine) -> None:
    turn = await told(engine)
    owner = turn.user_id
    await answer(engine, owner, may_keep=False)

    for number in range(3):
        request = await planned(engine, turn, f"run {number}")
        assert not spells(request)

    assert not spells(await stored(engine, owner))
    assert not spells(await shown(engine, owner))
    async with engine.db.unit(owner) as s:
        (binding,) = await corrections.binding(s, owner)
    assert (binding.verdict, binding.withheld) == (Verdict.DELETED, Withheld.DECLINED)
    assert not spells(masked(SAID, [binding]))


async def test_a_no_holds_for_what_was_written_before(engine: BareEngine) -> None:
    turn = await told(engine)
    owner = turn.user_id
    await answer(engine, owner, may_keep=True)
    await planned(engine, turn, "one")
    assert spells(await shown(engine, owner))
    async with engine.db.unit(owner, write=True) as s:
        (kept,) = await memories.active(s, owner, now=engine.clock.now())
        kept.state, kept.active = MemoryState.WAITING, False
    offered = await newest(engine, owner)
    assert offered is not None

    await answer(engine, owner, may_keep=False)

    assert not spells(await shown(engine, owner))
    async with engine.db.unit(owner) as s:
        with pytest.raises(NotFound):
            await doors.require(s, owner, f"{offered.id}:0")
        assert not spells((await sessions.closing(s, owner, turn.conversation_id)).note)


async def test_undo_lets_it_wait_again_and_a_yes_makes_it_a_memory(engine: BareEngine) -> None:
    turn = await told(engine)
    owner = turn.user_id
    said = await answer(engine, owner, may_keep=False)
    assert said is not None

    async with engine.db.unit(owner, write=True) as s:
        await insight.undo(s, owner, said, at=engine.clock.now())
        (waits,) = await memories.waiting(s, owner)
    assert (waits.content, waits.quote) == ("Card got declined", "my card got declined")
    assert not spells(await planned(engine, turn, "one"))

    await answer(engine, owner, may_keep=True)

    assert spells(await planned(engine, turn, "two"))
    assert spells(await shown(engine, owner))


async def test_what_waits_since_the_model_began_is_not_stored(engine: BareEngine) -> None:
    turn = await told(engine)
    output = strategy.output(journey_narrative=f"You came. {AGAIN}")
    async with engine.db.unit(turn.user_id, write=True) as s:
        kept = await service.store(
            s, turn.user_id, output, Run(Trigger.ONBOARDING, "o", "claude"), at=engine.clock.now()
        )
    assert kept.journey_narrative == "You came."
    waits = Correction("Card got declined", Verdict.DONT_USE, withheld=Withheld.WAITING)
    assert contradicts(AGAIN, [waits]) is waits
