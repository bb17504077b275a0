"""A tab belongs to who it was filled for (ADR 0013).

What a tab holds outlives its connection and is found again by the tab's name alone. So before
anything is done or shown, who is there now is compared with who it was for; with another session,
or none, the tab begins anew (AU-02).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reflex.middleware.middleware import Middleware

from admin_app.pages.sign_in import SignInState
from admin_app.session_state import SessionState, guard
from coaching.errors import Unauthenticated

if TYPE_CHECKING:
    from reflex.app import App
    from reflex.state import BaseState, StateUpdate
    from reflex_base.event import Event

    from coaching.domains.admin_access.service import SignedInAdmin


class OneAdmin(Middleware):
    """Looks at each event before it reaches its handler."""

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        """Make sure that what the handler finds, and what is sent, belongs to who asks."""
        del app, event
        await keep_to_one_admin(state)
        return None


async def keep_to_one_admin(state: BaseState) -> None:
    """Let go of everything when somebody else has the tab now."""
    session = await state.get_state(SessionState)
    admin = await _who_is_there(state)
    if session._admin == admin:
        return
    was_filled = session._admin is not None
    state._get_root_state().reset()
    session._admin = admin
    if was_filled:
        # No page opens now that would show who is there: without this the tab stays white.
        session._greet(admin)
        if admin is None:
            (await state.get_state(SignInState))._end(state.router.url)


async def _who_is_there(state: BaseState) -> SignedInAdmin | None:
    try:
        return await guard.person(state)
    except Unauthenticated:
        return None
