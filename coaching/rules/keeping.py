"""What is put away for the person: their own words, made into a card or a win, and only those."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.content import ALL_TENSIONS, TRANSLATED, may_keep, starter_cards
from coaching.rules.quotes import trimmed
from coaching.text.words import plain, sentences, tidy, upper_first, words
from coaching.values.enums import CardKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from coaching.text.lexicon import Lexicon
    from coaching.values.context import PendingOffer
    from coaching.values.enums import Stage

MOST_CARD_WORDS = 40  # a card is read at a glance
MOST_TITLE_WORDS = 6  # as the prompt asks
LONGEST_WIN = 140  # characters; a longer one is cut at the end of a clause
WHOLE_EDIT_WORDS = 4  # from here a change is a new sentence, not a correction
_AMOUNT = re.compile(
    r"[£$€]\s?\d[\d.,]*k?|\b\d[\d.,]*\s?(?:k|euros?|pounds?|dollars?|quid|lucas)\b"
)
_CONTRAST = re.compile(r"\b(?:not|no es|isn't|instead|before)\b")
_IF_THEN = re.compile(r"\b(?:if|when|cuando|si|then|after|before)\b")


@dataclass(frozen=True, slots=True)
class Keep:
    """A tool to call and what to give it."""

    tool: str
    input: Mapping[str, JsonValue]

    def fitting(self, stage: Stage) -> Keep:
        """Return the call as the stage allows it: a plan that comes too soon stays a sentence."""
        kind = self.input.get("kind")
        if kind is None or may_keep(stage, CardKind(str(kind))):
            return self
        return Keep(self.tool, {**self.input, "kind": CardKind.TRUTH.value})

    @property
    def words(self) -> str:
        """What is kept, as it is said back."""
        return str(self.input.get("content") or self.input.get("text") or "")


def keep_of(offer: PendingOffer, text: str, lexicon: Lexicon) -> Keep:
    """Return the tool call that an accepted offer asks for."""
    if offer.kind == "win":
        return keep_win(text, lexicon)
    kind = "plan" if offer.kind == "plan" else card_kind(text)
    return keep_card(text, lexicon, kind=kind, title=offer.title)


def keep_card(text: str, lexicon: Lexicon, *, kind: str = "", title: str = "") -> Keep:
    """Return the call that keeps a sentence as a card; a starter card as it is written."""
    content = text if text in _starters() else card_text(text, lexicon)
    name = title or card_title(content, lexicon)
    card = {"kind": kind or card_kind(text), "title": name, "content": content}
    return Keep("save_card", {**card, "agreed": True})


def keep_win(text: str, lexicon: Lexicon) -> Keep:
    """Return the call that keeps a win: their words, no amounts, 140 characters."""
    return Keep("save_win", {"text": win_text(text, lexicon)})


def card_kind(text: str) -> str:
    """Return what kind of card a sentence is."""
    low = plain(text)
    if _IF_THEN.search(low) and re.search(r"\b(?:i'll|i will|voy a)\b", low):
        return "plan"
    return "reframe" if _CONTRAST.search(low) else "truth"


def card_text(text: str, lexicon: Lexicon) -> str:
    """Return at most forty words, whole sentences where they fit, without amounts and fillers."""
    kept: list[str] = []
    for sentence in sentences(without_amounts(bare(text, lexicon))):
        if len(words(" ".join([*kept, sentence]))) > MOST_CARD_WORDS:
            break
        kept.append(sentence)
    found = " ".join(kept) or " ".join(text.split()[:MOST_CARD_WORDS])
    if len(kept) > 1 and kept[-1][-1].isalnum() and text.rstrip().endswith("."):
        found += "."
    return upper_first(re.sub(r"\bi\b", "I", found))


@cache
def _starters() -> frozenset[str]:
    return frozenset(
        card.content
        for tension in ALL_TENSIONS
        for language in ("en", *TRANSLATED)
        for card in starter_cards(tension, language)
    )


def bare(text: str, lexicon: Lexicon) -> str:
    """Return the text without the small words people type around it."""
    return lexicon.trail.sub("", lexicon.lead.sub("", tidy(text)).rstrip(" .")).strip(" ,")


def win_text(text: str, lexicon: Lexicon) -> str:
    """Return their words, cut at a sentence or word within 140 characters."""
    clean = without_amounts(bare(text, lexicon))
    if len(clean) <= LONGEST_WIN:
        return upper_first(re.sub(r"\bi\b", "I", clean))
    short = clean[:LONGEST_WIN]
    cut = max(short.rfind(mark) for mark in (". ", "! ", ", "))
    return upper_first(short[: cut + 1 if cut > LONGEST_WIN // 2 else short.rfind(" ")].strip())


def without_amounts(text: str) -> str:
    """Return the text without sums of money."""
    return re.sub(r"\s+([.,;!?])", r"\1", re.sub(r"\s{2,}", " ", _AMOUNT.sub("", text))).strip()


def card_title(text: str, lexicon: Lexicon) -> str:
    """Return two to six of their words: what comes after the turn of a sentence, if it turns."""
    clean = tidy(text).strip(" .!?\"'")
    turn = re.split(r"[,.;] (?:it's|but|i'm|es|pero) ?", clean, maxsplit=1, flags=re.IGNORECASE)
    text = trimmed(turn[-1], lexicon) or trimmed(clean, lexicon) or clean
    parts = text.rstrip("…").split()[:MOST_TITLE_WORDS]
    while len(parts) > 2 and parts[-1].lower().strip(",.'") in lexicon.joiners:  # noqa: PLR2004
        parts.pop()
    return upper_first(" ".join(parts).strip(" ,.;:")) or clean[:40]


def edited(text: str, message: str, lexicon: Lexicon) -> str:
    """Return the text with the change that `make it "coming next"` asks for."""
    match = lexicon.cues["card_edit"].search(tidy(message))
    if match is None:
        return text
    change = match.group(1).strip(" \"'")
    if len(words(change)) >= WHOLE_EDIT_WORDS:
        return change
    first = words(change)[0].lower() if words(change) else ""
    pattern = re.compile(rf"\b{re.escape(first)}\b", re.IGNORECASE)
    if first and pattern.search(text):
        return pattern.sub(change, text, count=1)
    return _with_other_time(text, change, lexicon)


def _with_other_time(text: str, change: str, lexicon: Lexicon) -> str:
    """Put another day, or another time of day, where one stood."""
    for name in ("weekdays", "daytimes"):
        times = lexicon.lists[name]
        wanted = [word for word in words(change) if word.lower() in times]
        if wanted:
            known = re.compile(rf"\b(?:{'|'.join(times)})\b", re.IGNORECASE)
            text = known.sub(wanted[0], text, count=1)
    return text
