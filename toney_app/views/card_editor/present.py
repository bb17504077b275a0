"""What the card editor begins with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.content.card_parts import fields_of
from coaching.values.enums import CardKind

if TYPE_CHECKING:
    from coaching.models import Proposal, RewireCard
    from coaching.services.threads import CardWords

MAX_WORDS = 40


@dataclass(frozen=True, slots=True)
class Draft:
    """A card to be; `id` is empty for a new one, `number` tells drafts apart on the page.

    `proposal` is the coach's draft that it began with. What is typed stays on the device under
    `about` until it is stored.
    `parts` has what each field of a plan and of a kit begins with. `reply` is what Toney said, to
    look at while they write; it isn't stored. `moves_focus`: home shows another focus card.
    `instead` is the focus card that doesn't fit: this one takes its place.
    """

    number: int = 0
    about: str = "new"
    id: str = ""
    title: str = ""
    content: str = ""
    quote: str = ""
    reply: str = ""
    moves_focus: bool = False
    instead: str = ""
    source: str = ""
    proposal: str = ""
    kind: CardKind = CardKind.REFRAME
    parts: dict[str, str] = field(default_factory=lambda: fields_of("en", CardKind.PLAN, "", {}))


def from_words(source: str, words: CardWords, kind: CardKind, language: str) -> Draft:
    """Begin with a whole sentence of the person; where there is none, show what Toney said."""
    return Draft(
        title=words.title,
        content=words.sentence,
        quote=words.sentence,
        reply=words.reply,
        source=source,
        kind=kind,
        parts=fields_of(language, kind, words.sentence, {}),
    )


def from_card(card: RewireCard, language: str) -> Draft:
    """Begin with a card that is kept."""
    return Draft(
        id=str(card.id),
        title=card.title,
        content=card.content,
        quote=card.quote,
        kind=card.kind,
        parts=fields_of(language, card.kind, card.content, card.parts),
    )


def from_draft(proposal: Proposal, language: str) -> Draft:
    """Begin with what the coach drafted; it is kept in the words that the person leaves here."""
    said = proposal.payload
    kind, content = CardKind(said["kind"]), said["content"]
    return Draft(
        title=said["title"],
        content=content,
        source=said["message_id"],
        proposal=str(proposal.id),
        kind=kind,
        parts=fields_of(language, kind, content, {}),
    )
