"""Cards and the focus card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Response
from pydantic import Field

from coaching.services import cards, focus, safety_events
from coaching.values.enums import CardKind, PrescribedBy, Tension
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import BeforeInstant, Id, In, Instant, Listed, Out, iso, words

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.models import RewireCard

RESTS_UNTIL = "Focus-Rests-Until"
router = APIRouter(tags=["cards"])
Kind = Annotated[CardKind, Field(strict=False)]


class CardOut(Out):
    """A card as it is kept; `parts` are those of a plan or a kit, `content` is all of it."""

    id: UUID
    kind: CardKind
    title: str
    content: str
    parts: dict[str, str]
    quote: str
    tension_type: Tension | None
    is_focus: bool
    focus_set_at: Instant | None
    graduated_at: Instant | None
    times_completed: int
    last_completed_at: Instant | None
    prescribed_by: PrescribedBy
    created_at: Instant


class NewCard(In):
    """A sentence to keep, or the parts of a plan (cue, response, backup) or a conversation kit.

    Those of a kit: opening, ask, boundary, heated.
    """

    title: Annotated[str, words(cards.TITLE_MAX)]
    content: Annotated[str, words(cards.CONTENT_MAX)] = ""
    parts: dict[str, str] | None = None
    kind: Kind = CardKind.REFRAME
    source_message_id: Id | None = None
    quote: Annotated[str, words(cards.QUOTE_MAX, may_be_empty=True)] = ""


class CardChange(In):
    """Fields to change; missing fields stay the same."""

    title: Annotated[str, words(cards.TITLE_MAX)] | None = None
    content: Annotated[str, words(cards.CONTENT_MAX)] | None = None
    parts: dict[str, str] | None = None
    kind: Kind | None = None
    is_focus: Literal[True] | None = None
    graduated: Literal[True] | None = None


class FocusAnswerIn(In):
    """What became of the focus card today."""

    action: Literal["complete", "skip"]
    reflection: Annotated[str, words(focus.REFLECTION_MAX, may_be_empty=True)] | None = None


class FocusOut(Out):
    """The focus card and what was said of it today."""

    card: CardOut
    today: Literal["complete", "skip"] | None
    reflection: str


@router.get("/api/cards")
async def list_cards(
    coaching: Engine,
    person: Owner,
    before: BeforeInstant | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 200,
) -> Listed[CardOut]:
    """Return the newest cards, or those before an instant. The first page has the focus card."""
    async with coaching.unit(person) as s:
        page = await cards.page(s, person, before=before, limit=limit)
        return Listed(
            items=[_out(card) for card in page.items],
            next=iso(page.next) if page.next else None,
        )


@router.post("/api/cards", status_code=201)
async def add_card(card: NewCard, coaching: Engine, person: Owner) -> CardOut:
    """Keep a card."""
    async with coaching.unit(person, write=True) as s:
        kept = await cards.add(s, person, **dict(card), at=coaching.clock.now())
        return _out(kept.row)


@router.patch("/api/cards/{card_id}")
async def change_card(
    card_id: UUID, change: CardChange, coaching: Engine, person: Owner
) -> CardOut:
    """Change a card, make it the focus, or move it to the toolkit."""
    at = coaching.clock.now()
    async with coaching.unit(person, write=True) as s:
        kept = await cards.edit(
            s,
            person,
            card_id,
            at=at,
            title=change.title,
            content=change.content,
            parts=change.parts,
            kind=change.kind,
        )
        card = kept.row
        if change.is_focus:
            card = await cards.set_focus(s, person, card_id, at=at)
        if change.graduated:
            card = await cards.graduate(s, person, card_id, at=at)
        return _out(card)


@router.delete("/api/cards/{card_id}", status_code=204)
async def delete_card(card_id: UUID, coaching: Engine, person: Owner) -> None:
    """Delete a card."""
    async with coaching.unit(person, write=True) as s:
        await cards.delete(s, person, card_id)


@router.get("/api/focus")
async def read_focus(coaching: Engine, person: Owner, response: Response) -> FocusOut | None:
    """Return the focus card, or null.

    For 48 hours after something serious was said it is null, as home shows none; the header
    `Focus-Rests-Until` then says when it comes back.
    """
    at = coaching.clock.now()
    async with coaching.unit(person) as s:
        found = await focus.current(s, person, at=at)
        until = await safety_events.quiet_until(s, person, at=at)
    return _focus(found, until, response)


@router.post("/api/focus")
async def answer_focus(
    answer: FocusAnswerIn, coaching: Engine, person: Owner, response: Response
) -> FocusOut | None:
    """Say 'did it' or 'not today'; said twice it counts once."""
    say = focus.complete if answer.action == "complete" else focus.skip
    at = coaching.clock.now()
    async with coaching.unit(person, write=True) as s:
        await say(s, person, at=at, reflection=answer.reflection)
        found = await focus.current(s, person, at=at)
        until = await safety_events.quiet_until(s, person, at=at)
    return _focus(found, until, response)


def _focus(
    found: focus.FocusView | None, until: datetime | None, response: Response
) -> FocusOut | None:
    if until is not None:
        response.headers[RESTS_UNTIL] = iso(until)
    if found is None:
        return None
    said = found.today
    today: Literal["complete", "skip"] | None = None
    if said is not None:
        today = "complete" if said.completed else "skip"
    return FocusOut(card=_out(found.card), today=today, reflection=said.reflection if said else "")


def _out(card: RewireCard) -> CardOut:
    return CardOut.model_validate(card)
