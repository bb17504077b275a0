"""What people text: the answer that they get, or the exercise that is under it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from coaching.offline.replies.listening import is_told
from coaching.values.enums import Stage
from tests.coaching.offline.people import DEV, ROCIO
from tests.coaching.offline.talking import Session, converse

ENGLISH = replace(DEV, person=replace(DEV.person, stage=Stage.ACTION), gap_days=None)
SPANISH = replace(ROCIO, person=replace(ROCIO.person, stage=Stage.ACTION), gap_days=None)

# A message or a conversation, and the modes or exercises that fit its last reply.
EN: list[tuple[str | tuple[str, ...], str]] = [
    # A word of a topic in another meaning
    ("i don't have a bank account in this country yet", "story"),
    ("not happy with my bank, they changed the app colours", "story|app_change"),
    ("i bought bread and went to work", "story"),
    ("my sister bought a bike for her son", "story"),
    ("no debts thank god, just bored with my job", "story|lonely"),
    ("im finally debt free since june", "good_news|saved"),
    ("we don't have any loans, its just a feeling", "story"),
    ("they took half of it when he left", "story|event"),
    ("i waited three hours at the bank today", "story"),
    ("put the groceries on my card and walked home", "story"),
    ("going to pay the rent tomorrow", "story|told_short"),
    ("my husband doesn't help", "story"),
    ("that was stupid of him", "story|angry_at"),
    ("sold my grandmother's ring on monday. felt sick", "story|hard"),
    ("told him the number and he shouted at me", "story|hard"),
    ("my dog is ill and the vet wants 900", "worry_bill|owing|story|event"),
    ("they said no to the plan, i asked twice", "story|hard"),
    ("i gave him the keys and left", "story"),
    # Help wanted
    ("any idea what helps?", "slow_breath"),
    (("i havent opened the bank app in weeks", "what can i do about it?"), "guess_then_look"),
    (("my brother asked for money again, i said yes", "how do i get out of this"), "answer_later"),
    (("i lie awake every night because of the rent", "ok so what now"), "worry_time"),
    (("i'm about to buy another bag", "help me pls"), "ride_it_out"),
    (
        ("I'd like to talk", "im so ashamed of the overdraft", "what would you suggest"),
        "kind_words|tip_debts",
    ),
    (("I'd like to talk", "its all too much at once", "idk what to do tbh"), "one_thing_off|help"),
    ("where do i even start", "one_thing_off|slow_breath|help"),
    ("thanks but what do i actually do", "help"),
    ("can u give me something to do right now", "practice_offer"),
    ("i need something for the nerves", "slow_breath"),
    ("got a tip for saying no to my mum?", "answer_later|practice_offer"),
    # Short and plain
    ("3400 on two cards", "story|told_short"),
    ("since march", "told_short|story"),
    ("payday is friday", "told_short|story"),
    ("about 200 a week", "told_short|story"),
    ("rent's 900 now", "told_short|story"),
    ("broke again", "tight|story"),
    ("two kids, one wage", "told_short|story"),
    # Hello, goodbye, thanks
    ("yo", "greeting_again"),
    ("heyyy u there", "greeting_again"),
    ("wassup", "greeting_again|how_are_you"),
    ("gn", "goodbye_night"),
    ("cya", "goodbye"),
    ("k gtg kids are up", "goodbye"),
    ("laters x", "goodbye"),
    ("thats me done for today, ty", "goodbye"),
    ("im gonna log off now", "goodbye"),
    ("thanks for listening, speak soon x", "goodbye"),
    ("tysm that was nice", "thanks"),
    # The app, facts
    ("does this thing see my bank account?", "app_bank"),
    ("who made you", "app_real"),
    ("do you cost anything", "app_limit"),
    ("what's a balance transfer?", "facts|facts_own"),
    ("whats the difference between gross and net pay", "facts|facts_own"),
    ("what happens if i only pay the minimum?", "facts|facts_own"),
    ("what does arrears mean if im behind on rent", "facts|facts_own"),
    ("what is a premium bond ladder for savings?", "facts_unknown|facts|facts_own"),
    # Small wins
    ("put 20 quid aside this week", "win|saved"),
    ("cooked at home instead of ordering in", "win"),
    ("one whole week without a delivery!!", "win"),
    # Yes to an exercise
    (("got anything quick for stress?", "yes ok lets do that one"), "practice_start"),
    (("i'm exhausted", "breathe for a minute please"), "practice_start|listen_begin"),
]
ES: list[tuple[str | tuple[str, ...], str]] = [
    ("le di las gracias al cajero y me fui a casa", "story"),
    (("debo 38 mil en 2 tarjetas", "tu q me recomiendas"), "tip_debts"),
    ("ayer fui al super y en vez de comprar lo q kiero solo compre lo de la lista jaja", "win"),
    ("me quitaron la mitad del sueldo", "story|event|told_short"),
    ("no tengo deudas, por suerte", "story"),
    ("compré pan y leche", "story|told_short"),
    ("mi perro está enfermo y el veterinario es caro", "story"),
    ("casi no hablo con nadie", "lonely|story"),
    (("no he abierto las cartas del banco", "¿y qué hago con eso?"), "guess_then_look"),
    (("otra vez le presté plata a mi hermano", "qué me sugieres"), "answer_later"),
    (("quiero hablar", "no puedo dormir pensando en la renta", "ayúdame porfa"), "worry_time"),
    ("por dónde empiezo", "one_thing_off|slow_breath"),
    ("necesito algo para los nervios", "slow_breath"),
    ("unos 300 al mes", "told_short|story"),
    ("desde marzo", "told_short|story"),
    ("cobro el viernes", "told_short|story"),
    ("holaaa q tal", "greeting_again"),
    ("wenas", "greeting_again"),
    ("chaito, mañana sigo", "goodbye"),
    ("ya me duermo, besitos", "goodbye_night"),
    ("bueno me desconecto", "goodbye"),
    ("gracias por escucharme, nos leemos", "goodbye"),
    ("¿ves mi cuenta del banco?", "app_bank"),
    ("¿qué es el sueldo bruto?", "facts|facts_own"),
    ("hoy guardé 10 mil pesos", "win|saved"),
    (("¿tienes algún ejercicio corto?", "sí, ese mismo"), "practice_start"),
]


def _fits(modes: str, mode: str, targets: list[str]) -> bool:
    """Either a sentence about the subject or a listening line is right; another meaning is not."""
    wanted = set(modes.split("|"))
    is_subject = is_told(mode) and not wanted.isdisjoint({"story", "told_short"})
    return is_subject or not wanted.isdisjoint({mode, *targets})


async def _missed(session: Session, texts: list[tuple[str | tuple[str, ...], str]]) -> list[str]:
    found: list[str] = []
    for said, modes in texts:
        last = (await converse(session, (said,) if isinstance(said, str) else said))[-1]
        if not _fits(modes, last.mode, [chip.target for chip in last.chips]):
            found.append(f"{said}: {last.mode}, not {modes}")
    return found


async def test_english_texting_is_answered_by_what_it_means() -> None:
    assert await _missed(ENGLISH, EN) == []


async def test_spanish_texting_is_answered_by_what_it_means() -> None:
    assert await _missed(SPANISH, ES) == []


def test_there_are_eighty_of_them() -> None:
    assert len(EN) + len(ES) >= 80


async def test_a_request_for_help_is_answered_with_an_exercise_that_was_not_named_before() -> None:
    told = ("I haven't opened the bank app since August", "what can I do about it?")
    said = (await converse(ENGLISH, told))[-1]
    assert said.chips[1].target == "guess_then_look"
    assert said.text.startswith("You could open it with someone beside you")


async def test_another_exercise_is_only_called_another_one_after_the_first() -> None:
    said = await converse(ENGLISH, ("I'm exhausted", "got an exercise?", "another one please"))
    assert [one.mode for one in said[1:]] == ["practice_offer", "practice_other"]
    assert said[1].chips[0].target != said[2].chips[0].target


async def test_the_reply_to_an_urge_says_the_minutes_of_its_exercise() -> None:
    said = (await converse(ENGLISH, ("about to buy these shoes, help",)))[-1]
    assert "five minutes" in said.text
    assert said.chips[0].text.endswith("5 min")


async def test_the_introduction_comes_last_in_the_first_real_reply() -> None:
    first, second = await converse(ENGLISH, ("it's all too much at once", "and the rent went up"))
    assert first.text.endswith("I know some good exercises.")
    assert "offline" not in second.text


@pytest.mark.parametrize("session", [ENGLISH, SPANISH])
async def test_no_line_is_said_twice_in_a_row(session: Session) -> None:
    texts = ["xx zz", "xx zz", "xx zz", *["the thing with the shed went on"] * 4, "3 of them"] * 2
    said = await converse(session, texts)
    assert all(one.text != other.text for one, other in pairwise(said))


async def test_english_slang_is_answered_in_english() -> None:
    for text in ("yo", "sup", "gn", "cya", "laters"):
        said = (await converse(SPANISH, (text,)))[-1]
        assert said.text.split()[0] in {"Good", "Hi,", "Take", "I’m"}, said.text
