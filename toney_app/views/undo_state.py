"""The Undo of a notice: what a tap changed is put back as it was."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from coaching import conversation
from coaching.domains.goals import proposals
from coaching.services import undo
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.chat.state import ChatState
from toney_app.views.check_ins.list_state import CheckInsState
from toney_app.views.check_ins.state import CheckInState
from toney_app.views.goals.state import GoalsState
from toney_app.views.home.state import HomeState
from toney_app.views.money.budgets_state import BudgetsState
from toney_app.views.money.state import MoneyState
from toney_app.views.notes.state import NotesState
from toney_app.views.purchases.state import ShelfState
from toney_app.views.rewire.state import RewireState
from toney_app.views.sessions.list_state import SessionsState
from toney_app.views.wins.state import WinsState

Kind = Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
RowId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
TAKEN_BACK = "ui.toast.taken_back"
GOALS = frozenset(kind.name for kind in proposals.KINDS)
"""What was drafted in the chat and is shown among the goals."""


class UndoState(rx.State):
    @rx.event
    @guard.signed_in
    async def take_back(self, kind: Kind, row: RowId) -> Then:
        owner = await guard.person(self)
        notices = await self.get_state(NoticeState)
        if notices.key == TAKEN_BACK and not notices.undo_kind:
            return []  # a second tap
        kept = notices._kept if (notices.undo_kind, notices.undo_id) == (kind, row) else {}
        await conversation.take_back(engine(), owner, kind, UUID(row), kept)
        notices._say(TAKEN_BACK)
        # The open thread stays where it is, unless it shows what was taken back.
        talked = {"off_track", "message_deleted", "session_deleted"}
        is_shown = kind in talked or undo.DRAFT in kept
        chat = [ChatState.load(), SessionsState.refresh()] if is_shown else []
        noted = [NotesState.load()] if kind.startswith("note") else []
        felt = [CheckInState.load(), CheckInsState.load()] if kind.startswith("check_in") else []
        wanted = [ShelfState.load()] if kind.startswith("purchase") else []
        if kind.startswith(("money", "budget")):
            wanted = [MoneyState.load(), BudgetsState.load()]
        if kind.startswith("step") or kind in GOALS:
            wanted = [GoalsState.load()]
        views = [HomeState.load(), RewireState.load(), WinsState.load()]
        return [*views, *chat, *noted, *felt, *wanted]
