from __future__ import annotations

import pytest

from coaching.memory.money_roles import is_turned


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("You lent your sister Ana 300 for the boiler.", "She lent you 300 for the boiler."),
        ("Your sister Ana lent you 300.", "You lent her 300."),
        ("Ana owes you 300.", "You owe Ana 300."),
        ("Ana owes you 300.", "Ana lent you 300."),
        ("You owe Ana 300.", "Ana borrowed 300 from you."),
        ("You borrowed 300 from Ana.", "Ana borrowed 300 from you."),
        ("Your mother pays your rent.", "You pay your mother's rent."),
        ("You gave your father the card.", "Your father gave you the card."),
        ("You want to ask your boss for 200.", "Your boss asked you for 200."),
        ("You are owed 40 by Ben.", "You owe Ben 40."),
        ("Your mother owes your brother 500.", "Your brother owes your mother 500."),
        ("Ben was lent 40 by you.", "Ben lent you 40."),
        ("Tu madre te debe 200.", "Le debes 200 a tu madre."),
        ("Le debes 200 a tu madre.", "Tu madre te debe 200."),
        ("Le prestaste 300 a Luis.", "Luis te prestó 300."),
        ("Luis te paga el alquiler.", "Le pagas el alquiler a Luis."),
        ("Le diste la tarjeta a tu marido.", "Tu marido te dio la tarjeta."),
        ("Tu jefa te pidió 100.", "Le pediste 100 a tu jefa."),
        ("Le pediste prestado 100 a tu tía.", "Tu tía te pidió prestado 100."),
        ("Tu hermano le debe 500 a tu madre.", "Tu madre le debe 500 a tu hermano."),
        ("Tu prima quiere pedirte 100.", "Quieres pedirle 100 a tu prima."),
        ("Le debés 80 a Marta.", "Marta te debe 80."),
    ],
)
def test_who_and_whom_of_a_money_verb_are_turned(new: str, old: str) -> None:
    assert is_turned(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Your sister Ana lent you 300 for the boiler.", "She lent you 300 for the boiler."),
        ("You lent your sister Ana 300.", "You lent her 300 last week."),
        ("You owe Ana 300.", "Ana lent you 300."),
        ("You borrowed 300 from Ana.", "Ana lent you 300."),
        ("Ben owes you 40.", "You lent Ben 40."),
        ("You owe 900 on the card.", "You owe 900 on the card and pay 30 a month."),
        ("Your mother pays your rent.", "Your mother has paid your rent since May."),
        ("You want to ask Priya for a raise.", "You want to ask your boss Priya for a raise."),
        ("You live with Ana in Leeds.", "Ana lives with you in Leeds and lent you 300."),
        ("Ben owes you 40, and you owe Mia 20.", "You owe Mia 20, and Ben owes you 40."),
        ("Your father gave you the card in May.", "Your father gave you the card."),
        ("Tu madre te debe 200.", "Tu madre te debe 200 desde mayo."),
        ("Le debes 200 a tu madre.", "Debes 200 a tu madre y quieres pagárselos."),
        ("Luis te prestó 300.", "Tu primo Luis te prestó 300 para la mudanza."),
        ("Quieres pedirle un aumento a Rosa.", "Quieres pedirle un aumento a tu jefa Rosa."),
        ("Debes 1.200 de la tarjeta.", "Debes 1.200 euros en la tarjeta."),
        ("Le pagas el alquiler a Luis.", "Le pagas 400 de alquiler a Luis."),
    ],
)
def test_the_same_in_other_words_is_not_turned(new: str, old: str) -> None:
    assert not is_turned(new, old)
