"""Everything known about one person, as the Strategist reads it: facts in sentences, words fenced.

Cards and memories have ids in their tags, notes numbers in front, so that an answer can name them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import tension_details
from coaching.prompts import facts
from coaching.prompts.check_in import check_in_line
from coaching.prompts.fences import fenced, words
from coaching.prompts.render import joined
from coaching.values.enums import LensStatus, Trigger
from coaching.values.strategy import memory_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from coaching.values.context import (
        BriefingView,
        CardView,
        IntelView,
        MemoryView,
        SignalView,
        StrategistContext,
        TranscriptLine,
        WinView,
    )
    from coaching.values.guesses import HypothesisView

NOTHING = "Nothing beyond this."
SURE = 0.65
NOT_NOTED = "It was asked for by hand; see the end of the session."
MOST_TRANSCRIPT = 40_000
"""Characters of a session that a run reads, some 15,000 tokens."""
BEGINNING_LEFT_OUT = "(The beginning of the session is left out.)"


def person(context: StrategistContext) -> str:
    """Return who they are: tension, style, why, life, and what they answered.

    Once a session has been read, what matters of the answers is in the briefing.
    """
    view, before = context.person, context.previous_briefing
    is_new = before is None or before.trigger is Trigger.ONBOARDING
    answers = facts.answers_in_words(view) if is_new else ()
    return joined(
        f"Today: {context.today.isoformat()}. Sessions so far: {context.session_number}.",
        _tension(context),
        f"Style: tone {view.tone_stored:g} of 10 (10: direct), depth {view.depth} "
        f"(deep: where it comes from), understands by {view.learning_style}. "
        f"The app is set to: {view.language}.",
        *facts.language(view),
        *facts.about(view, has_own_guesses=bool(context.hypotheses)),
        "\n".join(f'- {question} "{answer}"' for question, answer in answers),
    )


def known(context: StrategistContext) -> str:
    """Return what has been gathered over time, or that there is nothing yet."""
    intel = context.intel
    gathered = joined(
        f"Stage until now: {intel.stage_of_change}." if intel else "",
        *_notes(intel),
        _listed("Lenses that are open", _lenses(intel)),
        _listed("Memories", map(_memory, context.memories)),
        _listed("Cards", map(_card, context.cards)),
        _listed("Wins", map(_win, context.wins)),
        _previous(context.previous_briefing) if context.previous_briefing else "",
        _listed("Guesses about them, newest first", map(_guess, context.hypotheses)),
        _listed(
            "Check-ins since that briefing: how money felt", map(check_in_line, context.check_ins)
        ),
        _listed("Signals", map(_signal, context.signals)),
        _listed(_of_the_session(context), transcript(context.transcript)),
    )
    return gathered or NOTHING


def _of_the_session(context: StrategistContext) -> str:
    """Return the heading of the session; a run reads one that ended by silence a day later."""
    on = context.said_on
    day = f" on {on}" if on is not None and on != context.today else ""
    return f"The session{day}, word for word"


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
    guessed = {"source": memory.source} if memory.source == "inferred" else {}
    return (
        fenced(
            "memory",
            memory.content,
            id=memory_number(memory.id),
            kind=memory.kind,
            since=memory.created_at.date(),
            **guessed,
            **facts.marks(memory),
        )
        + quote
    )


def _card(card: CardView) -> str:
    left = "misfit" if card.misfit_on else "kept"
    state = "graduated" if card.graduated_at else "focus" if card.is_focus else left
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
    """Return what was seen in a message; an answer cites its quote."""
    is_told = not signal.quote or f"“{signal.quote}”" in signal.content
    quote = "" if is_told else f" {words(signal.quote)}"
    seen = fenced(
        "signal",
        signal.content,
        type=signal.signal_type,
        sure="yes" if signal.confidence >= SURE else "no",
    )
    return seen + quote


def _line(line: TranscriptLine) -> str:
    return fenced("person" if line.role == "user" else "coach", line.text)


def transcript(lines: Sequence[TranscriptLine]) -> Iterable[str]:
    """Return what was said, word for word; of a very long session the last part."""
    kept, left = list[str](), MOST_TRANSCRIPT
    for line in reversed([_line(line) for line in lines]):
        left -= len(line)
        if left < 0:
            kept.append(BEGINNING_LEFT_OUT)
            break
        kept.append(line)
    return reversed(kept)


def happened(context: StrategistContext) -> str:
    """Return what made a run urgent, as it was noted."""
    urgent = [_signal(signal) for signal in context.signals if signal.urgency_flag]
    return "\n".join(urgent) or NOT_NOTED


def _previous(briefing: BriefingView) -> str:
    journey = briefing.journey_narrative
    return joined(
        f"The briefing until now, version {briefing.version}, written on "
        f"{briefing.created_at.date()}, trigger {briefing.trigger}:",
        fenced("briefing", briefing.briefing_content),
        f"`leverage` until now: {words(briefing.leverage)}" if briefing.leverage else "",
        f"`journey_narrative` until now: {words(journey)}" if journey else "",
    )


def _notes(intel: IntelView | None) -> Iterable[str]:
    """Return the lists that are known, numbered so that an answer can say what is over."""
    lists: dict[str, list[str]] = {}
    for number, name, text in intel.numbered() if intel else ():
        lists.setdefault(name, []).append(f"{number} {words(text)}")
    return (f"Known `{name}`: {'; '.join(items)}" for name, items in lists.items())


def _lenses(intel: IntelView | None) -> Iterable[str]:
    for lens, edge in (intel.growth_edges if intel else {}).items():
        status = edge.get("status", LensStatus.NOT_READY)
        if status != LensStatus.NOT_READY:
            yield f"{lens}: {status} {words(str(edge.get('note', '')))}"


def _listed(title: str, items: Iterable[str]) -> str:
    lines = "\n".join(items)
    return f"{title}:\n\n{lines}" if lines else ""
