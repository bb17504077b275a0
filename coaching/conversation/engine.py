"""Protocol of the dependencies of a turn, on top of those of its agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from coaching.agents.engine import Engine

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from uuid import UUID

    from coaching.conversation.events import EventBus
    from coaching.conversation.history import HistoryCache, SessionHistory
    from coaching.conversation.limits import BurstLimit
    from coaching.repositories.partials import PartialWriter
    from coaching.services.turns import Claim


class TurnRunner(Protocol):
    """The part of the runner that others call."""

    def reserving(self, owner: UUID) -> AbstractContextManager[bool]:
        """Keep this person's line for a turn that is being admitted; say whether it is free."""
        ...

    def run(self, claim: Claim, history: SessionHistory | None = None) -> None:
        """Run a turn that was claimed with its admission, with the history that this has read."""
        ...

    def wake(self, owner: UUID) -> None:
        """Run what is queued for this person."""
        ...

    def halt(self, turn_id: UUID) -> None:
        """Stop a turn that runs in this process."""
        ...


class TurnEngine(Engine, Protocol):
    """Dependencies injected into a turn."""

    @property
    def events(self) -> EventBus: ...

    @property
    def partials(self) -> PartialWriter: ...

    @property
    def history_cache(self) -> HistoryCache: ...

    @property
    def burst(self) -> BurstLimit: ...

    @property
    def runner(self) -> TurnRunner: ...

    async def prepared(self) -> None:
        """Wait until the screen is ready."""
        ...
