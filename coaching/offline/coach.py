"""One reply from a working context: what is said, what is under it, what is stored with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from coaching.offline.replies import care
from coaching.offline.replies.answer import say
from coaching.offline.replies.answering import answer
from coaching.offline.replies.texts import group, wording
from coaching.offline.replies.turn import DANGER, GRIEF, turn_of
from coaching.text.words import first_words, sentences
from coaching.values.safety import CLOSES_CHECK

if TYPE_CHECKING:
    from pydantic import JsonValue

    from coaching.offline.replies.answer import Answer
    from coaching.offline.replies.turn import Turn
    from coaching.rules.keeping import Keep
    from coaching.settings import Settings
    from coaching.values.chips import Chip
    from coaching.values.context import PendingOffer, WorkingContext

ABOUT, SOFTER = "about", "softer"
ALONE = DANGER | GRIEF | group("coach_alone")
"""Answers that a note about the coach doesn't belong under."""

COMPOSED = group("coach_composed")
"""Answers whose forms aren't said again soon, so that no sentence has to be left out."""
_HERE = frozenset({"", "localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class House:
    """Where words are stored, whether a model may read them, and how many messages a day."""

    is_here: bool = True
    has_model: bool = False
    messages_a_day: int = 50

    @staticmethod
    def of(settings: Settings) -> House:
        """Return what the settings say."""
        database = settings.database_url
        stored_here = not database or database.startswith("sqlite") or _is_here(database)
        return House(
            is_here=stored_here and _is_here(settings.public_url),
            has_model=settings.has_model and not settings.is_model_on_this_machine,
            messages_a_day=settings.interactions_per_day,
        )

    @property
    def stays(self) -> str:
        """The key of what happens to what somebody writes."""
        place = "here" if self.is_here else "server"
        return f"{place}_model" if self.has_model else place


@dataclass(frozen=True, slots=True)
class Reply:
    """What the coach says, or what it asks to save first."""

    text: str
    mode: str
    template_ids: tuple[str, ...]
    pending: PendingOffer | None = None
    keep: Keep | None = None
    chips: tuple[Chip, ...] = ()
    closes_check: bool = False
    """It went on with their subject: a yes to it is no answer to a question about danger."""

    def meta(self) -> dict[str, JsonValue]:
        """Return what is stored with the message."""
        offer = self.pending
        return {
            "mode": self.mode,
            "template_ids": list(self.template_ids),
            "opening": first_words(self.text),
            "pending": {"kind": offer.kind, "text": offer.text, "title": offer.title}
            if offer
            else None,
            **({CLOSES_CHECK: True} if self.closes_check else {}),
        }


def reply(ctx: WorkingContext, *, tools: frozenset[str], house: House | None = None) -> Reply:
    """Answer one message; the same context always gets the same answer.

    A card or a win is saved first, with one of the tools; without that tool the reply says so.
    """
    turn = turn_of(ctx)
    said = answer(turn, house or House())
    if said.keep is not None and said.keep.tool in tools:
        return Reply("", said.mode, (), keep=said.keep)
    if said.keep is not None:
        said = say("not_kept", turn)
    notes = _notes(turn, said.mode)
    text = " ".join((_new(turn, said), *(wording(note).said(turn.language) for note in notes)))
    closes = care.asks_no_more(turn, said.mode)
    return Reply(
        text, said.mode, (said.mode, *notes), said.pending, chips=said.chips, closes_check=closes
    )


def _new(turn: Turn, said: Answer) -> str:
    """Return the text without the sentences of earlier replies, if something is left of it."""
    if said.mode in ALONE | COMPOSED:
        return said.text
    left = " ".join(one for one in sentences(said.text) if not turn.has_said(one))
    is_whole = left.count("“") == left.count("”") and left.count("«") == left.count("»")
    return left if left and is_whole else said.text


def _notes(turn: Turn, mode: str) -> list[str]:
    """Say once a session that rules are speaking, and once that they are gentler than set."""
    if mode in ALONE:
        return []
    if not turn.told(ABOUT):
        return [ABOUT]
    return [SOFTER] if turn.ctx.person.is_softened and not turn.told(SOFTER) else []


def _is_here(address: str) -> bool:
    return (urlsplit(address).hostname or "") in _HERE
