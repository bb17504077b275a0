"""The seven tensions: what each protects, costs, sounds like, and the cards to begin with."""

from __future__ import annotations

import re
from functools import cache

from coaching.content.reading import BrokenContent, data_file, read, record, require_unique
from coaching.content.translations import translated
from coaching.values.enums import Tension

ALL_TENSIONS: tuple[Tension, ...] = tuple(Tension)
MAX_CARD_WORDS = 40
_HEX = re.compile(r"#[0-9A-F]{6}")


@record
class EmotionalCore:
    """The core of a tension; `protects` and `costs` are the second halves of sentences."""

    feeling: str
    fear: str
    need: str
    protects: str
    costs: str


@record
class StarterCard:
    """A card for the first session, before the person has a sentence of their own."""

    id: str
    title: str
    content: str

    def __post_init__(self) -> None:
        if len(self.content.split()) > MAX_CARD_WORDS:
            raise ValueError(f"a card holds at most {MAX_CARD_WORDS} words")


@record
class TensionDetails:
    """Everything known about one tension. Colours are text colours on paper and on dark."""

    id: Tension
    label: str
    color: str
    tint: str
    color_on_dark: str
    tint_on_dark: str
    icon: str
    user_line: str
    definition: str
    emotional_core: EmotionalCore
    thoughts: tuple[str, ...]
    behaviours: tuple[str, ...]
    body_cues: tuple[str, ...]
    strengths: tuple[str, ...]
    blind_spots: tuple[str, ...]
    triggers: tuple[str, ...]
    helps: tuple[str, ...]
    backfires: tuple[str, ...]
    constructs: tuple[str, ...]
    money_script: str
    disorders: tuple[str, ...]
    refer_when: str
    starter_rewire_cards: tuple[StarterCard, ...]

    def __post_init__(self) -> None:
        for color in (self.color, self.tint, self.color_on_dark, self.tint_on_dark):
            require_hex(color)
        if not self.starter_rewire_cards:
            raise ValueError("a tension needs starter cards")


@record
class _File:
    version: str
    notes: dict[str, str]
    tensions: tuple[TensionDetails, ...]


def require_hex(color: str) -> None:
    """Refuse anything but #RRGGBB in capitals."""
    if not _HEX.fullmatch(color):
        raise ValueError(f"{color!r} is not a colour like #0B6272")


@cache
def load_tensions() -> dict[Tension, TensionDetails]:
    """Return the details of all seven, in their fixed order."""
    found = read(data_file("tensions.json"), _File).tensions
    if tuple(details.id for details in found) != ALL_TENSIONS:
        raise BrokenContent(
            f"tensions.json: tensions: needs each once, in the order {', '.join(ALL_TENSIONS)}"
        )
    cards = [card.id for details in found for card in details.starter_rewire_cards]
    require_unique("tensions.json", "tensions", cards)
    return {details.id: details for details in found}


def tension_details(tension: Tension | str) -> TensionDetails:
    """Return what is known about one tension."""
    return load_tensions()[Tension(tension)]


def tension_color(tension: Tension | str, dark: bool = False) -> str:  # noqa: FBT001, FBT002 - the seed's signature
    """Return the tension's colour as #RRGGBB, for a light or a dark page."""
    details = tension_details(tension)
    return details.color_on_dark if dark else details.color


def starter_cards(tension: Tension | str, language: str = "en") -> tuple[StarterCard, ...]:
    """Return the cards that a person with this tension may begin with, as they read them."""
    return tuple(
        StarterCard(
            id=card.id,
            title=translated(language, card.title),
            content=translated(language, card.content),
        )
        for card in tension_details(tension).starter_rewire_cards
    )
