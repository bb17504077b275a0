"""The rules for practices.json find what they are for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.domains.practices.content import Both, Step, load_library
from scripts.lint.practices import faults

LIBRARY = load_library()
NAME_IT = LIBRARY.practices[0]
OWN = NAME_IT.steps["own"]


def _with_own(step: Step) -> set[tuple[str, str]]:
    """Return what is wrong when the step `own` is another one."""
    changed = replace(NAME_IT, steps={**NAME_IT.steps, "own": step})
    return set(faults(replace(LIBRARY, practices=(changed, *LIBRARY.practices[1:]))))


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (replace(OWN, next=None), "needs next"),
        (replace(OWN, max=99), "length"),
        (replace(OWN, store="mood"), "isn't declared"),
        (replace(OWN, text=Both(en="You should stop.", es="Para.")), "should"),
        (replace(OWN, text=Both(en="It cost $5.", es="Nada.")), "$"),
        (replace(OWN, text=Both(en="Why? How?", es="¿Por qué?")), "more than one question"),
        (replace(OWN, text=Both(en="x" * 241, es="x")), "longer than"),
        (replace(OWN, text=Both(en="Hi {feeling}.", es="Hola.")), "slots"),
        (replace(OWN, text=Both(en="{after}", es="{after}")), "isn't known on"),
    ],
)
def test_a_practice_that_breaks_a_rule_is_found(step: Step, says: str) -> None:
    found = [fault for where, fault in _with_own(step) if where == "name_it.own"]
    assert any(says in fault for fault in found), found


def test_a_way_that_leads_nowhere_or_back_is_found() -> None:
    nowhere = _with_own(replace(OWN, next="nowhere"))
    assert ("name_it.nowhere", "there is no such step") in nowhere
    assert any("comes back" in fault for _, fault in _with_own(replace(OWN, next="word")))


def test_the_library_breaks_no_rule() -> None:
    assert list(faults(LIBRARY)) == []
