"""A tab belongs to who it was filled for.

What a tab holds outlives its connection and is found again by the tab's name alone. So before
anything is done or shown, who is there now is compared with who it was for; with another session,
or none, the tab begins anew (AU-02, AU-03).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reflex.middleware.middleware import Middleware
from reflex_base.utils.format import format_event_handler

from coaching.errors import Locked, Unauthenticated
from toney_app.notice_state import NoticeState
from toney_app.session_state import SessionState, guard

if TYPE_CHECKING:
    from uuid import UUID

    from reflex.app import App
    from reflex.state import BaseState, StateUpdate
    from reflex_base.event import Event

_NOTICE = format_event_handler(NoticeState.event_handlers["show_problem"])


class OnePerson(Middleware):
    """Looks at each event before it reaches its handler."""

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        """Make sure that what the handler finds, and what is sent, belongs to who asks."""
        del app
        # A notice tells nothing of anybody. When it is the look-up that fails, it would fail for
        # the notice of that as well, and for the notice of this one, without an end.
        if event.name != _NOTICE:
            await keep_to_one_person(state)
        return None


async def keep_to_one_person(state: BaseState) -> None:
    """Let go of everything when somebody else has the tab now."""
    session = await state.get_state(SessionState)
    person, is_locked = await _who_is_there(state)
    if session._owner != person:
        state._get_root_state().reset()
        session._owner = person
        if person is None:
            session._nobody(locked=is_locked)


async def _who_is_there(state: BaseState) -> tuple[UUID | None, bool]:
    """Return the person; nobody, and True, if the app is locked."""
    try:
        return await guard.person(state), False
    except Locked:
        return None, True
    except Unauthenticated:
        return None, False
