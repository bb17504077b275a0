"""Earlier sessions for the Coach: the last ones word for word, older ones as their notes."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from coaching.agents.input_loaders import UNSAID
from coaching.clock import local_day
from coaching.llm.prices import estimated
from coaching.memory.corrections import LEFT_OUT, contradicts, purged, without_notes
from coaching.memory.replies import Said, replies_without
from coaching.repositories import conversations, transcripts
from coaching.services.derived_data import everyday
from coaching.values.conversations import ConversationKind, MessageRole
from coaching.values.corrections import Withheld
from coaching.values.earlier import EarlierLine, EarlierSession
from coaching.values.enums import CheckAnswer, SafetyLevel, TurnStatus, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from uuid import UUID

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.models import Conversation
    from coaching.repositories.transcripts import TranscriptRow
    from coaching.values.corrections import Correction

WORD_FOR_WORD = 8_000
"""Estimated tokens of earlier sessions that are sent word for word."""
WORTH_A_PART = 1_000
"""A session that does not fit is sent in part if there is room for this many tokens."""
NOTES = 1_500
MOST_SESSIONS = 40
TAGS_OF_A_LINE = 20
_END = 2**31 - 1
_FORBIDDEN = frozenset({Verdict.DONT_USE, Verdict.DELETED})


async def earlier_sessions(
    s: AsyncSession,
    owner: UUID,
    *,
    before: int,
    zone: str | None,
    corrections: Sequence[Correction] = (),
    room: int = WORD_FOR_WORD,
) -> tuple[EarlierSession, ...]:
    """Return the sessions before a number, oldest first.

    Nothing said in a crisis is sent, and nothing that the person asked not to use. What Toney said
    and they corrected is left out too; the person's own words stay. What only waits for their yes
    is sent, marked as private: they may ask what they said.
    """
    found: list[EarlierSession] = []
    notes = NOTES
    for row in await conversations.for_user(s, owner, before=before, limit=MOST_SESSIONS):
        if row.kind is not ConversationKind.COACHING:
            continue
        day = local_day(row.created_at, zone)
        note = purged(row.session_notes or row.one_line, corrections).strip()
        lines = await _lines(s, row, corrections) if room >= WORTH_A_PART else ()
        fitting = _last_that_fit(lines, room)
        if fitting:
            is_cut = len(fitting) < len(lines)
            found.append(EarlierSession(day, fitting, note if is_cut else "", is_cut=is_cut))
            room = 0 if is_cut else room - _size(fitting)
        elif note and (short := _short(note, row.one_line, notes)):
            found.append(EarlierSession(day, note=short))
            notes -= estimated(len(short))
    return tuple(reversed(found))


async def _lines(
    s: AsyncSession, session: Conversation, corrections: Sequence[Correction]
) -> tuple[EarlierLine, ...]:
    """Return what was said in a session; none if the person said nothing."""
    rows = await transcripts.in_session(s, session.user_id, session.id, up_to=_END)
    if all(row.role is not MessageRole.USER for row in rows):
        return ()
    if session.summary and not any(map(_is_danger, rows)):
        rows = [row for row in rows if row.seq > session.summary_until_seq]
        summary = [EarlierLine("user", session.summary)]
    else:
        summary = []
    lines = [*summary, *_as_said(rows)]
    decided = [each for each in corrections if each.withheld is not Withheld.WAITING]
    waiting = [each for each in corrections if each.withheld is Withheld.WAITING]
    return tuple(_marked(_without(lines, decided), waiting))


def _as_said(rows: Iterable[TranscriptRow]) -> Iterator[EarlierLine]:
    for _, turn in groupby(rows, key=lambda row: row.turn_id):
        yield from _turn(list(turn))


def _turn(rows: Sequence[TranscriptRow]) -> Iterator[EarlierLine]:
    """Return the lines of a turn, as the conversation itself went back to the model."""
    if any(map(_is_danger, rows)):
        yield EarlierLine("user", UNSAID)
        return
    for row in rows:
        if row.status is TurnStatus.FAILED:
            continue
        if row.role is MessageRole.USER:
            yield EarlierLine("user", row.text)
            if row.status is TurnStatus.INTERRUPTED:
                yield EarlierLine("coach", row.partial)
        elif row.meta.get("in_history", True):
            yield EarlierLine("coach", row.text)


def _is_danger(row: TranscriptRow) -> bool:
    """Return True for a crisis, and for a yes to the question whether they are in danger."""
    is_yes = row.meta.get("check") == CheckAnswer.YES
    return is_yes or row.safety_level is SafetyLevel.CRISIS


def _without(
    lines: Sequence[EarlierLine], decided: Sequence[Correction]
) -> tuple[EarlierLine, ...]:
    """Return the lines without what a correction forbids, and replies without what they declined.

    Their own line has the note; a reply that is all about it is left out.
    """
    allowed = [_allowed(line, decided) for line in lines]
    said = [
        Said(line.role == "user", line.text, left.text if left else "")
        for line, left in zip(lines, allowed, strict=True)
    ]
    declined = [each for each in decided if each.withheld]
    texts = replies_without(said, declined, everyday())
    pairs = zip(allowed, texts, strict=True)
    found = (
        replace(line, text=text if line.role == "user" else without_notes(text))
        for line, text in pairs
        if line is not None
    )
    return tuple(line for line in found if line.text)


def _allowed(line: EarlierLine, corrections: Sequence[Correction]) -> EarlierLine | None:
    """Return a line without what a correction forbids; None when Toney said nothing else in it."""
    if line.role == "coach":
        text = purged(line.text, corrections).strip()
        return EarlierLine("coach", text) if text else None
    forbidden = [each for each in corrections if each.verdict in _FORBIDDEN]
    text = purged(line.text, forbidden).strip()
    if text == line.text.strip():
        return line
    return EarlierLine("user", f"{text} {LEFT_OUT}".strip(), has_gap=True)


def _marked(lines: Sequence[EarlierLine], waiting: Sequence[Correction]) -> Iterator[EarlierLine]:
    """Mark what waits for a yes as private, and the replies that say it, in whatever words."""
    own = [contradicts(line.text, waiting) is not None for line in lines]
    said = [
        Said(
            line.role == "user", line.text, "" if line.role == "user" and is_private else line.text
        )
        for line, is_private in zip(lines, own, strict=True)
    ]
    texts = replies_without(said, waiting, everyday())
    is_answer = False
    for line, is_own, left in zip(lines, own, texts, strict=True):
        is_answer = is_own if line.role == "user" else is_answer
        is_reply_to_it = line.role == "coach" and (is_answer or left != line.text)
        yield replace(line, is_private=is_own or is_reply_to_it)


def _last_that_fit(lines: Sequence[EarlierLine], room: int) -> tuple[EarlierLine, ...]:
    """Return the last lines that fit, from something the person said on."""
    if _size(lines) <= room:
        return tuple(lines)
    kept: list[EarlierLine] = []
    for line in reversed(lines):
        if room < WORTH_A_PART and not kept:
            return ()
        room -= _size((line,))
        if room < 0:
            break
        kept.append(line)
    while kept and kept[-1].role == "coach":
        kept.pop()
    return tuple(reversed(kept))


def _size(lines: Iterable[EarlierLine]) -> int:
    return estimated(sum(len(line.text) + TAGS_OF_A_LINE for line in lines))


def _short(note: str, one_line: str, room: int) -> str:
    """Return a note, its one line where the note is too long, or nothing."""
    return next((text for text in (note, one_line) if estimated(len(text)) <= room), "")
