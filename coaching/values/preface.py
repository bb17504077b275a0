"""Preface: facts for the Coach about one message, stored with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coaching.values.safety import SafetyVerdict

if TYPE_CHECKING:
    from datetime import date

    from coaching.values.check_ins import CheckInView
    from coaching.values.context import CardView, WinView
    from coaching.values.corrections import Correction
    from coaching.values.enums import CheckAnswer, Depth, Gap, LearningStyle
    from coaching.values.practices import DidPractice, Offered


@dataclass(frozen=True, slots=True)
class StyleNews:
    """How to speak from now on."""

    tone: float
    depth: Depth
    learning_style: LearningStyle


@dataclass(frozen=True, slots=True)
class FocusNews:
    """The focus card as it stands; no card: home shows none. `today` is the day's answer so far.

    `was_due`: the card is a plan for a day that is over.
    """

    card: CardView | None
    today: str = ""
    was_due: date | None = None


@dataclass(frozen=True, slots=True)
class PrefaceFacts:
    """Only what differs from what was told before in this session; None and empty are no news."""

    today: date | None = None
    style: StyleNews | None = None
    focus: FocusNews | None = None
    new_cards: tuple[CardView, ...] = ()
    new_wins: tuple[WinView, ...] = ()
    offers: tuple[Offered, ...] = ()
    """Exercises that the Coach may offer in this reply, the best first."""
    practices: tuple[DidPractice, ...] = ()
    check_ins: tuple[CheckInView, ...] = ()
    """Exercises they have finished."""
    gap: Gap | None = None
    """They were lost, as surely as a rule can say it."""
    corrected: tuple[Correction, ...] = ()
    lifted: tuple[Correction, ...] = ()
    is_quiet: bool | None = None
    """True: no card, practice or nudge for now. False: that is over."""
    is_mistaken: bool = False
    """What was told of a danger before was a mistake."""
    safety: SafetyVerdict = field(default_factory=SafetyVerdict)
    """The screen's verdict on this very message."""
    lacks_amount: bool = False
    """They named something they paid for without its amount."""
    money: str = ""
    """What they wrote down about their money, when they ask about it."""
    goals: str = ""
    """Their goals and dreams in short, when they ask about them."""
    is_written: bool = False
    """The app writes down the amount in this message."""
    is_not_kept: bool = False
    """They asked that no note is kept of this message, and none is."""
    check: CheckAnswer | None = None
    """Answer of this message to the question about danger."""
    shown: str = ""
    """The fixed words that the app shows above the reply, in a crisis."""
    places: tuple[str, ...] = ()
    """The names of the places to turn to that the app shows, for a concern."""
