"""Tool calls of a turn that failed: which of them the person sees when the reply is over.

A model calls tools that nobody asked for, and often gets it right at the second try. Only what the
person asked for and didn't get is shown, in one line for each tool.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coaching.agents.app_calls import CALL_ID
from coaching.services import offers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coaching.agents.turn_run import TurnRun
    from coaching.llm.port import ToolCall
    from coaching.tools import Tool

_FINDS = frozenset({"wikipedia_search", "web_search", "fetch_url"})
_READS = frozenset({"get_money", "get_goal", "get_goals", "retrieve_notes"})
_NOT_THEIRS = r"(?<!\bi )(?<!n['’]t )"
"""Before a verb: what they do themselves, or don't want."""
_SUFFIX = r"(?:l[oae]s?|me|mel[oa]|r|rl[oa]|rme)?"
_THINGS = r"cards?|wins?|notes?|goals?|plans?|steps?|dreams?"
_ASKS_TO_READ = (
    r"look (?:it |that |this )?up|search|google|check|find (?:out|me)|read (?:this|that|it|the)"
    r"|show me|tell me|https?"
    rf"|(?:busca|encuentra|lee|m[ií]ra|rev[ií]sa|mu[eé]stra){_SUFFIX}|dime"
)
_ASKS_TO_SAVE = (
    r"(?:save|keep|note|write|add|remember|record|log|put|make|create|change)"
    rf" (?:(?:that|this|it|them|down|me|as)\b|.{{0,30}}\b(?:{_THINGS})\b)"
    rf"|(?:gu[aá]rda|an[oó]ta|ap[uú]nta|escr[ií]be|agr[eé]ga|a[nñ][aá]de|cr[eé]a|c[aá]mbia"
    rf"|recu[eé]rda|reg[ií]stra){_SUFFIX}"
)
_ASKS = {
    "mark_done": r"mark|tick|check (?:it |that )?off|m[aá]rca(?:l[oa])?|t[aá]cha(?:l[oa])?",
    "forget": r"(?:forget|delete|remove|drop|erase) (?:that|this|it|what|my|about|the)"
    rf"|(?:olv[ií]da|b[oó]rra|elim[ií]na|qu[ií]ta){_SUFFIX}",
    "offer_practice": r"practices?|exercises?|pr[aá]cticas?|ejercicios?",
    "schedule_reminder": r"remind|reminder|nudge|follow up|ping|check (?:in|back|up)|ask me"
    r"|recu[eé]rda(?:me|melo)|recordatorio|recordar(?:me|lo)?|av[ií]s[ae]me|preg[uú]nt[ae]me",
}


@dataclass(frozen=True, slots=True)
class Failed:
    """A call that failed, and in which step."""

    step: int
    call: ToolCall
    tool: Tool


def told_of(
    turn: TurnRun, failed: Sequence[Failed], succeeded: Sequence[tuple[int, str]]
) -> list[Failed]:
    """Return the failed calls that the person sees: asked for, and not made good in a later step.

    `succeeded` has the step and the tool's name of each call that worked.
    """
    found: dict[str, Failed] = {}
    for one in failed:
        if one.call.call_id.startswith(CALL_ID):
            found[one.call.call_id] = one
        elif _is_asked(turn, one.tool.name) and not any(
            _makes_good(one, step, name) for step, name in succeeded
        ):
            found[one.tool.name] = one
    return list(found.values())


def _is_asked(turn: TurnRun, name: str) -> bool:
    """Return True if the message asks for what a tool does, or says yes to the reply before."""
    if turn.user_message_id is None:
        return False
    pattern = _ASKS.get(name, _ASKS_TO_READ if name in _FINDS | _READS else _ASKS_TO_SAVE)
    is_found_out = name in _FINDS | _READS and "?" in turn.text
    if is_found_out or re.search(rf"{_NOT_THEIRS}\b(?:{pattern})\b", turn.text, re.IGNORECASE):
        return True
    before = next((one for one in reversed(turn.past) if one.role == "coach"), None)
    if before is None or not offers.is_yes(turn.text):
        return False
    return re.search(rf"\b(?:{pattern})\b", before.text, re.IGNORECASE) is not None


def _makes_good(failed: Failed, step: int, name: str) -> bool:
    is_same = name == failed.tool.name or _kind(name) == _kind(failed.tool.name)
    return step > failed.step and is_same


def _kind(name: str) -> str:
    return "finds" if name in _FINDS else "reads" if name in _READS else "saves"
