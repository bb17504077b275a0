"""What was said in a session before comes back once, when today's message touches it."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest

from coaching.offline.earlier import earlier_sentence
from coaching.offline.moment import moment
from coaching.values.context import PastMessage, SignalView
from coaching.values.enums import SignalType
from tests.coaching.offline.people import DEV
from tests.coaching.offline.talking import EVENING, context

LATER = replace(DEV, session_number=3)
SAID = "the kitchen is where I feel safe"


def heard(session: int, *, urgent: bool = False) -> SignalView:
    kind = SignalType.EMOTIONAL
    return SignalView(uuid4(), kind, "a feeling", SAID, 0.8, urgent, session, EVENING)


@pytest.mark.parametrize(
    ("signal", "message", "found"),
    [
        (heard(2), "I sat in the kitchen again", SAID),
        (heard(3), "I sat in the kitchen again", ""),
        (heard(2, urgent=True), "I sat in the kitchen again", ""),
        (heard(2), "the contract ends in June", ""),
    ],
)
def test_an_earlier_sentence_is_found_by_a_word_they_share(
    signal: SignalView, message: str, found: str
) -> None:
    ctx = replace(context(LATER, message), signals=(signal,))
    assert earlier_sentence(moment(ctx)) == found


@pytest.mark.parametrize("line", ["wy1", "rc15", "m_why_2"])
def test_their_reason_is_quoted_once_a_session_by_whichever_line(line: str) -> None:
    message = "I sat in the kitchen again"
    ctx = context(LATER, message)
    assert "why_unsaid" in moment(ctx).facts
    quoted = PastMessage("coach", "You wrote it.", EVENING, "talk", (line,))
    assert "why_unsaid" not in moment(replace(ctx, history=(quoted,))).facts
