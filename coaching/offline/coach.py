"""One reply from a working context: what is said, what is under it, what is stored with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.offline.replies import care
from coaching.offline.replies.answer import Answer, say
from coaching.offline.replies.answering import answer
from coaching.offline.replies.texts import House, group, wording
from coaching.offline.replies.turn import DANGER, GRIEF, turn_of
from coaching.text.words import first_words, sentences
from coaching.values.safety import CLOSES_CHECK

if TYPE_CHECKING:
    from pydantic import JsonValue

    from coaching.offline.replies.turn import Turn
    from coaching.values.context import WorkingContext

ABOUT, SOFTER = "about", "softer"
ALONE = DANGER | GRIEF | group("coach_alone")
"""Answers that a note about the coach doesn't belong under."""
SHORT = "manner_short"
BRIEF = frozenset({SHORT, "blunt"})  # answers to a wish that is kept to until the session ends
COMPOSED = group("coach_composed")
"""Answers whose forms aren't said again soon, so that no sentence has to be left out."""


@dataclass(frozen=True, slots=True)
class Reply(Answer):
    """What the coach says, or what it asks to save first."""

    template_ids: tuple[str, ...] = ()
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
    """Answer one message, always the same way; a card or a win is saved first, with its tool."""
    turn = turn_of(ctx)
    said = answer(turn, house or House())
    if said.keep is not None and said.keep.tool in tools:
        return Reply(said.mode, keep=said.keep)
    if said.keep is not None:
        said = say("not_kept", turn)
    notes = _notes(turn, said.mode)
    text = " ".join(
        (_as_wished(turn, said), *(wording(note).said(turn.language) for note in notes))
    )
    closes = care.asks_no_more(turn, said.mode)
    ids = (said.mode, *notes)
    return Reply(said.mode, text, said.chips, said.pending, template_ids=ids, closes_check=closes)


def _as_wished(turn: Turn, said: Answer) -> str:
    """Return the text; if they wished for few words, its question or first sentence."""
    text, wished = _new(turn, said), BRIEF.intersection(turn.modes())
    if not wished or said.mode in ALONE | COMPOSED - {"story"}:
        return text
    one = sentences(text)[-1 if said.mode == "story" else 0]
    return one if said.mode == "story" or (SHORT in wished and _is_whole(one)) else text


def _new(turn: Turn, said: Answer) -> str:
    """Return the text without the sentences of earlier replies, if something is left of it."""
    if said.mode in ALONE | COMPOSED:
        return said.text
    left = " ".join(one for one in sentences(said.text) if not turn.has_said(one))
    return left if left and _is_whole(left) else said.text


def _is_whole(text: str) -> bool:
    return text.count("“") == text.count("”") and text.count("«") == text.count("»")


def _notes(turn: Turn, mode: str) -> list[str]:
    """Say once a session that rules are speaking, and once that they are gentler than set."""
    if mode in ALONE:
        return []
    if not turn.told(ABOUT):
        return [ABOUT]
    return [SOFTER] if turn.ctx.person.is_softened and not turn.told(SOFTER) else []
