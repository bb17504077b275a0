"""What the guide's replies are measured by: short, without quotes, plain, and soon a practice.

The first, second and last look at replies of the offline coach only, which are known by their mode.
"""

from __future__ import annotations

import re
from statistics import median
from typing import TYPE_CHECKING

from coaching.evals.judges.replies import own_words, replies_of, words_of
from coaching.evals.judges.verdict import Fault, Verdict, of_all
from coaching.evals.report import share
from coaching.offline.replies.intents import intent_of
from coaching.values.enums import SafetyLevel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.replies import Reply
    from coaching.evals.stories.played import Told

MEDIAN_WORDS = 20  # the guide asks for one or two sentences offline
MOST_QUOTING = 0.05  # share of replies that repeat the person’s words
REPLIES_UNTIL_HELP = 3  # after a question for help
ASKS = frozenset({"help", "asks_practice"})
SERIOUS = frozenset({"grief", "grief_on", "grief_more", "basics", "deadline", "secret", "tears"})
_MANNERED = re.compile(
    r"\bput me in the picture\b|\bstays? said\b|\bon the far side of\b|\blands? (?:here|with you)\b"
    r"|\bsits? (?:with|next to) (?:you|that|it)\b|\bcarry (?:it|that) (?:through|with you)\b"
    r"|\bwhat(?:.s| is) with you\b|\bis yours to\b|\bnothing (?:has|needs|is owed) (?:to|here)\b"
    r"|\bI hear you\b|\bhold(?:ing)? space\b|\bin you was awake\b|\bgoes with you\b"
    r"|\bwhere the fist is\b|\bthat hour has\b|\bno dressing\b",
    re.IGNORECASE,
)


def short_replies(told: Told) -> Verdict:
    """Return how many words half of the replies have at most."""
    counts = [len(words_of(one.text)) for one in _by_rules(told)]
    middle = float(median(counts)) if counts else 0.0
    return Verdict(
        "short_replies",
        passed=middle <= MEDIAN_WORDS,
        value=middle,
        expected=f"half up to {MEDIAN_WORDS} words",
        got=f"half up to {middle:g}",
    )


def quotes(told: Told) -> Verdict:
    """Return the share of replies with a quotation, where nothing was saved."""
    replies = [one for one in _by_rules(told) if not one.said.behind.calls]
    faults = tuple(one.fault("quotes") for one in replies if own_words(one.text) != one.text)
    value = share(len(faults), len(replies), if_none=0.0)
    return Verdict(
        "quotes",
        passed=value <= MOST_QUOTING,
        value=value,
        expected=f"at most {MOST_QUOTING:.0%}",
        got=f"{len(faults)} of {len(replies)}",
        faults=faults,
    )


def plain_words(told: Told) -> Verdict:
    """Return the share of replies without a phrase that sounds composed."""
    replies = replies_of(told)
    found = ((one, _MANNERED.search(own_words(one.text))) for one in replies)
    faults = (one.fault(f"says “{match.group()}”") for one, match in found if match)
    return of_all("plain_words", faults, len(replies))


def guided(told: Told) -> Verdict:
    """Return the share of requests for help that a practice was offered to within three replies."""
    asked = [one for one in _by_rules(told) if _asks(one)]
    return of_all("guided", _unguided(asked, told), len(asked), "request")


def _asks(reply: Reply) -> bool:
    behind = reply.said.behind
    is_calm = behind.safety is SafetyLevel.NONE and behind.mode not in SERIOUS
    return is_calm and intent_of(reply.said.person, "en") in ASKS


def _unguided(asked: list[Reply], told: Told) -> Iterator[Fault]:
    replies = replies_of(told)
    for one in asked:
        of_session = [r for r in replies if r.session.number == one.session.number]
        after = [r for r in of_session if one.line <= r.line < one.line + REPLIES_UNTIL_HELP]
        if len(after) == REPLIES_UNTIL_HELP and not any(r.said.behind.practices for r in after):
            yield one.fault("no practice within three replies")


def _by_rules(told: Told) -> list[Reply]:
    return [one for one in replies_of(told) if one.said.behind.mode]
