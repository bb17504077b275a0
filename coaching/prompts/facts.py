"""What a person told the app, as sentences: for the legacy block and for the Strategist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import load_onboarding
from coaching.prompts.fences import fenced, words
from coaching.prompts.render import section
from coaching.values.enums import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.values.context import CardView, IntelView, MemoryView, PersonView, WinView
    from coaching.values.corrections import Correction

FACTS = "coach/facts"
CORRECTIONS = "shared/corrections"
NO_CONTEXT = "ctx_none"
INTEL_LISTS = (
    "triggers",
    "used_words",
    "avoided_words",
    "deflection_phrases",
    "resistance_patterns",
    "breakthroughs",
    "coaching_notes",
)


def about(person: PersonView) -> list[str]:
    """Return why they came, what is going on, and the guess that may be offered."""
    return [
        *_why(person),
        *([section(FACTS, "context", context=context)] if (context := _context(person)) else []),
        *_guess(person),
    ]


def pressing(person: PersonView) -> list[str]:
    """Return what no session may overlook, whatever a briefing says."""
    return [
        section(FACTS, name)
        for name in ("urgent", "controlled")
        if f"ctx_{name}" in person.life_context
    ]


def kept(focus: CardView | None, cards: Iterable[CardView], wins: Iterable[WinView]) -> list[str]:
    """Return what they keep: the card on home, the others, the last wins."""
    others = [card(each) for each in cards if focus is None or each.id != focus.id]
    return [
        *([section(FACTS, "focus", card=card(focus))] if focus else []),
        *_items("cards", others),
        *_items("wins", [fenced("win", each.text) for each in wins]),
    ]


def remembered(memories: Iterable[MemoryView]) -> list[str]:
    """Return the few memories that this session begins with."""
    return _items("memories", [fenced("memory", each.content) for each in memories])


def noticed(intel: IntelView | None) -> list[str]:
    """Return what was noticed over time; nothing for a new person."""
    if intel is None:
        return []
    lists = {name: getattr(intel, name) for name in INTEL_LISTS}
    return [line for name, items in lists.items() for line in _items(name, map(words, items))]


def corrected(correction: Correction) -> str:
    """Return what the person says of a sentence about them; what they called true binds nobody."""
    if correction.verdict is Verdict.TRUE:
        return ""
    slots = {"said": words(correction.said)}
    if correction.verdict is Verdict.DIFFERENTLY:
        slots["instead"] = words(correction.instead)
    return section(CORRECTIONS, correction.verdict.value, **slots)


def all_corrected(name: str, corrections: Iterable[Correction]) -> str:
    """Return a section about what the person corrected, their words and ours fenced."""
    lines = "\n".join(filter(None, map(corrected, corrections)))
    return section(CORRECTIONS, name, lines=lines) if lines else ""


def card(view: CardView) -> str:
    """Return a card: its title and its sentence."""
    return fenced("card", f"{view.title}: {view.content}")


def answers_in_words(person: PersonView) -> list[tuple[str, str]]:
    """Return the questions of the onboarding with the answers they chose."""
    chosen = [
        (question.prompt, question.option(person.answers.get(question.id)))
        for question in load_onboarding().questions
    ]
    return [(prompt, option.text) for prompt, option in chosen if option is not None]


def context_in_words(person: PersonView) -> list[str]:
    """Return what is going on around money in their life."""
    question = load_onboarding().context
    options = (question.option(id_) for id_ in person.life_context if id_ != NO_CONTEXT)
    return [option.text for option in options if option is not None]


def _why(person: PersonView) -> list[str]:
    if person.emotional_why:
        return [section(FACTS, "why", why=words(person.emotional_why))]
    first = load_onboarding().questions[0].option(person.answers.get("q1"))
    move = [section(FACTS, "first_move", answer=f'"{first.text}"')] if first else []
    return [section(FACTS, "no_why"), *move]


def _context(person: PersonView) -> str:
    return "; ".join(context_in_words(person))


def _guess(person: PersonView) -> list[str]:
    if not person.hypothesis:
        return []
    rules = {rule.id: rule for rule in load_onboarding().hypothesis.rules}
    probe = next((rules[id_].probe for id_ in person.hypothesis_rules if id_ in rules), "")
    return [
        section(FACTS, "guess", hypothesis=words(person.hypothesis)),
        *([section(FACTS, "probe", probe=probe)] if probe else []),
    ]


def _items(name: str, items: Iterable[str]) -> list[str]:
    listed = "; ".join(items)
    return [section(FACTS, name, items=listed)] if listed else []
