from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching.errors import InvalidInput
from coaching.services import cards, threads
from coaching.values.enums import CardKind
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.card_editor import present
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.rewire.state import RewireState

if TYPE_CHECKING:
    from coaching.models import RewireCard
    from coaching.services.safety_events import Kept

MessageId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]

Kind = Annotated[str, Field(pattern=f"^({'|'.join(CardKind)})$")]


class CardForm(TypedDict):
    title: str
    content: str
    kind: NotRequired[Kind]
    focus: NotRequired[str]


class CardEditorState(rx.State):
    draft: rx.Field[present.Draft] = rx.field(default_factory=present.Draft)
    words: rx.Field[int] = rx.field(0)
    problem: rx.Field[bool] = rx.field(default=False)

    @rx.event
    @guard.signed_in
    async def start_new(self) -> None:
        self._begin(present.Draft(self.draft.number + 1))

    @rx.event
    @guard.signed_in
    async def start_edit(self) -> None:
        card = (await self.get_state(RewireState)).chosen
        words = len(card.content.split())
        draft = present.Draft(
            self.draft.number + 1,
            card.id,
            card.title,
            card.content,
            card.quote,
            "",
            words,
            card.kind,
        )
        self._begin(draft)

    @rx.event
    @guard.signed_in
    async def start_from_reply(self, message: MessageId) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            said, reply = await threads.exchange(s, owner, UUID(message))
        self._begin(present.from_reply(self.draft.number + 1, message, reply, said))

    @rx.event
    @guard.signed_in
    async def count(self, content: str) -> None:
        self.words = len(content.split())

    @rx.event
    @guard.signed_in
    async def save(self, form: CardForm) -> Then:
        owner = await guard.person(self)
        try:
            kept = await self._keep(owner, form)
        except InvalidInput:
            self.problem = True
            return []
        notices, helping = await self.get_state(NoticeState), await self.get_state(HelpState)
        undo = "" if self.draft.id else "card"
        notices._say("ui.toast.card_saved", undo=undo, of=kept.row.id)
        notices._close_sheet()
        await helping._offer(kept.safety)
        return [RewireState.load(), HomeState.load()]

    async def _keep(self, owner: UUID, form: CardForm) -> Kept[RewireCard]:
        at, draft = engine().clock.now(), self.draft
        title, content = form["title"], form["content"]
        kind = CardKind(form.get("kind", draft.kind))
        async with engine().unit(owner, write=True) as s:
            if draft.id:
                card = UUID(draft.id)
                kept = await cards.edit(
                    s, owner, card, at=at, title=title, content=content, kind=kind
                )
            else:
                source = UUID(draft.source) if draft.source else None
                kept = await cards.add(
                    s,
                    owner,
                    kind=kind,
                    title=title,
                    content=content,
                    at=at,
                    quote=draft.quote,
                    source_message_id=source,
                )
            if form.get("focus"):
                await cards.set_focus(s, owner, kept.row.id, at=at)
        return kept

    def _begin(self, draft: present.Draft) -> None:
        self.draft, self.words, self.problem = draft, draft.words, False
