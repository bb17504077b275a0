"""What an answer of the Strategist must not do, checked in code: else the whole run is refused.

The schema has seen that every section, lens and field is there (AP-15). Here it is held against
the person: their cards, their why, what they gave up, and what was never said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.agents.prescribing import require_own_cards
from coaching.agents.settling import heard
from coaching.content import TRANSLATED, starter_cards
from coaching.errors import StructureInvalid
from coaching.memory.corrections import contradicts
from coaching.offline.text import sentences, words
from coaching.prompts import strategist_prompt
from coaching.values.enums import PrescriptionAction, Trigger
from coaching.values.sameness import said_before
from coaching.values.strategy import MOST_WORDS, section_of, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.values.context import StrategistContext
    from coaching.values.strategy import StrategistOutput

SHORTEST, LONGEST = 15, 30
WHO, FOCUS = 0, 3
CAPITALS_ARE_NAMES = ("en", "es")
DAYS = "monday tuesday wednesday thursday friday saturday sunday"
MONTHS = "january february march april may june july august september october november december"
ALWAYS_KNOWN = frozenset(f"toney i {DAYS} {MONTHS}".split())
SCALE = frozenset({"0", "10"})
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d+[.)])\s", re.MULTILINE)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"\n]*\"|«[^»]*»")
_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"^[^\W\d_a-zß-ÿ][\w'’-]*[a-zß-ÿ]")
_ORDER = re.compile(
    r"^(?:ask|avoid|bring|check|do|don't|encourage|explore|focus|get|give|have|help|invite|keep|"
    r"let|make|offer|praise|push|remind|start|stop|suggest|tell|try|use)\b|\b(?:should|must)\b",
    re.IGNORECASE,
)


def require_fit(
    output: StrategistOutput, context: StrategistContext, *, may_invent: bool = True
) -> None:
    """Refuse an answer that does not fit this person; `may_invent`: it was not made by rules."""
    require_own_cards(output, context)
    problems = [*_page(output, context), *_repeated(output, context), *_lines(output)]
    if may_invent:
        problems += _invented(output, context)
    if problems:
        raise StructureInvalid("; ".join(problems), raw="")


def require_nothing_taken_back(output: StrategistOutput, context: StrategistContext) -> None:
    """Refuse an answer that says again what was given up or corrected while it was made."""
    problems = list(_repeated(output, context))
    for name, text in texts_of(output):
        if contradicts(text, context.corrections) is not None:
            problems.append(f"{name}: corrected meanwhile")
    if problems:
        raise StructureInvalid("; ".join(problems), raw="")


def _page(output: StrategistOutput, context: StrategistContext) -> Iterator[str]:
    """The seven sections: prose, of a readable length, with their why and their card."""
    content = output.briefing_content
    if _BULLET.search(content):
        yield "briefing_content: paragraphs, no lists"
    if len(content.split()) > MOST_WORDS:
        yield f"briefing_content: more than {MOST_WORDS} words"
    why = _plain(context.person.emotional_why).rstrip(" .!")
    if why and why not in _plain(section_of(content, WHO)):
        yield "briefing_content: their why is missing, word for word"
    title = _plain(_title(output, context))
    if title and title not in _plain(section_of(content, FOCUS)):
        yield "briefing_content: the focus card is not named"


def _title(output: StrategistOutput, context: StrategistContext) -> str:
    """Return the card that will be in front; none when code puts another one there."""
    prescription, tension = output.focus_card_prescription, context.person.tension
    if context.trigger is Trigger.ONBOARDING:
        spoken = ("en", *TRANSLATED) if tension else ()
        starters = {card.title for name in spoken for card in starter_cards(tension or "", name)}
        offered = prescription.card.title if prescription.card else ""
        return offered if offered in starters else ""
    if prescription.action is PrescriptionAction.KEEP_CURRENT:
        return next((card.title for card in context.cards if card.is_focus), "")
    if prescription.action is PrescriptionAction.SET_EXISTING:
        chosen = (card.title for card in context.cards if card.id == prescription.card_id)
        return next(chosen, "")
    return prescription.card.title if prescription.card else ""


def _repeated(output: StrategistOutput, context: StrategistContext) -> Iterator[str]:
    """A guess that is over returns in no part of an answer, not in other words either."""
    over = context.gone(heard(output, context).verdict)
    if not over:
        return
    for name, text in texts_of(output):
        for sentence in sentences(_QUOTED.sub(" ", text)):
            if said_before(sentence, over):
                yield f"{name}: a guess that was given up is back"
                break


def _lines(output: StrategistOutput) -> Iterator[str]:
    """The short texts: the sentence on home, and curiosities that are none in disguise."""
    count = len(words(output.one_sentence))
    if not SHORTEST <= count <= LONGEST:
        yield f"one_sentence: {SHORTEST} to {LONGEST} words, not {count}"
    if "?" in output.one_sentence or _NUMBER.search(output.one_sentence):
        yield "one_sentence: no question and no number"
    if any(_ORDER.search(text) for text in output.curiosities):
        yield "curiosities: something to be curious about, not to do"


def _invented(output: StrategistOutput, context: StrategistContext) -> Iterator[str]:
    """Every number and every name was given: in the request, or on the card that is new."""
    given = _given(output, context)
    numbers = {str(int(number)) for number in _NUMBER.findall(given)} | SCALE
    names = {word.lower() for word in words(given)} | ALWAYS_KNOWN
    reads_names = context.person.language.split("-", maxsplit=1)[0] in CAPITALS_ARE_NAMES
    for name, text in texts_of(output):
        if name.startswith("intel"):
            continue
        if {str(int(number)) for number in _NUMBER.findall(text)} - numbers:
            yield f"{name}: a number that nobody gave"
        if reads_names and any(_is_new(word, names) for word in _capitals(text)):
            yield f"{name}: a name that nobody gave"


def _given(output: StrategistOutput, context: StrategistContext) -> str:
    (message,) = strategist_prompt(context)[1]
    card, person = output.focus_card_prescription.card, context.person
    made = f"{card.title} {card.content}" if card else ""
    return f"{message.content[0]['text']} {person.name} {person.tone:g} {made}"


def _capitals(text: str) -> Iterator[str]:
    """Return the words that begin with a capital inside a sentence, outside quotes."""
    for sentence in sentences(_QUOTED.sub(" ", text)):
        for clause in re.split(r"[:(—]\s*", sentence):
            for word in clause.split()[1:]:
                if _NAME.match(bare := word.strip(".,;:!?¿¡*_“”«»\"'()")):
                    yield bare


def _is_new(word: str, names: set[str]) -> bool:
    low = word.replace("’", "'").lower()
    return low not in names and low.split("'")[0] not in names


def _plain(text: str) -> str:
    straight = text.translate(str.maketrans("“”„«»‘’", '"""""\'\''))
    return " ".join(straight.split()).casefold()
