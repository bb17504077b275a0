"""Bring an answer of a model into shape: headings, lenses, doors, the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from coaching.agents.strategist_postprocess import NO_EVIDENCE
from coaching.memory.intel import BOUNDARY
from coaching.memory.pruning import NOTHING_KNOWN, Problem
from coaching.text.words import sentence_spans, sentences, words
from coaching.values.enums import Lens, LensStatus, PrescriptionAction
from coaching.values.strategy import (
    FOCUS,
    MOST_DOORS,
    SECTIONS,
    STRATEGY,
    FocusCardPrescription,
    GrowthEdge,
    chosen,
    memory_number,
    sections_of,
)

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.values.context import StrategistContext
    from coaching.values.strategy import Door, IntelUpdate, StrategistAnswer

SHORTEST_HOME_SENTENCE, LONGEST_HOME_SENTENCE = 8, 40
"""Words. The prompt asks for 15 to 30; a little less or more still reads well on a phone."""
MOST_CURIOSITIES = 3
LONGEST_TITLE = 80
"""Characters of a door's or a card's title: two lines on a phone."""
LONGEST_CARD = 400
"""Characters. The prompt asks for 40 words at most, which are about 240."""
MOST_CHOSEN = 10
"""Memories for the page. The prompt asks for eight at most."""
MOST_WORDS_TO_AVOID = 3
"""Words of one entry; a longer one is an explanation."""
SENTENCES = {"hypothesis": (0, 1), "session_strategy": (0, 2), "journey_narrative": (2, 3)}
"""How many sentences a text has at least and at most (A51-A53)."""
KEPT = "The card stays as it is."
KEEPS = PrescriptionAction.KEEP_CURRENT
STAYS = ("leverage", "journey_narrative")
"""Texts that an answer leaves empty if nothing has changed."""


def shaped(
    answer: StrategistAnswer, context: StrategistContext
) -> tuple[StrategistAnswer, list[Problem]]:
    """Return the answer with all seven headings and lenses, and what did not fit."""
    prescription, problem = _prescription(answer.focus_card_prescription, context)
    doors = [door for door in answer.doors if _is_door(door)]
    kept = answer.model_copy(
        update={
            "briefing_content": _briefing(answer, context),
            **_carried(answer, context),
            "growth_edges": {**_lenses_before(context), **answer.growth_edges},
            "curiosities": [text for text in answer.curiosities if text.strip()][:MOST_CURIOSITIES],
            "doors": doors[:MOST_DOORS],
            "focus_card_prescription": prescription,
            "intel": _intel(answer),
            "over": _over(answer, context),
            "page": _page(answer, context),
        }
    )
    kept = kept.model_copy(update={name: _capped(name, getattr(kept, name)) for name in SENTENCES})
    missing = len(answer.doors) - len(doors)
    problems = [Problem("doors", "a title or a first line is missing")] if missing else []
    lengths = [_length_problem(name, getattr(answer, name)) for name in SENTENCES]
    return kept, [*problems, *filter(None, (problem, *lengths))]


def home_sentence(answer: StrategistAnswer, context: StrategistContext) -> str:
    """Return the sentence for the home screen: of a readable length, or an earlier one, or none."""
    options = [answer.one_sentence, *sentences(answer.journey_narrative)]
    if context.previous_briefing is not None:
        options.append(context.previous_briefing.one_sentence)
    return next((text for text in options if _fits_home(text)), "")


def _fits_home(text: str) -> bool:
    fits = SHORTEST_HOME_SENTENCE <= len(words(text)) <= LONGEST_HOME_SENTENCE
    return fits and text != NOTHING_KNOWN


def _capped(name: str, text: str) -> str:
    """Return the text up to the last sentence that it may have; one that fits is not touched."""
    _, most = SENTENCES[name]
    ends = _sentence_ends(text)
    return text if len(ends) <= most else text[: ends[most - 1]].strip()


def _sentence_ends(text: str) -> list[int]:
    """Return where each sentence ends; a quote of several ones belongs to that around it."""
    return [end for _, end in sentence_spans(text) if _is_closed(text[:end])]


def _is_closed(text: str) -> bool:
    pairs = ("“”", "«»")
    is_open = any(text.count(opens) > text.count(closes) for opens, closes in pairs)
    return not is_open and text.count('"') % 2 == 0


def _length_problem(name: str, text: str) -> Problem | None:
    """Return what is wrong with the length. A short text is only noted: code can't add to it."""
    fewest, most = SENTENCES[name]
    found = len(_sentence_ends(text))
    if found > most:
        return Problem(name, f"it has {found} sentences; at most {most} may be kept")
    is_short = 0 < found < fewest
    return Problem(name, f"it has fewer than {fewest} sentences") if is_short else None


def _briefing(answer: StrategistAnswer, context: StrategistContext) -> str:
    """Return the briefing under its seven headings in order, or "" if it is empty.

    Text outside a heading goes to the first section. The plan for the session, if it has no section
    of its own, is `session_strategy`. A section that is missing stays as it was, except that about
    a card that has changed; without an earlier one it says that it is empty.
    """
    found = sections_of(answer.briefing_content)
    if not any(found.values()):
        return ""
    outside = found.pop("", "")
    first = "\n".join(filter(None, (outside, found.get(SECTIONS[0], ""))))
    own = {**found, SECTIONS[0]: first}
    own[STRATEGY] = own.get(STRATEGY) or answer.session_strategy
    before = context.previous_briefing
    earlier = sections_of(before.briefing_content) if before else {}
    if answer.focus_card_prescription.action is not KEEPS or context.findings.card_is_new:
        earlier.pop(FOCUS, None)
    texts = {name: own.get(name) or earlier.get(name) or NOTHING_KNOWN for name in SECTIONS}
    return "\n\n".join(f"{name}\n{text}" for name, text in texts.items())


def _carried(answer: StrategistAnswer, context: StrategistContext) -> dict[str, str]:
    """Return what the answer leaves empty because it stays as it was."""
    before = context.previous_briefing
    if before is None:
        return {}
    return {name: getattr(answer, name).strip() or getattr(before, name) for name in STAYS}


def _lenses_before(context: StrategistContext) -> dict[Lens, GrowthEdge]:
    """Return every lens as it was; a run answers only those that have changed."""
    known = context.intel.growth_edges if context.intel else {}
    return {lens: _edge(known.get(lens.value)) for lens in Lens}


def _edge(stored: dict[str, object] | None) -> GrowthEdge:
    try:
        return GrowthEdge.model_validate(stored)
    except ValidationError:
        return GrowthEdge(status=LensStatus.NOT_READY, evidence=[], note=NO_EVIDENCE)


def _is_door(door: Door) -> bool:
    return bool(door.title.strip() and door.opening.strip()) and len(door.title) <= LONGEST_TITLE


def _prescription(
    wish: FocusCardPrescription, context: StrategistContext
) -> tuple[FocusCardPrescription, Problem | None]:
    """Return the prescription if it can be carried out, else that the card stays."""
    wrong = _what_is_wrong(wish, context)
    if not wrong:
        fitting = {"rationale": wish.rationale.strip() or KEPT}
        return wish.model_copy(update=fitting), None
    kept = FocusCardPrescription(
        action=PrescriptionAction.KEEP_CURRENT, card=None, card_id=None, rationale=KEPT
    )
    return kept, Problem("focus_card_prescription", wrong)


def _what_is_wrong(wish: FocusCardPrescription, context: StrategistContext) -> str:
    if wish.action is PrescriptionAction.SET_EXISTING:
        theirs = {card.id for card in context.cards}
        return "" if wish.card_id in theirs else "card_id is not one of this person's cards"
    if wish.action is PrescriptionAction.KEEP_CURRENT:
        return ""
    if wish.card is None or not wish.card.title.strip() or not wish.card.content.strip():
        return f"{wish.action} needs a card with a title and a text"
    is_short = len(wish.card.title) <= LONGEST_TITLE and len(wish.card.content) <= LONGEST_CARD
    return "" if is_short else "the card is too long"


def _intel(answer: StrategistAnswer) -> IntelUpdate:
    """Return what is new; words to avoid are words, so an explanation is not among them."""
    vocabulary = answer.intel.emotional_vocabulary
    avoided = [text.strip("“”\"'«» .") for text in vocabulary.avoided_words]
    short = [text for text in avoided if 0 < len(text.split()) <= MOST_WORDS_TO_AVOID]
    fewer = vocabulary.model_copy(update={"avoided_words": short})
    return answer.intel.model_copy(update={"emotional_vocabulary": fewer})


def _over(answer: StrategistAnswer, context: StrategistContext) -> list[str]:
    """Return the notes and the ids of the memories whose numbers were named.

    A boundary holds until they lift it.
    """
    named = {name.strip(" #.[]()").casefold() for name in answer.over}
    notes = [
        text
        for number, _, text in (context.intel.numbered() if context.intel else ())
        if number in named and not text.casefold().startswith(BOUNDARY)
    ]
    return notes + [str(id_) for number, id_ in _numbered(context).items() if number in named]


def _page(answer: StrategistAnswer, context: StrategistContext) -> list[str]:
    """Return what is chosen for the page, with the ids of memories for their numbers."""
    numbered = _numbered(context)
    named = {
        str(numbered[number]): text
        for number, text in map(chosen, answer.page)
        if number in numbered
    }
    return [f"{id_}: {text}" if text else id_ for id_, text in named.items()][:MOST_CHOSEN]


def _numbered(context: StrategistContext) -> dict[str, UUID]:
    """Return the memory that each number names; a number that two memories have names none."""
    numbers = [memory_number(memory.id) for memory in context.memories]
    pairs = zip(numbers, context.memories, strict=True)
    return {number: memory.id for number, memory in pairs if numbers.count(number) == 1}
