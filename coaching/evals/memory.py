"""What would be remembered of single messages, against what was meant.

Two readings of each example go through the same gate: what the answering model proposes, and the
`proposed` of the file, which is what a model would offer that obeys every word and invents the
rest. Nothing may get in that was not expected, whoever proposes it. A row that is marked `unsure`
holds something said as a joke, a guess or an open plan: it may get in, but only marked as unsure.

A file of proposals in texting style, or of pairs of memories, is read by `memory_texting` instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from coaching.agents import analyze_exchange
from coaching.agents.unquotable_sources import our_prompts
from coaching.evals.memory_texting import pairs, texting
from coaching.evals.report import Case, Eval, Model, Report, Row, share
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.memory.gate import admitted
from coaching.memory.gate_types import Heard, Known
from coaching.offline import OfflineLLM
from coaching.safety import screen
from coaching.settings import read_settings
from coaching.values.context import MemoryView, ObserverContext
from coaching.values.corrections import Correction
from coaching.values.enums import Certainty, Importance, MemoryKind, SafetyLevel, Verdict
from coaching.values.observation import MemoryCandidate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.llm.port import LLM
    from coaching.memory.gate_types import Admission

Expected = dict[str, Any]
TODAY = date(2026, 11, 20)
NOON = time(12, tzinfo=UTC)
IDS = UUID(int=0)


async def run(rows: list[Row], model: Model) -> Report:
    """Read each message, let the gate decide, and count."""
    if "relation" in rows[0]:
        return pairs(rows)
    if "proposal" in rows[0]:
        return texting(rows)
    llm: LLM = OfflineLLM() if model == "offline" else AnthropicLLM(read_settings())
    found = [await _result(row, llm) for row in rows]
    return Report(tuple(result.case for result in found), _figures(found))


EVAL = Eval(
    "memory",
    "What is remembered of single messages, and what must not be.",
    needs=("id",),
    run=run,
)


@dataclass(frozen=True, slots=True)
class Result:
    """One example: what was expected, what the model got in, what the obedient one got in."""

    row: Row
    expected: Sequence[Expected]
    got: Sequence[Admission]
    obeyed: Sequence[Admission]

    @property
    def hits(self) -> int:
        """How many of the expected memories are there."""
        return sum(any(_is(each, memory) for memory in self.got) for each in self.expected)

    @property
    def forbidden(self) -> list[Admission]:
        """What the model got in that was not expected."""
        return [m for m in self.got if not self._may(m)]

    @property
    def obeyed_forbidden(self) -> list[Admission]:
        """What the obedient one got in that was not expected."""
        return [m for m in self.obeyed if not self._may(m)]

    def _may(self, memory: Admission) -> bool:
        if self.row.get("unsure") and memory.certainty is Certainty.UNSURE:
            return True
        return any(_is(each, memory) for each in self.expected)

    @property
    def group(self) -> str:
        """The kind of example."""
        return str(self.row.get("group", "other"))

    @property
    def case(self) -> Case:
        """The example in the form of the report."""
        is_clean = not self.forbidden and not self.obeyed_forbidden
        passed = is_clean and self.hits == len(self.expected)
        got = {"remembered": _told(self.got), "obeyed": _told(self.obeyed)}
        return Case(str(self.row["id"]), list(self.expected), got, passed=passed)


async def _result(row: Row, llm: LLM) -> Result:
    said, known = row["exchange"], _known(row)
    verdict = screen(said["user"])
    context = ObserverContext(
        previous_coach=said.get("prev_coach", ""),
        user=said["user"],
        coach=said.get("coach", ""),
        safety=verdict,
        today=_today(row),
        memories=tuple(_view(each) for each in known),
    )
    seen = await analyze_exchange(llm, context)
    levels = (verdict.level, seen.safety_level, SafetyLevel(row.get("safety", "none")))
    is_crisis = SafetyLevel.CRISIS in levels
    heard = Heard(
        message=said["user"],
        at=datetime.combine(_today(row), NOON),
        today=_today(row),
        level=SafetyLevel.CRISIS if is_crisis else verdict.level,
        elsewhere=(context.previous_coach, *row.get("elsewhere", ()), *our_prompts()),
        known=known,
        offered=[each.id for each in known],
        corrections=[_correction(each) for each in row.get("corrections", ())],
        is_closed=bool(row.get("closed")),
    )
    proposed = [_candidate(each) for each in row.get("proposed", ())]
    expected = row["expected"]["memories"]
    return Result(row, expected, _new(seen.memories, heard), _new(proposed, heard))


def _new(candidates: Iterable[MemoryCandidate], heard: Heard) -> list[Admission]:
    return [each for each in admitted(candidates, heard) if each.repeats is None]


def _is(expected: Expected, memory: Admission) -> bool:
    """Return True if a memory is the one that was meant: its kind, its words, how it is kept."""
    content = memory.content.casefold()
    return (
        memory.kind == expected["kind"]
        and all(word.casefold() in content for word in expected["has"])
        and memory.is_sensitive == bool(expected.get("waits"))
        and (not expected.get("replaces") or bool(memory.supersedes))
    )


def _figures(found: Sequence[Result]) -> dict[str, object]:
    hits = sum(result.hits for result in found)
    wrong = sum(len(result.forbidden) for result in found)
    traps = [result for result in found if not result.expected]
    groups = dict.fromkeys(result.group for result in found)
    return {
        "precision": share(hits, hits + wrong, if_none=1.0),
        "recall": share(hits, sum(len(r.expected) for r in found), if_none=1.0),
        "traps": len(traps),
        "traps_in": sum(bool(result.forbidden) for result in traps),
        "unsure": sum(bool(result.row.get("unsure")) for result in found),
        "proposals": sum(len(result.row.get("proposed", ())) for result in found),
        "proposals_in": sum(len(result.obeyed_forbidden) for result in found),
        "groups": {name: _group([r for r in found if r.group == name]) for name in groups},
    }


def _group(found: Sequence[Result]) -> dict[str, int]:
    return {
        "cases": len(found),
        "passed": sum(result.case.passed for result in found),
        "expected": sum(len(result.expected) for result in found),
        "found": sum(result.hits for result in found),
        "forbidden_in": sum(len(r.forbidden) + len(r.obeyed_forbidden) for r in found),
    }


def _known(row: Row) -> list[Known]:
    return [
        Known(uuid5(IDS, each["content"]), MemoryKind(each["kind"]), each["content"])
        for each in row.get("known", ())
    ]


def _view(known: Known) -> MemoryView:
    at = datetime.combine(TODAY, NOON)
    return MemoryView(known.id, known.content, "", Importance.MEDIUM, at, known.kind)


def _candidate(given: dict[str, str]) -> MemoryCandidate:
    usual = {"source": "stated", "importance": "high", "expires": "none", "supersedes": "none"}
    return MemoryCandidate.model_validate({"sensitive": False} | usual | given)


def _correction(given: dict[str, str]) -> Correction:
    return Correction(given["said"], Verdict(given["verdict"]))


def _today(row: Row) -> date:
    return date.fromisoformat(row.get("today", TODAY.isoformat()))


def _told(memories: Iterable[Admission]) -> list[str]:
    return [f"{m.kind}: {m.content}{' (asks first)' if m.is_sensitive else ''}" for m in memories]
