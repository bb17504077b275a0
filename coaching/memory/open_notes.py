"""Choose the notes that “What Toney thinks” shows openly; the others are folded, not deleted.

Of the memories that a run has read, it has chosen some; these rules are for the others.
Both measures are careful: what they fold can still be read there, deleted or called true. They are
counted on `tests/coaching/memory/open_notes.toml`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coaching.memory.minor_notes import has_unsaid_month, is_refusal, is_trifle
from coaching.memory.references import stands_alone
from coaching.memory.same_event import is_newer_figure, is_newer_plan, tells_same
from coaching.text.address import address_of
from coaching.text.content import content_words
from coaching.values.enums import Certainty, Importance, MemorySource

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from uuid import UUID

    from coaching.memory.belief import Belief
    from coaching.memory.evidence import Quote
    from coaching.models import CoachMemory, ObserverSignal

USTED = "usted"
TWICE = 2
"""Days: what was said on so many is no passing remark."""
ALONE = ("guess", "helps", "noticed")
"""Sections besides the memories whose sentences are read one by one."""
BY_STRATEGIST = ("story", "guess", "helps")
"""Sections in which a month is only told if they named it; memories work days out."""
_BEGAN = re.compile(
    r"^(?:when you (?:began|started)|at first|in the beginning|al principio"
    r"|cuando (?:empe|comen)\w+|since (?:then|that)|after that|then|later|después|desde entonces"
    r"|luego|más tarde|a partir de ahí)\b(?!.*[“«])",
    re.IGNORECASE,
)
LEAST_DAYS = 3
"""Days on which they wrote; on fewer nothing is long ago: no “at first”, no “since then”."""
MOST_COMPARED = 100
"""Memories in which a newer figure or plan is looked for."""
_PASSING = re.compile(
    r"\byou want(?:ed)? to know (?:whether|if)\b|\b(?:quieres|querías|quiere|quería) saber si\b"
    r"|\b(?:you ask(?:ed)?|and asks?) (?:whether|if)\b|\bpregunta(?:s|ste|bas)? si\b"
    r"|^you (?:must|have to|need to)\b|^(?:tienes|tiene|tenés) que\b"
    r"|^your (?:\w+ ){1,2}is called\b|^tu (?:\w+ )+se llama\b|^su (?:\w+ )+se llama\b",
    re.IGNORECASE,
)
"""A question of one day, an errand, or just somebody’s name."""
FEW = 3
"""With so many memories, the page doesn't need the sentence that home shows anyway."""
_SCRAP = re.compile(r"^[^:“«]{2,20}: [“«](?:\S+(?: \S+)?|[^”»]*\b(?:you|te)\b[^”»]*)[”»]\.?$")
"""A label with two words beside it, or with words to Toney: “On Sunday: “tell you”.”."""
_TOPIC = (
    r"(?:jokes?|joking|questions?|advice|tips?|pep talks?|exercises?|meditat\w+|breathing|summar\w+"
    r"|lectur\w+|homework|reminders?|emojis?|compliments?|praise|quotes?|stories|lists?|plans?"
    r"|examples?|answers?|replies|consejos?|bromas?|chistes?|ejercicios?|meditaci\w+"
    r"|respiraci\w+|res[uú]men\w*|frases|preguntas?|discursos?|sermones|listas?|ejemplos?"
    r"|respuestas?|recordatorios?)"
)
_ACT = (
    r"(?:ask\w*|mention\w*|br(?:ing|ought|inging)|talk\w*|discuss\w*|say|saying|tell(?:ing)?"
    r"|call(?:ing)? (?:me|it|her|him|them|us|my)|compar\w+|remind\w*|suggest\w*|quot\w+|push\w*"
    r"|writ\w+|use|using|pregunt\w+|mencion\w+|habl\w+|dig[ao]s?|dec\w+|llam\w+me"
    r"|(?:me|le|lo|la) llam\w+|record\w+|sugier\w+|sugir\w+|us(?:ar|es)|escrib\w+)"
)
_ACTS = re.compile(rf"\b(?:{_ACT}|rather|prefieres)\b", re.IGNORECASE)
_TO_TONEY = re.compile(rf"\b(?:{_TOPIC}|{_ACT})\b", re.IGNORECASE)
"""What a coach does or says."""
_START = (
    r"(?:^|[.,;:—–] ?|\b(?:please|pls|just|and|but|so|ok|can you|can u|por favor|porfa|y|pero) )"
    r"(?:please |pls |just )?"
)
_FEELS = r"(?! (?:know|want|wanna|think|have|need|like|feel|get|care|make)\b)"
_WITH_NOBODY = r"(?:talk about|discuss|mention)\b(?!.*\b(?:with|to) my\b)"
_ASKS = re.compile(
    rf"{_START}(?:(?:don[’']?t|do not){_FEELS}|stop|skip|never)(?: ever)?(?: \S+){{0,3}}?"
    rf" (?:{_TOPIC}|{_ACT})\b"
    rf"|{_START}(?:no more|no|nada de|no más|basta de|sin|skip|stop|spare me)"
    rf"(?: (?:the|your|los|las|tus|más))?(?: \w+)? {_TOPIC}\b"
    r"|\bcan (?:you|u) (?:please |pls )?not\b"
    r"|\b(?:no|ni) (?:vuelvas a |me |le |lo |la |nos )*(?:pregunt[ea]s|hables|menciones|digas|uses"
    r"|llames|recuerdes|sugieras|propongas|compares|mencionar|hablar|preguntar|decir)\b"
    r"|\bno hablo de\b|\bdel? [^,.;]+ no hablo\b"
    rf"|\bi (?:don[’']?t|do not|won[’']?t|will not|never) {_WITH_NOBODY}"
    r"|\bnot something i (?:talk about|discuss)\b|\boff[- ]limits\b|\boff the table\b"
    r"|\bnot up for\b|\bnothing about\b|\bnada (?:sobre|acerca de)\b"
    r"|\b(?:leave|keep) (?:\S+ ){1,4}out\b|\bdeja (?:\S+ ){1,4}(?:fuera|en paz)\b",
    re.IGNORECASE,
)
"""How somebody tells Toney what to leave out, or what they speak of with nobody."""
_HABIT = re.compile(
    r"\bi (?:never|always|don[’']?t|do not)\b(?! (?:want|wanna|ever want)\b)"
    r"|\b(?:nunca|siempre|ya no) (?!quiero)\w+o\b",
    re.IGNORECASE,
)
"""“I never tell my partner” is about their life, and no wish."""
_LASTING = re.compile(
    r"\b(?:never|ever|always|any ?more|no more|from now on|for good|in general|at all|every time"
    r"|nunca|jamás|siempre|ya no|de ahora en adelante|en ningún caso|para nada|más)\b",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:today|tonight|now(?! on\b)|right now|yet|this (?:time|morning|evening|week)|for now"
    r"|at the moment|not in the mood|hoy|esta (?:noche|vez|semana|tarde)|ahora(?! en adelante)"
    r"|todavía|por ahora|de momento)\b",
    re.IGNORECASE,
)
_OF_ONE_MATTER = re.compile(
    r"\b(?:don[’']?t|do not) (?:\w+ ){0,2}tell me (?:to|that|it[’']?s|how)\b"
    r"|\bno (?:quiero que )?me (?:vengas|vayas|digas|salgas) (?:a decir |con )?(?:que|q|qué)\b",
    re.IGNORECASE,
)
"""Advice that they don’t want about one plan is over when the plan is done."""
_EVER = re.compile(r"\b(?:not ever|ever|never|nunca|jamás)\b", re.IGNORECASE)
_REFUSES = re.compile(
    r"\b(?:not|no|never|don[’']?t|won[’']?t|rather|stop|leave|hate|nunca|prefiero|deja|odio)\b",
    re.IGNORECASE,
)
_OF_A_WORD = re.compile(
    r"\b(?:word|words|call|calling|called|say|saying|label|term|name|using|use|palabras?|digas"
    r"|llames|llamen|decir|decirle|uses|usar|término)\b",
    re.IGNORECASE,
)


def opened(
    found: Iterable[Belief], memories: Sequence[CoachMemory], said: Sequence[Quote], home: str = ""
) -> Iterable[Belief]:
    """Yield the items; one that is minor, leans on another or is a passing remark is folded.

    So is the sentence on `home`, once there is enough beside it, and the story beside memories that
    a run has chosen: they tell the same as it is now. Of two that were chosen and tell the same
    thing the longer one is shown.
    """
    told_twice = _told_twice(memories)
    by_id = {f"remembers:{memory.id}": memory for memory in memories}
    form = address_of(quote.words for quote in said)
    days = len({quote.at.date() for quote in said})
    is_chosen = any(memory.is_chosen for memory in memories)
    for belief in found:
        memory = by_id.get(belief.id)
        is_open = (
            belief.is_aside
            or belief.is_confirmed
            or (memory is not None and _is_theirs(memory))
            or (
                _may_stand_open(belief, memory, said)
                and belief.id not in told_twice
                and not _is_outdated(memory, memories)
            )
        )
        is_past = belief.section == "story" and (
            is_chosen or (days < LEAST_DAYS and _BEGAN.match(belief.text))
        )
        is_on_home = belief.said == home and len(memories) >= FEW
        is_open = is_open and not is_past and not is_on_home and _is_in(form, belief.text)
        yield belief if is_open else replace(belief, is_aside=True, is_minor=True)


def _told_twice(memories: Sequence[CoachMemory]) -> set[str]:
    """Return the items of chosen memories that another chosen one tells."""
    chosen = [memory for memory in memories if memory.is_chosen]
    kept: list[CoachMemory] = []
    for memory in sorted(chosen, key=lambda each: (_is_theirs(each), len(each.content)))[::-1]:
        if not any(tells_same(memory.content, other.content) for other in kept):
            kept.append(memory)
    return {f"remembers:{memory.id}" for memory in chosen if memory not in kept}


def one_a_turn(signals: Iterable[ObserverSignal]) -> list[ObserverSignal]:
    """Return the surest note on each message: two on one message say much the same."""
    best: dict[UUID, ObserverSignal] = {}
    for signal in signals:
        if signal.turn_id not in best or signal.confidence > best[signal.turn_id].confidence:
            best[signal.turn_id] = signal
    return list(best.values())


def _may_stand_open(belief: Belief, memory: CoachMemory | None, said: Sequence[Quote]) -> bool:
    if belief.section == "holds":
        is_word = len(belief.said.split()) == 1
        return is_unwanted(belief.said, said) if is_word else is_set_for_good(belief.said, said)
    if memory is not None and memory.is_chosen is not None:
        return memory.is_chosen
    if memory is not None:
        return not (_is_minor(memory) or _is_passing(belief.text)) and stands_alone(belief.text)
    is_dated = belief.section in BY_STRATEGIST and has_unsaid_month(belief.text, said)
    return not is_dated and (belief.section not in ALONE or stands_alone(belief.text))


def _is_passing(text: str) -> bool:
    is_scrap = _SCRAP.search(text) or _PASSING.search(text)
    return bool(is_scrap) or is_trifle(text) or is_refusal(text)


def _is_in(form: str, text: str) -> bool:
    """Return True if a text doesn't say tú to somebody who says usted, or the other way round."""
    said = address_of([text])
    return USTED not in {form, said} or not form or not said or said == form


def _is_minor(memory: CoachMemory) -> bool:
    """Return True for what the Observer calls low; the gate lowers what is unsure, minor or not."""
    return memory.importance is Importance.LOW and memory.certainty is Certainty.SAID


def _is_theirs(memory: CoachMemory) -> bool:
    is_written = memory.source is MemorySource.WRITTEN or memory.fingerprint.startswith("asked:")
    return is_written or memory.is_pinned


def _is_outdated(memory: CoachMemory | None, memories: Sequence[CoachMemory]) -> bool:
    """Return True if a later memory tells the same with another number, or ends the plan."""
    return memory is not None and any(
        is_newer_figure(newer.content, memory.content)
        or is_newer_plan(newer.content, memory.content)
        for newer in memories[:MOST_COMPARED]
        if newer.created_at > memory.created_at
    )


def is_set_for_good(boundary: str, said: Iterable[Quote]) -> bool:
    """Return True if their own words set a boundary: not for once, or on two days."""
    about = content_words(_ACTS.sub(" ", boundary)) or content_words(boundary)
    behind = [quote for quote in said if content_words(quote.words) & about]
    refused = [quote for quote in behind if _REFUSES.search(quote.words)]
    is_asked = any(_TO_TONEY.search(quote.words) for quote in refused)
    days = {quote.at.date() for quote in refused}
    return any(_is_lasting(quote.words) for quote in behind) or (is_asked and len(days) >= TWICE)


def _is_lasting(words: str) -> bool:
    """Return True for a wish about how Toney speaks, if it isn't only for today."""
    is_wish = _TO_TONEY.search(words) is not None and _HABIT.search(words) is None
    lasts = is_wish and _LASTING.search(words) is not None
    if not lasts and _OF_ONE_MATTER.search(words) is not None:
        return False
    is_once = _ONCE.search(words) is not None
    return (lasts or _ASKS.search(words) is not None) and (
        not is_once or _EVER.search(words) is not None
    )


def is_unwanted(word: str, said: Iterable[Quote]) -> bool:
    """Return True if they spoke of a word as a word, as in “don't call it debt”."""
    named = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    return any(named.search(each.words) and _OF_A_WORD.search(each.words) for each in said)
