from __future__ import annotations

from datetime import date

import pytest

from coaching.money.reading import amount_of, read, written_down
from coaching.values.transactions import Flow

FRIDAY = date(2026, 11, 27)


@pytest.mark.parametrize(
    ("said", "amount", "currency", "what", "category", "day"),
    [
        ("spent 40 on shoes", 4000, "", "shoes", "shopping", 27),
        ("Spent £12.50 on lunch with Ana yesterday", 1250, "£", "lunch with Ana", "food", 26),
        ("12 lunch", 1200, "", "lunch", "food", 27),
        ("paid €5.000 rent on Monday", 500_000, "€", "rent", "home", 23),
        ("spent 3k on a laptop", 300_000, "", "laptop", "", 27),
        ("Gasté 5000 en comida", 500_000, "", "comida", "food", 27),
        ("Me gasté 3 lucas en el bus ayer", 300_000, "$", "bus", "travel", 26),
        ("gasté 12,50 € en café", 1250, "€", "café", "going_out", 27),
        ("pagué la luz 84", 8400, "", "luz", "home", 27),
        ("gasté 2 millones en el arriendo", 200_000_000, "", "arriendo", "home", 27),
        ("pagué 1 millón 200 mil de arriendo ayer", 120_000_000, "", "arriendo", "home", 26),
        ("spent 1.5 million on a car", 150_000_000, "", "car", "", 27),
        ("gasté 3 mil 500 en el bus", 350_000, "", "bus", "travel", 27),
        ("spent ₹1,23,456 on rent", 12_345_600, "₹", "rent", "home", 27),
    ],
)
def test_a_line_is_an_amount_a_day_words_and_a_category(
    said: str, amount: int, currency: str, what: str, category: str, day: int
) -> None:
    line = read(said, FRIDAY)
    assert (line.amount, line.currency, line.what) == (amount, currency, what)
    assert (line.category, line.on.day, line.flow) == (category, day, Flow.OUT)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("-12 lunch", "lunch"),
        ("lunch -12", "lunch"),
        ("spent 2m on a car", "car"),
        ("gasté 5 palos en el auto", "auto"),
    ],
)
def test_how_much_it_was_is_asked_where_the_number_may_mean_another(said: str, what: str) -> None:
    """“-12” became an expense of 12, and “2m” one of 2."""
    line = read(said, FRIDAY)
    assert (line.amount, line.what) == (None, what)
    assert written_down(said, FRIDAY) is None


@pytest.mark.parametrize("said", ["lunch - 12", "lunch-12", "12 m&s lunch", "lunch: 12"])
def test_a_dash_between_words_and_number_is_no_minus(said: str) -> None:
    assert read(said, FRIDAY).amount == 1200


@pytest.mark.parametrize(
    ("said", "amount", "what", "day"),
    [
        ("2 coffees 7.40", 740, "2 coffees", "2026-11-27"),
        ("£12.50 lunch for 2", 1250, "lunch for 2", "2026-11-27"),
        ("spent 12 on 2 coffees", 1200, "2 coffees", "2026-11-27"),
        ("7-eleven 4.50", 450, "7-eleven", "2026-11-27"),
        ("taxi at 20:30 15", 1500, "taxi at 20:30", "2026-11-27"),
        ("on 3 Nov 40 shoes", 4000, "shoes", "2026-11-03"),
        ("Nov 3rd shoes 40", 4000, "shoes", "2026-11-03"),
        ("40 shoes 3 Dec", 4000, "shoes", "2025-12-03"),
        ("2026-11-02 45 shoes", 4500, "shoes", "2026-11-02"),
        ("31/12 100 gifts", 10_000, "gifts", "2025-12-31"),
        ("31/12/25 100 gifts", 10_000, "gifts", "2025-12-31"),
        ("rent 850 on the 1st", 85_000, "rent", "2026-11-01"),
        ("rent 850 on the 31st", 85_000, "rent", "2026-10-31"),
        ("two weeks ago 30 cinema", 3000, "cinema", "2026-11-13"),
        ("hace 3 días 20 en taxi", 2000, "taxi", "2026-11-24"),
        ("20 en pan el 3 de noviembre", 2000, "pan", "2026-11-03"),
        ("£20 petrol last Friday", 2000, "petrol", "2026-11-20"),
        ("20 taxi el lunes pasado", 2000, "taxi", "2026-11-23"),
        ("pen 2.50", 250, "pen", "2026-11-27"),
    ],
)
def test_a_count_or_a_date_is_no_amount(said: str, amount: int, what: str, day: str) -> None:
    """“2 coffees 7.40” was saved as 2, and “2026-11-02 45 shoes” as 2,026."""
    line = read(said, FRIDAY)
    assert (line.amount, line.what, line.on.isoformat()) == (amount, what, day)
    assert line.currency in {"", "£"}


@pytest.mark.parametrize(
    "said",
    [
        "spent 12 on lunch and 8 on bus",
        "12 lunch 8 bus",
        "3 shirts at 15 each",
        "iPhone 15 case 20",
        "bought 3 for 10",
        "3/11 40 shoes",
        "1/2 kg cheese 5",
        "2026-12-30 45",
        "30 Feb 20 bread",
        "50%",
        "15th birthday",
    ],
)
def test_how_much_it_was_is_asked_where_several_numbers_may_be_it(said: str) -> None:
    line = read(said, FRIDAY)
    assert (line.amount, line.on) == (None, FRIDAY)


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("Ana paid me back 50", 5000),
        ("+20 found", 2000),
        ("mi hermano me pagó 30", 3000),
        ("sold my bike 200", 20_000),
        ("vendí la mesa 45", 4500),
    ],
)
def test_what_is_paid_back_or_sold_comes_in(said: str, amount: int) -> None:
    line = read(said, FRIDAY)
    assert (line.flow, line.amount) == (Flow.IN, amount)


@pytest.mark.parametrize(
    ("said", "amount"),
    [("got paid 2,140", 214_000), ("Wages 2140", 214_000), ("Cobré 1.200.000 CLP", 120_000_000)],
)
def test_money_comes_in(said: str, amount: int) -> None:
    line = read(said, FRIDAY)
    assert (line.flow, line.amount, line.category) == (Flow.IN, amount, "")


@pytest.mark.parametrize(
    "said",
    [
        "spent 40 on shoes",
        "I bought shoes for 40",
        "we paid 60 for dinner",
        "Yesterday I spent 12 on lunch.",
        "Gasté 5000 en comida",
        "got paid 2,140",
        "I spent 40 dollars on shoes today.",
        "I bought 2 coffees for 7.40",
        "spent £12 on 2 coffees",
        "I paid 20 for petrol on 3 Nov",
    ],
)
def test_a_message_that_only_says_it_is_written_down(said: str) -> None:
    assert written_down(said, FRIDAY)


@pytest.mark.parametrize(
    "said",
    [
        "should I spend 40 on shoes?",
        "I spent 300 on a jacket and I hate myself because of it",
        "I spent 40 on shoes again",
        "I got 3 letters from the bank",
        "spent 2 hours on the phone",
        "I paid 3 bills",
        "I bought 2 dresses",
        "I bought 3 for 10",
        "I paid 3 bills on 3 Nov",
        "I spent 40. Then I cried.",
        "I spent 200 at the casino",
        "last year I spent 4000 on shoes",
        "I would have paid 40 for it",
        "lunch with Ana",
        "perdí 500 apostando",
        "I have 40 in the bank",
        "If I spent 40 on shoes",
    ],
)
def test_a_story_a_question_or_a_plan_stays_a_message(said: str) -> None:
    assert written_down(said, FRIDAY) is None


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("12", 1200),
        ("12,5", 1250),
        ("1,200", 120_000),
        ("1,200,000.50", 120_000_050),
        ("£3.40", 340),
        ("2 lakh", 20_000_000),
        ("5 grand", 500_000),
        ("2 mil millones", None),
        ("-12", None),
        ("−12", None),
        ("-£12", None),
        ("2m", None),
        ("2 M", None),
        ("5 palos", None),
        ("2 billion", None),
        ("0", None),
        ("0.125", None),
        ("1.2345", None),
        ("x", None),
    ],
)
def test_an_amount_is_read_as_it_is_written(said: str, amount: int | None) -> None:
    assert amount_of(said)[0] == amount
