"""The operator's own prices: which calls they are for, and what a wrong file says."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from coaching.llm.port import Usage
from coaching.llm.price_file import BadPrices, price_table, read_prices
from coaching.llm.prices import LIST, Price, PriceTable
from coaching.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

MILLION = 1_000_000
SENT = Usage(input_tokens=MILLION)
BEFORE, AFTER = datetime(2026, 11, 30, 23, 59, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)
CACHED = "cache_read = 0.05\ncache_write_5m = 2\ncache_write_1h = 3\n"
OWN = f"""
[[price]]
model = "claude-sonnet-5-5"
since = 2026-12-01
input = 1.50
output = 7.5
{CACHED}
[[price]]
model = "house/new-model"
input = 9
output = 40
{CACHED}
long_from = 200000
long = {{ input = 18, output = 60, cache_read = 1, cache_write_5m = 20, cache_write_1h = 30 }}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "prices.toml"


def table(file: Path, text: str = OWN) -> PriceTable:
    file.write_text(text, "utf-8")
    return read_prices(file)


def dollars(
    prices: PriceTable, model: str, at: datetime, usage: Usage = SENT
) -> tuple[float, bool]:
    cost = prices.cost_of(model, usage, at)
    return cost.micro_usd / MILLION, cost.known


def test_a_price_counts_from_its_utc_day_on_and_the_listed_one_before(file: Path) -> None:
    own = table(file)

    assert dollars(own, "claude-sonnet-5-5", BEFORE) == (2, True)
    assert dollars(own, "claude-sonnet-5-5", AFTER) == (1.5, True)
    assert dollars(own, "claude-sonnet-5-5-20261101", AFTER) == (1.5, True)
    assert dollars(own, "claude-opus-5-5", AFTER) == dollars(LIST, "claude-opus-5-5", AFTER)


def test_a_row_without_a_day_adds_a_model_for_all_calls_with_its_long_prompts(file: Path) -> None:
    own = table(file)

    assert dollars(own, "house/new-model", BEFORE, Usage(100_000, 100_000)) == (0.9 + 4, True)
    assert dollars(own, "house/new-model", BEFORE, Usage(200_001)) == (200_001 * 18 / MILLION, True)


def test_a_model_without_a_price_costs_as_much_as_the_dearest_of_all_rows(file: Path) -> None:
    assert dollars(table(file), "somebody-elses", BEFORE, Usage(100_000)) == (0.9, False)


def test_a_row_for_a_dated_name_goes_before_that_of_the_model(file: Path) -> None:
    dated = OWN.replace("house/new-model", "claude-haiku-5-5-20261001")

    assert dollars(table(file, dated), "claude-haiku-5-5-20261001", AFTER, Usage(1000))[0] == 0.009
    assert dollars(table(file, dated), "claude-haiku-5-5", AFTER, Usage(1000))[0] == 0.0001


def test_every_kind_of_token_is_read_to_a_tenth_of_a_cent(file: Path) -> None:
    row = table(file, OWN.replace("7.5", "7.125")).row_of("claude-sonnet-5-5", AFTER)

    assert row is not None
    assert row.price.normal == Price(1500, 7125, 50, 2000, 3000)


def test_settings_name_the_file_and_without_one_the_listed_prices_count(file: Path) -> None:
    file.write_text(OWN, "utf-8")

    named = price_table(Settings(model_prices_file=str(file)))

    assert (named.source, len(named.own)) == (str(file), 2)
    assert price_table(Settings()) is LIST


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "price: Field required"),
        ("price = []", "price: List should have at least 1 item"),
        ("price = [1]", "row 1: "),
        ("[[price]", "is not TOML"),
        (OWN + "\n[prices]", "prices: Extra inputs"),
        (OWN.replace("output = 7.5", ""), "row 1 (claude-sonnet-5-5), output: Field required"),
        (OWN.replace("output = 7.5", "output = -1"), "output: Input should be greater"),
        (OWN.replace("output = 7.5", "output = inf"), "output: Input should be a finite number"),
        (OWN.replace("output = 7.5", "output = 7500000"), "output: Input should be less"),
        (
            OWN.replace("output = 7.5", "output = 0.0001"),
            "output: Decimal input should have no more",
        ),
        (OWN.replace("output = 7.5", "output = true"), "output: "),
        (OWN.replace("output = 7.5", "ouput = 7.5"), "ouput: Extra inputs"),
        (OWN.replace("2026-12-01", "2026-12-01T10:00:00"), "since: "),
        (OWN.replace("2026-12-01", '"soon"'), "since: "),
        (
            OWN.replace("house/new-model", "local/llama"),
            "row 2 (local/llama): Value error, a local",
        ),
        (OWN.replace("house/new-model", "new model"), "row 2 (new model), model: "),
        (OWN.replace("long_from = 200000", ""), "long_from and long come together"),
        (OWN + OWN, "claude-sonnet-5-5 has two rows since = 2026-12-01"),
        ("#" * 100_001, "more than 100,000 bytes"),
    ],
)
def test_a_wrong_file_says_where_and_why(file: Path, text: str, told: str) -> None:
    with pytest.raises(BadPrices) as raised:
        table(file, text)

    assert str(raised.value).startswith(f"{file}: ")
    assert told in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there_or_is_no_text_is_told(file: Path) -> None:
    with pytest.raises(BadPrices, match="No such file"):
        read_prices(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadPrices, match="is not UTF-8"):
        read_prices(file)
