"""The Observer's signals of a turn, with the words behind them (K6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from coaching.content.catalogue import DEFAULT_LANGUAGE, text
from coaching.memory.corrections import contradicts, masked, tells, without_notes
from coaching.models import ObserverSignal
from coaching.repositories import jobs, messages, signals
from coaching.services.derived_data import everyday
from coaching.services.jobs import STRATEGIST, ask_strategist
from coaching.text.content import content_words
from coaching.text.similarity import repeats
from coaching.text.words import bare_words
from coaching.values.conversations import MessageRole
from coaching.values.enums import SignalType, Trigger
from coaching.values.observation import Signal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Turn
    from coaching.values.corrections import Correction

SCREEN = "screen"
RULES = "rules"
OFFLINE = "offline"
MOST = 10
MOST_SHIFTS = 2
LEAST_CONFIDENCE = 0.45
SAME = 0.8
URGENT_ONCE_IN = timedelta(hours=6)
LET_THE_REPLY_END = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Around:
    """What the person corrected and said before a message, and their language."""

    corrections: Sequence[Correction] = ()
    before: Sequence[str] = ()
    language: str = DEFAULT_LANGUAGE


def worth_keeping(found: Iterable[Signal], said: str, around: Around | None = None) -> list[Signal]:
    """Leave out what is too uncertain, said twice or corrected; a quote is the person's words.

    Of very many ten stay, what is urgent first. That the topic changed says least: it stays once,
    behind the others, and not for words that another signal is about. What is withheld is neither
    quoted nor told: a harmless sentence stays without its quote, another one is replaced.
    """
    around = around or Around()
    kept: list[Signal] = []
    withheld = [each for each in around.corrections if each.withheld]
    corrected = [each for each in around.corrections if not each.withheld]
    harmless = everyday() | _openly_said((said, *around.before), withheld) if withheld else ()
    for signal in sorted(found, key=_by_weight):
        if len(kept) == MOST:
            break
        if _only_shifts(signal, kept):
            continue
        if signal.confidence < LEAST_CONFIDENCE or any(_is_same(signal, other) for other in kept):
            continue
        if contradicts(f"{signal.content}\n{signal.quote}", corrected) is not None:
            continue
        if tells(signal.content, withheld, harmless):
            kept += _wordless(signal, kept, around.language)
        elif not _quotes(signal, said) or tells(signal.quote, withheld, harmless):
            kept.append(signal.model_copy(update={"quote": ""}))
        else:
            kept.append(signal)
    return kept


def without_many_shifts(
    rows: Sequence[ObserverSignal], most: int = MOST_SHIFTS
) -> list[ObserverSignal]:
    """Return the signals in their order, of the changes of topic only the newest few.

    A list of the last signals is short: they would leave no room for what was felt or found out.
    """
    calm = [row for row in rows if _is_shift(row) and not row.urgency_flag]
    left_out = {id(row) for row in calm[: max(0, len(calm) - most)]}
    return [row for row in rows if id(row) not in left_out]


async def store_for_turn(
    s: AsyncSession,
    turn: Turn,
    found: Sequence[Signal],
    *,
    source: str,
    at: datetime,
    language: str = DEFAULT_LANGUAGE,
) -> list[ObserverSignal]:
    """Keep what was seen in a turn in place of what a first run saw."""
    rows = [
        ObserverSignal(
            user_id=turn.user_id,
            session_id=turn.conversation_id,
            turn_id=turn.id,
            ordinal=ordinal,
            signal_type=signal.signal_type,
            content=signal.content,
            quote=signal.quote,
            confidence=signal.confidence,
            urgency_flag=signal.urgency_flag,
            source=source,
            created_at=at,
        )
        for ordinal, signal in enumerate(found)
    ]
    if source == OFFLINE:
        rows += await _of_gap(s, turn, found, language, at=at)
    await signals.replace_of_turn(s, turn.user_id, turn.id, rows)
    return rows


async def _of_gap(
    s: AsyncSession, turn: Turn, found: Sequence[Signal], language: str, *, at: datetime
) -> list[ObserverSignal]:
    """Return that the coach had lost them, as the offline coach's rules saw it.

    A model judges that by itself, and better.
    """
    said = await messages.of_turn(s, turn.user_id, turn.id, MessageRole.USER)
    gap = said.meta.get("gap") if said else None
    if gap is None:
        return []
    row = ObserverSignal(
        user_id=turn.user_id,
        session_id=turn.conversation_id,
        turn_id=turn.id,
        ordinal=len(found),
        signal_type=SignalType.DEFLECTION,
        content=text(language, f"coach.signal.{gap}"),
        quote="",
        confidence=0.7,
        urgency_flag=False,
        source=RULES,
        created_at=at,
    )
    return [row]


async def note_crisis(s: AsyncSession, turn: Turn, *, at: datetime) -> None:
    """Keep that something serious was said, without its words and without a model."""
    seen = Signal(
        signal_type=SignalType.EMOTIONAL,
        content=f"Something serious was said ({turn.safety_category}); help was shown.",
        quote="",
        confidence=1.0,
        urgency_flag=True,
    )
    await store_for_turn(s, turn, [seen], source=SCREEN, at=at)
    await ask_for_urgent_run(s, turn, at=at, wait=LET_THE_REPLY_END)


async def ask_for_urgent_run(
    s: AsyncSession, turn: Turn, *, at: datetime, wait: timedelta = timedelta()
) -> bool:
    """Have the Strategist read an urgent turn, once in six hours for a person."""
    return await ask_for_urgent_run_of(
        s, turn.user_id, turn.id, at=at, wait=wait, conversation_id=turn.conversation_id
    )


async def ask_for_urgent_run_of(
    s: AsyncSession,
    owner: UUID,
    moment: UUID,
    *,
    at: datetime,
    wait: timedelta = timedelta(),
    conversation_id: UUID | None = None,
) -> bool:
    """Have the Strategist look after an urgent moment, a turn or a practice; once in six hours."""
    last = await jobs.newest_with_trigger(s, owner, STRATEGIST, Trigger.URGENT)
    if last is not None and at - last.created_at < URGENT_ONCE_IN:
        return False
    return await ask_strategist(
        s,
        owner,
        trigger=Trigger.URGENT,
        boundary=urgent_boundary(moment),
        at=at,
        wait=wait,
        conversation_id=conversation_id,
    )


def urgent_boundary(moment: UUID) -> str:
    """Return the boundary of a run after an urgent moment."""
    return f"{Trigger.URGENT}:{moment}"


def _openly_said(texts: Iterable[str], withheld: Sequence[Correction]) -> frozenset[str]:
    """Return the words that the person used beside what is withheld."""
    found = (content_words(without_notes(masked(each, withheld))) for each in texts)
    return frozenset[str]().union(*found)


def _wordless(signal: Signal, kept: list[Signal], language: str) -> list[Signal]:
    """Return a signal without what is withheld, once: that it was urgent is seen all the same."""
    seen = signal.model_copy(
        update={"content": text(language, "coach.signal.private"), "quote": ""}
    )
    return [] if any(_is_same(seen, other) for other in kept) else [seen]


def _by_weight(signal: Signal) -> tuple[bool, bool]:
    return not signal.urgency_flag, _is_shift(signal)


def _is_shift(signal: Signal | ObserverSignal) -> bool:
    return signal.signal_type is SignalType.TOPIC_SHIFT


def _only_shifts(signal: Signal, kept: Iterable[Signal]) -> bool:
    """Return True for a change of topic beside another one, or beside more about the same words."""
    if signal.urgency_flag or not _is_shift(signal):
        return False
    quote = bare_words(signal.quote)
    return any(_is_shift(other) or (quote and bare_words(other.quote) == quote) for other in kept)


def _is_same(signal: Signal, other: Signal) -> bool:
    same_type = signal.signal_type is other.signal_type
    return same_type and repeats(signal.content, other.content, at_least=SAME)


def _quotes(signal: Signal, said: str) -> bool:
    return " ".join(bare_words(signal.quote)) in " ".join(bare_words(said))
