"""Enums of what is said: kinds, roles and states of conversations, tool calls and proposals."""

from __future__ import annotations

from enum import StrEnum


class ConversationKind(StrEnum):
    """Kinds of conversations (K22)."""

    COACHING = "coaching"
    CLARIFY = "clarify"
    PLANNING = "planning"
    RESEARCH = "research"
    REFLECTION = "reflection"
    GENERAL = "general"


class SessionStatus(StrEnum):
    """Open or closed: a closed session can't be written to."""

    OPEN = "open"
    CLOSED = "closed"


class Feedback(StrEnum):
    """A person's feedback on a session that has ended."""

    HELPED = "helped"
    NOT_TODAY = "not_today"


class MessageRole(StrEnum):
    """Author of a message."""

    USER = "user"
    COACH = "coach"


class ToolStatus(StrEnum):
    """States of a tool call: written before it runs."""

    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


class ProposalState(StrEnum):
    """States of something that waits for a decision."""

    OPEN = "open"
    APPROVED = "approved"
    REJECTED = "rejected"
    EXPIRED = "expired"
