from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any
from uuid import UUID

import reflex as rx
from pydantic import Field
from typing_extensions import NotRequired, TypedDict  # noqa: UP035 - pydantic wants it before 3.12

from coaching import conversation
from coaching.content.card_parts import PARTS
from coaching.errors import Conflict, InvalidInput
from coaching.services import cards, misfits, offers, profiles, proposals, threads, undo
from coaching.services.drafts import Changed
from coaching.services.undo import DRAFT
from coaching.values.enums import CardKind
from toney_app.engine import engine
from toney_app.notice_state import NoticeState
from toney_app.props import Then
from toney_app.session_state import guard
from toney_app.views.card_editor import present
from toney_app.views.chat.state import ChatState
from toney_app.views.help.state import HelpState
from toney_app.views.home.state import HomeState
from toney_app.views.rewire.misfit_state import MisfitState
from toney_app.views.rewire.state import RewireState

if TYPE_CHECKING:
    from coaching.models import RewireCard
    from coaching.services.proposal_kinds import Saved
    from coaching.services.safety_events import Kept

MessageId = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]

Kind = Annotated[str, Field(pattern=f"^({'|'.join(CardKind)})$")]


class CardForm(TypedDict):
    """The form; the fields of the kinds that are not shown come along and are not read."""

    title: str
    content: NotRequired[str]
    kind: NotRequired[Kind]
    focus: NotRequired[str]
    cue: NotRequired[str]
    response: NotRequired[str]
    backup: NotRequired[str]
    opening: NotRequired[str]
    ask: NotRequired[str]
    boundary: NotRequired[str]
    heated: NotRequired[str]


class _Words(TypedDict):
    title: str
    content: str
    parts: dict[str, str]


class CardEditorState(rx.State):
    draft: rx.Field[present.Draft] = rx.field(default_factory=present.Draft)
    kind: rx.Field[str] = rx.field(CardKind.REFRAME.value)
    problem: rx.Field[int] = rx.field(0)
    """How often Save was refused: each time it is said anew."""
    _made: str = ""
    """The id of what this form has added: a second tap changes it."""
    _before: dict[str, Any] = {}
    """What Undo restores when this card takes the place of another."""

    @rx.event
    @guard.signed_in
    async def start_new(self) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            kind = await offers.fitting(s, owner)
        await self._begin(present.Draft(kind=kind))

    @rx.event
    @guard.signed_in
    async def start_edit(self) -> None:
        await self._begin_with(UUID((await self.get_state(RewireState)).chosen.id))

    @rx.event
    @guard.signed_in
    async def start_instead(self) -> None:
        """Write a card in the place of one that doesn't fit."""
        await self._begin(present.Draft(instead=(await self.get_state(MisfitState))._card))

    @rx.event
    @guard.signed_in
    async def start_from_reply(self, message: MessageId) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            words = await threads.card_words(s, owner, UUID(message))
            kind = await offers.fitting(s, owner)
            language = (await profiles.require(s, owner)).locale
        await self._begin(present.from_words(message, words, kind, language))

    @rx.event
    @guard.signed_in
    async def start_from_draft(self, draft: MessageId) -> None:
        """Change what the coach drafted before it is kept."""
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            found = await proposals.require(s, owner, UUID(draft))
            language = (await profiles.require(s, owner)).locale
        await self._begin(present.from_draft(found, language))

    @rx.event
    @guard.signed_in
    async def start_from_kept(self, turn: MessageId, call: str) -> None:
        """Change what the coach saved a moment ago."""
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            card_id = await undo.card_of(s, owner, UUID(turn), call)
        await self._begin_with(card_id)

    @rx.event
    @guard.signed_in
    async def choose_kind(self, kind: Kind) -> None:
        self.kind = kind

    @rx.event
    @guard.signed_in
    async def save(self, form: CardForm) -> Then:
        owner = await guard.person(self)
        try:
            kept = await self._keep(owner, form)
        except InvalidInput:
            self.problem += 1
            return []
        self._made, self.problem = str(kept.row.id), 0
        notices, helping = await self.get_state(NoticeState), await self.get_state(HelpState)
        undo = "" if self.draft.id else "card_misfit" if self._before else "card"
        back = {DRAFT: self.draft.proposal} if self.draft.proposal else self._before
        notices._say("ui.toast.card_saved", undo=undo, of=kept.row.id, kept=back)
        notices._stored(f"card-{self.draft.about}")
        notices._close_sheet()
        await helping._offer(kept.safety)
        was_drafted = [ChatState.load] if self.draft.proposal else []
        return [*was_drafted, RewireState.load(), HomeState.load()]

    async def _keep(self, owner: UUID, form: CardForm) -> Kept[RewireCard] | Kept[Saved]:
        kind = CardKind(form.get("kind", self.kind))
        words, is_focus = _words(form, kind), bool(form.get("focus"))
        if self.draft.proposal and not self._made:
            changed = Changed(kind=kind, is_focus=is_focus, **words)
            draft_id = UUID(self.draft.proposal)
            try:
                kept = (await conversation.keep_draft(engine(), owner, draft_id, changed)).kept
            except Conflict:
                kept = None
            if kept is not None:
                return kept
        # What has rested meanwhile is a card that they write themselves.
        return await self._write(owner, kind, words, is_focus=is_focus)

    async def _write(
        self, owner: UUID, kind: CardKind, words: _Words, *, is_focus: bool
    ) -> Kept[RewireCard]:
        at, draft = engine().clock.now(), self.draft
        async with engine().unit(owner, write=True) as s:
            if row := draft.id or self._made:
                kept = await cards.edit(s, owner, UUID(row), at=at, kind=kind, **words)
            else:
                source = UUID(draft.source) if draft.source else None
                kept = await cards.add(
                    s,
                    owner,
                    kind=kind,
                    at=at,
                    quote=draft.quote,
                    source_message_id=source,
                    **words,
                )
                if draft.instead:
                    self._before = await misfits.made_way(
                        s, owner, UUID(draft.instead), kept.row.id, at=at
                    )
            if is_focus:
                await cards.set_focus(s, owner, kept.row.id, at=at)
        return kept

    async def _begin_with(self, card_id: UUID) -> None:
        owner = await guard.person(self)
        async with engine().unit(owner) as s:
            card = await cards.require(s, owner, card_id)
            language = (await profiles.require(s, owner)).locale
        await self._begin(present.from_card(card, language))

    async def _begin(self, draft: present.Draft) -> None:
        about = draft.id or draft.proposal or draft.source or "new"
        focus = (await self.get_state(HomeState)).focus
        moves = focus.stage != "first" and focus.id != draft.id and not draft.instead
        self.draft = replace(draft, number=self.draft.number + 1, about=about, moves_focus=moves)
        self.kind, self.problem, self._made, self._before = draft.kind.value, 0, "", {}


def _words(form: CardForm, kind: CardKind) -> _Words:
    """Return what the shown fields say: the parts of a plan or a kit, else the sentence."""
    names = PARTS.get(kind, ())
    parts = {name: str(form.get(name, "")) for name in names}
    return {
        "title": form["title"],
        "content": "" if names else form.get("content", ""),
        "parts": parts,
    }
