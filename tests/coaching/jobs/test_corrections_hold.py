"""What a person corrected never returns, whichever model writes and however often."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from coaching.errors import StructureInvalid
from coaching.llm.scripted import ScriptedLLM, fails
from coaching.memory.corrections import contradicts
from coaching.memory.pruning import NOTHING_KNOWN
from coaching.offline.llm import OfflineLLM
from coaching.repositories import briefings, intel
from coaching.services import briefings as service
from coaching.services import corrections
from coaching.services.briefings import Run
from coaching.services.corrections import Target
from coaching.values.enums import Trigger, Verdict
from coaching.values.strategy import SECTIONS, headings
from tests.support import cast, factories, strategy
from tests.support.strategist_runs import asked, join, newest, run, writes

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from coaching.llm.port import Request
    from coaching.llm.scripted import Step
    from coaching.values.corrections import Correction
    from tests.support.bare_engine import BareEngine


RESENTS = "She may resent her brother."
AGAIN = "Under it all she resents her brother."
DOOR = strategy.DOOR | {"opening": f"{AGAIN} What is in it?"}
SESSIONS = 4


def stubborn() -> Step:
    """Say it in every part of the answer."""
    content = strategy.briefing_content().replace(
        "WHAT WE KNOW\nA sentence about it.", f"WHAT WE KNOW\n{AGAIN}"
    )
    first = strategy.create(content=AGAIN)
    return writes(
        briefing_content=f"{content} {AGAIN}",
        hypothesis="",
        leverage=f"Her own line. {AGAIN}",
        curiosities=["What is warm about it?", f"Could it be that {AGAIN}"],
        session_strategy=AGAIN,
        journey_narrative=f"She met the guess with a nine. {AGAIN}",
        one_sentence=f"You look after everyone on the list by now, and {AGAIN.lower()}",
        intel=strategy.intel(triggers=[AGAIN, "A call"], coaching_notes=[AGAIN]),
        doors=[DOOR, *[strategy.DOOR] * 4],
        focus_card_prescription=first | {"rationale": AGAIN},
    )


def listens(request: Request) -> Step:
    """Say it until it is told not to."""
    read = str(request.messages)
    return writes(hypothesis="") if RESENTS in read else stubborn()


async def say(engine: BareEngine, owner: UUID, said: str, verdict: Verdict) -> None:
    async with engine.db.unit(owner, write=True) as s:
        target = Target(f"story:{said}", said)
        await corrections.correct(s, owner, target, verdict, at=engine.clock.now())


async def believed(engine: BareEngine, owner: UUID) -> list[str]:
    """Return everything that later briefings and the intel say, text by text."""
    async with engine.db.unit(owner) as s:
        rows = [row for row in await briefings.for_user(s, owner) if row.version > 1]
        known = await intel.find(s, owner)
    assert known is not None
    stored: list[Any] = [*(row.model_dump() for row in rows), known.model_dump()]
    return _texts(stored)


async def a_few_sessions(engine: BareEngine, owner: UUID) -> None:
    triggers = [Trigger.SESSION_START, Trigger.SESSION_END, Trigger.URGENT]
    for number in range(SESSIONS):
        engine.clock.move(timedelta(days=2))
        session = await factories.conversation(engine.db, owner, at=engine.clock.now())
        await factories.exchange(
            engine.db, owner, session, cast.COUPLE.messages[number % 3], at=engine.clock.now()
        )
        await asked(
            engine,
            owner,
            triggers[number % 3],
            boundary=f"session:{number}",
            conversation_id=session.id,
        )
        await run(engine)


@pytest.mark.slow
@pytest.mark.parametrize("verdict", [v for v in Verdict if v is not Verdict.TRUE])
@pytest.mark.parametrize(
    ("model", "asked_per_run"),
    [(lambda _: stubborn(), 2), (listens, 1)],
    ids=["stubborn", "obedient"],
)
async def test_a_contradicted_fact_never_returns(
    engine: BareEngine, model: Callable[[Request], Step], asked_per_run: int, verdict: Verdict
) -> None:
    engine.llm = ScriptedLLM(strategist=[model] * (1 + asked_per_run * SESSIONS))
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    first = await newest(engine, owner)
    assert first is not None
    assert AGAIN in first.journey_narrative
    await (
        say_it_so(engine, owner)
        if verdict is Verdict.DIFFERENTLY
        else say(engine, owner, RESENTS, verdict)
    )

    await a_few_sessions(engine, owner)

    binding = (await in_force(engine, owner))[0]
    assert [text for text in await believed(engine, owner) if contradicts(text, [binding])] == []
    last = await newest(engine, owner)
    assert last is not None
    assert last.version == 1 + SESSIONS
    assert tuple(headings(last.briefing_content)) == SECTIONS


async def test_an_answer_that_says_it_again_is_asked_for_once_more(engine: BareEngine) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[stubborn(), writes()])
    owner = await join(engine)
    await say(engine, owner, RESENTS, Verdict.NOT_TRUE)
    await asked(engine, owner)

    await run(engine)

    briefing = await newest(engine, owner)
    assert briefing is not None
    assert briefing.hypothesis == strategy.output().hypothesis
    assert "Your first answer had to be changed" in str(llm.requests[1].messages)
    assert "they corrected this" in str(llm.requests[1].messages)
    assert str(llm.requests[0].messages)[:-60] in str(llm.requests[1].messages)


async def test_what_is_left_of_a_stubborn_answer_is_whole(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[stubborn(), stubborn()])
    owner = await join(engine)
    await say(engine, owner, RESENTS, Verdict.NOT_TRUE)
    await asked(engine, owner, Trigger.SESSION_END)

    await run(engine)

    kept = await newest(engine, owner)
    assert kept is not None
    assert f"WHAT WE KNOW\n{NOTHING_KNOWN}" in kept.briefing_content
    assert kept.journey_narrative == "She met the guess with a nine."
    assert kept.leverage == "Her own line."
    assert (kept.hypothesis, kept.one_sentence) == ("", "")
    assert kept.curiosities == ["What is warm about it?"]
    assert len(kept.doors) == 4
    assert kept.prescription["action"] == "keep_current"


async def test_a_second_answer_that_cannot_be_read_leaves_the_first_without_it(
    engine: BareEngine,
) -> None:
    wrong = fails(StructureInvalid("not JSON", raw=""))
    engine.llm = ScriptedLLM(strategist=[stubborn(), wrong])
    owner = await join(engine)
    await say(engine, owner, RESENTS, Verdict.NOT_TRUE)
    await asked(engine, owner, Trigger.SESSION_START)

    await run(engine)

    kept = await newest(engine, owner)
    assert kept is not None
    assert kept.journey_narrative == "She met the guess with a nine."


async def test_what_is_corrected_while_the_model_writes_binds_it_too(engine: BareEngine) -> None:
    owner, wrote = await join(engine), strategy.output(journey_narrative=f"She came. {AGAIN}")
    await say(engine, owner, RESENTS, Verdict.NOT_TRUE)

    async with engine.db.unit(owner, write=True) as s:
        kept = await service.store(
            s, owner, wrote, Run(Trigger.ONBOARDING, "onboarding", "claude"), at=engine.clock.now()
        )

    assert kept.journey_narrative == "She came."


async def test_by_rules_a_corrected_sentence_never_returns(engine: BareEngine) -> None:
    engine.llm = engine.offline = OfflineLLM()
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    first = await newest(engine, owner)
    assert first is not None
    for said in (first.hypothesis, first.one_sentence, first.journey_narrative):
        if said:
            await say(engine, owner, said, Verdict.NOT_TRUE)

    await a_few_sessions(engine, owner)

    binding = await in_force(engine, owner)
    assert binding
    assert [text for text in await believed(engine, owner) if contradicts(text, binding)] == []
    last = await newest(engine, owner)
    assert last is not None
    assert tuple(headings(last.briefing_content)) == SECTIONS


async def in_force(engine: BareEngine, owner: UUID) -> tuple[Correction, ...]:
    async with engine.db.unit(owner) as s:
        return await corrections.binding(s, owner)


async def say_it_so(engine: BareEngine, owner: UUID) -> None:
    async with engine.db.unit(owner, write=True) as s:
        await corrections.correct(
            s,
            owner,
            Target("story:1", RESENTS),
            Verdict.DIFFERENTLY,
            "I miss my brother",
            at=engine.clock.now(),
        )


def _texts(stored: Any) -> list[str]:
    if isinstance(stored, str):
        return [stored]
    if isinstance(stored, dict):
        return _texts(list(stored.values()))
    return [text for item in stored for text in _texts(item)] if isinstance(stored, list) else []
