"""Replies that people flagged: whether the coach replies like that again, or breaks a rule.

A case holds the person's lines up to the reply, with stand-ins for names and numbers. It passes if
the last reply doesn't say the flagged one again (one that helped may) and breaks no rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.evals.report import Case, Eval, Model, Report, Row
from coaching.evals.talk import talk
from coaching.llm.anthropic_llm import AnthropicLLM
from coaching.offline import OfflineLLM
from coaching.settings import read_settings
from coaching.text.similarity import repeats
from coaching.values.context import PersonView
from coaching.values.enums import Stage, Tension
from coaching.values.quality import FlagKind

if TYPE_CHECKING:
    from coaching.llm.port import LLM

SAME_AGAIN = 0.6  # share of the longer reply's words, as for anything that is said again
PRAISED = {kind.value for kind in FlagKind if kind.is_praise}


async def run(rows: list[Row], model: Model) -> Report:
    """Play each case and look at its last reply; a model's failure is raised."""
    llm: LLM = OfflineLLM() if model == "offline" else AnthropicLLM(read_settings())
    cases = [await _case(llm, row) for row in rows]
    kinds = sorted({str(row.get("kind", "")) for row in rows})
    types = {
        kind: {
            "cases": sum(row.get("kind", "") == kind for row in rows),
            "passed": sum(
                case.passed and row.get("kind", "") == kind
                for case, row in zip(cases, rows, strict=True)
            ),
        }
        for kind in kinds
    }
    return Report(tuple(cases), {"types": types})


EVAL = Eval(
    "flagged",
    "Replies that people flagged: are they said again?",
    needs=("id", "messages", "reply"),
    run=run,
)


async def _case(llm: LLM, row: Row) -> Case:
    tension, stage = row.get("tension"), row.get("stage")
    person = PersonView(
        language=str(row.get("lang", "en")),
        tension=Tension(tension) if tension else None,
        stage=Stage(stage) if stage else Stage.CONTEMPLATION,
    )
    said = await talk(llm, person, row["messages"])
    last = said[-1] if said else None
    faults = list(last.faults) if last else []
    reply = last.toney if last else ""
    is_praised = row.get("kind") in PRAISED
    if not is_praised and repeats(reply, row["reply"], at_least=SAME_AGAIN):
        faults.append("says the flagged reply again")
    return Case(str(row["id"]), "another reply", f"{'; '.join(faults)}: {reply}", not faults)
