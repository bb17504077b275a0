"""What is told plainly is sure; what is left open is not."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from coaching.memory.gate import judged
from coaching.memory.gate_types import Admission, Heard
from coaching.values.enums import Certainty, MemoryKind
from tests.support.remembering import candidate

TODAY = date(2026, 11, 22)
NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
FACT, DECISION = MemoryKind.FACT, MemoryKind.DECISION


def certainty(kind: MemoryKind, message: str, content: str, quote: str) -> Certainty | None:
    """Return how sure the gate is of a memory; None if it refuses it."""
    proposed = candidate(content, quote, kind=kind)
    (found,) = judged([proposed], Heard(message, NOW, TODAY))
    return found.certainty if isinstance(found, Admission) else None


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("trabajo en una panadería desde marzo", "Trabajas en una panadería desde marzo."),
        ("estudio ingeniería en la noche", "Estudias ingeniería en la noche."),
        ("llevo casi dos años en este trabajo", "Llevas casi dos años en este trabajo."),
        ("ive worked there almost a year", "You've worked there almost a year."),
        ("i used to work at a bank", "You used to work at a bank."),
        ("antes trabajaba en un banco", "Antes trabajabas en un banco."),
        ("i check my balance nightly", "You check your balance every night."),
        ("cada noche reviso la cuenta", "Revisas la cuenta todas las noches."),
        ("my landlord said the rent goes up", "Your landlord said that the rent goes up."),
        ("the bank told me the fee is 30", "The bank told you that the fee is 30."),
        ("if i see a sale i buy", "If you see a sale, you buy."),
        ("si me pagan tarde uso la tarjeta", "Si te pagan tarde, usas la tarjeta."),
    ],
)
def test_a_plain_fact_is_sure(message: str, content: str) -> None:
    assert certainty(FACT, message, content, message) is Certainty.SAID


@pytest.mark.parametrize(
    ("kind", "message", "content", "quote"),
    [
        (
            DECISION,
            "we're planning the wedding for june and decided on 40 guests",
            "You decided on 40 guests for the wedding in June.",
            "decided on 40 guests",
        ),
        (
            FACT,
            "he pays the rent and i pay the food, whether he likes it or not",
            "He pays the rent, and you pay the food.",
            "he pays the rent and i pay the food",
        ),
    ],
)
def test_what_is_said_plainly_is_sure_whatever_is_said_around_it(
    kind: MemoryKind, message: str, content: str, quote: str
) -> None:
    assert certainty(kind, message, content, quote) is Certainty.SAID


@pytest.mark.parametrize(
    ("message", "content", "is_kept"),
    [
        ("maybe i earn 1200", "You earn 1200.", True),
        ("creo que gano 1200 al mes", "Ganas 1200 al mes.", True),
        ("my mum said the rent goes up", "The rent goes up.", True),
        ("if i got the job i would pay him", "If you got the job, you would pay him.", True),
        ("si me sale el trabajo voy a pagarle", "Si te sale el trabajo, vas a pagarle.", True),
        ("i check it most nights", "You check it every single night.", False),
        ("vendería la moto para pagar", "Vendes la moto para pagar.", False),
        ("pagaría la deuda con eso", "Pagas la deuda con eso.", False),
        ("sueño que me gano la lotería", "Ganaste la lotería.", False),
    ],
)
def test_what_is_left_open_is_unsure_or_left_out(message: str, content: str, is_kept: bool) -> None:
    expected = Certainty.UNSURE if is_kept else None
    assert certainty(FACT, message, content, message) is expected
