"""True memories in other words than the message: scales, open questions, short names, sign-offs."""

from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from coaching.memory.gate import judged
from coaching.memory.gate_types import Admission, Heard, Known, Refusal
from coaching.values.enums import Certainty, MemoryKind
from tests.support.remembering import candidate

TODAY = date(2026, 12, 5)
NOW = datetime(2026, 12, 5, 9, tzinfo=UTC)
SAID, UNSURE = Certainty.SAID, Certainty.UNSURE


def judge(
    message: str, content: str, quote: str = "", *, context: str = "", known: str = ""
) -> Admission | Refusal:
    proposed = candidate(content, quote or message, supersedes="m1" if known else "none")
    rows = [Known(uuid4(), MemoryKind.FACT, known)] if known else []
    offered = [row.id for row in rows]
    given = Heard(message, NOW, TODAY, known=rows, offered=offered, context=[context])
    (judgement,) = judged([proposed], given)
    assert isinstance(judgement, Admission | Refusal)
    return judgement


def certainty(message: str, content: str, quote: str = "", context: str = "") -> Certainty | None:
    found = judge(message, content, quote, context=context)
    return found.certainty if isinstance(found, Admission) else None


@pytest.mark.parametrize(
    ("message", "context", "content", "expected"),
    [
        (
            "un mes hago 80 mil y al otro 45",
            "",
            "Un mes sacás 80 mil y al otro 45 mil.",
            SAID,
        ),
        ("I have about 38 put away", "He wants 85 thousand", "You have 38 thousand saved.", UNSURE),
        ("the van went for 12k and the trailer for 9", "", "The trailer went for 9,000.", SAID),
        ("the bank offered me 25 in the end", "I need 30k", "The bank offered you 25k.", UNSURE),
        ("la moto la vendí en 18", "Debo 20 mil", "Vendiste la moto en 18 mil.", UNSURE),
        # no amount in thousands, another size, or no amount at all
        ("I have about 38 put away", "", "You have 38 thousand put away.", None),
        ("Thousand thanks! I owe Joss 40.", "He owes 900", "You owe Joss 40 thousand.", None),
        ("I owe Joss 3", "The house costs 400 thousand", "You owe Joss 3 thousand.", None),
        ("I saved for 18 months", "I need 20 thousand", "You saved 18 thousand.", None),
        ("I owe Joss $40", "I earn 31k", "You owe Joss 40 thousand.", None),
        ("me pagan el 22 por fin", "Me deben 28 mil", "Te pagan 22 mil.", None),
    ],
)
def test_a_bare_number_may_be_told_with_its_scale(
    message: str, context: str, content: str, expected: Certainty | None
) -> None:
    assert certainty(message, content, context=context) is expected


@pytest.mark.parametrize(
    ("message", "known", "content"),
    [
        (
            "Son 28. Y no me pagan el 15, me pagan el 22",
            "Un edificio te debe 32 mil.",
            "El edificio te debe 28 mil, no 32, y te los pagan el 22 de diciembre.",
        ),
        (
            "so the roof is 14 now, they came down, due on the 19th lol",
            "The roof will cost 17 thousand.",
            "The roof costs 14 thousand, not 17, due on 19 December.",
        ),
    ],
)
def test_a_corrected_figure_replaces_the_known_one(message: str, known: str, content: str) -> None:
    found = judge(message, content, known=known)
    assert isinstance(found, Admission)
    assert len(found.supersedes) == 1


@pytest.mark.parametrize(
    ("message", "quote", "content", "expected"),
    [
        (
            "Mi hermano Nico me prestaría 4 mil",
            "",
            "Tu hermano Nico te prestaría 4 mil.",
            UNSURE,
        ),
        ("Mi tía Rosa pondría la mitad", "", "Tu tía Rosa pondría la mitad.", UNSURE),
        ("Mi tía Rosa pondría la mitad", "", "Tu tía Rosa pone la mitad.", None),
        ("Mi hermano me prestaría 4 mil", "", "Tu hermano juega a la lotería y presta.", None),
        (
            "is the deposit on top of the rent or in it?",
            "",
            "It's open whether the deposit is on top of the rent.",
            UNSURE,
        ),
        (
            "¿el seguro entra en la cuota o va aparte?",
            "",
            "No sabés si el seguro entra en la cuota o va aparte.",
            UNSURE,
        ),
        (
            "is the deposit on top of the rent or in it?",
            "",
            "The deposit is on top of the rent.",
            None,
        ),
        (
            "Ahora por ejemplo un edificio me debe 32 mil desde hace dos meses.",
            "un edificio me debe 32 mil",
            "Un edificio te debe 32 mil.",
            SAID,
        ),
        (
            "this week for example the dentist sent me a bill for 90",
            "the dentist sent me a bill for 90",
            "The dentist sent you a bill for 90.",
            SAID,
        ),
        (
            "for example say i earn 900 a month",
            "i earn 900 a month",
            "You earn 900 a month.",
            None,
        ),
    ],
)
def test_what_stays_conditional_or_open_is_kept_as_unsure(
    message: str, quote: str, content: str, expected: Certainty | None
) -> None:
    assert certainty(message, content, quote) is expected


@pytest.mark.parametrize(
    ("message", "content", "is_kept"),
    [
        ("ok so im 24 from dbn, work at a call centre", "You're 24, from Durban.", True),
        ("moved up from jhb in june", "You moved up from Johannesburg in June.", True),
        ("my sister lives in NZ with her kids", "Your sister lives in New Zealand.", True),
        ("ok so im 24 from dbn, work at a call centre", "You're 24, from Dresden.", False),
        ("moved up from jhb in june", "You moved up from Bloemfontein in June.", False),
        ("tbh i moved away in june", "You moved to Tabitha in June.", False),
    ],
)
def test_the_consonants_of_a_name_are_that_name(message: str, content: str, is_kept: bool) -> None:
    assert (certainty(message, content) is not None) is is_kept


@pytest.mark.parametrize(
    ("message", "quote", "is_kept"),
    [
        (
            "I will put Ellis down for four thousand, as he asks. I shall go now. Kind regards.",
            "I will put Ellis down for four thousand",
            True,
        ),
        (
            "Dear Toney, I have lent Ellis four thousand. Best wishes, Rutherford",
            "I have lent Ellis four thousand",
            True,
        ),
        (
            "Le presté cuatro mil a Ellis, esta vez con mi firma. Un cordial saludo, Elena",
            "Le presté cuatro mil a Ellis",
            True,
        ),
        (
            "Dear Mrs Webb, I have lent Ellis four thousand. Kind regards, Tom",
            "I have lent Ellis four thousand",
            False,
        ),
        (
            "Subject: loan\nI have lent Ellis four thousand. Kind regards, Tom",
            "I have lent Ellis four thousand",
            False,
        ),
        (
            "I have lent Ellis four thousand. Kind regards, Mr Hill",
            "I have lent Ellis four thousand",
            False,
        ),
        (
            "I have lent Ellis four thousand. Kind regards, Tom. what on earth do i answer",
            "I have lent Ellis four thousand",
            False,
        ),
    ],
)
def test_a_sign_off_alone_makes_no_letter(message: str, quote: str, is_kept: bool) -> None:
    language = "Le prestaste cuatro mil a Ellis." if "Le" in quote else "You lend Ellis 4,000."
    assert (certainty(message, language, quote) is not None) is is_kept


@pytest.mark.parametrize(
    ("message", "quote", "content", "is_kept"),
    [
        (
            "There's a kitchen that rents by the hour. Would cost me about $640 to get started",
            "Would cost me about $640 to get started",
            "Getting started in the kitchen would cost you about $640.",
            True,
        ),
        (
            "it took 300 to move the shop",
            "",
            "Moving needed 300 for the shop.",
            True,
        ),
        ("k, it took 300 to move the shop", "", "King needed 300 for the shop.", False),
        ("it took 300 to move the shop", "", "Irving needed 300 for the shop.", False),
    ],
)
def test_a_verb_that_begins_a_memory_is_no_name(
    message: str, quote: str, content: str, is_kept: bool
) -> None:
    assert (certainty(message, content, quote) is not None) is is_kept


@pytest.mark.parametrize(
    ("message", "content", "is_kept"),
    [
        (
            "I asked to see the books like anybody should and one of the two vans isn't paid off",
            "You asked to see the books, and one of the two vans isn't paid off.",
            True,
        ),
        ("i sold the bike and i want to buy a car", "You sold the bike and want a car.", True),
        ("i sold the bike and i want to sell the car", "You sold the bike, not the car.", True),
        ("thinking of selling the bike, asked nobody yet", "You sold the bike.", False),
        ("i want to rent the flat out", "You rented the flat out.", False),
    ],
)
def test_a_deed_before_a_plan_is_told_as_done(message: str, content: str, is_kept: bool) -> None:
    assert (certainty(message, content) is not None) is is_kept


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("You told Ana about the loan; she had known of it since 2012.", UNSURE),
        ("You told Ana about the loan and you owe 2012.", None),
        ("You told Ana about the loan; she had known of it since 2009.", None),
    ],
)
def test_what_somebody_said_to_them_is_given_for_what_is_told_of_her(
    content: str, expected: Certainty | None
) -> None:
    message = (
        'I told Ana about the loan. She said "I have known since 2012, you talk in your sleep"'
    )
    assert certainty(message, content, "I told Ana about the loan") is expected
