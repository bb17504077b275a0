from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from coaching.offline.strategist.findings import MOST_ACTIVE, NO_EVIDENCE, growth_edges
from coaching.rules.case import Case
from coaching.values.context import IntelView
from coaching.values.enums import Lens, LensStatus, SignalType
from tests.coaching.offline.strategist.files import RUTH, first_run, later_run, signal

if TYPE_CHECKING:
    from coaching.values.strategy import GrowthEdge

OPENED = signal(SignalType.PRACTICE_CHECKIN, "I opened the letter and looked at the balance")
TOLD = signal(SignalType.BREAKTHROUGH, "I told my husband about the money, we talked", 2)
MINE = signal(SignalType.EMOTIONAL, "I bought something for myself and felt I deserve it", 3)
CHOSE = signal(SignalType.BREAKTHROUGH, "I decided without asking anyone, I trust myself", 4)


def edges(**parts: Any) -> dict[Lens, GrowthEdge]:
    return growth_edges(Case(later_run(**parts)))


def test_nothing_opens_on_the_first_day() -> None:
    found = growth_edges(Case(first_run()))
    assert {(edge.status, edge.note) for edge in found.values()} == {
        (LensStatus.NOT_READY, NO_EVIDENCE)
    }


def test_a_lens_opens_on_evidence_and_names_it() -> None:
    edge = edges(signals=(OPENED,))[Lens.FINANCIAL_AWARENESS]
    assert edge.status is LensStatus.ACTIVE
    assert edge.evidence == [str(OPENED.id)]
    assert edge.note != NO_EVIDENCE


def test_two_lenses_are_open_at_most() -> None:
    found = edges(signals=(OPENED, TOLD, MINE, CHOSE))
    active = [lens for lens, edge in found.items() if edge.status is LensStatus.ACTIVE]
    with_evidence = [lens for lens, edge in found.items() if edge.evidence]
    assert len(active) == MOST_ACTIVE < len(with_evidence)


def test_evidence_in_two_sessions_lets_a_lens_settle() -> None:
    stored: dict[str, dict[str, object]] = {
        "financial_awareness": {"status": "active", "evidence": ["earlier"], "note": ""}
    }
    found = edges(signals=(OPENED,), intel=IntelView(growth_edges=stored))
    edge = found[Lens.FINANCIAL_AWARENESS]
    assert edge.status is LensStatus.STABILIZING
    assert edge.evidence == ["earlier", str(OPENED.id)]


def test_some_lenses_stay_closed_while_the_ground_shakes() -> None:
    controlled = replace(RUTH, life_context=("ctx_controlled",))
    relations = edges(person=controlled, signals=(TOLD,))[Lens.MONEY_RELATIONSHIPS]
    event = signal(SignalType.TOPIC_SHIFT, "they let me go", 9, urgent=True)
    awareness = edges(signals=(OPENED, event))[Lens.FINANCIAL_AWARENESS]
    assert relations.status is LensStatus.NOT_READY
    assert awareness.status is LensStatus.NOT_READY
