"""Everything known about one person, as the Strategist reads it: facts in sentences, words fenced.

Ids stand in the tags, so that an answer can point to a card or cite a signal.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.content import tension_details
from coaching.prompts import facts
from coaching.prompts.fences import fenced, words
from coaching.prompts.render import joined
from coaching.values.enums import LensStatus

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.values.context import (
        BriefingView,
        CardView,
        MemoryView,
        SignalView,
        StrategistContext,
        TranscriptLine,
        WinView,
    )
    from coaching.values.guesses import HypothesisView

NOTHING = "Nothing beyond this."
REPLY_END = 120
"""Characters of a coach's reply that a run reads: replies are most of a session, and the least
that is new in it."""
_SENTENCE = re.compile(r"[.!?…]\s+(?=\S)")


def person(context: StrategistContext) -> str:
    """Return who they are: tension, style, why, life, and what they answered."""
    view = context.person
    answers = facts.answers_in_words(view)
    return joined(
        f"Today: {context.today.isoformat()}. Sessions so far: {context.session_number}.",
        _tension(context),
        f"How they like it: tone {view.tone_stored:g} of 10, depth {view.depth}, "
        f"learning style {view.learning_style}. Language: {view.language}.",
        *facts.about(view),
        "\n".join(f'- {question} "{answer}"' for question, answer in answers),
    )


def known(context: StrategistContext) -> str:
    """Return what has been gathered over time, or that there is nothing yet."""
    intel = context.intel
    gathered = joined(
        f"Stage until now: {intel.stage_of_change}." if intel else "",
        *facts.noticed(intel),
        _listed("Memories", map(_memory, context.memories)),
        _listed("Cards", map(_card, context.cards)),
        _listed("Wins", map(_win, context.wins)),
        _previous(context.previous_briefing) if context.previous_briefing else "",
        _listed("Guesses about them, newest first", map(_guess, context.hypotheses)),
        _listed("Signals", map(_signal, context.signals)),
        _listed("What was said in the last session", map(_line, context.transcript)),
    )
    return gathered or NOTHING


def _tension(context: StrategistContext) -> str:
    view = context.person
    if view.tension is None:
        return "Tension: none identified, and they have not chosen one."
    second = f", second {view.secondary_tension}" if view.secondary_tension else ""
    core = tension_details(view.tension).emotional_core
    return (
        f"Tension: {view.tension}{second} ({view.tension_source}, confidence "
        f"{view.tension_confidence:.2f}). Feeling: {core.feeling}. Need: {core.need}."
    )


def _memory(memory: MemoryView) -> str:
    quote = f" {words(memory.quote)}" if memory.quote else ""
    since = memory.created_at.date()
    return (
        fenced(
            "memory",
            memory.content,
            kind=memory.kind,
            importance=memory.importance,
            source=memory.source,
            since=since,
        )
        + quote
    )


def _card(card: CardView) -> str:
    state = "graduated" if card.graduated_at else "focus" if card.is_focus else "kept"
    last = card.last_completed_at.date() if card.last_completed_at else "never"
    return fenced(
        "card",
        f"{card.title}: {card.content}",
        id=card.id,
        kind=card.kind,
        state=state,
        since=card.created_at.date(),
        done=card.times_completed,
        last_done=last,
        not_today_in_seven_days=card.skips_last_week,
    )


def _win(win: WinView) -> str:
    return fenced("win", win.text, on=win.created_at.date())


def _guess(guess: HypothesisView) -> str:
    if guess.because is not None:
        return fenced("guess", guess.text, state=guess.status, because=guess.because)
    return fenced(
        "guess",
        guess.text,
        state=guess.status,
        since=guess.created_at.date(),
        sessions_without_support=guess.sessions_without_support,
    )


def _signal(signal: SignalView) -> str:
    is_told = not signal.quote or f"“{signal.quote}”" in signal.content
    quote = "" if is_told else f" {words(signal.quote)}"
    seen = fenced(
        "signal",
        signal.content,
        id=signal.id,
        type=signal.signal_type,
        confidence=f"{signal.confidence:.2f}",
        urgent="yes" if signal.urgency_flag else "no",
        session=signal.session_number,
    )
    return seen + quote


def _line(line: TranscriptLine) -> str:
    """Return what the person said, whole; of a long reply its end, which is what they answer."""
    if line.role == "user":
        return fenced("person", line.text)
    return fenced("coach", _end_of(line.text))


def _end_of(reply: str) -> str:
    """Return the last words of a reply, from the beginning of a sentence where there is one."""
    if len(reply) <= REPLY_END:
        return reply
    end = reply[-REPLY_END:]
    sentence = _SENTENCE.search(end)
    return f"… {end[sentence.end() :] if sentence else end.partition(' ')[2]}"


def _previous(briefing: BriefingView) -> str:
    return joined(
        f"The briefing until now, version {briefing.version}, written on "
        f"{briefing.created_at.date()}, trigger {briefing.trigger}:",
        fenced("briefing", briefing.briefing_content),
        f"Its hypothesis: {words(briefing.hypothesis)}" if briefing.hypothesis else "",
        f"Its strategy: {words(briefing.session_strategy)}",
        _listed(
            "Its lenses, the others not ready",
            (f"{lens}: {_edge(edge)}" for lens, edge in _edges(briefing)),
        ),
    )


def _edges(briefing: BriefingView) -> Iterable[tuple[str, dict[str, object]]]:
    return (
        (lens, edge)
        for lens, edge in briefing.growth_edges.items()
        if edge.get("status", LensStatus.NOT_READY) != LensStatus.NOT_READY or edge.get("evidence")
    )


def _edge(edge: dict[str, object]) -> str:
    return f"{edge.get('status', LensStatus.NOT_READY)} {words(str(edge.get('note', '')))}"


def _listed(title: str, items: Iterable[str]) -> str:
    lines = "\n".join(items)
    return f"{title}:\n\n{lines}" if lines else ""
