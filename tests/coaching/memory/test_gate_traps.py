"""Sentences that sound like a fact and are none, beside some that are."""

from __future__ import annotations

import pytest

from coaching.memory.gate import judged
from coaching.memory.gate_types import Admission
from tests.coaching.memory.test_gate import heard
from tests.support.remembering import candidate


@pytest.mark.parametrize(
    ("kind", "message", "quote", "content", "keeps"),
    [
        (
            "life_event",
            "if id won the lottery id have quit my job by now",
            "quit my job by now",
            "You quit your job.",
            False,
        ),
        (
            "fact",
            "my sister was like i owe 4k and she just laughed",
            "i owe 4k",
            "You owe 4k.",
            False,
        ),
        (
            "decision",
            "as the ad says, i deserve a new phone",
            "i deserve a new phone",
            "You want a new phone.",
            False,
        ),
        (
            "commitment",
            "i was going to move out in march but we stayed",
            "going to move out in march",
            "You are moving out in March.",
            False,
        ),
        (
            "life_event",
            "we nearly lost the flat last year, we didnt in the end",
            "lost the flat last year",
            "You lost the flat last year.",
            False,
        ),
        (
            "fact",
            "used to smoke 20 a day, havent in years",
            "smoke 20 a day",
            "You smoke 20 a day.",
            False,
        ),
        (
            "fact",
            "my therapist asked if i hate my dad",
            "i hate my dad",
            "You hate your dad.",
            False,
        ),
        ("life_event", "he thinks im pregnant. im not", "im pregnant", "You are pregnant.", False),
        (
            "life_event",
            "everyone assumes i bought the house. i rent it",
            "i bought the house",
            "You bought the house.",
            False,
        ),
        (
            "life_event",
            "my friend kay just got made redundant and has two kids",
            "just got made redundant",
            "You were made redundant.",
            False,
        ),
        (
            "decision",
            "in the book she says i will never borrow again",
            "i will never borrow again",
            "You decided never to borrow again.",
            False,
        ),
        (
            "fact",
            "told the bank i had a job lined up, which i dont",
            "i had a job lined up",
            "You have a job lined up.",
            False,
        ),
        (
            "life_event",
            "i lied to my mum and said i paid the rent",
            "i paid the rent",
            "You paid the rent.",
            False,
        ),
        (
            "fact",
            "let's pretend i earn 5k a month",
            "i earn 5k a month",
            "You earn 5k a month.",
            False,
        ),
        (
            "decision",
            "part of me wants to sell the car. i won't",
            "wants to sell the car",
            "You want to sell the car.",
            False,
        ),
        (
            "fact",
            "i thought i had 300 left. turns out it was 30",
            "i had 300 left",
            "You have 300 left.",
            False,
        ),
        (
            "life_event",
            "almost told dan yesterday",
            "told dan yesterday",
            "You told Dan yesterday.",
            False,
        ),
        (
            "life_event",
            "i didn't get the job after all",
            "get the job after all",
            "You got the job.",
            False,
        ),
        (
            "life_event",
            "unless i get fired first, we move in june",
            "i get fired first",
            "You got fired.",
            False,
        ),
        (
            "commitment",
            "as if i would ever lend him money again",
            "lend him money again",
            "You will lend him money again.",
            False,
        ),
        (
            "fact",
            "yeah right, my ex pays child support every month",
            "pays child support every month",
            "Your ex pays child support every month.",
            False,
        ),
        (
            "fact",
            "the form says i am the sole owner but thats wrong",
            "i am the sole owner",
            "You are the sole owner.",
            False,
        ),
        (
            "fact",
            "mi hermana dice que yo debo dos mil y no es cierto",
            "yo debo dos mil",
            "Debes dos mil.",
            False,
        ),
        ("life_event", "casi renuncio ayer", "renuncio ayer", "Renunciaste ayer.", False),
        (
            "life_event",
            "le dije que ya pagué la renta pero es mentira",
            "ya pagué la renta",
            "Ya pagaste la renta.",
            False,
        ),
        (
            "life_event",
            "pensé que me habían despedido, pero no",
            "me habían despedido",
            "Te despidieron.",
            False,
        ),
        ("fact", "ojalá tuviera casa propia", "tuviera casa propia", "Tienes casa propia.", False),
        (
            "fact",
            "antes vivía con mi papá, ya no",
            "vivía con mi papá",
            "Vives con tu papá.",
            False,
        ),
        (
            "life_event",
            "i told my mum i paid the rent and she was so relieved",
            "paid the rent",
            "You paid the rent.",
            True,
        ),
        (
            "life_event",
            "i nearly cried, i paid off the card today",
            "paid off the card today",
            "You paid off the card today.",
            True,
        ),
        (
            "fact",
            "thought id hate it but i like the new job",
            "i like the new job",
            "You like the new job.",
            True,
        ),
        (
            "life_event",
            "i lied to dan about the deposit",
            "lied to dan about the deposit",
            "You lied to Dan about the deposit.",
            True,
        ),
        (
            "fact",
            "almost forgot, my rent goes up in jan",
            "my rent goes up in jan",
            "Your rent goes up in January.",
            True,
        ),
        (
            "fact",
            "antes vivía sola, ahora vivo con mi hermana",
            "ahora vivo con mi hermana",
            "Vives con tu hermana.",
            True,
        ),
        (
            "fact",
            "i used to hide it, now i open the app every friday",
            "open the app every friday",
            "You open the app every Friday.",
            True,
        ),
    ],
)
def test_what_is_over_untrue_or_only_said_by_others_is_no_memory(
    kind: str, message: str, quote: str, content: str, keeps: bool
) -> None:
    (found,) = judged([candidate(content, quote, kind=kind)], heard(message))

    assert isinstance(found, Admission) is keeps
