from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.llm import usage
from coaching.llm.port import Usage
from coaching.llm.prices import PRICES, cost_of, estimated
from coaching.llm.roles import ROLES

if TYPE_CHECKING:
    from pydantic import JsonValue

MILLION = 1_000_000


@pytest.mark.parametrize(
    ("model", "used", "dollars"),
    [
        ("claude-sonnet-5-5", Usage(input_tokens=MILLION), 2),
        ("claude-sonnet-5-5", Usage(output_tokens=MILLION), 10),
        ("claude-sonnet-5-5", Usage(cache_read_tokens=MILLION), 0.10),
        ("claude-sonnet-5-5", Usage(cache_write_5m_tokens=MILLION), 2.50),
        ("claude-sonnet-5-5", Usage(cache_write_1h_tokens=MILLION), 4),
        ("claude-opus-5-5", Usage(input_tokens=MILLION, output_tokens=MILLION), 24),
        ("claude-haiku-5-5", Usage(input_tokens=100_000), 0.01),
        ("claude-haiku-5-5-20261001", Usage(output_tokens=MILLION), 0.50),
    ],
)
def test_every_kind_of_token_has_its_price(model: str, used: Usage, dollars: float) -> None:
    cost = cost_of(model, used)

    assert (cost.micro_usd, cost.known) == (round(dollars * MILLION), True)


def test_a_long_prompt_makes_the_whole_request_dearer() -> None:
    used = Usage(input_tokens=1, cache_read_tokens=100_000, output_tokens=1000)

    assert cost_of("claude-haiku-5-5", used).micro_usd == -(
        -(500 + 100_000 * 50 + 2_500_000) // 1000
    )


def test_a_fraction_of_a_millionth_is_rounded_up() -> None:
    assert cost_of("claude-haiku-5-5", Usage(input_tokens=1)).micro_usd == 1


def test_a_model_without_a_price_costs_as_much_as_the_dearest_and_says_so() -> None:
    cost = cost_of("claude-next", Usage(input_tokens=MILLION))

    assert (cost.micro_usd, cost.known) == (4 * MILLION, False)


def test_guessed_tokens_make_a_guessed_cost() -> None:
    cost = cost_of("claude-sonnet-5-5", usage.guessed(sent=27_000, received=270))

    assert (cost.micro_usd, cost.known) == (10_000 * 2 + 100 * 10, False)


def test_every_model_that_may_answer_has_a_price() -> None:
    assert {model for row in ROLES.values() for model in row.fallbacks} <= set(PRICES)


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"input_tokens": 5},
        {"input_tokens": -1, "output_tokens": 5},
        {"input_tokens": 10**12, "output_tokens": 5},
        {"input_tokens": "5", "output_tokens": 5},
        {"input_tokens": True, "output_tokens": 5},
        {"input_tokens": 5, "output_tokens": 5, "cache_read_input_tokens": -3},
        {"input_tokens": 5, "output_tokens": 5, "cache_creation_input_tokens": -3},
    ],
)
def test_a_usage_beyond_belief_counts_as_not_said(raw: dict[str, JsonValue]) -> None:
    assert usage.read(raw) is None


def test_writes_of_unsaid_length_are_taken_for_the_hour_that_we_ask_for() -> None:
    read = usage.read({"input_tokens": 1, "output_tokens": 2, "cache_creation_input_tokens": 30})

    assert read is not None
    assert (read.cache_write_1h_tokens, read.cache_write_5m_tokens) == (30, 0)


def test_what_the_service_said_at_the_start_is_kept_in_a_guess() -> None:
    guess = usage.guessed(sent=999, received=27, start=Usage(input_tokens=7, output_tokens=1))

    assert guess == Usage(input_tokens=7, output_tokens=10, known=False)


def test_tokens_are_estimated_upwards() -> None:
    assert [estimated(n) for n in (0, 1, 27, 28)] == [0, 1, 10, 11]


def test_in_a_batch_everything_costs_half() -> None:
    usage = Usage(1_000_000, 100_000, 2_000_000, 0, 500_000)

    direct = cost_of("claude-sonnet-5-5", usage)
    batch = cost_of("batch/claude-sonnet-5-5", usage)

    assert (batch.micro_usd * 2, batch.known) == (direct.micro_usd, True)
    assert not cost_of("batch/unheard-of", usage).known
