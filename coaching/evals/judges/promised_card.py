"""What a reply says is kept is kept, and what is kept is said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.agents.guardrails import promises_a_save
from coaching.evals.judges.replies import own_words, replies_of, words_of
from coaching.evals.judges.verdict import Verdict, of_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.replies import Reply
    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told

_SAVES = frozenset({"save_card", "save_win"})
_KEPT = re.compile(
    r"(?:^|[.!?]\s+)(?:kept|changed and kept|saved)\b|\b(?:is|'s|’s|are|now) (?:kept|saved)\b"
    r"|\bi(?:'ve|’ve| have) (?:kept|saved|written (?:it|that) down|put (?:it|that) (?:on|with))\b"
    r"|\b(?:guardad[ao]|anotad[ao])\b|\blo guardé\b|\bla guardé\b",
    re.IGNORECASE,
)
_WILL_KEEP = re.compile(
    r"\bi(?:'ll|’ll| will) (?:keep|save)\b[^“.?!]{0,40}[:,] ?[“\"](?P<what>[^”\"]+)[”\"]"
    r"|\b(?:lo que )?(?:guardaré|voy a guardar)\b[^«.?!]{0,40}«(?P<theirs>[^»]+)»"
    r"|\bwhat i(?:'ll|’ll| will) keep[^“]*[“\"](?P<own>[^”\"]+)[”\"]",
    re.IGNORECASE,
)
_SAYS_NOT = re.compile(
    r"\b(?:couldn't|couldn’t|not|isn't|isn’t|nothing|no) (?:\w+ ){0,3}"
    r"(?:kept|saved|put (?:it|that))"
    r"|\bno (?:se )?(?:pudo|pude) guardar|\bunsaved\b",
    re.IGNORECASE,
)
_SAYS_SO = re.compile(
    r"\b(?:kept|saved|keep|added|there now|on (?:a|your|the) card"
    r"|with (?:yours|your (?:wins|cards)))\b"
    r"|\bguard\w+|\ben la (?:tarjeta|ficha)\b",
    re.IGNORECASE,
)


def promised_card(told: Told) -> Verdict:
    """Return the share of replies in which words and rows agree: a card, a win, the closing's line.

    A draft is nothing kept, however it is answered; one that they keep becomes a card.

    “What I'll keep” with a quotation is kept when it stands in a card, a win, a memory or the
    closing of the session.
    """
    replies = replies_of(told)
    return of_all("promised_card", (f for one in replies for f in _faults(one)), len(replies))


def _faults(reply: Reply) -> Iterator[Fault]:
    own = own_words(reply.text)
    called = [call for call in reply.said.behind.calls if call.name in _SAVES]
    calls = [call for call in called if not call.draft]
    done = [call for call in calls if call.is_done]
    says_not = _SAYS_NOT.search(own) is not None
    if _says_kept(reply.text, own) and not says_not and not done:
        yield reply.fault("says it is kept, and nothing was saved")
    if calls and not done and not says_not:
        yield reply.fault("nothing could be saved, and the reply doesn’t say so")
    for call in called:
        if call.draft == "keep" and not _stands_in(str(call.given.get("content")), _rows(reply)):
            yield reply.fault("a draft was kept and is nowhere")
    for call in done:
        words = str(call.given.get("content") or call.given.get("text") or "")
        if not _stands_in(words, _rows(reply)):
            yield reply.fault(f"“{words}” was saved and is nowhere")
        elif not _SAYS_SO.search(reply.text):
            yield reply.fault(f"“{words}” was saved without a word")
    for found in _WILL_KEEP.finditer(reply.text):
        words = found["what"] or found["own"] or found["theirs"]
        if not done and not _stands_in(words, (*_rows(reply), *_notes(reply))):
            yield reply.fault(f"means to keep “{words}”, and it stands nowhere afterwards")


def _says_kept(text: str, own: str) -> bool:
    return promises_a_save(text) or _KEPT.search(own) is not None


def _rows(reply: Reply) -> tuple[str, ...]:
    noted = reply.session.noted
    return (*(card.content for card in noted.cards), *noted.wins)


def _notes(reply: Reply) -> tuple[str, ...]:
    session = reply.session
    memories = (text for one in session.noted.remembered for text in (one.content, one.quote))
    return (*memories, session.closing, session.closing_at_once)


def _stands_in(words: str, texts: tuple[str, ...]) -> bool:
    wanted = f" {' '.join(words_of(words))} "
    return any(wanted in f" {' '.join(words_of(text))} " for text in texts)
