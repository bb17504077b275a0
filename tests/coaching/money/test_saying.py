from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from coaching.money.reading import read
from coaching.money.saying import ANSWERED_WITHIN, completed, lacks_amount, lines_of

FRIDAY = date(2026, 11, 27)
NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("spent 40 on shoes", ("spent 40 on shoes",)),
        (
            "got paid today, 1,850 in, and spent 60 on shoes",
            ("got paid today, 1,850 in", "spent 60 on shoes"),
        ),
        ("spent 12 on lunch and 5 on coffee", ("spent 12 on lunch", "5 on coffee")),
        ("gasté 12 en pan y pagué 30 de luz", ("gasté 12 en pan", "pagué 30 de luz")),
        ("spent 40 on shoes and I hate that I spent 20 on food", ()),
        ("I spent 40. Then I cried.", ()),
        ("got paid 100, and Ana told me about her 3 cats", ()),
        ("we talked about money", ()),
    ],
)
def test_a_message_is_one_line_or_more_or_stays_a_message(said: str, lines: tuple[str]) -> None:
    assert lines_of(said, FRIDAY) == lines


@pytest.mark.parametrize(
    "said", ["spent on shoes", "paid the rent", "write down lunch", "got paid", "anota el almuerzo"]
)
def test_a_line_lacks_its_amount(said: str) -> None:
    assert lacks_amount(said)


@pytest.mark.parametrize(
    "said",
    [
        "I spent money on shoes",
        "spent on shoes and I feel bad",
        "paid attention",
        "spent 40 on shoes",
        "write down that I love him",
        "should I pay the rent?",
        "pagué por mis errores",
    ],
)
def test_a_story_is_not_asked_for_an_amount(said: str) -> None:
    assert not lacks_amount(said)


@pytest.mark.parametrize("said", ["40", "it was 40", "£40", "40 euros", "fueron 40"])
def test_an_amount_alone_completes_the_line_before(said: str) -> None:
    line = completed("spent on shoes", NOW, said, NOW + ANSWERED_WITHIN)
    assert read(line, FRIDAY).amount == 4000
    assert read(line, FRIDAY).what == "shoes"
    late = NOW + ANSWERED_WITHIN + timedelta(seconds=1)
    assert not completed("spent on shoes", NOW, said, late)


@pytest.mark.parametrize("said", ["40 of them were mine", "no", "at 7 I go home", "40?"])
def test_something_else_completes_nothing(said: str) -> None:
    assert not completed("spent on shoes", NOW, said, NOW)
