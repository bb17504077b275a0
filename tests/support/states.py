"""The app's states without a browser: handlers run as Reflex would run them, on a real engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import reflex as rx
from reflex.event import EventHandler, EventSpec
from reflex.istate.data import RouterData

from toney_app.session_isolation import keep_to_one_person

if TYPE_CHECKING:
    from uuid import UUID

    from coaching.bootstrap import Coaching

S = TypeVar("S", bound=rx.State)


@dataclass(frozen=True)
class Tab:
    """One tab of somebody's browser; `owner` is who the test knows them to be."""

    coaching: Coaching
    owner: UUID
    root: rx.State

    async def state(self, kind: type[S]) -> S:
        """Return a state of this tab."""
        return await self.root.get_state(kind)

    async def does(self, handler: Any, *arguments: Any) -> None:
        """Run a handler and what it asks for next, except what goes on in the background."""
        await keep_to_one_person(self.root)
        state = await self.root.get_state(handler.state)
        returned = await handler.fn(state, *arguments)
        for following in returned if isinstance(returned, list) else [returned]:
            found = _handler(following)
            if found is not None and not found.is_background:
                await self.does(found)


def open_tab(coaching: Coaching, owner: UUID, token: str = "") -> Tab:
    """Open a tab in which the cookie holds a session's token, or nothing."""
    root = rx.State(_reflex_internal_init=True)  # pyrefly: ignore[unexpected-keyword]
    cookie = f"toney_session={token}" if token else ""
    root.router = RouterData.from_router_data({"headers": {"cookie": cookie}, "pathname": "/"})
    return Tab(coaching, owner, root)


def _handler(following: Any) -> Any:
    match following:
        case EventSpec():
            return following.handler
        case EventHandler():
            return following
        case _:
            return None
