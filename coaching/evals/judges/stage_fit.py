"""What is offered, asked and kept fits where the person stands (`content/data/offers.json`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.content import may_ask, may_keep, may_offer
from coaching.evals.judges.guide import ASKS
from coaching.evals.judges.replies import own_words, replies_of
from coaching.evals.judges.verdict import Verdict, of_all
from coaching.offline.replies.intents import intent_of
from coaching.values.enums import CardKind, Stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.replies import Reply
    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told

_RULER = re.compile(
    r"\bhow (?:ready|important|confident|sure|motivated)\b[^?]*\b(?:0|zero|1|one) to (?:10|ten)\b",
    re.IGNORECASE,
)
_PRACTICE = re.compile(
    r"\b(?:want to|would you like to|care to|willing to) (?:try|practi[sc]e|do)\b[^?]*"
    r"\b(?:it|that|this|two minutes|exercise|practice|experiment)\b[^?]*\?"
    r"|\b(?:your )?(?:homework|task|exercise) (?:for|until|this|is)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:let's|let us|we could|shall we) (?:make|draw up|build|set up) a (?:\w+ )?(?:plan|budget)"
    r"|\bby when\b[^?]*\?|\bwhat(?:'s| is| will be) your (?:plan|next step|first step|goal)\b",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:i (?:could|might|will|want|would like|wish|need|plan)|i'll|i'd like|can i|could i|let me"
    r"|next time|from now|quiero|puedo|podría|voy a)\b",
    re.IGNORECASE,
)


def stage_fit(told: Told) -> Verdict:
    """Return the share of replies that get ahead of nobody.

    What we bring up has to be in the stage's row of offers; what is their own wish, spoken in this
    message, may be kept.
    """
    replies = replies_of(told)
    return of_all("stage_fit", (f for one in replies for f in _faults(one)), len(replies))


def _faults(reply: Reply) -> Iterator[Fault]:
    behind, own = reply.said.behind, own_words(reply.text)
    wishes = _WISH.search(reply.said.person) is not None
    for call in behind.calls:
        kind = call.given.get("kind") if call.name == "save_card" and call.is_done else None
        if kind is not None and not may_keep(behind.stage, CardKind(str(kind))):
            yield reply.fault(f"keeps a card of the kind {kind} in {behind.stage}")
    if behind.practices and behind.stage is Stage.PRECONTEMPLATION and not _asked(reply):
        yield reply.fault("offers a practice in precontemplation, unasked")
    if _brings_practice(reply, own) and not _may_bring(
        behind.stage, CardKind.PRACTICE, wishes=wishes
    ):
        yield reply.fault(f"offers a practice in {behind.stage}")
    if _PLAN.search(own) and not _may_bring(behind.stage, CardKind.PLAN, wishes=wishes):
        yield reply.fault(f"asks for a plan in {behind.stage}")
    if _RULER.search(own) and not may_ask(behind.stage, "ruler"):
        yield reply.fault(f"asks for a number of readiness in {behind.stage}")


def _brings_practice(reply: Reply, own: str) -> bool:
    """Return True for homework; a guided practice has its own rule for each stage."""
    return not reply.said.behind.practices and _PRACTICE.search(own) is not None


def _asked(reply: Reply) -> bool:
    return intent_of(reply.said.person, "en") in ASKS or bool(reply.said.behind.offer)


def _may_bring(stage: Stage, kind: CardKind, *, wishes: bool) -> bool:
    return may_offer(stage, kind) or (wishes and may_keep(stage, kind))
