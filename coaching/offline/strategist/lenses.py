"""The seven growth lenses: closed until there is evidence, at most two open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from coaching.rules.wording import copy
from coaching.text.words import plain
from coaching.values.enums import Lens, LensStatus, SignalType
from coaching.values.strategy import GrowthEdge

if TYPE_CHECKING:
    from coaching.rules.case import Case

MOST_ACTIVE = 2
NO_EVIDENCE = "no evidence yet"
_KINDS = {SignalType.BREAKTHROUGH, SignalType.PRACTICE_CHECKIN, SignalType.EMOTIONAL}
_DENIED = re.compile(r"^no\b|\b(?:didn't|did not|haven't|couldn't)\b")
_HOLDS_BACK = {
    Lens.MONEY_RELATIONSHIPS: "ctx_controlled",
    Lens.SELF_RECEIVING: "ctx_urgent",
    Lens.FUTURE_ORIENTATION: "ctx_urgent",
}
_SHAKEN_BY_EVENT = {Lens.FINANCIAL_AWARENESS, Lens.EARNING_MINDSET, Lens.DECISION_CONFIDENCE} | {
    Lens.FUTURE_ORIENTATION
}


def growth_edges(case: Case) -> dict[Lens, GrowthEdge]:
    """Return all seven lenses with their evidence."""
    edges = {lens: _edge(lens, case) for lens in Lens}
    active = [lens for lens in Lens if edges[lens].status is LensStatus.ACTIVE]
    for lens in sorted(active, key=lambda lens: -len(edges[lens].evidence))[MOST_ACTIVE:]:
        edges[lens] = _closed(edges[lens].evidence, "two lenses are open already")
    return edges


def _edge(lens: Lens, case: Case) -> GrowthEdge:
    stored = (case.ctx.intel.growth_edges if case.ctx.intel else {}).get(lens.value, {})
    before = str(stored.get("status", ""))
    earlier = [str(one) for one in cast("list[object]", stored.get("evidence") or [])]
    if reason := _held_back(lens, case):
        return _closed(earlier, reason)
    new = [] if case.is_first else [one for one in _proofs(lens, case) if one not in earlier]
    if not (evidence := [*earlier, *new]):
        return _closed([], NO_EVIDENCE)
    again = before == LensStatus.ACTIVE.value and earlier and new
    is_settled = before == LensStatus.STABILIZING.value or bool(again)
    status = LensStatus.STABILIZING if is_settled else LensStatus.ACTIVE
    return GrowthEdge(status=status, evidence=evidence, note=copy()["lens_note"][lens.value])


def _closed(evidence: list[str], note: str) -> GrowthEdge:
    return GrowthEdge(status=LensStatus.NOT_READY, evidence=evidence, note=note)


def _proofs(lens: Lens, case: Case) -> list[str]:
    """Return the ids of what shows a lens: signals, wins and memories."""
    signals = [one for one in case.signals if one.signal_type in _KINDS]
    said = [
        *((one.id, f"{one.quote} {one.content}") for one in signals if not _denies(one.quote)),
        *((win.id, win.text) for win in case.ctx.wins),
        *((memory.id, memory.quote) for memory in case.ctx.memories if memory.quote),
    ]
    return [str(name) for name, text in said if case.lexicon.shows(lens.value, plain(text))]


def _denies(quote: str) -> bool:
    return _DENIED.search(plain(quote)) is not None


def _held_back(lens: Lens, case: Case) -> str:
    """Return why a lens stays closed whatever the evidence, or an empty text."""
    if _HOLDS_BACK.get(lens) in case.person.life_context:
        return "safety and basics come first"
    if case.ctx.safety_recent:
        return "resting after something serious"
    is_shaken = case.event is not None and lens in _SHAKEN_BY_EVENT
    return "resting, life has moved" if is_shaken else ""
