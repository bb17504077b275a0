"""A turn, from the first byte to the last: the only way that a message becomes a reply.

The front door for faces, the JSON API and tests: its verbs and the events they yield.
"""

from coaching.conversation.account_deletion import leave
from coaching.conversation.admission import Accepted, accept, rehearse
from coaching.conversation.control import forget, forget_session, retry, stop, take_back
from coaching.conversation.kinds import open_kind
from coaching.conversation.opening import Opened, off_track, open_door, revisit_card
from coaching.conversation.proposal_decision import Decided, keep_draft, leave_draft
from coaching.conversation.sessions import detect_session_boundary
from coaching.conversation.subscription import require_turn, subscribe, take_turn
from coaching.conversation.tool_undo import editable, undo_tool_call, undoable
from coaching.conversation.withdrawal import withdraw

__all__ = [
    "Accepted",
    "Decided",
    "Opened",
    "accept",
    "detect_session_boundary",
    "editable",
    "forget",
    "forget_session",
    "keep_draft",
    "leave",
    "leave_draft",
    "off_track",
    "open_door",
    "open_kind",
    "rehearse",
    "require_turn",
    "retry",
    "revisit_card",
    "stop",
    "subscribe",
    "take_back",
    "take_turn",
    "undo_tool_call",
    "undoable",
    "withdraw",
]
