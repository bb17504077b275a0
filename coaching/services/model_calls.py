"""Log of model calls (E44): tokens by kind, micro-dollars, milliseconds, outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from coaching.llm.prices import LIST
from coaching.models import ModelCall

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlmodel.ext.asyncio.session import AsyncSession

    from coaching.llm.port import CallFacts
    from coaching.llm.prices import PriceTable
    from coaching.values.enums import Role
    from coaching.values.model_choice import Reason

DONE = "done"
STOPPED = "stopped"
MENDED = "mended"
REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Caller:
    """Caller of a model: the person, the role, the turn or job it was for, and why this model."""

    owner: UUID
    role: Role
    provider: str
    turn_id: UUID | None = None
    job_id: UUID | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """Outcome and duration (milliseconds) of a call, and the hashes of its prompt and tools."""

    outcome: str
    at: datetime
    milliseconds: int
    first_token_ms: int | None = None
    prompt_hash: str = ""
    tools_hash: str = ""


def as_row(
    caller: Caller, facts: CallFacts, measured: Measured, prices: PriceTable = LIST
) -> ModelCall:
    """Return the row of one call; a call whose usage is not known costs our own estimate."""
    usage, cost = facts.usage, prices.cost_of(facts.model, facts.usage, measured.at)
    return ModelCall(
        id=uuid4(),
        user_id=caller.owner,
        turn_id=caller.turn_id,
        job_id=caller.job_id,
        role=caller.role.value,
        reason=caller.reason.value if caller.reason else "",
        provider=caller.provider,
        model=facts.model,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cache_read_tokens,
        cache_write_5m_tokens=usage.cache_write_5m_tokens,
        cache_write_1h_tokens=usage.cache_write_1h_tokens,
        thinking_tokens=usage.thinking_tokens,
        cost_microusd=cost.micro_usd,
        cost_known=cost.known,
        milliseconds=measured.milliseconds,
        first_token_ms=measured.first_token_ms,
        outcome=measured.outcome,
        prompt_hash=measured.prompt_hash,
        tools_hash=measured.tools_hash,
        request_id=facts.request_id,
        created_at=measured.at,
    )


async def record(s: AsyncSession, rows: Sequence[ModelCall]) -> None:
    """Keep what calls cost."""
    s.add_all(rows)
    await s.flush()
