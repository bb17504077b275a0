"""Alarms by a rule of the screen: the Observer may take them back, a denial alone mostly not."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from coaching.agents.care import load_care
from coaching.llm.scripted import parses
from coaching.repositories import messages, turns
from coaching.safety import is_by_weight_alone, may_be_denied, may_be_misread, screen
from coaching.services import mistaken_alarms
from coaching.values.conversations import MessageRole
from coaching.values.enums import SafetyLevel
from coaching.values.observation import Observation
from tests.support.mistaken import takes_for_crisis
from tests.support.observed import SEEN, finished, observer_of, run, sees, urgent_run

if TYPE_CHECKING:
    from coaching.models import Turn
    from tests.support.bare_engine import BareEngine

TAKEN_FOR_A_SCENE = (
    "I hid my phone so that he would not see my face, I was grinning like a fool",
    "I hid my phone so he wouldn't see the surprise party messages",
    "My sister took my phone because it was her turn to choose the music",
    "My husband hid my phone as a joke on April 1st",
    "My sister hid my phone so I'd look at her wedding dress",
    "He hid my keys for a treasure hunt",
    "My dad took my card and my phone so I could sleep on the flight",
)
HARMLESS = (
    *TAKEN_FOR_A_SCENE,
    "My brother hits me with puns all day",
    "Mi hermano me pega con la almohada, jugando",
    "Mi gato me pega cuando no le doy comida",
    "My daughter hits me with her toy drum and laughs",
    "He pushed me down the slide at the water park",
    "My husband pushed me into the pool and we laughed",
    "My dance partner threw me in the air and dropped me",
    "My nephew locked me in the garden shed playing pirates",
    "My brother hits me with bad jokes all day",
    "She took my phone and my keys to hold them while I danced",
    "He locked the door on me by accident, we both laughed",
    "My cat hits me when I'm late with breakfast",
    "My toddler hit me in the face with a spoon",
    "Mi papá me quitó las llaves y el celular para que descansara",
)
TRUE = (
    "He takes my wages and hits me",
    "Me quita el sueldo y me pega",
    "My husband hits me when I ask about the account",
    "He locked me in the flat and took my bank card",
    "My boyfriend choked me last night because I spent forty dollars",
    "Mi marido me encierra en casa y me quitó el celular",
    "He took my phone and my passport and I'm not allowed out",
    "He beat me again yesterday, the money is his he says",
    "She throws things at me and keeps my salary card",
    "He said he'd kill me if I leave with the savings",
    "My dad hits my little brother",
    "I'm afraid he will hurt me when he sees the bank statement",
    "Tengo miedo de que me pegue cuando vea la cuenta",
    "He follows me to work and checks every receipt, and last week he pushed me down the stairs",
    "My ex showed me the gun when I asked for the child support",
    "I hide in the bathroom when he comes home because he gets violent",
    "Mi ex me mostró la pistola cuando le pedí la pensión",
    "I hid my phone so he wouldn't find out I called the police, he hit me last time",
    "Me tiene amenazada, dice que me va a quemar la cara",
    "I sleep with my keys in my hand because he comes in at night and forces me",
    "My husband has a knife and says I can't leave",
)
ABOUT_LIFE = (
    "Mi pareja me amenaza con matarme si lo dejo",
    "Me golpeó anoche porque gasté veinte dólares",
    "He hits me and I want to end my life",
)


async def alarmed_by(engine: BareEngine, words: str) -> Turn:
    turn = await finished(engine)
    async with engine.db.unit(turn.user_id, write=True) as s:
        said = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.USER)
        assert said is not None
        said.text = words
    await takes_for_crisis(engine, turn, screen(words))
    return turn


async def after_denial(engine: BareEngine, turn: Turn) -> SafetyLevel:
    async with engine.db.unit(turn.user_id, write=True) as s:
        await mistaken_alarms.denied(s, turn.user_id, at=engine.clock.now())
    async with engine.db.unit(turn.user_id) as s:
        return (await turns.require(s, turn.user_id, turn.id)).safety_level


async def is_carried_on(engine: BareEngine, turn: Turn) -> bool:
    engine.clock.move(timedelta(days=1))
    async with engine.db.unit(turn.user_id) as s:
        after = await load_care(s, turn.user_id, session_number=2, at=engine.clock.now())
    return after.after_crisis or after.is_quiet or after.is_gentle


@pytest.mark.slow
@pytest.mark.parametrize("words", HARMLESS)
async def test_a_rules_alarm_that_the_observer_reads_as_none_goes_no_further(
    engine: BareEngine, words: str
) -> None:
    engine.llm = observer_of(sees(SEEN), said=words)
    turn = await alarmed_by(engine, words)

    await run(engine)

    assert screen(words).level is SafetyLevel.CRISIS
    assert await after_denial(engine, turn) is SafetyLevel.NONE
    assert await urgent_run(engine, turn.user_id) is None
    assert not await is_carried_on(engine, turn)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["concern", "crisis"])
@pytest.mark.parametrize("words", TRUE)
async def test_what_the_observer_takes_for_serious_stays(
    engine: BareEngine, words: str, level: str
) -> None:
    seen = Observation.model_validate({"signals": [SEEN], "safety_level": level})
    engine.llm = observer_of(parses(seen), said=words)
    turn = await alarmed_by(engine, words)

    await run(engine)

    assert await after_denial(engine, turn) is SafetyLevel.CRISIS
    assert await is_carried_on(engine, turn)


async def test_the_observer_takes_back_what_was_denied_before(engine: BareEngine) -> None:
    words = "My brother hits me with puns all day"
    engine.llm = observer_of(sees(SEEN), said=words)
    turn = await alarmed_by(engine, words)
    denied = await after_denial(engine, turn)

    await run(engine)

    assert denied is SafetyLevel.CRISIS
    assert await after_denial(engine, turn) is SafetyLevel.NONE


@pytest.mark.parametrize("words", TRUE)
def test_a_denial_alone_takes_nothing_true_back(words: str) -> None:
    assert screen(words).level is SafetyLevel.CRISIS
    assert not may_be_denied(words)


@pytest.mark.parametrize("words", TAKEN_FOR_A_SCENE)
def test_a_denial_is_enough_where_a_scene_is_alone(words: str) -> None:
    assert not is_by_weight_alone(words)
    assert may_be_denied(words)


@pytest.mark.parametrize("words", ABOUT_LIFE)
def test_what_a_rule_hears_about_life_stays(words: str) -> None:
    assert screen(words).level is SafetyLevel.CRISIS
    assert not may_be_misread(words)
    assert not may_be_denied(words)
