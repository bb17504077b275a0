"""A guess through the runs: what is heard in the rows decides, and a retired one never returns."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

import pytest
from sqlmodel import select

from coaching.llm.port import Parsed, Usage
from coaching.llm.scripted import ScriptedLLM
from coaching.models import Conversation, ObserverSignal, Turn
from coaching.offline.llm import OfflineLLM
from coaching.repositories import briefings
from coaching.services import hypotheses
from coaching.text.similarity import said_before
from coaching.values.context import StrategistContext
from coaching.values.enums import (
    Heard,
    HypothesisStatus,
    JobStatus,
    RetiredBecause,
    SignalType,
    Trigger,
)
from tests.support import cast, factories, strategy
from tests.support.strategist_runs import asked, job, join, newest, run, writes

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.llm.port import Request
    from coaching.models import Hypothesis
    from tests.support.bare_engine import BareEngine


GUESS = strategy.output().hypothesis
OTHER = "The phone may decide before she does."


async def guesses(engine: BareEngine, owner: UUID) -> list[Hypothesis]:
    async with engine.db.unit(owner) as s:
        return list(await hypotheses.history(s, owner))


async def after_a_session(
    engine: BareEngine, owner: UUID, *lines: tuple[str, str], trigger: Trigger = Trigger.SESSION_END
) -> Conversation:
    """Hold a session of these exchanges and ask for the run after it."""
    engine.clock.move(timedelta(seconds=3600))
    session = await factories.conversation(engine.db, owner, at=engine.clock.now())
    for user, coach in lines:
        await factories.exchange(engine.db, owner, session, user, coach, at=engine.clock.now())
    boundary = f"{trigger}:{session.id}"
    await asked(engine, owner, trigger, boundary=boundary, conversation_id=session.id)
    return session


async def test_the_run_s_guess_becomes_the_candidate(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)

    (guess,) = await guesses(engine, owner)
    briefing = await newest(engine, owner)
    assert briefing is not None
    assert (guess.text, guess.status, guess.first_briefing_id) == (
        GUESS,
        HypothesisStatus.CANDIDATE,
        briefing.id,
    )


async def test_a_quote_of_theirs_supports_it_and_an_invented_one_does_not(
    engine: BareEngine,
) -> None:
    said = {"verdict": "supported", "quote": "giving was how I was good"}
    never = {"verdict": "supported", "quote": "I have known it all along"}
    engine.llm = ScriptedLLM(
        strategist=[writes(), writes(heard_guess=never), writes(heard_guess=said)]
    )
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    await after_a_session(engine, owner, ("The train was late.", "Hm."))
    await run(engine)
    assert (await guesses(engine, owner))[0].status is HypothesisStatus.CANDIDATE

    await after_a_session(engine, owner, ("I think giving was how I was good!", "Yes."))
    await run(engine)
    assert (await guesses(engine, owner))[0].status is HypothesisStatus.SUPPORTED


async def test_a_low_number_on_the_scale_ends_it_whatever_the_model_says(
    engine: BareEngine,
) -> None:
    engine.llm = llm = ScriptedLLM(strategist=[writes(), writes(hypothesis=OTHER)])
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    lines = [
        ("Hello.", "A first guess: giving made you good. How close is that, 0 to 10?"),
        ("A 2", "Thank you, then it goes out."),
    ]
    await after_a_session(engine, owner, *lines)
    await run(engine)

    assert [(row.text, row.because) for row in await guesses(engine, owner)] == [
        (OTHER, None),
        (GUESS, RetiredBecause.REJECTED),
    ]
    context = llm.requests[-1].context
    assert isinstance(context, StrategistContext)
    assert context.findings.guess is Heard.REJECTED


async def test_offered_in_two_sessions_without_an_answer_it_is_over(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(), writes(), writes(hypothesis=OTHER)])
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    for _ in range(2):
        await after_a_session(engine, owner, ("The train was late.", f"A guess. {GUESS}"))
        await run(engine)

    assert [(row.text, row.because) for row in await guesses(engine, owner)] == [
        (OTHER, None),
        (GUESS, RetiredBecause.UNSUPPORTED),
    ]


@pytest.mark.parametrize(
    ("heard", "status"),
    [
        ({"verdict": "open", "quote": ""}, HypothesisStatus.CANDIDATE),
        (
            {"verdict": "supported", "quote": "I was only good when giving"},
            HypothesisStatus.SUPPORTED,
        ),
    ],
)
async def test_the_words_of_a_signal_support_it_only_if_the_model_hears_it(
    engine: BareEngine, heard: dict[str, str], status: HypothesisStatus
) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(), writes(heard_guess=heard)])
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    session = await after_a_session(engine, owner, ("Oh.", "Yes?"), trigger=Trigger.SESSION_START)
    async with engine.db.unit(owner, write=True) as s:
        turn = (await s.exec(select(Turn).where(Turn.user_id == owner))).one()
        s.add(
            ObserverSignal(
                user_id=owner,
                session_id=session.id,
                turn_id=turn.id,
                ordinal=0,
                signal_type=SignalType.BREAKTHROUGH,
                content="Links giving and being good",
                quote="I was only good when giving",
                confidence=0.9,
            )
        )
    await run(engine)

    assert (await guesses(engine, owner))[0].status is status


async def test_a_guess_that_was_never_offered_stays(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(), writes(), writes()])
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    for _ in range(2):
        await after_a_session(engine, owner, ("The train was late.", "Hm."))
        await run(engine)

    (guess,) = await guesses(engine, owner)
    assert (guess.status, guess.sessions_without_support) == (HypothesisStatus.CANDIDATE, 0)


@pytest.mark.parametrize("text", [GUESS, "She may have learned to be good by giving."])
async def test_a_rejected_guess_is_left_out_and_the_rest_is_kept(
    engine: BareEngine, text: str
) -> None:
    engine.llm = ScriptedLLM(strategist=[writes(), writes(hypothesis=text)])
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)
    await _off_track(engine, owner)
    await after_a_session(engine, owner, ("Hello.", "Hm."))
    await run(engine)

    briefing = await newest(engine, owner)
    assert briefing is not None
    assert (briefing.version, briefing.hypothesis) == (2, "")
    assert [row.status for row in await guesses(engine, owner)] == [HypothesisStatus.RETIRED]


class Meanwhile:
    """A model during whose answer something happens."""

    name: Literal["claude", "offline"] = "claude"
    reads_context = True

    def __init__(self, happens: Any) -> None:
        self._happens, self.calls = happens, 0

    async def parse(self, request: Request, schema: Any) -> Parsed[Any]:
        del request
        self.calls += 1
        if self.calls == 1:
            await self._happens()
        text = GUESS if self.calls == 1 else OTHER
        return Parsed(schema.model_validate(strategy.as_json(hypothesis=text)), Usage(), "claude")

    def stream(self, request: Request) -> Any:
        raise NotImplementedError


async def test_off_track_while_the_model_writes_lets_it_write_anew(engine: BareEngine) -> None:
    engine.llm = ScriptedLLM(strategist=[writes()])
    owner = await join(engine)
    await asked(engine, owner)
    await run(engine)

    model = Meanwhile(lambda: _off_track(engine, owner))
    engine.llm = model
    await after_a_session(engine, owner, ("Hello.", "Hm."))
    await run(engine)
    assert (await job(engine, owner, Trigger.SESSION_END)).status is JobStatus.DUE
    engine.clock.move(timedelta(seconds=60))
    await run(engine)

    briefing = await newest(engine, owner)
    assert briefing is not None
    assert (briefing.version, briefing.hypothesis, model.calls) == (2, OTHER, 2)
    assert [row.because for row in await guesses(engine, owner)] == [
        None,
        RetiredBecause.OFF_TRACK,
    ]


@pytest.mark.slow
@pytest.mark.parametrize("person", cast.CAST, ids=lambda person: person.name)
async def test_by_rules_a_retired_guess_never_returns_in_five_sessions(
    engine: BareEngine, person: cast.Person
) -> None:
    engine.llm = engine.offline = OfflineLLM()
    owner = await join(engine, person)
    await asked(engine, owner)
    await run(engine)
    for _ in range(5):
        await after_a_session(engine, owner, *((text, "Hm.") for text in person.messages))
        await run(engine)

    async with engine.db.unit(owner) as s:
        versions = list(reversed(await briefings.for_user(s, owner)))
    rows = await guesses(engine, owner)
    assert [row.version for row in versions] == [1, 2, 3, 4, 5, 6]
    assert sum(row.status is not HypothesisStatus.RETIRED for row in rows) <= 1
    for row in rows:
        later = [
            b.hypothesis for b in versions if row.retired_at and b.created_at >= row.retired_at
        ]
        assert not any(said_before(text, [row.text]) for text in later)


async def _off_track(engine: BareEngine, owner: UUID) -> None:
    async with engine.db.unit(owner, write=True) as s:
        guess = await hypotheses.current(s, owner)
        assert guess is not None
        await hypotheses.retire(
            s, owner, guess.id, because=RetiredBecause.OFF_TRACK, at=engine.clock.now()
        )
