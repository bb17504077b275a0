"""Every handler and route of the admin app has a door, and the door holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import reflex as rx

from admin_app.one_admin import keep_to_one_admin
from admin_app.session_state import SessionState
from coaching.errors import NotAllowed, Unauthenticated
from scripts.admin_access import handlers, routes
from scripts.app_access import FRAMEWORK, states_below

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from coaching.bootstrap import Desk

    OpenTab = Callable[..., rx.State]

CHANGED_BY_VIEWERS = {
    "AccountState.begin_second_factor",
    "AccountState.confirm_second_factor",
    "AccountState.remove_passkey",
}
"""Their own account, and what they look at."""
PUBLIC = {
    "GET /ready",
    "POST /auth/invite",
    "POST /auth/passkey/options",
    "POST /auth/sign-in",
    "POST /auth/sign-out",
}


def test_every_handler_and_route_says_who_may_call_it() -> None:
    found = handlers()
    assert len(found) > 5
    assert {name: who for name, who in found.items() if who not in {"viewer", "admin"}} == {}
    assert None not in routes().values()
    assert {name for name, who in routes().items() if who == "public"} == PUBLIC


def test_a_viewer_only_opens_pages_and_looks_after_their_own_account() -> None:
    viewers = {name for name, who in handlers().items() if who == "viewer"}
    assert {name for name in viewers if not name.endswith(".load")} == CHANGED_BY_VIEWERS


async def test_a_stranger_gets_nothing_from_any_handler(desk: Desk, open_tab: OpenTab) -> None:
    let_in = [name async for name, refused in _tried(open_tab, "") if not refused]
    assert let_in == []


async def test_a_viewer_is_refused_by_every_handler_that_changes_something(
    desk: Desk, open_tab: OpenTab, viewer_token: str
) -> None:
    admins_only = {name for name, who in handlers().items() if who == "admin"}
    refused = {name async for name, closed in _tried(open_tab, viewer_token) if closed}
    assert admins_only <= refused


async def _tried(open_tab: OpenTab, token: str) -> AsyncIterator[tuple[str, bool]]:
    """Call each handler without arguments; yield whether its door stayed closed."""
    for name, state, function in _functions():
        root = open_tab(token)
        await keep_to_one_admin(root)
        page = await root.get_state(state)
        before = page.dict()
        try:
            await function(page)
        except (Unauthenticated, NotAllowed):
            yield name, True
            continue
        session = await root.get_state(SessionState)
        problem = session.problem in {Unauthenticated.say, NotAllowed.say}
        yield name, problem or (not token and not session.name and page.dict() == before)


def _functions() -> Iterator[tuple[str, type[rx.State], Callable[..., Any]]]:
    for state in states_below(rx.State):
        if state.__module__.startswith("admin_app."):
            for name, handler in state.event_handlers.items():
                if name not in FRAMEWORK:
                    yield f"{state.__name__}.{name}", state, handler.fn
