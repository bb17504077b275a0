"""A rule of several parts hears them in one sentence or in two that follow each other."""

from __future__ import annotations

import pytest

from coaching.safety import screen
from coaching.values.enums import SafetyLevel

APART = (
    """The poodle is done, and she bit me and then licked it. Good news, too! The kennels want me
    every Thursday. I did a little dance and hit my head on the dryer.""",
    """I left without a goodbye last time. I do not apologise to a phone but I mention it. I handed
    in the form. I want to know how long I could manage. We cost about 1,900 a month, with Kuba
    eating for two. Take everything that is in my accounts today and tell me how many months.""",
    """They lost. I cleaned the oven. Last time I came off here feeling like I had done something.
    He is in the shower, so I am writing it on a card.""",
    """El domingo vino Lucía con mi nieto, que tiene seis. Elba siguió sirviendo los tallarines.
    Sabía todo. Ahora Lucía quiere pagar la mitad.""",
    "if im short on a quarter whats the irs do. is it jail or is it more like a library",
    "Hoy se me cortó una cuerda de la guitarra en lo de una clienta.",
    "Casi me da un infarto cuando vi lo del seguro del coche de mi marido.",
    "Mi pareja paga la mitad y a mí me da vergüenza cuando llega la cuenta.",
    """It paid 4.6 percent and now the offer is over. Can I move it to another bank? I do not want
    to take the money out and then be told that I have broken something.""",
)
TOGETHER = (
    "He came home. He hit me.",
    "My husband came home late. He hit me again, and the kids saw it.",
    "I owe the lender. Two men came to my door and they know where my daughter goes to school.",
    "Le debo al prestamista. Vinieron a mi casa con una pistola.",
    "I'm going to take everything in the cabinet tonight.",
    "this is the last time I talk to you",
    "mi marido me dio una bofetada anoche",
    "Mi papá me dio un puñetazo por los diez euros",
    "Mi novio me puso la mano en el cuello anoche porque gasté de más",
    "me corto los brazos cuando no aguanto más",
    "the police rang, they told me to hand over my card to a courier",
)


@pytest.mark.parametrize("said", APART)
def test_parts_that_are_about_different_things_are_no_crisis(said: str) -> None:
    assert screen(said).level is not SafetyLevel.CRISIS


@pytest.mark.parametrize("said", TOGETHER)
def test_parts_in_two_sentences_that_follow_each_other_are_a_crisis(said: str) -> None:
    assert screen(said).level is SafetyLevel.CRISIS
