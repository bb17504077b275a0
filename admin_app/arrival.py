"""Two ways into a handler: opening a page, and changing something.

A page is shown to whoever is signed in; anyone else sees the sign-in page and the state stays
empty. An act says on the page what became of it.
"""

from __future__ import annotations

import functools
import traceback
from typing import TYPE_CHECKING, Any, TypeVar, cast

import reflex as rx
import structlog

from admin_app.pages.sign_in import SignInState
from admin_app.session_state import SessionState, admins_only, guard
from coaching.errors import ToneyError, Unauthenticated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from coaching.domains.admin_access.service import SignedInAdmin

_log = structlog.get_logger(__name__)
Handler = TypeVar("Handler", bound="Callable[..., Any]")


def page(load: Handler) -> Handler:
    """Let a page load for an admin or a viewer; anyone else gets an empty one."""

    @functools.wraps(load)
    async def opened(state: rx.State) -> object:
        if not await _arrives(state):
            state.reset()
            return None
        return await _done(state, load, (), {})

    shown = guard.public(opened)
    # The page checks it by itself, so that strangers see the form.
    shown.__guard__ = "viewer"  # pyrefly: ignore[missing-attribute] - our own mark
    return cast("Handler", shown)


def act(handler: Handler) -> Handler:
    """Let an admin do it, not a viewer; what is refused is said on the page."""
    return _told(admins_only(handler))


def own_act(handler: Handler) -> Handler:
    """Let whoever is signed in do it; what is refused is said on the page."""
    return _told(guard.signed_in(handler))


def _told(guarded: Handler) -> Handler:
    @functools.wraps(guarded)
    async def call(state: rx.State, *args: object, **kwargs: object) -> object:
        session = await state.get_state(SessionState)
        session.said = session.problem = ""
        session.acts += 1
        return await _done(state, guarded, args, kwargs)

    return cast("Handler", call)


async def _done(
    state: rx.State,
    handler: Callable[..., Any],
    args: tuple[object, ...],
    kwargs: dict[str, object],
) -> object:
    """Run a handler; say on the page what was refused or broke, and log what broke."""
    session = await state.get_state(SessionState)
    try:
        return await cast("Awaitable[object]", handler(state, *args, **kwargs))
    except ToneyError as error:
        session.problem = error.say
    except Exception as error:  # noqa: BLE001 - the edge: a bug of ours must not look like nothing happened
        frame = traceback.extract_tb(error.__traceback__)[-1]
        _log.error("admin_bug", error=type(error).__name__, at=f"{frame.filename}:{frame.lineno}")
        session.problem = ToneyError.say
    return None


async def say(state: rx.State, words: str) -> None:
    """Say on the page what has been done."""
    (await state.get_state(SessionState)).said = words


async def who(state: rx.State) -> SignedInAdmin:
    """Return the signed-in admin; a handler's door has let them in already."""
    return await guard.person(state)


async def _arrives(state: rx.State) -> bool:
    session = await state.get_state(SessionState)
    try:
        admin = await guard.person(state)
    except Unauthenticated:
        admin = None
    session._greet(admin)
    session.said = session.problem = ""
    if admin is None:
        await (await state.get_state(SignInState))._read(
            state.router.url, state.router.headers.cookie
        )
    return admin is not None
