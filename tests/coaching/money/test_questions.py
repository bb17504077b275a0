from __future__ import annotations

from datetime import date

import pytest

from coaching.money.questions import Question, asks_about

FRIDAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("How much did I spend this month?", Question()),
        ("how much have I spent so far", Question()),
        ("how much have I spent on food last month", Question(1, 1, "food")),
        ("How much did I spend at Lidl in October?", Question(1, 1, "Lidl")),
        ("how much did I spend on shoes this year?", Question(0, 11, "shoes")),
        ("How much did I spend in the last three months?", Question(0, 3)),
        ("¿Cuánto llevo gastado?", Question()),
        ("cuánto gasté en comida el mes pasado", Question(1, 1, "comida")),
        ("¿Cuánto gasté en café en los últimos 6 meses?", Question(0, 6, "café")),
        ("what is left of my food budget?", Question()),
    ],
)
def test_a_sum_is_of_a_month_or_more_and_of_a_shop_or_a_category(
    said: str, asked: Question
) -> None:
    assert asks_about(said, FRIDAY) == asked


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Compare this month with last month", Question(0, 2)),
        ("compare october with september", Question(1, 2)),
        ("Compare August and November", Question(0, 4)),
        ("Did I spend more than last month?", Question(0, 2)),
        ("Did I spend more on food than last month?", Question(0, 2, "food")),
        ("¿Gasté más que el mes pasado?", Question(0, 2)),
        ("Compara octubre con septiembre", Question(1, 2)),
        ("How has my spending changed?", Question(0, 3)),
        ("how has my spending changed over the last six months?", Question(0, 6)),
        ("¿Cómo han cambiado mis gastos en los últimos seis meses?", Question(0, 6)),
        ("¿Cuánto gasto al mes en comida?", Question(0, 3, "comida")),
        ("how much did I spend on food over the last months?", Question(0, 3, "food")),
        ("How much did I spend in the past few months?", Question(0, 3)),
        ("¿Cuánto gasté en comida en los últimos meses?", Question(0, 3, "comida")),
    ],
)
def test_two_months_are_compared_and_some_are_a_trend(said: str, asked: Question) -> None:
    assert asks_about(said, FRIDAY) == asked


@pytest.mark.parametrize(
    "said",
    [
        "What’s on my shelf?",
        "what am I still thinking over?",
        "show me my shelf",
        "¿Qué hay en mi estante?",
        "¿Qué hay en mi lista de espera?",
        "¿Qué tengo en espera?",
        "What did I buy recently?",
        "When can I buy the red lamp?",
        "¿Qué compré últimamente?",
        "¿Cuándo puedo comprar la lámpara?",
    ],
)
def test_the_shelf_is_asked_about(said: str) -> None:
    assert asks_about(said, FRIDAY) == Question(shelf=True)


@pytest.mark.parametrize(
    "said",
    [
        "how much does it cost?",
        "how much did I spend as a child on all of this?",
        "How much should I spend on food?",
        "How much did I spend on that?",
        "How is my mother?",
        "compare me with my sister",
        "what’s on my mind",
        "¿Cuánto debería gastar al mes?",
        "did I spend more time with him than last month?",
    ],
)
def test_another_question_stays_a_message(said: str) -> None:
    assert asks_about(said, FRIDAY) is None
