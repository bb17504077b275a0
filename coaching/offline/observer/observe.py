"""The Observer's answer for one exchange: at most three signals, none for most, and memories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.observer.memories import propose
from coaching.offline.observer.signals import DISTRESS, PLAUSIBLE, Evidence, evidence
from coaching.offline.replies.texts import read as texts_of
from coaching.rules.parsed_message import read
from coaching.rules.quotes import LONGEST, SHORTEST, pick_quote
from coaching.text.language import language_of
from coaching.text.words import clauses, plain, sentences, words
from coaching.values.enums import SafetyLevel, SignalType
from coaching.values.observation import Observation, Signal

if TYPE_CHECKING:
    from coaching.rules.parsed_message import Reading
    from coaching.text.lexicon import Lexicon
    from coaching.values.context import ObserverContext
    from coaching.values.safety import SafetyVerdict

MOST_SIGNALS = 3  # of a message; the strongest ones
LONGEST_CONTENT = 160  # characters, as the prompt of the Observer asks
SHORTEST_CUT = 5  # words that a cut quote keeps
_DANGER_WITH_CLOCK = ("gambling", "fraud", "acute_debt")


def observe(context: ObserverContext) -> Observation:
    """Return what one exchange shows."""
    reading = read(context.user, language_of((context.user, context.previous_coach)))
    found = evidence(context.previous_coach, reading, card=context.focus_card_title)
    urgent = _is_urgent(reading, context.safety)
    serious = _level(reading, context.safety)
    shown = {piece.kind for piece in found}
    if urgent and SignalType.EMOTIONAL not in shown and not (shown and _is_only_news(reading)):
        found.append(Evidence(SignalType.EMOTIONAL, "distress", PLAUSIBLE))
    strongest = sorted(found, key=lambda piece: -piece.confidence)[:MOST_SIGNALS]
    return Observation(
        signals=[_signal(piece, reading, urgent=urgent) for piece in strongest],
        safety_level=serious,
        memories=propose(context, reading.lexicon.language),
    )


def _signal(piece: Evidence, reading: Reading, *, urgent: bool) -> Signal:
    quote = "" if _is_private(reading) else _short_quote(piece, reading)
    seen = _describe(piece)
    content = f"{seen}: “{quote}”" if quote else f"{seen}."
    return Signal(
        signal_type=piece.kind,
        content=content[:LONGEST_CONTENT],
        quote=quote,
        confidence=round(piece.confidence, 2),
        urgency_flag=urgent,
    )


def _describe(piece: Evidence) -> str:
    texts = texts_of("observer.toml", "words")
    if piece.reason.startswith("feeling:"):
        return f"Says they feel {piece.reason.removeprefix('feeling:')}"
    return texts["how"].get(piece.reason, texts["seen"][piece.kind.value])


def _short_quote(piece: Evidence, reading: Reading) -> str:
    """At most eight of their words, from the sentence in which it shows, not broken off."""
    lexicon, felt = reading.lexicon, piece.reason.partition("feeling:")[2]
    shown = (
        sentence
        for sentence in sentences(reading.text)
        if lexicon.sees(piece.pattern, plain(sentence)) or (felt and felt in words(plain(sentence)))
    )
    sentence = next(shown, "")
    quote = pick_quote(sentence, lexicon) or reading.quote or reading.text
    return _within(quote, lexicon)


def _within(quote: str, lexicon: Lexicon) -> str:
    """Return the quote, or its last part that is short enough, or its first eight words."""
    if len(words(quote)) <= LONGEST:
        return quote
    parts = [part for part in clauses(quote) if SHORTEST < len(words(part)) <= LONGEST]
    kept = quote.split()[:LONGEST]
    while len(kept) > SHORTEST_CUT and plain(kept[-1]).strip(",.'\"") in lexicon.joiners:
        kept.pop()
    return parts[-1] if parts else " ".join(kept)


def _is_private(reading: Reading) -> bool:
    """Return True for words of a crisis: they are kept nowhere."""
    return any(reading.lexicon.sees(name, reading.low) for name in ("despair", "threat"))


def _is_urgent(reading: Reading, verdict: SafetyVerdict) -> bool:
    """Return True for danger, or an event after which the plan may do harm."""
    return _is_danger(reading, verdict) or reading.lexicon.sees("major_event", reading.low)


def _is_only_news(reading: Reading) -> bool:
    """Return True if it is an event told plainly, which needn't show a feeling."""
    see, low = reading.lexicon.sees, reading.low
    close = see("close_event", low) or see("rupture", low) or see("secret_told", low)
    return see("major_event", low) and not close


def _level(reading: Reading, verdict: SafetyVerdict) -> SafetyLevel:
    """Return how serious the text looks; advisory, the screen has run before."""
    if verdict.level is SafetyLevel.CRISIS:
        return verdict.level
    if any(reading.lexicon.sees(name, reading.low) for name in DISTRESS):
        return SafetyLevel.CRISIS
    if verdict.level is not SafetyLevel.NONE:
        return verdict.level
    return SafetyLevel.CONCERN if _money_is_leaving(reading) else SafetyLevel.NONE


def _is_danger(reading: Reading, verdict: SafetyVerdict) -> bool:
    found = _level(reading, verdict)
    if found is SafetyLevel.CRISIS:
        return True
    pressed = reading.lexicon.sees("time_pressure", reading.low)
    return found is SafetyLevel.CONCERN and (pressed or verdict.category in _DANGER_WITH_CLOCK)


def _money_is_leaving(reading: Reading) -> bool:
    """Money about to go under distress and a clock: an irreversible step within hours."""
    see, low = reading.lexicon.sees, reading.low
    upset = reading.feeling is not None or see("feeling_idiom", low)
    return (
        see("money_leaving", low)
        and see("time_pressure", low)
        and upset
        and not see("past_money", low)
    )
