"""What fills the braces of a line now. An empty slot takes the line out of the running."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.content import ALL_TENSIONS, starter_cards
from coaching.offline.earlier import earlier_sentence
from coaching.offline.echoes import inside
from coaching.offline.features import themes
from coaching.offline.pronouns import turned
from coaching.offline.quotes import pick_quote
from coaching.offline.text import upper_first, words

if TYPE_CHECKING:
    from coaching.offline.moment import Moment

WHY_WORDS, WHY_WHOLE, REMEMBERED = 8, 10, 8
EARLIER_FROM = 5
MIRRORS = frozenset({"quote", "echo", "Echo", "Bit", "bit", "a", "b", "want", "win", "card_text"})
OPTIONAL = frozenset({"name"})
_HABITS = {
    "en": {
        "avoid": "you look away",
        "worry": "you check",
        "chase": "you reach for the next one",
        "perform": "you pick up the bill",
        "numb": "you tap pay",
        "give": "you say yes",
        "grip": "you close your hand",
    },
    "es": {
        "avoid": "apartas la vista",
        "worry": "revisas",
        "chase": "vas por lo próximo",
        "perform": "pagas la cuenta",
        "numb": "aprietas pagar",
        "give": "dices que sí",
        "grip": "cierras la mano",
    },
}
_WISH_START = re.compile(
    r"^(?:i|yo|ya)? ?"
    r"(?:want|would like|would love|am tired|'m tired|wish|need|'d like|'d love|quiero|"
    r"quisiera|"
    r"me gustaría)(?: of)?(?: to)?(?: be able to)? ",
    re.IGNORECASE,
)
LEAST_OF_A_WHY = 3
_SPANISH_JOINT = re.compile(r" (?:sin|porque|cuando|para|que|hasta|pero|como si) ")
_LOOSE_ENDS = frozenset(
    [
        "and",
        "or",
        "but",
        "to",
        "of",
        "for",
        "the",
        "a",
        "my",
        "with",
        "when",
        "that",
        "y",
        "o",
        "de",
        "la",
        "el",
        "mi",
        "con",
        "que",
    ]
)
_GUESS = re.compile(r"^a first guess:\s*", re.IGNORECASE)
_ASK = re.compile(r"\s*how close is that, 0 to 10\?\s*$", re.IGNORECASE)


def slots(moment: Moment) -> dict[str, str]:
    """Return every slot that this moment can fill."""
    reading, lexicon = moment.reading, moment.reading.lexicon
    feeling, thing, person = reading.feeling, reading.thing, reading.person
    found = {
        "quote": reading.quote,
        "quote_1": _earlier_quote(moment),
        "Echo": reading.echo,
        "echo": "" if ". " in reading.echo else inside(reading.echo, reading.text, lexicon),
        "Bit": reading.clause,
        "bit": reading.phrase,
        "then": earlier_sentence(moment),
        "piece": reading.piece,
        "Step": upper_first(reading.step),
        "step": reading.step,
        "Detail": upper_first(reading.found("amount_of")),
        "ask": reading.found("ask"),
        "Matter": upper_first(reading.found("matter")),
        "pick": reading.found("pick"),
        "Topic": upper_first(turned(reading.found("topic"), lexicon) or ""),
        "span": reading.found("span"),
        "noun": thing.text if thing else "",
        "feel_noun": feeling.noun if feeling else "",
        "feel_adj": feeling.word if feeling and feeling.is_adjective else "",
        "body": reading.body,
        "who": person.text if person else "",
        "Who": upper_first(person.text) if person else "",
        "a": reading.halves[0] if reading.halves else "",
        "b": reading.halves[1] if reading.halves else "",
        "want": reading.wish,
        "n": "" if reading.rating is None else str(reading.rating),
        "name": f", {moment.person.name}" if moment.person.name else "",
        **_of_the_person(moment),
    }
    return {name: value for name, value in found.items() if value or name in OPTIONAL}


def _of_the_person(moment: Moment) -> dict[str, str]:
    person, tension = moment.person, moment.tension
    base = moment.language.split("-")[0]
    card, sure = moment.ctx.focus_card, base == "en" and tension is not None
    return {
        "why": short_why(person.emotional_why),
        "habit": _HABITS[base][tension.value] if tension else "",
        "hypothesis": after_colon(guess_sentence(person.hypothesis)) if sure else "",
        "focus": card.title if card and not card.graduated_at else "",
        "card": starter_cards(tension, base)[0].title if tension else "",
    }


def short_why(why: str) -> str:
    """Return at most eight words of the emotional why, verbatim, not cut inside a thought."""
    first = re.split(r"[.!?\n;]", why.strip(), maxsplit=1)[0].strip()
    for part in (first, *re.split(r",? and (?=i\b|my\b)|, ", first, flags=re.IGNORECASE)[:1]):
        if len(words(part)) <= WHY_WORDS:
            return part
    bare = _WISH_START.sub("", first)
    if len(words(bare)) <= WHY_WHOLE:
        return bare
    thoughts = [bare[: joint.start()] for joint in _SPANISH_JOINT.finditer(bare)]
    whole = [part for part in thoughts if LEAST_OF_A_WHY <= len(words(part)) <= WHY_WORDS]
    if whole:
        return whole[-1]
    parts = bare.split()[:WHY_WORDS]
    while len(parts) < len(bare.split()) and len(parts) > 1 and parts[-1].lower() in _LOOSE_ENDS:
        parts.pop()
    return " ".join(parts).rstrip(",")


def wish_of(why: str) -> str:
    """Return a why without the words by which a wish begins."""
    return _WISH_START.sub("", why)


def guess_sentence(hypothesis: str) -> str:
    """Return the bare guess: the line around it already says what it is."""
    bare = _ASK.sub("", _GUESS.sub("", hypothesis.strip())).strip()
    return bare if not bare or bare.endswith((".", "…")) else f"{bare}."


def after_colon(sentence: str) -> str:
    """Return a sentence as it goes on after a colon; the name of a tension keeps its capital."""
    first = sentence.split(" ", 1)[0]
    is_name = first == "I" or first.lower() in ALL_TENSIONS
    return sentence if is_name else sentence[:1].lower() + sentence[1:]


def _earlier_quote(moment: Moment) -> str:
    """Something they said earlier about the same thing."""
    lexicon = moment.reading.lexicon
    if moment.scene.turn < EARLIER_FROM:
        return ""
    for text in moment.scene.said[-REMEMBERED:-1]:
        if themes(text, lexicon) & moment.reading.themes:
            return pick_quote(text, lexicon)
    return ""
