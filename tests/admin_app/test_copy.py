"""Words of closed sets that pages show: each has a text, or the page with it fails."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from admin_app.copy import t
from coaching.content import MissingText
from coaching.content.catalogue import texts
from coaching.jobs import ALL_JOBS
from coaching.values.conversations import Feedback, MessageRole, SessionStatus
from coaching.values.enums import (
    CardKind,
    JobStatus,
    Lens,
    MemoryKind,
    PrescribedBy,
    Role,
    SafetyLevel,
    SignalType,
    Stage,
    Tension,
    Trigger,
    Verdict,
)
from coaching.values.people import IdentityKind
from coaching.values.quality import FlagKind
from coaching.values.tiers import Tier
from coaching.values.usage_events import UsageEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SHOWN: Mapping[str, Iterable[str]] = {
    "costs.role": Role,
    "intel.lens": Lens,
    "intel.stage": Stage,
    "intel.verdict": Verdict,
    "jobs.kind": [kind.name for kind in ALL_JOBS],
    "metrics.answers": Feedback,
    "metrics.signal": SignalType,
    "metrics.tension": Tension,
    "metrics.tier": Tier,
    "person.by": PrescribedBy,
    "person.card": CardKind,
    "person.feedback": Feedback,
    "person.memory": MemoryKind,
    "person.role": MessageRole,
    "person.session": SessionStatus,
    "person.trigger": Trigger,
    "quality.kind": FlagKind,
    "safety.level": SafetyLevel,
    "status": JobStatus,
    "used": UsageEvent,
    "users.account": IdentityKind,
}


def test_each_word_of_a_closed_set_has_a_text() -> None:
    keys = [f"{prefix}.{word}" for prefix, words in SHOWN.items() for word in words]
    assert [key for key in keys if not _has_text(key)] == []


def test_a_thing_has_one_name() -> None:
    """The user app says Simple mode and conversation; a second name looks like a second thing."""
    shown = {key: text for key, text in texts("en").items() if key.startswith("admin.")}
    assert len(shown) > 500
    others = re.compile(r"offline coach|(?<!\{)\bsessions\b(?!\})", re.IGNORECASE)
    assert {key: text for key, text in shown.items() if others.search(text)} == {}


def _has_text(key: str) -> bool:
    try:
        return bool(t(key))
    except MissingText:
        return False
