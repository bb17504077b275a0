from __future__ import annotations

from typing import Any

import pytest

from coaching.llm.port import Done, Request, TextDelta
from coaching.offline import OfflineLLM
from coaching.text.words import first_words
from coaching.values.context import ObserverContext, StrategistContext
from coaching.values.enums import Role, SignalType, Trigger
from coaching.values.observation import Observation
from coaching.values.strategy import StrategistOutput
from tests.coaching.offline.people import MARA
from tests.coaching.offline.talking import EVENING, context, spoken, stream

OBSERVED = ObserverContext("What is there?", "I'm scared of the letters", "Scared.")
FILE = StrategistContext(Trigger.ONBOARDING, MARA.person, EVENING.date())


def request(of: Any) -> Request:
    return Request(Role.COACH, (), (), of)


async def test_the_pieces_join_to_the_text_that_is_stored() -> None:
    events = await stream(context(MARA, "there's a drawer in the hall, I put the letters in"))
    done = events[-1]
    assert isinstance(done, Done)
    assert sum(isinstance(event, TextDelta) for event in events) > 3
    assert done.content == ({"type": "text", "text": spoken(events)},)
    assert (done.stop_reason, done.model) == ("end_turn", "offline")
    assert done.meta["opening"] == first_words(spoken(events))
    assert done.usage.output_tokens == 0


async def test_a_signal_is_read_from_one_exchange() -> None:
    parsed = await OfflineLLM().parse(request(OBSERVED), Observation)
    assert [signal.signal_type for signal in parsed.value.signals] == [SignalType.EMOTIONAL]
    assert parsed.model == "offline"


async def test_a_plan_is_read_from_a_file() -> None:
    parsed = await OfflineLLM().parse(request(FILE), StrategistOutput)
    assert parsed.value.hypothesis.startswith("Looking away")


async def test_what_does_not_belong_together_is_refused() -> None:
    with pytest.raises(TypeError, match="ObserverContext"):
        await OfflineLLM().parse(request(OBSERVED), StrategistOutput)
    with pytest.raises(TypeError, match="WorkingContext"):
        await OfflineLLM().parse(request(context(MARA, "hi")), Observation)
    with pytest.raises(TypeError, match="StrategistContext"):
        _ = [event async for event in OfflineLLM().stream(request(FILE))]
