"""What a session has shown: the stage of change, growth lenses, and the behavioural intel.

The stage is judged from reported behaviour, one step a session. A lens is closed until there is
evidence, at most two are open. The intel gets literal words with enough evidence.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from coaching.offline.strategist.milestones import did_nothing
from coaching.rules.case import LIKELY, SURE
from coaching.rules.keepsakes import whole
from coaching.rules.wording import copy
from coaching.text.words import plain, sentences, words
from coaching.values.enums import CardKind, Lens, LensStatus, SignalType, Stage
from coaching.values.strategy import EmotionalVocabulary, GrowthEdge, IntelUpdate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.rules.case import Case

MAINTENANCE_DAYS, QUOTE_WORDS = 56, 12
FORWARD = (Stage.PRECONTEMPLATION, Stage.CONTEMPLATION, Stage.PREPARATION, Stage.ACTION)
_BEGUN = {Stage.PREPARATION, Stage.ACTION, Stage.MAINTENANCE, Stage.RELAPSE}
_MONEY = "what they do with money"
MOST_ACTIVE = 2
NO_EVIDENCE = "no evidence yet"
_KINDS = {SignalType.BREAKTHROUGH, SignalType.PRACTICE_CHECKIN, SignalType.EMOTIONAL}
_DENIED = re.compile(r"^no\b|\b(?:didn't|did not|haven't|couldn't)\b")
_HOLDS_BACK = {
    Lens.MONEY_RELATIONSHIPS: "ctx_controlled",
    Lens.SELF_RECEIVING: "ctx_urgent",
    Lens.FUTURE_ORIENTATION: "ctx_urgent",
}
_SHAKEN_BY_EVENT = {Lens.FINANCIAL_AWARENESS, Lens.EARNING_MINDSET, Lens.DECISION_CONFIDENCE} | {
    Lens.FUTURE_ORIENTATION
}
TWICE, MOST_USED_WORDS = 2, 12  # what is said once may be an accident; words of a run
NOTE_WORDS = 14  # a note is one line
_REJECTED = re.compile(
    r"\b(?:don't|do not|please don't) (?:call it|say|use the word) [\"“']?(?:a |an |my )?([\w-]+)"
)


@dataclass(frozen=True, slots=True)
class StageFinding:
    """Where they stand, and which behaviour it is about."""

    stage: Stage
    about: str


def stage_of(case: Case) -> StageFinding:
    """Return the stage after this session: one step at most, and only as far as evidence goes."""
    if case.is_first:
        return StageFinding(_first(case), _MONEY)
    now, did = case.person.stage, _behaviour(case)
    if did and _is_ordinary(case):
        return StageFinding(Stage.MAINTENANCE, f"“{did}”")
    if now in _BEGUN and (old_way := _said("old_way", case)):
        return StageFinding(Stage.RELAPSE, f"“{old_way}”")
    if did:
        return StageFinding(_stepped(now, Stage.ACTION), f"“{did}”")
    if plan := _plan(case):
        return StageFinding(_stepped(now, Stage.PREPARATION), f"“{plan}”")
    about = f"“{case.newest_sentence}”" if case.newest_sentence else _MONEY
    moves = case.of(SignalType.BREAKTHROUGH) or _said("change", case)
    return StageFinding(_stepped(now, Stage.CONTEMPLATION) if moves else now, about)


def _first(case: Case) -> Stage:
    low, shows = plain(case.person.emotional_why), case.lexicon.shows
    if shows("sent_by_others", low):
        return Stage.PRECONTEMPLATION
    return Stage.PREPARATION if shows("soon", low) else Stage.CONTEMPLATION


def _stepped(now: Stage, goal: Stage) -> Stage:
    if now is Stage.RELAPSE:
        return goal if goal is not Stage.CONTEMPLATION else Stage.RELAPSE
    if now not in FORWARD or FORWARD.index(goal) <= FORWARD.index(now):
        return now
    return FORWARD[FORWARD.index(now) + 1]


def _behaviour(case: Case) -> str:
    """Return a reported act: a practice done, or a win of this session."""
    done = [one for one in case.of(SignalType.PRACTICE_CHECKIN) if not did_nothing(one, case)]
    if done:
        return done[-1].quote or "the practice"
    before = case.ctx.previous_briefing
    wins = [
        win.text for win in case.ctx.wins if before is None or win.created_at > before.created_at
    ]
    return wins[-1] if wins else ""


def _plan(case: Case) -> str:
    before = case.ctx.previous_briefing
    for card in [card for card in case.own_cards if card.kind is CardKind.PLAN][:1]:
        if before is None or card.created_at.date() >= before.created_at.date():
            return card.content
    return _said("soon", case)


def _is_ordinary(case: Case) -> bool:
    """Eight weeks here, and the words of somebody who no longer thinks about it."""
    days = [one.created_at.date() for one in (*case.ctx.cards, *case.ctx.wins)]
    is_long = bool(days) and (case.ctx.today - min(days)).days >= MAINTENANCE_DAYS
    return is_long and bool(_said("automatic", case))


def _said(pattern: str, case: Case) -> str:
    """Return the sentence that fits, at most twelve words of it."""
    for text in (*(signal.quote for signal in case.signals), *case.said):
        for sentence in sentences(text):
            if case.lexicon.shows(pattern, plain(sentence)):
                return " ".join(sentence.strip(" .").split()[:QUOTE_WORDS])
    return ""


def growth_edges(case: Case) -> dict[Lens, GrowthEdge]:
    """Return all seven lenses with their evidence."""
    edges = {lens: _edge(lens, case) for lens in Lens}
    active = [lens for lens in Lens if edges[lens].status is LensStatus.ACTIVE]
    for lens in sorted(active, key=lambda lens: -len(edges[lens].evidence))[MOST_ACTIVE:]:
        edges[lens] = _closed(edges[lens].evidence, "two lenses are open already")
    return edges


def _edge(lens: Lens, case: Case) -> GrowthEdge:
    stored = (case.ctx.intel.growth_edges if case.ctx.intel else {}).get(lens.value, {})
    before = str(stored.get("status", ""))
    earlier = [str(one) for one in cast("list[object]", stored.get("evidence") or [])]
    if reason := _held_back(lens, case):
        return _closed(earlier, reason)
    new = [] if case.is_first else [one for one in _proofs(lens, case) if one not in earlier]
    if not (evidence := [*earlier, *new]):
        return _closed([], NO_EVIDENCE)
    again = before == LensStatus.ACTIVE.value and earlier and new
    is_settled = before == LensStatus.STABILIZING.value or bool(again)
    status = LensStatus.STABILIZING if is_settled else LensStatus.ACTIVE
    return GrowthEdge(status=status, evidence=evidence, note=copy()["lens_note"][lens.value])


def _closed(evidence: list[str], note: str) -> GrowthEdge:
    return GrowthEdge(status=LensStatus.NOT_READY, evidence=evidence, note=note)


def _proofs(lens: Lens, case: Case) -> list[str]:
    """Return the ids of what shows a lens: signals, wins and memories."""
    signals = [one for one in case.signals if one.signal_type in _KINDS]
    said = [
        *((one.id, f"{one.quote} {one.content}") for one in signals if not _denies(one.quote)),
        *((win.id, win.text) for win in case.ctx.wins),
        *((memory.id, memory.quote) for memory in case.ctx.memories if memory.quote),
    ]
    return [str(name) for name, text in said if case.lexicon.shows(lens.value, plain(text))]


def _denies(quote: str) -> bool:
    return _DENIED.search(plain(quote)) is not None


def _held_back(lens: Lens, case: Case) -> str:
    """Return why a lens stays closed whatever the evidence, or an empty text."""
    if _HOLDS_BACK.get(lens) in case.person.life_context:
        return "safety and basics come first"
    if case.ctx.safety_recent:
        return "resting after something serious"
    is_shaken = case.event is not None and lens in _SHAKEN_BY_EVENT
    return "resting, life has moved" if is_shaken else ""


def intel_update(case: Case, stage: StageFinding) -> IntelUpdate:
    """Return what this run adds."""
    said = (plain(text) for text in (*(one.quote for one in case.signals), *case.said))
    felt = (word for text in said for word in words(text) if word in case.lexicon.feelings)
    named = (match[1] for text in case.said for match in _REJECTED.finditer(plain(text)))
    return IntelUpdate(
        triggers=_triggers(case),
        emotional_vocabulary=EmotionalVocabulary(
            used_words=_once(felt)[:MOST_USED_WORDS],
            avoided_words=_once(word for word in named if word not in case.lexicon.stop),
            deflection_phrases=[],
        ),
        resistance_patterns=[],
        breakthroughs=[
            f"{one.created_at:%Y-%m-%d}: “{whole(one.quote, case.said)}”"
            for one in case.of(SignalType.BREAKTHROUGH, least=LIKELY)
            if one.quote
        ],
        coaching_notes=_notes(case, stage),
    )


def _once(items: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(items))


def _triggers(case: Case) -> list[str]:
    """Return each feeling with its situation, said plainly once or less plainly twice."""
    feelings = [(plain(one.quote), one.confidence) for one in case.of(SignalType.EMOTIONAL)]
    scenes = [(quote, sure) for quote, sure in feelings if case.lexicon.shows("situation", quote)]
    counts = Counter(quote for quote, _ in scenes)
    return _once(quote for quote, sure in scenes if sure >= SURE or counts[quote] >= TWICE)


def _notes(case: Case, stage: StageFinding) -> list[str]:
    """Return the stage, boundaries, corrections, events and practices, a line each with its day."""
    day = f"{case.ctx.today:%Y-%m-%d}"
    lines = [line for text in case.says("boundary") for line in sentences(text)]
    closed = [line for line in lines if case.lexicon.says("boundary", plain(line))]
    events = [one for one in case.of(SignalType.TOPIC_SHIFT) if one.urgency_flag and one.quote]
    return [
        *([] if case.is_first else [f"{stage.stage.value} on {stage.about} ({day})"]),
        *(f"boundary: “{_short(line)}” ({day})" for line in closed),
        *(f"correction: “{_short(text)}” ({day})" for text in case.says("correction")),
        *(f"life event: “{one.quote}” ({one.created_at:%Y-%m-%d})" for one in events),
        *(f"practice: {one.content}" for one in case.of(SignalType.PRACTICE_CHECKIN)),
    ]


def _short(text: str) -> str:
    return " ".join(text.split()[:NOTE_WORDS])
