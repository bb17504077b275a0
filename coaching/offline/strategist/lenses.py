"""The seven growth lenses: closed until there is evidence, at most two open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from coaching.rules.wording import copy
from coaching.text.words import plain
from coaching.values.enums import Lens, LensStatus, SignalType
from coaching.values.strategy import GrowthEdge

if TYPE_CHECKING:
    from coaching.rules.case import Case

MOST_ACTIVE = 2
_DENIED = re.compile(r"^no\b|\b(?:didn't|did not|haven't|couldn't)\b")
NO_EVIDENCE = "no evidence yet"
_HOLDS_BACK = {
    Lens.MONEY_RELATIONSHIPS: "ctx_controlled",
    Lens.SELF_RECEIVING: "ctx_urgent",
    Lens.FUTURE_ORIENTATION: "ctx_urgent",
}
_SHAKEN_BY_EVENT = {Lens.FINANCIAL_AWARENESS, Lens.EARNING_MINDSET, Lens.DECISION_CONFIDENCE} | {
    Lens.FUTURE_ORIENTATION
}


@dataclass(frozen=True, slots=True)
class Proof:
    """One piece of evidence: its id, its words, whether it is from this session."""

    id: str
    quote: str


def growth_edges(case: Case) -> dict[Lens, GrowthEdge]:
    """Return all seven lenses with their evidence."""
    edges = {lens: _edge(lens, case) for lens in Lens}
    active = [lens for lens in Lens if edges[lens].status is LensStatus.ACTIVE]
    by_weight = sorted(active, key=lambda lens: -len(edges[lens].evidence))
    for lens in by_weight[MOST_ACTIVE:]:
        edges[lens] = GrowthEdge(
            status=LensStatus.NOT_READY,
            evidence=edges[lens].evidence,
            note="two lenses are open already",
        )
    return edges


def _edge(lens: Lens, case: Case) -> GrowthEdge:
    before, earlier = _before(lens, case)
    reason = _held_back(lens, case)
    if reason:
        return GrowthEdge(status=LensStatus.NOT_READY, evidence=earlier, note=reason)
    proofs = [] if case.is_first else proofs_for(lens, case)
    new = [proof.id for proof in proofs if proof.id not in earlier]
    evidence = [*earlier, *new]
    if not evidence:
        return GrowthEdge(status=LensStatus.NOT_READY, evidence=[], note=NO_EVIDENCE)
    note = copy()["lens_note"][lens.value]
    settled = before is LensStatus.STABILIZING or (before is LensStatus.ACTIVE and earlier and new)
    status = LensStatus.STABILIZING if settled else LensStatus.ACTIVE
    return GrowthEdge(status=status, evidence=evidence, note=note)


def proofs_for(lens: Lens, case: Case) -> list[Proof]:
    """Return the evidence of the last session for one lens."""

    def shows(text: str) -> bool:
        return case.lexicon.shows(lens.value, plain(text))

    kinds = {SignalType.BREAKTHROUGH, SignalType.PRACTICE_CHECKIN, SignalType.EMOTIONAL}
    found = [
        Proof(str(signal.id), signal.quote)
        for signal in case.signals
        if signal.signal_type in kinds
        and shows(f"{signal.quote} {signal.content}")
        and not _DENIED.search(plain(signal.quote))
    ]
    wins = [Proof(str(win.id), win.text) for win in case.ctx.wins if shows(win.text)]
    memories = [
        Proof(str(memory.id), memory.quote)
        for memory in case.ctx.memories
        if memory.quote and shows(memory.quote)
    ]
    return [*found, *wins, *memories]


def _before(lens: Lens, case: Case) -> tuple[LensStatus, list[str]]:
    intel = case.ctx.intel
    stored = intel.growth_edges.get(lens.value, {}) if intel else {}
    status = str(stored.get("status", LensStatus.NOT_READY.value))
    evidence = cast("list[object]", stored.get("evidence") or [])
    known = LensStatus(status) if status in set(LensStatus) else LensStatus.NOT_READY
    return known, [str(item) for item in evidence]


def _held_back(lens: Lens, case: Case) -> str:
    """Why a lens stays closed whatever the evidence."""
    if _HOLDS_BACK.get(lens) in case.person.life_context:
        return "safety and basics come first"
    if case.ctx.safety_recent:
        return "resting after something serious"
    if case.event is not None and lens in _SHAKEN_BY_EVENT:
        return "resting, life has moved"
    return ""
