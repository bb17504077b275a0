from __future__ import annotations

import re
from pathlib import Path
from uuid import uuid4

import coaching
from coaching.models import Conversation
from coaching.services import session_states

TOUCHED = re.compile(r"\b(?:session|conversation)\.state\b")
COPIES = {"services/session_states.py", "conversation/turn.py"}
"""The service, and the turn that reloads a row that it has."""


def test_a_change_keeps_the_other_fields() -> None:
    session = Conversation(user_id=uuid4(), session_number=1, state={"gap_days": 2.0})

    session_states.change(session, is_read=True)

    state = session_states.of(session)
    assert (state.gap_days, state.is_read) == (2.0, True)


def test_one_module_reads_and_writes_the_state_of_a_session() -> None:
    package = Path(coaching.__file__).parent
    touching = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if TOUCHED.search(path.read_text("utf-8"))
    }

    assert touching == COPIES
