"""Enums of what people say about replies and guesses, and how an admin lists it."""

from __future__ import annotations

from enum import StrEnum


class Rating(StrEnum):
    """A person's feedback on one reply."""

    HELPED = "helped"
    MISSED = "missed"


class FlagKind(StrEnum):
    """Kinds of entries in the quality queue.

    `GUESS` is a guess that was rejected in a conversation, `BELIEF` one item of “What Toney thinks”
    that was corrected on its page.
    """

    REPLY_MISSED = "reply_missed"
    REPLY_HELPED = "reply_helped"
    SESSION_MISSED = "session_missed"
    SESSION_HELPED = "session_helped"
    OFF_TRACK = "off_track"
    GUESS = "guess"
    BELIEF = "belief"

    @property
    def is_praise(self) -> bool:
        """Return True if there is nothing to mend."""
        return self in {FlagKind.REPLY_HELPED, FlagKind.SESSION_HELPED}

    @property
    def is_about_a_reply(self) -> bool:
        """Return True if there is a reply that can become an eval case."""
        return self not in {FlagKind.GUESS, FlagKind.BELIEF}
