"""What a message isn’t taken for: a yes, a question, somebody’s view, a reason to suggest words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.safety import asked_in
from coaching.values.enums import Stage
from coaching.values.safety import SafetyVerdict
from tests.coaching.offline.people import DEV, ROCIO
from tests.coaching.offline.talking import Session, converse, last

ENGLISH = replace(DEV, person=replace(DEV.person, stage=Stage.ACTION), gap_days=None)
SPANISH = replace(ROCIO, person=replace(ROCIO.person, stage=Stage.ACTION), gap_days=None)
OFFER, OFERTA = "got anything quick for stress?", "dame un ejercicio para los nervios"

TIP = (
    "Call before the date and ask for more time or smaller payments: "
    "most companies have a plan for that."
)


@pytest.mark.parametrize(
    ("session", "offer", "said"),
    [
        (ENGLISH, OFFER, "ok thanks, keep it short please"),
        (ENGLISH, OFFER, "ok thanks"),
        (ENGLISH, OFFER, "ok but first can I tell you something"),
        (ENGLISH, OFFER, "cheers, my sister is visiting today"),
        (SPANISH, OFERTA, "ok gracias, respuestas cortas por favor"),
        (SPANISH, OFERTA, "bueno gracias, mejor mañana"),
    ],
)
async def test_ok_or_thanks_with_something_else_starts_no_exercise(
    session: Session, offer: str, said: str
) -> None:
    assert (await last(session, offer, said)).mode != "practice_start"


@pytest.mark.parametrize(
    ("session", "offer", "said"),
    [
        (ENGLISH, OFFER, "ok"),
        (ENGLISH, OFFER, "ok let's do it"),
        (ENGLISH, OFFER, "thanks, that one please"),
        (ENGLISH, OFFER, "ok sure"),
        (SPANISH, OFERTA, "bueno, dale"),
    ],
)
async def test_it_does_where_the_rest_asks_for_it(session: Session, offer: str, said: str) -> None:
    assert (await last(session, offer, said)).mode == "practice_start"


@pytest.mark.parametrize(
    ("session", "wish", "mode"),
    [
        (ENGLISH, "answer shorter", "manner_short"),
        (ENGLISH, "can you answer shorter?", "manner_short"),
        (ENGLISH, "can you write less?", "manner_short"),
        (ENGLISH, "less text please", "manner_short"),
        (ENGLISH, "short answers pls", "manner_short"),
        (ENGLISH, "be direct with me", "blunt"),
        (SPANISH, "no escribas tanto", "manner_short"),
        (SPANISH, "puedes responder más corto?", "manner_short"),
        (SPANISH, "háblame claro", "blunt"),
        (SPANISH, "puedes ser más directo?", "blunt"),
    ],
)
async def test_a_wish_about_how_to_write_is_acknowledged(
    session: Session, wish: str, mode: str
) -> None:
    said = await last(session, "hi", wish)

    assert said.mode == mode
    assert "look" not in said.text
    assert "buscar" not in said.text


@pytest.mark.parametrize(
    ("session", "wish", "told", "reply"),
    [
        (
            ENGLISH,
            "keep it short please",
            "my sister never pays me back",
            "Have you been able to ask your sister for it?",
        ),
        (
            ENGLISH,
            "answer shorter",
            "what can I do about my bills?",
            TIP,
        ),
        (SPANISH, "sé breve", "mi hermano me debe 300", "¿Has podido pedírselo a tu hermano?"),
    ],
)
async def test_it_is_kept_to_for_the_rest_of_the_session(
    session: Session, wish: str, told: str, reply: str
) -> None:
    assert (await last(session, "hi", wish, told)).text == reply


@pytest.mark.parametrize(
    "told",
    [
        "my boss said the report is due friday",
        "my mum said she's ill",
        "my brother told me he lost his job",
    ],
)
async def test_news_from_somebody_is_no_view(told: str) -> None:
    assert "how it looks" not in (await last(ENGLISH, "hi", told)).text


async def test_a_view_still_is_one() -> None:
    told = "my husband says I spend too much"
    assert "looks to your husband" in (await last(ENGLISH, "hi", told)).text
    assert "Para tu mamá" in (await last(SPANISH, "hola", "mi mamá dice que gasto mucho")).text


@pytest.mark.parametrize(
    ("session", "asked"),
    [
        (ENGLISH, "can you help me write a budget"),
        (ENGLISH, "how would you put the numbers in order"),
        (ENGLISH, "what do I write on the form"),
        (ENGLISH, "how do I ask the bank for my statement"),
        (SPANISH, "ayúdame a escribir mis gastos"),
    ],
)
async def test_no_words_to_say_where_nothing_is_to_be_said_to_anybody(
    session: Session, asked: str
) -> None:
    assert not (await last(session, "hi", asked)).mode.startswith("words_")


async def test_words_for_one_person_are_not_about_a_debt_of_another() -> None:
    lent = "I lent my brother 200 and he won't pay it back"
    said = await last(ENGLISH, lent, "how do I tell my fiancée about my loan")

    assert said.mode == "words_tell"
    assert "to your fiancée" in said.text


@pytest.mark.parametrize(
    "told",
    [
        "the bin men won't take the mattress, costs £30",
        "I smiled so hard my jaw clicked",
        "got paid in eggs again",
        "the dryer made a noise and died",
    ],
)
async def test_what_no_route_is_sure_of_gets_an_honest_short_reply(told: str) -> None:
    said = await last(ENGLISH, "hi", told)

    assert said.mode == "story"
    assert said.text.startswith("Thanks for telling me")


@pytest.mark.parametrize("doubt", ["suicidality", "domestic_economic_abuse", "harm_to_others"])
@pytest.mark.parametrize(
    ("session", "first", "no"),
    [
        (ENGLISH, "my nan would go without and not say", "nothing like"),
        (SPANISH, "mi abuela no come y no lo dice", "nada de eso"),
    ],
)
async def test_an_alarm_by_meaning_alone_is_one_question_that_is_heard_as_one(
    session: Session, first: str, no: str, doubt: str
) -> None:
    alarm = replace(session, safety={0: SafetyVerdict(doubt=doubt, is_alarm=True)})
    asked, then = await converse(alarm, [first, "no"])

    assert asked.text.count("?") == 1
    assert asked_in(asked.text).about == "danger"
    assert no in asked.chips[1].text
    assert then.mode == "false_alarm"


async def test_a_vague_answer_is_asked_about_again_in_other_words() -> None:
    alarm = replace(ENGLISH, safety={0: SafetyVerdict(doubt="suicidality", is_alarm=True)})
    first, again = await converse(alarm, ["my nan would go without and not say", "maybe"])

    assert again.mode == first.mode
    assert again.text != first.text
    assert "A yes or a no is enough" in again.text


@pytest.mark.parametrize(
    ("session", "told", "asked"),
    [
        (ENGLISH, "When I get paid I'll move ten aside", "how do I save that as a plan?"),
        (ENGLISH, "When I get paid I'll move ten aside", "where do I save my plan"),
        (ENGLISH, "When I get paid I'll move ten aside", "I want to save that sentence"),
        (SPANISH, "Cuando me paguen apartaré un poco", "¿cómo guardo eso como plan?"),
        (SPANISH, "Cuando me paguen apartaré un poco", "quiero guardar esa frase"),
    ],
)
async def test_a_plan_that_is_to_be_saved_becomes_a_draft_and_no_tip_on_saving(
    session: Session, told: str, asked: str
) -> None:
    said = await last(session, told, asked)

    assert said.mode == "card_drafted"
    assert said.kept is not None
    assert said.kept.input["content"] == told


@pytest.mark.parametrize(
    "asked", ["how do I save for a car", "can I save that much on my pay", "I need to save it up"]
)
async def test_money_that_is_to_be_saved_becomes_no_card(asked: str) -> None:
    assert "card" not in (await last(ENGLISH, asked)).mode


@pytest.mark.parametrize(
    "said",
    [
        "solo compre los zapatos",
        "ayer solo compre dos cosas",
        "solo gaste 200 pesos esta semana",
        "hoy solo cocine en casa",
        "solo entre a la tienda a mirar",
        "compre solo lo que estaba en la lista",
        "estoy solo comprando lo justo",
    ],
)
async def test_only_written_as_people_text_it_is_no_loneliness(said: str) -> None:
    assert "soledad" not in (await last(SPANISH, said)).text


@pytest.mark.parametrize(
    "said", ["compro cosas porque estoy solo", "me siento sola en esta ciudad", "ando muy solo"]
)
async def test_being_alone_is_heard(said: str) -> None:
    assert "soledad" in (await last(SPANISH, said)).text
