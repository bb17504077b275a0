"""What code adds to a reply, and what it notes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coaching.agents import AGENTS, run_agent
from coaching.agents.turn_run import Reply
from coaching.content import text
from coaching.llm.port import TextDelta
from coaching.llm.scripted import ScriptedLLM, says
from tests.support import cast, turn_runs
from tests.support.turn_runs import MemoryJournal

if TYPE_CHECKING:
    from tests.support.bare_engine import BareEngine


async def reply_to(engine: BareEngine, said: str, **turn: Any) -> tuple[str, Reply]:
    owner = await cast.join(engine.db, cast.IN_DEBT)
    engine.llm = ScriptedLLM([says(said)])
    run = turn_runs.turn_run(MemoryJournal(), owner=owner, at=engine.clock.now(), **turn)
    *events, reply = [event async for event in run_agent(engine, AGENTS[0], run)]
    assert isinstance(reply, Reply)
    return "".join(e.text for e in events if isinstance(e, TextDelta)), reply


async def test_a_helpline_from_memory_gets_a_correction(engine: BareEngine) -> None:
    said, _ = await reply_to(engine, "Please call 116 123 tonight.")

    assert said.endswith(text("en", "coach.guard.number"))


async def test_a_number_of_theirs_gets_none(engine: BareEngine) -> None:
    said, _ = await reply_to(engine, "You did call 988.", text="I called 988 last night")

    assert said == "You did call 988."


async def test_faults_are_kept_by_name_beside_the_reply(engine: BareEngine) -> None:
    prompt = {"block": "Mara.", "tension": "avoid"}

    said, reply = await reply_to(engine, "You ostrich. Why? Since when?", prompt=prompt)

    assert said == "You ostrich. Why? Since when?"
    assert reply.meta["faults"] == ["questions", "shame_word"]


async def test_a_good_reply_has_no_faults_to_keep(engine: BareEngine) -> None:
    _, reply = await reply_to(engine, "A drawer, then. What goes through you there?")

    assert "faults" not in reply.meta
