from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from coaching.values.enums import Lens
from coaching.values.strategy import SECTIONS, StrategistOutput, headings
from tests.support import strategy

if TYPE_CHECKING:
    from collections.abc import Mapping

EDGES = {lens.value: strategy.NO_EDGE for lens in Lens}


def refused(**changes: Any) -> str:
    with pytest.raises(ValidationError) as error:
        StrategistOutput.model_validate(strategy.as_json(**changes))
    return str(error.value)


def test_a_whole_answer_is_accepted() -> None:
    assert StrategistOutput.model_validate(strategy.as_json()) == strategy.output()


@pytest.mark.parametrize("missing", strategy.as_json())
def test_nothing_may_be_missing(missing: str) -> None:
    answer = strategy.as_json()
    del answer[missing]

    with pytest.raises(ValidationError, match=missing):
        StrategistOutput.model_validate(answer)


@pytest.mark.parametrize("place", range(len(SECTIONS)))
def test_six_sections_are_not_a_briefing(place: int) -> None:
    six = [name for number, name in enumerate(SECTIONS) if number != place]

    assert "needs the headings" in refused(briefing_content=strategy.briefing_content(*six))


@pytest.mark.parametrize(
    "content",
    [
        strategy.briefing_content(*reversed(SECTIONS)),
        strategy.briefing_content(*SECTIONS, SECTIONS[0]),
        " ".join(SECTIONS),
        "",
    ],
    ids=["other order", "one twice", "inside a line", "empty"],
)
def test_the_sections_come_once_in_their_order(content: str) -> None:
    refused(briefing_content=content)


@pytest.mark.parametrize("form", ["# {}", "## {}", "**{}**", "{}:", "  {}"])
def test_a_heading_may_be_marked_as_markdown_does(form: str) -> None:
    content = "\n\n".join(f"{form.format(name)}\nText." for name in SECTIONS)

    assert headings(content) == list(SECTIONS)


@pytest.mark.parametrize(
    "edges",
    [
        {name: edge for name, edge in EDGES.items() if name != "self_receiving"},
        EDGES | {"luck": strategy.NO_EDGE},
        EDGES | {"self_receiving": strategy.NO_EDGE | {"status": "growing"}},
        {},
    ],
    ids=["one missing", "an unknown one", "an unknown status", "none"],
)
def test_each_of_the_seven_lenses_has_a_status(edges: Mapping[str, Any]) -> None:
    assert "growth_edges" in refused(growth_edges=edges)


@pytest.mark.parametrize(
    "prescription",
    [
        strategy.KEEP | {"action": "delete_all"},
        strategy.create(kind="mantra"),
        strategy.KEEP | {"card_id": "not an id"},
    ],
)
def test_a_prescription_uses_known_words(prescription: Mapping[str, Any]) -> None:
    assert "focus_card_prescription" in refused(focus_card_prescription=prescription)


@pytest.mark.parametrize(
    "changes",
    [
        {"stage_of_change": "enlightenment"},
        {"doors": []},
        {"doors": [strategy.DOOR] * 9},
        {"doors": [strategy.DOOR | {"length": "endless"}] * 4},
        {"user_id": "somebody"},
        {"intel": strategy.intel() | {"diagnosis": ["x"]}},
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, Any]) -> None:
    refused(**changes)
