"""Usage events for the admin, without any message text (A75)."""

from __future__ import annotations

from enum import StrEnum


class UsageEvent(StrEnum):
    """Something that was used. What the tables tell by themselves (turns, sessions) is not here."""

    ONBOARDED = "onboarded"
    DOOR_OPENED = "door_opened"
    CARD_REVISITED = "card_revisited"
    OFF_TRACK = "off_track"
    SESSION_ENDED = "session_ended"
    CARD_KEPT = "card_kept"
    WIN_KEPT = "win_kept"
    FOCUS_DONE = "focus_done"
    FOCUS_SKIPPED = "focus_skipped"
    BELIEF_ANSWERED = "belief_answered"
    MEMORY_ANSWERED = "memory_answered"
    PRACTICE_STARTED = "practice_started"
    DREAM_KEPT = "dream_kept"
    DIRECTION_KEPT = "direction_kept"
    GOAL_KEPT = "goal_kept"
    GOAL_COMPLETED = "goal_completed"
    NOTE_KEPT = "note_kept"
    CHECK_IN_KEPT = "check_in_kept"
    PURCHASE_KEPT = "purchase_kept"
    MONEY_WRITTEN = "money_written"
    NOTES_IMPORTED = "notes_imported"
    REMINDER_SENT = "reminder_sent"
    REMINDER_FAILED = "reminder_failed"
