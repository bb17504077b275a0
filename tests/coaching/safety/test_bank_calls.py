"""A call from a bank, a lawyer or an office is no scam by itself; what it demands makes it one."""

from __future__ import annotations

from pathlib import Path

from coaching.safety import screen

WRONG_AT_MOST, HEARD_AT_LEAST = 1 / 50, 0.9


def labelled() -> dict[str, list[str]]:
    rows: dict[str, list[str]] = {"ordinary": [], "scam": []}
    for line in Path(__file__).with_name("bank_calls.txt").read_text("utf-8").splitlines():
        label, message = line.split("\t")
        rows[label].append(message)
    return rows


def is_scam(message: str) -> bool:
    return screen(message).category == "fraud"


def test_an_ordinary_call_is_hardly_ever_taken_for_a_scam() -> None:
    ordinary = labelled()["ordinary"]
    wrong = [message for message in ordinary if is_scam(message)]

    assert len(ordinary) >= 70
    assert len(wrong) <= len(ordinary) * WRONG_AT_MOST, wrong


def test_a_call_that_demands_what_scams_demand_is_heard() -> None:
    scams = labelled()["scam"]
    missed = [message for message in scams if not is_scam(message)]

    assert len(scams) - len(missed) >= len(scams) * HEARD_AT_LEAST, missed


def test_a_call_about_an_interest_rate_is_no_scam() -> None:
    assert not is_scam("I'm on the phone with the bank right now about my interest rate")
    assert not is_scam("estoy al teléfono con el banco por la tasa de interés")
