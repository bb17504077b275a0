"""The rows of one made-up person, while their history is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from uuid import UUID

from coaching.domains.practices.models import PracticeRun
from coaching.domains.quality.models import ReplyRating
from coaching.llm.port import Usage
from coaching.llm.prices import cost_of
from coaching.models import (
    BehavioralIntel,
    BetaAnalytics,
    CoachingBriefing,
    CoachMemory,
    Consent,
    Conversation,
    Correction,
    FocusDay,
    Hypothesis,
    Identity,
    Job,
    Message,
    ModelCall,
    ObserverSignal,
    Profile,
    RewireCard,
    SafetyEvent,
    ToolCall,
    Turn,
    User,
    Win,
)
from coaching.services.model_calls import DONE, MENDED, REFUSED
from coaching.values.enums import Role

if TYPE_CHECKING:
    from datetime import datetime
    from random import Random

    from coaching.cli.world.people import Somebody
    from coaching.models.base import Base
    from coaching.values.usage_events import UsageEvent

ORDER: tuple[type[Base], ...] = (
    User, Identity, Profile, Consent, Conversation, Turn, ToolCall, Message, ReplyRating, Job,
    ObserverSignal, CoachMemory, RewireCard, FocusDay, Win, CoachingBriefing, Hypothesis,
    BehavioralIntel, Correction, PracticeRun, SafetyEvent, ModelCall, BetaAnalytics,
)  # fmt: skip
"""Parents before what points at them."""
MODELS = {
    Role.COACH: ("claude-sonnet-5-5", Usage(420, 160, 5200, 480, 0)),
    Role.OBSERVER: ("claude-haiku-5-5", Usage(900, 130, 1900, 0, 0)),
    Role.STRATEGIST: ("claude-sonnet-5-5", Usage(3100, 1400, 2600, 0, 0)),
}
"""Each role's model and the tokens of an ordinary call."""
_OUTCOMES = {
    Role.STRATEGIST: ((DONE, MENDED, REFUSED, "unavailable"), (93, 4, 2, 1)),
}
_MOSTLY_DONE = ((DONE, "unavailable"), (99, 1))
"""How calls end, and how often of a hundred."""
_DIGITS = 16


@dataclass(slots=True)
class Story:
    """The rows of one person. `talked` counts their exchanges, `at` is where their story is now."""

    person: Somebody
    random: Random
    start: datetime
    end: datetime
    rows: dict[type[Base], list[dict[str, Any]]] = field(
        default_factory=lambda: {model: [] for model in ORDER}
    )
    talked: int = 0
    sessions: int = 0

    def happens(self, chance: float) -> bool:
        """Draw whether something with this chance happens."""
        return self.random.random() < chance

    def add(self, table: type[Base], at: datetime, /, **columns: Any) -> UUID:  # noqa: ANN401 - a row
        """Add a row of this person and return its id."""
        made = UUID(int=self.random.getrandbits(128), version=4)
        row = {"id": made, "user_id": self.person.id, "created_at": at, **columns}
        self.rows[table].append(row)
        return made

    def event(self, event: UsageEvent, at: datetime, **properties: str) -> None:
        """Add a usage event."""
        self.add(BetaAnalytics, at, event=event, properties=properties)

    def call(self, role: Role, at: datetime, *, turn: UUID | None = None, outcome: str = "") -> str:
        """Add what a call of the model cost, about as much as usual; return how it ended."""
        model, usual = MODELS[role]
        factor = self.random.uniform(0.7, 1.6)
        usage = Usage(
            input_tokens=int(usual.input_tokens * factor),
            output_tokens=int(usual.output_tokens * factor),
            cache_read_tokens=int(usual.cache_read_tokens * factor),
            cache_write_5m_tokens=int(usual.cache_write_5m_tokens * factor),
        )
        outcome = outcome or self.random.choices(*_OUTCOMES.get(role, _MOSTLY_DONE))[0]
        first = int(self.random.lognormvariate(6.6, 0.4))
        self.add(
            ModelCall, at, turn_id=turn, role=role.value, provider="claude", model=model,
            input_tokens=usage.input_tokens, output_tokens=usage.output_tokens,
            cache_read_tokens=usage.cache_read_tokens,
            cache_write_5m_tokens=usage.cache_write_5m_tokens,
            cost_microusd=cost_of(model, usage).micro_usd,
            first_token_ms=first, milliseconds=first + int(2400 * factor), outcome=outcome,
            **self.prompt(role, at),
        )  # fmt: skip
        return outcome

    def prompt(self, role: Role, at: datetime) -> dict[str, str]:
        """Return marks of a prompt and its tools; both changed in the middle of this history."""
        version = 1 if at < self.start + (self.end - self.start) / 2 else 2
        prompt, tools = (
            sha256(f"{name} {role} {version}".encode()).hexdigest()[:_DIGITS]
            for name in ("prompt", "tools")
        )
        return {"prompt_hash": prompt, "tools_hash": tools if role is Role.COACH else ""}
