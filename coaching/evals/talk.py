"""A talk with the Coach that has no briefing: an invented person, line by line (A76).

The legacy path (A26) has no other reader left once a Strategist has run, so this is where it is
heard: the same prompt, port, screen and tools as in the app, without a database. What a tool would
keep is told and thrown away.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from coaching.agents.reply_guard import Said, faults_in
from coaching.agents.tool_calls import as_json, results_message
from coaching.content import hypotheses_for, identify_tension, may_present_hypothesis
from coaching.errors import LLMCut
from coaching.evals.practice_choice import choice_for
from coaching.llm.port import Done, Request, TextDelta, ToolCall
from coaching.prompts import as_said, build_system_prompt_blocks, preface
from coaching.safety import NOTHING_ASKED, asked_in, fixed_message, hear, screen
from coaching.tools import COACH_TOOLS
from coaching.values.chat import ChatMessage, said_by_user
from coaching.values.chips import Chip
from coaching.values.context import PastMessage, PendingOffer, PersonView, WorkingContext
from coaching.values.enums import Role, SafetyLevel, Stage
from coaching.values.preface import PrefaceFacts
from coaching.values.safety import CLOSES_CHECK
from coaching.values.tools import ToolOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coaching.evals.report import Row
    from coaching.llm.port import LLM
    from coaching.safety import Heard
    from coaching.values.safety import SafetyVerdict

EXAMPLES = Path(__file__).parent / "examples"
LINES = EXAMPLES / "talks.json"
BEGINS = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
STEPS = 3


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was said, what the app showed first, what would have been kept, what was amiss."""

    person: str
    toney: str
    shown: str = ""
    kept: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str
    kept: tuple[str, ...]
    messages: tuple[ChatMessage, ...]
    meta: Mapping[str, Any]
    chips: tuple[Chip, ...] = ()


def lines_of(persona_id: str) -> tuple[str, ...]:
    """Return what an invented person writes; nobody has written for everybody."""
    return tuple(json.loads(LINES.read_text("utf-8")).get(persona_id, ()))


def person_of(row: Row, *, tone: float, stage: Stage) -> PersonView:
    """Return somebody of the example file as they stand after the onboarding."""
    result = identify_tension(row["answers"])
    context = tuple(row.get("context", ()))
    guess = hypotheses_for(result, context).candidates[0]
    may_guess = may_present_hypothesis(context, 1)
    return PersonView(
        name=row["name"],
        tension=result.primary,
        secondary_tension=result.secondary,
        tension_confidence=result.confidence,
        hypothesis=guess.text if may_guess else "",
        hypothesis_rules=(guess.id,) if may_guess else (),
        emotional_why=row.get("emotional_why", ""),
        life_context=context,
        answers=dict(row["answers"]),
        tone=tone,
        tone_stored=tone,
        stage=stage,
    )


async def talk(llm: LLM, person: PersonView, lines: Sequence[str]) -> list[Exchange]:
    """Return the whole talk; a model's failure is raised as the port raises it."""
    simulator = _Simulator(llm, person)
    return [await simulator.say(line) for line in lines]


class _Simulator:
    """One session in memory: the messages as a model reads them, the history as rules do."""

    def __init__(self, llm: LLM, person: PersonView) -> None:
        self._llm, self._person = llm, person
        self._messages: tuple[ChatMessage, ...] = ()
        self._past: tuple[PastMessage, ...] = ()
        self._replies: list[str] = []
        self._pending: PendingOffer | None = None
        self._check = NOTHING_ASKED

    async def say(self, line: str) -> Exchange:
        """Say one line and hear the reply."""
        heard = hear(self._check, line, screen(line, life_context=self._person.life_context))
        verdict, self._check = heard.verdict, heard.check
        shown = _shown(verdict, self._person)
        note = preface(self._news(verdict, shown))
        asked = said_by_user(note, as_said(line))
        answer = await self._answer(self._context(line, heard, note), asked)
        faults = faults_in(Said(answer.text, line, self._replies, tension=self._person.tension))
        self._keep(line, answer)
        chips = tuple(chip.text for chip in answer.chips)
        return Exchange(line, answer.text, shown, answer.kept, faults, chips)

    def _news(self, verdict: SafetyVerdict, shown: str) -> PrefaceFacts:
        return PrefaceFacts(
            today=None if self._replies else BEGINS.date(),
            safety=verdict,
            shown=shown,
        )

    def _context(self, line: str, heard: Heard, note: str) -> WorkingContext:
        context = WorkingContext(
            self._person,
            line,
            BEGINS.date(),
            session_number=1,
            turn_number=len(self._replies) + 1,
            history=self._past,
            pending=self._pending,
            safety=heard.verdict,
            check=heard.answer,
            preface=note,
        )
        return replace(context, practices=choice_for(context))

    async def _answer(self, context: WorkingContext, asked: ChatMessage) -> _Answer:
        request = Request(
            Role.COACH,
            tuple(build_system_prompt_blocks(context)),
            (*self._messages, asked),
            context,
            tools=tuple(tool.spec for tool in COACH_TOOLS),
        )
        said, kept, meta, chips = "", list[str](), dict[str, Any](), tuple[Chip, ...]()
        for step in range(STEPS):
            request = replace(request, tools_off=step == STEPS - 1)
            piece, calls, done = await _heard(self._llm, request)
            said, meta, chips = f"{said}\n\n{piece}".strip(), dict(done.meta), done.chips
            if not calls:
                break
            kept += [_words(call) for call in calls]
            request = _answered(request, calls, done)
        answered = (asked, _said_by_coach(said)) if said else (asked,)
        return _Answer(said, tuple(kept), answered, meta, chips)

    def _keep(self, line: str, answer: _Answer) -> None:
        meta, at = answer.meta, BEGINS + timedelta(minutes=len(self._replies))
        self._messages = (*self._messages, *answer.messages)
        self._replies.append(answer.text)
        mode, ids = str(meta.get("mode", "")), tuple(meta.get("template_ids") or ())
        reply = PastMessage("coach", answer.text, at, mode, ids, answer.chips)
        if meta.get(CLOSES_CHECK) and not self._check.is_crisis:
            self._check = NOTHING_ASKED
        elif not self._check.about:
            self._check = asked_in(answer.text)
        self._past = (*self._past, PastMessage("user", line, at), reply)
        offer = meta.get("pending")
        self._pending = PendingOffer(**offer) if offer else None


def _shown(verdict: SafetyVerdict, person: PersonView) -> str:
    """Return the fixed words above the reply, which the app shows in a crisis only."""
    if verdict.level is not SafetyLevel.CRISIS:
        return ""
    return fixed_message(verdict.category, verdict.level, person.country, lang=person.language)


async def _heard(llm: LLM, request: Request) -> tuple[str, list[ToolCall], Done]:
    """Return one step of a reply: its text, its calls, its end."""
    said, calls = "", list[ToolCall]()
    async for event in llm.stream(request):
        match event:
            case TextDelta():
                said += event.text
            case ToolCall():
                calls.append(event)
            case Done():
                return said, calls, event
            case _:
                pass
    raise LLMCut("the stream ended without a Done")


def _answered(request: Request, calls: Sequence[ToolCall], done: Done) -> Request:
    """Return the request with every call answered as if it had been done."""
    outcomes = [ToolOutcome(_outcome(call)) for call in calls]
    results = results_message(zip(calls, outcomes, strict=True))
    told = tuple(
        (call.name, as_json(dict(outcome.data)), outcome.is_error)
        for call, outcome in zip(calls, outcomes, strict=True)
    )
    return replace(
        request,
        messages=(*request.messages, ChatMessage("assistant", done.content), results),
        context=replace(cast("WorkingContext", request.context), tool_results=told),
    )


def _outcome(call: ToolCall) -> dict[str, Any]:
    """Return what the tool would answer, as far as a reply is made of it."""
    done = {_done_with(call): call.name, "title": _words(call)}
    if call.name == "schedule_reminder":
        day = str(call.input["on"])[: len("2026-11-27")]
        done |= {"scheduled": call.input["what"], "on": day, "at": "18:00", "notifies": False}
    return done


def _done_with(call: ToolCall) -> str:
    return "draft" if call.input.get("agreed") is False else "saved"


def _words(call: ToolCall) -> str:
    return str(call.input.get("content") or call.input.get("text") or "")


def _said_by_coach(text: str) -> ChatMessage:
    return ChatMessage("assistant", ({"type": "text", "text": text},))
