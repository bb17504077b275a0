"""Structured answers: validated by us, so that what they cost is known when they do not fit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from coaching.errors import LLMRefused, LLMTimeout, LLMUnavailable, StructureInvalid
from coaching.llm.port import Parsed, facts_of
from coaching.llm.schemas import answer_schema, made_to_fit
from coaching.values.enums import Lens, LensStatus, PrescriptionAction, Role, SignalType
from coaching.values.observation import Observation
from coaching.values.strategy import StrategistOutput
from tests.support.api_rules import problems_in
from tests.support.model_asking import request, with_claude
from tests.support.model_events import reply, whole
from tests.support.model_samples import strategist_output
from tests.support.model_server import ModelServer, Pause, Play, answers, streams

if TYPE_CHECKING:
    from pydantic import BaseModel

    from coaching.llm.anthropic_llm import AnthropicLLM

SIGNAL: dict[str, Any] = {
    "signal_type": "emotional",
    "content": "names dread",
    "quote": "I dread it",
    "confidence": 0.9,
    "urgency_flag": False,
}


def observed(play: Play) -> Parsed[Observation]:
    """Return what the Observer's model says."""

    async def ask(llm: AnthropicLLM) -> Parsed[Observation]:
        return await llm.parse(request(Role.OBSERVER), Observation)

    return with_claude(ModelServer([play]), ask)


def planned(text: str) -> Parsed[StrategistOutput]:
    """Return what the Strategist's model says."""

    async def ask(llm: AnthropicLLM) -> Parsed[StrategistOutput]:
        return await llm.parse(request(Role.STRATEGIST), StrategistOutput)

    return with_claude(ModelServer([streams(reply(text))]), ask)


def test_what_can_not_be_stored_leaves_an_answer_also_where_it_is_escaped() -> None:
    signal = {**SIGNAL, "content": "names\0 dread \ud83d"}

    found = observed(answers(whole(json.dumps({"signals": [signal], "safety_level": "none"}))))

    assert found.value.signals[0].content == "names dread \ufffd"


def test_an_observation_comes_as_a_value_with_its_cost() -> None:
    found = observed(answers(whole(json.dumps({"signals": [SIGNAL], "safety_level": "none"}))))

    assert found.value.signals[0].signal_type is SignalType.EMOTIONAL
    assert found.usage.output_tokens == 42
    assert (found.model, found.request_id) == ("claude-haiku-5-5", "req_local")


def test_enums_in_another_letter_case_are_understood() -> None:
    shouted = {"signals": [{**SIGNAL, "signal_type": "EMOTIONAL"}], "safety_level": "None"}

    assert observed(answers(whole(json.dumps(shouted)))).value.signals[0].quote == "I dread it"


def test_two_hundred_signals_are_read_and_the_service_keeps_ten_of_them() -> None:
    found = observed(
        answers(whole(json.dumps({"signals": [SIGNAL] * 200, "safety_level": "none"})))
    )

    assert len(found.value.signals) == 200


@pytest.mark.parametrize(
    "text",
    [
        "She seems sad.",
        '{"signals": [',
        '{"signals": [], "safety_level": "none", "mood": 3}',
        json.dumps({"signals": [{**SIGNAL, "confidence": 7}], "safety_level": "none"}),
        "",
    ],
    ids=["prose", "cut", "an extra key", "off the scale", "nothing"],
)
def test_an_observation_that_does_not_fit_is_an_error_with_its_words_and_its_cost(
    text: str,
) -> None:
    with pytest.raises(StructureInvalid) as raised:
        observed(answers(whole(text)))

    assert raised.value.raw == text
    assert facts_of(raised.value).usage.output_tokens >= 42
    assert facts_of(raised.value).usage.known


def test_the_message_of_the_error_says_where_and_none_of_the_words() -> None:
    told = {"signals": [{**SIGNAL, "quote": "Ruth " * 99}], "safety_level": "none"}

    with pytest.raises(StructureInvalid, match=r"signals\.0\.quote") as raised:
        observed(answers(whole(json.dumps(told))))

    assert "Ruth" not in str(raised.value)


def test_json_that_was_cut_by_its_limit_is_a_failure_even_if_it_parses() -> None:
    fitting = '{"signals": [], "safety_level": "none"}'

    with pytest.raises(StructureInvalid, match="max_tokens"):
        observed(answers(whole(fitting, "max_tokens")))


def test_a_refusal_and_a_page_and_silence_are_no_answers() -> None:
    with pytest.raises(LLMRefused):
        observed(answers(whole("", "refusal")))
    with pytest.raises(LLMUnavailable):
        observed(answers(b"<html>", **{"content-type": "text/html"}))
    with pytest.raises(LLMTimeout, match="total"):
        observed(Play((b"{", Pause(500)), headers={"content-type": "application/json"}))


def test_a_strategists_answer_comes_as_a_value() -> None:
    told = strategist_output()

    assert planned(told.model_dump_json()).value == told


def test_an_empty_string_for_no_card_is_understood() -> None:
    told = strategist_output().model_dump(mode="json")
    told["focus_card_prescription"] = {
        "action": "keep_current",
        "card": "",
        "card_id": "",
        "rationale": "She chose it.",
    }

    prescription = planned(json.dumps(told)).value.focus_card_prescription

    assert prescription.action is PrescriptionAction.KEEP_CURRENT
    assert (prescription.card, prescription.card_id) == (None, None)


@pytest.mark.parametrize(
    "change",
    [
        {"growth_edges": {"luck": {"status": "active", "evidence": [], "note": ""}}},
        {"briefing_content": "WHO THEY ARE\nSix sections are missing."},
        {"focus_card_prescription": {"action": "create_new", "card": None, "card_id": None}},
        {"doors": []},
    ],
    ids=["an unknown lens", "six sections missing", "a card without a title", "no doors"],
)
def test_a_strategists_answer_that_is_not_whole_is_rejected(change: dict[str, Any]) -> None:
    told = {**strategist_output().model_dump(mode="json"), **change}

    with pytest.raises(StructureInvalid):
        planned(json.dumps(told))


@pytest.mark.parametrize("model", [Observation, StrategistOutput])
def test_schemas_keep_to_what_the_service_accepts(model: type[BaseModel]) -> None:
    schema: Any = answer_schema(model)
    body = {
        "max_tokens": 1,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}],
        "output_config": {"format": {"type": "json_schema", "schema": schema}},
    }

    assert problems_in(body) == []
    assert set(schema["required"]) == set(model.model_fields)


def test_each_lens_is_a_field_of_its_own() -> None:
    schema: Any = answer_schema(StrategistOutput)

    lenses = schema["properties"]["growth_edges"]
    assert list(lenses["properties"]) == [lens.value for lens in Lens]
    assert lenses["required"] == [], "an answer names those that changed"


def test_the_briefing_is_written_last_when_all_else_is_decided() -> None:
    schema: Any = answer_schema(StrategistOutput)

    assert list(schema["properties"])[-1] == "briefing_content"


def test_no_reference_of_ours_reaches_the_model() -> None:
    text = json.dumps([answer_schema(StrategistOutput), answer_schema(Observation)])

    assert "A5" not in text
    assert ".md" not in text


def test_values_are_made_to_fit_inside_unions_and_dicts() -> None:
    schema = answer_schema(StrategistOutput)
    told: dict[str, Any] = {
        "growth_edges": {"money_identity": {"status": "NOT_READY", "evidence": [], "note": ""}},
        "focus_card_prescription": {"card": {"kind": "Noticing", "title": "Action"}},
    }

    fitted: Any = made_to_fit(told, schema)

    assert fitted["growth_edges"]["money_identity"]["status"] == LensStatus.NOT_READY
    assert fitted["focus_card_prescription"]["card"] == {"kind": "noticing", "title": "Action"}
