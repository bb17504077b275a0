from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx


async def test_a_transaction_is_written_changed_seen_in_its_month_and_deleted(
    person: httpx.AsyncClient,
) -> None:
    today = (await person.get("/api/transactions")).json()["first"]
    sent = {"amount": 1250, "spentOn": today, "what": "Lunch", "category": "food", "currency": "£"}
    made = await person.post("/api/transactions", json=sent)
    assert made.status_code == 201
    where = f"/api/transactions/{made.json()['id']}"
    assert (made.json()["flow"], made.json()["writtenBy"]) == ("out", "person")

    changed = await person.patch(where, json={"amount": 1300, "currency": "€"})

    assert (changed.json()["amount"], changed.json()["what"]) == (1300, "Lunch")
    month = (await person.get(f"/api/transactions?month={today}")).json()
    assert month["totals"] == [{"currency": "€", "moneyIn": 0, "moneyOut": 1300}]
    assert (await person.delete(where)).status_code == 204
    assert (await person.get(where)).status_code == 404


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
async def test_the_first_and_the_last_month_of_the_calendar_are_empty(
    person: httpx.AsyncClient, day: str
) -> None:
    found = await person.get(f"/api/transactions?month={day}")
    assert (found.status_code, found.json()["totals"]) == (200, [])


async def test_a_budget_says_what_is_left_of_it(person: httpx.AsyncClient) -> None:
    today = (await person.get("/api/transactions")).json()["first"]
    spent = {"amount": 5000, "spentOn": today, "category": "food", "currency": "£"}
    await person.post("/api/transactions", json=spent)
    made = await person.post("/api/budgets", json={"category": "food", "amount": 10_000})
    assert (made.status_code, made.json()["left"], made.json()["spent"]) == (201, "half", 5000)
    listed = (await person.get("/api/budgets")).json()
    assert [one["category"] for one in listed] == ["food"]
    assert (await person.delete(f"/api/budgets/{made.json()['id']}")).status_code == 204
    assert (await person.get("/api/budgets")).json() == []


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"amount": 0, "spentOn": "2026-01-01"},
        {"amount": "12", "spentOn": "2026-01-01"},
        {"amount": 12, "spentOn": "yesterday"},
        {"amount": 12, "spentOn": "2999-01-01"},
        {"amount": 12, "spentOn": "9999-12-31"},
        {"amount": 12, "spentOn": "0001-01-01"},
        {"amount": 12, "spentOn": "2026-01-01", "flow": "sideways"},
    ],
)
async def test_what_is_no_transaction_is_refused(
    person: httpx.AsyncClient, sent: dict[str, object]
) -> None:
    assert (await person.post("/api/transactions", json=sent)).status_code == 400


async def test_a_refusal_names_the_field_that_was_sent(person: httpx.AsyncClient) -> None:
    for category in ("garden", "allotment"):
        await person.post("/api/budgets", json={"category": category, "amount": 1})
    refused = [
        ("/api/transactions", {"amount": 12, "spentOn": "2000-01-01"}, "spentOn"),
        ("/api/categories/rename", {"category": "garden", "to": "allotment"}, "to"),
        ("/api/categories/rename", {"category": "garden", "to": "garden"}, "to"),
    ]
    for path, body, field in refused:
        answer = await person.post(path, json=body)
        assert (answer.status_code, list(answer.json()["details"])) == (400, [field])


async def test_money_moves_between_budgets_and_a_category_is_renamed(
    person: httpx.AsyncClient,
) -> None:
    ids = [
        (await person.post("/api/budgets", json={"category": name, "amount": 10_000})).json()["id"]
        for name in ("food", "garden")
    ]
    where = f"/api/budgets/{ids[0]}/move"
    assert (await person.post(where, json={"to": ids[1], "amount": 10_000})).status_code == 400
    assert (await person.post(where, json={"to": ids[1], "amount": 2500})).status_code == 204
    renamed = {"category": "garden", "to": "allotment"}
    assert (await person.post("/api/categories/rename", json=renamed)).status_code == 204
    assert (await person.post("/api/categories/rename", json=renamed)).status_code == 404
    listed = (await person.get("/api/budgets")).json()
    assert sorted((one["category"], one["amount"]) for one in listed) == [
        ("allotment", 12_500),
        ("food", 7500),
    ]
