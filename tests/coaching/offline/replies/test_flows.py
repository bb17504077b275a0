"""What was offered is answered by chip, by its name, by its number, or by yes and no."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coaching.offline.coach import reply
from coaching.offline.replies.texts import House
from coaching.settings import Settings
from coaching.values.enums import Stage
from tests.coaching.offline.people import DEV, ROCIO
from tests.coaching.offline.talking import TOOLS, Said, context, converse, last

ACTING = replace(DEV, person=replace(DEV.person, stage=Stage.ACTION), gap_days=None)
SPANISH = replace(ROCIO, person=replace(ROCIO.person, stage=Stage.ACTION), gap_days=None)
BEFORE_CHANGE = replace(
    ACTING, person=replace(ACTING.person, stage=Stage.PRECONTEMPLATION), focus_card=None
)
NAMES = frozenset(tool.name for tool in TOOLS)
WORRY = "what if I lose my job, I can't stop thinking about it"


def practices(said: Said) -> list[str]:
    return [chip.target for chip in said.chips if chip.action == "practice"]


@pytest.mark.parametrize(
    "answer", ["yes", "yes please", "ok let's do it", "Worry or problem?", "the first one", "1"]
)
async def test_a_practice_that_was_offered_can_be_taken_in_words(answer: str) -> None:
    said = await last(ACTING, WORRY, answer)
    assert said.mode == "practice_start"
    assert [(chip.action, chip.target) for chip in said.chips] == [
        ("practice_start", "worry_or_problem")
    ]


@pytest.mark.parametrize("answer", ["no", "not now", "no thanks", "rather not"])
async def test_and_refused_without_a_second_try(answer: str) -> None:
    said = await last(ACTING, WORRY, answer)
    assert said.mode == "declined_offer"
    assert practices(said) == []


@pytest.mark.parametrize("answer", ["vale", "sí", "dale", "ok", "sí por favor"])
async def test_a_yes_in_spanish_starts_it_too(answer: str) -> None:
    said = await last(SPANISH, "dame un ejercicio", answer)
    assert [chip.action for chip in said.chips] == ["practice_start"]


async def test_after_a_no_none_is_offered_until_they_ask() -> None:
    after = await last(ACTING, WORRY, "no", "I'm so ashamed of all this", "it was an awful day")
    assert practices(after) == []
    asked = await last(ACTING, WORRY, "no", "ok give me an exercise")
    assert len(practices(asked)) == 1


@pytest.mark.parametrize("answer", ["Keep talking", "the second one", "2", "keep talking"])
async def test_the_other_chip_can_be_typed_too(answer: str) -> None:
    assert (await last(ACTING, WORRY, answer)).mode == "listen_begin"


async def test_a_yes_to_an_invitation_to_talk_begins_to_listen() -> None:
    assert (await last(ACTING, "my card got declined", "yes")).mode == "listen_begin"


@pytest.mark.parametrize("answer", ["yes", "yes, save it", "Save as a win", "sure"])
async def test_a_win_is_saved_after_a_yes_in_their_words(answer: str) -> None:
    said = await last(ACTING, "I opened the letter!!", answer)
    assert said.kept is not None
    assert said.kept.name == "save_win"
    assert said.kept.input["text"] == "I opened the letter!!"
    assert "I opened the letter" in said.text


async def test_without_a_yes_nothing_is_saved_and_it_is_offered_once_more() -> None:
    _, told, saved = await converse(ACTING, ["I opened the letter!!", "scary but fine", "yes"])
    assert (told.mode, told.kept) == ("win_heard", None)
    assert saved.kept is not None
    assert saved.kept.input["text"] == "I opened the letter!!"


async def test_something_they_saw_is_offered_as_a_card_and_saved_after_a_yes() -> None:
    seen = "I realised I can look at it without fixing it"
    offered, saved = await converse(ACTING, [seen, "yes please"])
    assert [chip.action for chip in offered.chips] == ["keep_card", "say"]
    assert saved.kept is not None
    assert (saved.kept.name, saved.kept.input["content"]) == ("save_card", seen)


@pytest.mark.parametrize(
    ("session", "ask"),
    [
        (ACTING, "make that a card"),
        (ACTING, "can you put that on a card?"),
        (ACTING, "save that as a card please"),
        (ACTING, "how do I save it?"),
    ],
)
async def test_make_that_a_card_drafts_their_last_sentence_of_substance(
    session: object, ask: str
) -> None:
    own = "I can wait until tomorrow before I decide"
    *_, said = await converse(ACTING, [own, "ok", "what can you do?", ask])
    assert said.kept is not None
    assert said.kept.input["content"] == own
    assert said.kept.input["agreed"] is False
    assert said.mode == "card_drafted"


@pytest.mark.parametrize("ask", ["guárdalo en una tarjeta", "¿cómo lo guardo?"])
async def test_in_spanish_too(ask: str) -> None:
    own = "puedo esperar hasta mañana antes de decidir"
    said = await last(SPANISH, own, ask)
    assert said.kept is not None
    assert said.kept.input["content"] == "Puedo esperar hasta mañana antes de decidir"


async def test_without_a_sentence_they_are_asked_for_one() -> None:
    said = await last(ACTING, "hi", "make that a card")
    assert (said.mode, said.kept) == ("card_wanted", None)


async def test_the_words_after_a_colon_are_the_card() -> None:
    said = await last(ACTING, "save this as a card: I am more than my balance")
    assert said.kept is not None
    assert said.kept.input["content"] == "I am more than my balance"


async def test_what_was_said_in_danger_is_on_no_card() -> None:
    own = "I can wait until tomorrow before I decide"
    said = await last(ACTING, own, "there's no point anymore", "no", "make that a card")
    assert said.kept is not None
    assert said.kept.input["content"] == own


async def test_a_boundary_is_on_no_card() -> None:
    own = "I can wait until tomorrow before I decide"
    said = await last(ACTING, own, "I don't want to talk about him", "make that a card")
    assert said.kept is not None
    assert said.kept.input["content"] == own


async def test_when_it_could_not_be_saved_the_coach_says_so() -> None:
    failing = replace(ACTING, tool_fails=True)
    assert (await last(failing, "I opened the letter!!", "yes")).mode == "not_kept"


async def test_listening_asks_how_to_go_on_after_three_messages() -> None:
    told = ["I'd like to talk", "my sister has it all", "and I just watch", "year after year"]
    *_, third, asked, on = await converse(ACTING, [*told, "always the same", "keep talking"])
    assert third.mode == "listen"
    assert asked.mode == "listen_check"
    assert [chip.id for chip in asked.chips] == ["keep_talking", "short"]
    assert on.mode == "listen"


async def test_while_listening_what_is_understood_is_said_once_and_nothing_is_offered() -> None:
    _, first, again = await converse(
        ACTING, ["I'd like to talk", "I'm so ashamed of it all", "so ashamed of myself"]
    )
    assert first.text.startswith("That’s hard to say")
    assert first.chips == ()
    assert first.text != again.text


@pytest.mark.parametrize(
    ("message", "mode"),
    [
        ("ok thanks, bye", "goodbye"),
        ("do you have an exercise?", "practice_offer"),
        ("stop asking me questions", "stop_asking"),
        ("I called the bank!", "win"),
        ("my dad died in june", "grief"),
    ],
)
async def test_what_is_more_than_talk_ends_the_listening(message: str, mode: str) -> None:
    assert (await last(ACTING, "I'd like to talk", "it's a long story", message)).mode == mode


async def test_grief_gets_company_and_no_offer_for_two_replies() -> None:
    told = ["my mum died in february", "she always paid the bills", "i am so tired of it"]
    first, *after = await converse(ACTING, told)
    assert [chip.text for chip in first.chips] == ["Talk about her"]
    assert all(said.chips == () and "?" not in said.text for said in after)


async def test_before_a_change_nothing_is_offered_unless_they_ask() -> None:
    told, asked = await converse(BEFORE_CHANGE, [WORRY, "do you have an exercise?"])
    assert practices(told) == []
    assert "Want to" not in told.text
    assert practices(asked)


async def test_who_asks_for_help_has_a_practice_in_the_same_reply() -> None:
    said = await last(ACTING, "can you help me, I don't know what to do")
    assert said.mode == "help"
    assert len(practices(said)) == 1


async def test_another_one_is_another_one() -> None:
    first, second = await converse(ACTING, ["got an exercise?", "another one"])
    assert practices(first)
    assert practices(second)
    assert practices(first) != practices(second)


async def test_what_it_is_is_said_once_a_session() -> None:
    told = await converse(ACTING, ["hi", WORRY, "I feel so guilty", "bye"])
    assert ["about" in said.meta["template_ids"] for said in told] == [False, True, False, False]


async def test_the_same_thing_again_is_heard_and_not_recited() -> None:
    told = await converse(ACTING, [WORRY, "I'm scared it runs out", "I'm so worried"])
    assert told[0].mode == "worry"
    assert len({said.text for said in told}) == 3


def test_what_is_said_about_data_comes_from_the_settings() -> None:
    ctx = context(ACTING, "who can read this?")
    own = reply(ctx, tools=NAMES, house=House()).text
    model = reply(ctx, tools=NAMES, house=House(has_model=True)).text
    server = reply(ctx, tools=NAMES, house=House(is_here=False)).text
    assert "on this machine and isn’t sent anywhere" in own
    assert "Anthropic" in model
    assert "this machine" not in server


def test_the_limit_is_the_one_that_is_set() -> None:
    ctx = context(ACTING, "how many messages can I send?")
    assert "12 messages" in reply(ctx, tools=NAMES, house=House(messages_a_day=12)).text


def test_a_house_knows_its_settings() -> None:
    away = Settings(
        database_url="postgresql://db.example/toney", public_url="https://toney.example"
    )
    assert House.of(Settings()).is_here
    assert not House.of(away).is_here
