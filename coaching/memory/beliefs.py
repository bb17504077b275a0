"""What Toney thinks of a person, in words for them; an item keeps its id while it says the same."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.content import text
from coaching.memory.belief import Belief
from coaching.memory.clear_items import helping, is_clear, not_told, quoted_once, said_once
from coaching.memory.corrections import contradicts
from coaching.memory.evidence import (
    LEAST_WORDS,
    Basis,
    Ground,
    Quote,
    clause_in,
    ground,
    is_sentence,
    points,
    to_the_person,
    whole_quote,
    whole_sentences,
    with_whole_quotes,
)
from coaching.memory.open_notes import one_a_turn, opened
from coaching.memory.plain_guess import is_plain_guess, may_be_open
from coaching.memory.pruning import NOTHING_KNOWN
from coaching.memory.references import joined
from coaching.memory.same_event import is_same_moment
from coaching.memory.told import as_quoted, as_told, is_over, without_outer_quotes
from coaching.text.content import content_words
from coaching.values.enums import LensStatus, MemorySource, SignalType, Trigger, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from coaching.memory.known import Known
    from coaching.models import (
        CoachingBriefing,
        CoachMemory,
        Correction,
        ObserverSignal,
        RewireCard,
    )

BOUNDARY = "boundary:"
MOST_LISTED = 6  # of a kind, the newest ones; a longer list is not read
LEAST_USED = 2  # times; once may have been to try a card out
RULES = ("offline", "rules")  # names of runs without a model
LEAST_EVIDENCE = 3  # days
TOLD_OF = (SignalType.EMOTIONAL, SignalType.BREAKTHROUGH, SignalType.PRACTICE_CHECKIN)
_DATE = re.compile(r"\s*\(\d{4}-\d{2}-\d{2}\)")
_ONE_WORD = re.compile(r"^[\w'’-]{2,20}$")


def beliefs(known: Known) -> list[Belief]:
    """Return every item, in the order of the page, with what the person said of it."""
    every = [
        *_story(known),
        *_guess(known),
        *_helps(known),
        *_holds(known),
        *_remembered(known),
        *_growing(known),
        *_noticed(known),
        *_set_aside(known),
    ]
    home = known.briefing.one_sentence if known.briefing is not None else ""
    some = opened((item for item in every if item.text), known.memories, known.said, home)
    shown = _as_corrected(some, known)
    used = quoted_once([belief for belief in shown if not belief.is_aside])
    once = said_once(used, home)
    return [*once, *not_told((belief for belief in shown if belief.is_aside), once)]


def letter(row: CoachingBriefing) -> list[str]:
    """Return what a briefing says to the person: the sentence on home whole, then the story."""
    story = row.journey_narrative.replace(NOTHING_KNOWN, "")  # older runs wrote it where none was
    return [*filter(None, [row.one_sentence]), *joined(whole_sentences(story))]


def key(section: str, said: str) -> str:
    """Return the id of a sentence: the same words have the same one."""
    return f"{section}:{hashlib.sha256(said.strip().casefold().encode()).hexdigest()[:16]}"


def _story(known: Known) -> Iterable[Belief]:
    if known.briefing is not None:
        is_by_rules = known.briefing.model.startswith(RULES)
        for said in letter(known.briefing):
            found = _sentence("story", said, known)
            shown = with_whole_quotes(found.text, known.said) if is_by_rules else found.text
            yield replace(found, text=shown, is_aside=known.is_outdated)


def _guess(known: Known) -> Iterable[Belief]:
    """Yield the guess; one that they haven't answered and may not nod to is folded."""
    if known.hypothesis:
        guess = _sentence("guess", known.hypothesis, known)
        remembered = [memory.content for memory in known.memories]
        is_open = known.is_guess_true or (
            is_plain_guess(guess.text)
            if guess.basis is Basis.ONBOARDING
            else may_be_open(guess.text, known.said, remembered)
        )
        yield replace(
            guess, is_confirmed=known.is_guess_true, is_aside=not is_open, is_minor=not is_open
        )


def _helps(known: Known) -> Iterable[Belief]:
    """Yield what they found out or did, in whole sentences, and the cards that they use again."""
    noted = known.intel.breakthroughs[-MOST_LISTED:]
    sentences = (_sentence("helps", item.text, known) for item in noted)
    yield from helping(sentences, is_strict=known.is_chosen)
    for card in known.cards:
        if card.times_completed >= LEAST_USED:
            shown = _used(card, known.language)
            yield Belief(key("helps", card.title), shown, shown, Basis.TOLD)


def _used(card: RewireCard, language: str) -> str:
    if card.times_completed == LEAST_USED:
        return text(language, "insight.helps.card_twice", title=card.title)
    count = str(card.times_completed)
    return text(language, "insight.helps.card", title=card.title, count=count)


def _holds(known: Known) -> Iterable[Belief]:
    for item in known.intel.coaching_notes:
        if item.text.casefold().startswith(BOUNDARY):
            said = without_outer_quotes(_DATE.sub("", item.text[len(BOUNDARY) :]))
            if is_sentence(said):
                yield _sentence("holds", said, known)
            elif _is_quotable(said) and whole_quote(said, known.said):
                yield _framed("holds", "boundary", said, known)
    for item in known.intel.avoided_words[-MOST_LISTED:]:
        if _ONE_WORD.match(item.text) and content_words(item.text):
            yield _framed("holds", "word", item.text, known)


def _is_quotable(said: str) -> bool:
    """Return True if words tell by themselves what they are about, unlike “not that one please”."""
    return len(said.split()) >= LEAST_WORDS and not points(said) and bool(content_words(said))


def _noticed(known: Known) -> Iterable[Belief]:
    """Yield hard scenes, and what the Observer noted since the last run, as it told the person.

    A run keeps what it needs. Notes by rules are in the third person and never shown. Once a run
    has chosen memories, both are folded.
    """
    for signal in one_a_turn(each for each in known.signals if each.signal_type in TOLD_OF):
        quote = whole_quote(signal.quote, known.said)
        if _is_read(signal, known) or quote is None:
            continue
        is_told = is_same_moment(signal.content, _remembered_of(signal, known))
        if is_told or signal.source.startswith(RULES) or not is_clear(signal.content):
            continue
        said = f"{signal.content}\n{signal.quote}".strip()
        shown = Belief(f"noticed:{signal.id}", signal.content, said, Basis.TOLD, (quote,))
        yield replace(shown, is_aside=known.is_chosen, is_minor=known.is_chosen)
    for item in known.intel.triggers[-MOST_LISTED:]:
        if is_clear(item.text):
            shown = _sentence("noticed", item.text, known)
            clause = clause_in(shown.text)
            whole = text(known.language, "insight.noticed.scene", clause=clause)
            scene = replace(shown, text=whole) if clause else shown
            yield replace(scene, is_aside=known.is_chosen, is_minor=known.is_chosen)


def _is_read(signal: ObserverSignal, known: Known) -> bool:
    return known.briefing is not None and signal.created_at < known.briefing.created_at


def _set_aside(known: Known) -> Iterable[Belief]:
    """Yield the other older notes: memories that a run has set aside, and notes it has read."""
    for memory in known.aside:
        yield replace(_memory(memory, known), text=memory.content, is_aside=True)
    for signal in known.signals:
        quote = whole_quote(signal.quote, known.said)
        if quote is None or not _is_read(signal, known):
            continue
        said = f"{signal.content}\n{signal.quote}".strip()
        is_told = is_clear(signal.content) and not signal.source.startswith(RULES)
        shown = signal.content if is_told else as_quoted(quote.words, known.language)
        yield Belief(f"noticed:{signal.id}", shown, said, Basis.TOLD, is_aside=True)


def _remembered_of(signal: ObserverSignal, known: Known) -> list[str]:
    """Return what is remembered of the message in which something was noticed."""
    turns = known.turns
    return [
        memory.content
        for memory in known.memories
        if memory.message_id is not None and turns.get(memory.message_id) == signal.turn_id
    ]


def _remembered(known: Known) -> Iterable[Belief]:
    """Yield the memories; one of a plan that is done or over is an older note."""
    for memory in known.memories:
        yield replace(_memory(memory, known), is_aside=is_over(memory, known.today))


def _memory(memory: CoachMemory, known: Known) -> Belief:
    return Belief(
        id=f"remembers:{memory.id}",
        text=as_told(memory, known.said, known.language, known.today),
        said=memory.content,
        basis=_BASES[memory.source],
        quotes=_quoted(memory, known.said),
        is_yours=memory.source is MemorySource.WRITTEN,
    )


def _quoted(memory: CoachMemory, said: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return the whole sentence of the person behind a memory; a scrap of one tells nothing."""
    whole = whole_quote(memory.quote, said)
    if whole is None and len(memory.quote.split()) >= LEAST_WORDS:
        return (Quote(memory.quote, memory.created_at),)
    return (whole,) if whole is not None else ()


_BASES = {
    MemorySource.STATED: Basis.TOLD,
    MemorySource.INFERRED: Basis.READ,
    MemorySource.WRITTEN: Basis.WRITTEN,
}


def _growing(known: Known) -> Iterable[Belief]:
    """Yield what has become easier, if they said so on three days; a guess at more is not shown."""
    signals = {str(signal.id): signal for signal in known.signals if signal.quote}
    for lens, edge in known.intel.growth_edges.items():
        if edge.get("status") != (status := LensStatus.STABILIZING):
            continue
        shown = text(known.language, f"insight.lens.{lens}.{status}")
        words = (signals[x].quote if x in signals else str(x) for x in edge.get("evidence", ()))
        quotes = (whole_quote(said, known.said) for said in words)
        by_day = {quote.at.date(): quote for quote in quotes if quote is not None}
        found = tuple(by_day.values())[-LEAST_EVIDENCE:]
        if len(found) == LEAST_EVIDENCE:
            yield Belief(key("grows", f"{lens} {status}"), shown, shown, Basis.READ, found)


def _sentence(section: str, said: str, known: Known) -> Belief:
    found = _ground(said, known)
    return Belief(key(section, said), to_the_person(said), said, found.basis, found.quotes)


def _framed(section: str, frame: str, said: str, known: Known) -> Belief:
    shown = text(known.language, f"insight.{section}.{frame}", words=said)
    return replace(_sentence(section, said, known), text=shown)


def _ground(said: str, known: Known) -> Ground:
    is_first = known.briefing is None or known.briefing.trigger is Trigger.ONBOARDING
    return ground(said, known.said, is_first=is_first)


def _as_corrected(every: Iterable[Belief], known: Known) -> list[Belief]:
    """Return the items as the person left them: refused ones gone, reworded ones in their words."""
    by_item: Mapping[str, Correction] = {row.item: row for row in known.corrections}
    shown: dict[str, Belief] = {}
    for belief in every:
        row = by_item.get(belief.id)
        if row is not None and row.verdict is Verdict.TRUE:
            confirmed = replace(belief, is_confirmed=True, is_aside=False, correction_id=row.id)
            shown[belief.id] = confirmed
        elif row is not None and row.verdict is Verdict.DIFFERENTLY and not belief.is_yours:
            shown[belief.id] = _in_their_words(row)
        elif belief.is_yours or contradicts(belief.said, known.binding) is None:
            link = row.id if row is not None else None
            shown.setdefault(belief.id, replace(belief, correction_id=link))
    for row in known.corrections:
        if row.verdict is Verdict.DIFFERENTLY and row.item not in shown:
            shown[row.item] = _in_their_words(row)
    return list(shown.values())


def _in_their_words(row: Correction) -> Belief:
    return Belief(
        row.item, row.instead, row.said, Basis.WRITTEN, is_yours=True, correction_id=row.id
    )
