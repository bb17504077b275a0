"""Postprocessing of the Strategist's output: what code decides, whatever the model says."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from coaching.agents.prescription_postprocess import settled_prescription
from coaching.values.enums import Heard, Lens, LensStatus, Stage, Trigger
from coaching.values.strategy import GrowthEdge, HeardGuess, IntelUpdate, StrategistAnswer

if TYPE_CHECKING:
    from coaching.values.context import StrategistContext

A = TypeVar("A", bound=StrategistAnswer)
MOST_ACTIVE = 2  # lenses; a person works at one or two things at a time
STABLE_FROM = 2  # pieces of evidence; one alone may be an accident
MOST_EVIDENCE = 6  # the newest ones of a lens
LEAST_OF_A_SENTENCE = 4  # words of a quote that supports a guess
NO_EVIDENCE = "no evidence yet"
FORWARD = (Stage.PRECONTEMPLATION, Stage.CONTEMPLATION, Stage.PREPARATION, Stage.ACTION)


def settled(output: A, context: StrategistContext) -> A:
    """Return the answer with what is fixed: card, guess, lenses, stage."""
    return output.model_copy(
        update={
            "focus_card_prescription": settled_prescription(output, context),
            "heard_guess": heard(output, context),
            "growth_edges": lenses(output, context),
            "stage_of_change": stage(output, context),
            "intel": _seen(output, context),
        }
    )


def heard(output: StrategistAnswer, context: StrategistContext) -> HeardGuess:
    """Return the person's answer to the guess, from the rows or from a quote in the chat."""
    said, found = output.heard_guess, context.findings.guess
    if found is not Heard.OPEN:
        own = said.verdict is found and _said(said.quote, context)
        return HeardGuess(verdict=found, quote=said.quote if own else context.findings.quote)
    if said.verdict is Heard.SUPPORTED:
        is_heard = _supports(said.quote, context)
    else:
        is_heard = said.verdict is Heard.REJECTED and _said(said.quote, context)
    return said if is_heard else HeardGuess(verdict=Heard.OPEN, quote="")


def _supports(quote: str, context: StrategistContext) -> bool:
    """Return True if they said this sentence since the guess was written; two words are too few."""
    wanted, guess = _plain(quote), context.guess
    if guess is None or len(wanted.split()) < LEAST_OF_A_SENTENCE:
        return False
    lines = (
        *((line.text, line.at) for line in context.transcript if line.role == "user"),
        *((signal.quote, signal.created_at) for signal in context.signals),
    )
    return any(wanted in _plain(text) for text, at in lines if at >= guess.created_at)


def lenses(output: StrategistAnswer, context: StrategistContext) -> dict[Lens, GrowthEdge]:
    """Return the lenses with the evidence that exists; none is open by guess, at most two are."""
    edges = {lens: _proved(lens, edge, context) for lens, edge in output.growth_edges.items()}
    active = [lens for lens in Lens if edges[lens].status is LensStatus.ACTIVE]
    for lens in sorted(active, key=lambda each: -len(edges[each].evidence))[MOST_ACTIVE:]:
        edges[lens] = edges[lens].model_copy(update={"status": LensStatus.NOT_READY})
    return edges


def stage(output: StrategistAnswer, context: StrategistContext) -> Stage:
    """Return the stage: forward by one step a session at most, onboarding as it is judged."""
    now, goal = context.person.stage, output.stage_of_change
    if context.trigger is Trigger.ONBOARDING or now not in FORWARD or goal not in FORWARD:
        return goal
    step = min(FORWARD.index(goal), FORWARD.index(now) + 1)
    return FORWARD[step]


def _seen(output: StrategistAnswer, context: StrategistContext) -> IntelUpdate:
    """Return what a run noticed; answers to the questions at the start show no scene yet."""
    if context.trigger is not Trigger.ONBOARDING:
        return output.intel
    unseen = ("triggers", "resistance_patterns", "breakthroughs")
    return output.intel.model_copy(update={name: list[str]() for name in unseen})


def _proved(lens: Lens, edge: GrowthEdge, context: StrategistContext) -> GrowthEdge:
    earlier = _evidence_before(lens, context)
    new = [_as_id(item, context) for item in edge.evidence if _exists(item, lens, context)]
    evidence = list(dict.fromkeys((*earlier, *new)))[-MOST_EVIDENCE:]
    if edge.status is LensStatus.NOT_READY:
        return edge.model_copy(update={"evidence": evidence})
    if not evidence:
        return GrowthEdge(status=LensStatus.NOT_READY, evidence=[], note=NO_EVIDENCE)
    enough = edge.status is LensStatus.ACTIVE or len(evidence) >= STABLE_FROM
    status = edge.status if enough else LensStatus.ACTIVE
    return edge.model_copy(update={"evidence": evidence, "status": status})


def _as_id(item: str, context: StrategistContext) -> str:
    """Return the id of the signal or check-in that a quote is from, else the quote."""
    quote = _plain(item)
    seen = ((signal.id, signal.quote) for signal in context.signals)
    felt = ((each.id, each.content) for each in context.check_ins)
    pairs = ((str(id_), _plain(text)) for id_, text in (*seen, *felt))
    return next((id_ for id_, said in pairs if said and (quote in said or said in quote)), item)


def _exists(item: str, lens: Lens, context: StrategistContext) -> bool:
    """Return True if evidence is a row of the input, the person's words, or known before."""
    rows = (*context.signals, *context.wins, *context.memories, *context.check_ins)
    if item in {str(row.id) for row in rows} or _said(item, context):
        return True
    return item in _evidence_before(lens, context)


def _evidence_before(lens: Lens, context: StrategistContext) -> list[str]:
    """Return what a lens rested on until now: an answer names only what is new."""
    before = context.intel.growth_edges.get(lens.value, {}) if context.intel else {}
    known = before.get("evidence")
    return [str(item) for item in cast("list[object]", known)] if isinstance(known, list) else []


def _said(quote: str, context: StrategistContext) -> bool:
    """Return True if the person said this text."""
    wanted = _plain(quote)
    texts = (
        *(line.text for line in context.transcript if line.role == "user"),
        *(signal.quote for signal in context.signals),
        *(memory.quote for memory in context.memories),
        *(win.text for win in context.wins),
        *(each.content for each in context.check_ins),
        context.person.emotional_why,
    )
    return bool(wanted) and any(wanted in _plain(text) for text in texts)


def _plain(text: str) -> str:
    kept = (char for char in text.casefold() if char.isalnum() or char.isspace())
    return " ".join("".join(kept).split())
