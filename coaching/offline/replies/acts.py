"""How a message ends a talk, thanks, accepts or refuses, however it is worded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.replies.patterns import pattern

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

LONGEST = 40  # words; a longer message tells more than it says goodbye
LONGEST_ANSWER = 12  # words of a yes or no with its reason
SURE = 8  # words in which a cue for leaving is enough
_LEAVES = pattern("acts_leaves")
_THANKS = pattern("acts_thanks")
_PRAISE = pattern("acts_praise")
_ACCEPTS = pattern("acts_accepts")
_REFUSES = pattern("acts_refuses")
_RATHER = pattern("acts_rather")


def wants_to_talk_of(turn: Turn) -> str:
    """Return what somebody would rather talk about, or an empty text."""
    found = _RATHER.search(turn.folded)
    is_as_long = len(turn.folded) == len(turn.text)
    return turn.text[found.end() :] if found and is_as_long and "?" not in turn.text else ""


def leaves(turn: Turn) -> bool:
    """Return True if somebody ends the talk: they say so, and thank or say little else."""
    if not turn.replies or turn.count > LONGEST or "?" in turn.text:
        return False
    if _LEAVES.search(turn.folded) is None:
        return False
    return turn.count <= SURE or thanks(turn) or _PRAISE.search(turn.folded) is not None


def thanks(turn: Turn) -> bool:
    """Return True if somebody thanks, or says that the talk was good."""
    return bool(turn.replies) and _THANKS.search(turn.folded) is not None


def accepts(turn: Turn) -> bool:
    """Return True if somebody takes up what was suggested, also with a word more than a yes."""
    is_short = turn.count <= LONGEST_ANSWER and "?" not in turn.text
    return is_short and _ACCEPTS.search(turn.folded) is not None


def refuses(turn: Turn) -> bool:
    """Return True if somebody turns down what was suggested, also with a reason."""
    is_short = turn.count <= LONGEST_ANSWER and "?" not in turn.text
    return is_short and _REFUSES.search(turn.folded) is not None
