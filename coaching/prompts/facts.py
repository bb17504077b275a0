"""What a person told the app, as sentences: for the legacy block and for the Strategist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import load_onboarding
from coaching.prompts.fences import fenced, words
from coaching.prompts.render import joined, section
from coaching.values.context import INTEL_LISTS
from coaching.values.corrections import Withheld
from coaching.values.enums import Verdict
from coaching.values.people import doubt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.values.context import CardView, IntelView, MemoryView, PersonView, WinView
    from coaching.values.corrections import Correction
    from coaching.values.reminders import ReminderView

FACTS = "coach/facts"
CORRECTIONS = "shared/corrections"
NOT_IN_A_TRANSCRIPT = ("avoided_words", "coaching_notes")
QUOTED = 120
NO_CONTEXT = "ctx_none"


def about(person: PersonView, *, has_own_guesses: bool = False) -> list[str]:
    """Return why they came, what is going on, and the guess that may be offered.

    `has_own_guesses`: the guess from the onboarding is no longer the current one.
    """
    return [
        *_why(person),
        *([section(FACTS, "partly", note=words(note))] if (note := _doubt(person)) else []),
        *([section(FACTS, "context", context=context)] if (context := _context(person)) else []),
        *([] if has_own_guesses else _guess(person)),
    ]


def language(person: PersonView) -> list[str]:
    """Return the language and the form of address to answer in, as code reads them.

    Where no form of address shows, it is the usual one. Nothing is said of English in an app in
    English.
    """
    if (person.writes or person.language).startswith("es"):
        if not person.address:
            usual = person.usual_address
            return [section(FACTS, "writes_spanish_openly", address=usual)]
        return [section(FACTS, "writes_spanish", address=person.address)]
    return [] if person.language.startswith("en") else [section(FACTS, "writes_english")]


def pressing(person: PersonView) -> list[str]:
    """Return what no session may overlook, whatever a briefing says."""
    return [
        section(FACTS, name)
        for name in ("urgent", "controlled")
        if f"ctx_{name}" in person.life_context
    ]


def kept(focus: CardView | None, cards: Iterable[CardView], wins: Iterable[WinView]) -> list[str]:
    """Return what they keep: the card on home, the others that fit them, the last wins."""
    others = [
        card(each)
        for each in cards
        if (focus is None or each.id != focus.id) and each.misfit_on is None
    ]
    return [
        *([section(FACTS, "focus", card=card(focus))] if focus else []),
        *_items("cards", others),
        *_items("wins", [fenced("win", each.text) for each in wins]),
    ]


def remembered(memories: Iterable[MemoryView]) -> list[str]:
    """Return the few memories that this session begins with."""
    lines = "\n".join(f"- {memory(each)}" for each in memories)
    return [section(FACTS, "memories", items=lines)] if lines else []


def scheduled(reminders: Iterable[ReminderView]) -> list[str]:
    """Return what the app will remind them of, so that it isn't promised twice."""
    return _items("reminders", [fenced("words", one.words, on=one.on) for one in reminders])


def noticed(intel: IntelView | None, *, is_short: bool = False) -> list[str]:
    """Return what was noticed over time; nothing for a new person.

    `is_short`: only what whoever reads the conversations themselves would not see.
    """
    if intel is None:
        return []
    names = NOT_IN_A_TRANSCRIPT if is_short else INTEL_LISTS
    lists = {name: getattr(intel, name) for name in names}
    return [line for name, items in lists.items() for line in _items(name, map(words, items))]


def corrected(correction: Correction) -> str:
    """Return what the person says of a sentence about them; what they called true binds nobody.

    Of what is withheld, no words: nobody who reads this has them from elsewhere.
    """
    if correction.verdict is Verdict.TRUE or correction.withheld:
        return ""
    slots = {"said": words(correction.said)}
    if correction.verdict is Verdict.DIFFERENTLY:
        slots["instead"] = words(correction.instead)
    return section(CORRECTIONS, correction.verdict.value, **slots)


def all_corrected(name: str, corrections: Iterable[Correction]) -> str:
    """Return a section about what the person corrected, their words and ours fenced.

    Without a correction to name there is no word of one; what is withheld stands by itself.
    """
    binding = tuple(corrections)
    lines = "\n".join(filter(None, map(corrected, binding)))
    told = section(CORRECTIONS, name, lines=lines) if lines else ""
    return joined(told, *_withheld(binding))


def _withheld(corrections: Iterable[Correction]) -> list[str]:
    """Return that something is withheld, once for all that waits and once for what was refused."""
    whys = {said.withheld for said in corrections if said.withheld}
    waits = [section(CORRECTIONS, "waiting")] if Withheld.WAITING in whys else []
    return [*waits, *([section(CORRECTIONS, "declined")] if whys - {Withheld.WAITING} else [])]


def card(view: CardView) -> str:
    """Return a card: its title and its sentence."""
    return fenced("card", f"{view.title}: {view.content}")


def memory(view: MemoryView) -> str:
    """Return a memory: its day, whether it is sure, due or done, and their own words."""
    quote = _short(view.quote)
    told = fenced("memory", view.content, since=view.created_at.date(), **marks(view))
    return f"{told} {words(quote)}" if quote and quote not in view.content else told


def marks(view: MemoryView) -> dict[str, object]:
    """Return the attributes of a memory that are not the usual ones."""
    found: dict[str, object] = {}
    if view.certainty == "unsure":
        found["certainty"] = "unsure"
    if view.waits:
        found["private"] = "not agreed yet"
    if view.done_on is not None:
        found["done"] = view.done_on
    elif view.due_on is not None:
        found["due"] = view.due_on
    return found


def _short(quote: str) -> str:
    """Return the first words of a quote."""
    text = " ".join(quote.split())
    return text if len(text) <= QUOTED else f"{text[:QUOTED].rsplit(' ', 1)[0]} …"


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


def _doubt(person: PersonView) -> str:
    return doubt(person.answers, person.tension_source)


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
