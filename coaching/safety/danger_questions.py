"""Danger questions: asking if someone is in danger, and classifying the next messages as answers.

Read by rules, for both coaches alike. A clear no ends it, and a yes goes the crisis way. A vague
answer ("sort of", "I don't know") is no yes: the question is asked once more, plainly, and a second
vague answer goes the crisis way. An answer beside the question is met once more, gently and with
the places to turn to; after that the talk goes on, as softly as after any danger, and nobody asks a
third time.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from coaching.values.enums import CheckAnswer, SafetyLevel
from coaching.values.safety import NOTHING_ASKED, DangerCheck, SafetyVerdict

FROM_CHECK = "check"
NO_QUESTION_OF_LIFE = frozenset({"fraud", "acute_debt"})
"""A scam or an empty fridge is answered with help; nobody has to be asked whether they live."""
_LIFE = "suicidality"
_ASKS_OF_DANGER = frozenset({_LIFE, "self_harm", "harm_to_others"})
_CONCERN_ASKS = frozenset({_LIFE, "harm_to_others"})
_QUESTION = re.compile(r"(?<![^.!?¿])[^.!?¿]*\?")
_CLASS = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Heard:
    """How a message answers the open question: the next check and today's verdict.

    `answer` is None when nothing was open, or when the message is serious by itself.
    """

    check: DangerCheck = NOTHING_ASKED
    answer: CheckAnswer | None = None
    verdict: SafetyVerdict = field(default_factory=SafetyVerdict)


def asked_in(reply: str) -> DangerCheck:
    """Return what a reply of the coach asks about danger; most ask nothing of it."""
    for question in _QUESTION.findall(reply):
        plain = _unaccented(question)
        if _says("safe_asked", plain):
            return DangerCheck("safe", _LIFE)
        if _says("danger_asked", plain):
            return DangerCheck("danger", _LIFE)
    return NOTHING_ASKED


def asked_with(verdict: SafetyVerdict) -> DangerCheck:
    """Return what the fixed words for a verdict ask, or leave open."""
    if verdict.level is SafetyLevel.CRISIS and verdict.category not in NO_QUESTION_OF_LIFE:
        about = "danger" if verdict.category in _ASKS_OF_DANGER else "company"
        return DangerCheck(about, verdict.category, is_crisis=True)
    if verdict.level is SafetyLevel.CONCERN and verdict.category in _CONCERN_ASKS:
        return DangerCheck("danger", verdict.category)
    return NOTHING_ASKED


def hear(check: DangerCheck, message: str, verdict: SafetyVerdict) -> Heard:
    """Return how a message answers the open question; danger in the message counts first."""
    if verdict.level is not SafetyLevel.NONE:
        asked = asked_with(verdict)
        return Heard(check if asked == NOTHING_ASKED else asked, None, verdict)
    if not check.about:
        return Heard(NOTHING_ASKED, None, verdict)
    match _read(check, _plain(message)):
        case CheckAnswer.SAFE:
            return Heard(NOTHING_ASKED, CheckAnswer.SAFE, verdict)
        case CheckAnswer.UNCLEAR if not check.is_again:
            return Heard(replace(check, is_again=True), CheckAnswer.UNCLEAR, verdict)
        case CheckAnswer.YES | CheckAnswer.UNCLEAR if check.is_crisis:
            return Heard(replace(check, is_again=False), CheckAnswer.YES, verdict)
        case CheckAnswer.YES | CheckAnswer.UNCLEAR:
            crisis = SafetyVerdict(SafetyLevel.CRISIS, check.category, source=FROM_CHECK)
            return Heard(asked_with(crisis), CheckAnswer.YES, crisis)
        case _ if check.is_again:
            return Heard(NOTHING_ASKED, CheckAnswer.LEFT, verdict)
        case _:
            return Heard(replace(check, is_again=True), CheckAnswer.OPEN, verdict)


def _read(check: DangerCheck, message: str) -> CheckAnswer | None:
    if _says("unsafe", message):
        return CheckAnswer.YES
    if _says("safe", message):
        return CheckAnswer.SAFE
    match check.about:
        case "danger":
            return _in_danger(message)
        case "safe":
            return _at_safety(message)
        case _:
            return None


def _in_danger(message: str) -> CheckAnswer | None:
    if _says("half_no", message):
        return None
    if _says("yes", message):
        return CheckAnswer.YES
    if _says("vague", message):
        return CheckAnswer.UNCLEAR
    if _says("bare_yes", message):
        return CheckAnswer.YES
    return CheckAnswer.SAFE if _says("no", message) else None


def _at_safety(message: str) -> CheckAnswer | None:
    if _says("vague", message):
        return CheckAnswer.UNCLEAR
    if _says("thinks_so", message):
        return CheckAnswer.SAFE
    return CheckAnswer.YES if _says("not_quite", message) else None


def _says(kind: str, words: str) -> bool:
    return _patterns()[kind].search(words) is not None


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    lists = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

    def choice(name: str) -> str:
        return f"(?:{'|'.join(_CLASS.sub(lambda m: choice(m[1]), row) for row in lists[name])})"

    return {name: re.compile(choice(name)) for name in lists}


def _unaccented(words: str) -> str:
    low = unicodedata.normalize("NFKD", words.lower().replace("’", "'"))
    return "".join(char for char in low if not unicodedata.combining(char))


def _plain(message: str) -> str:
    """Return the words of a message, a full stop for each sign that ends or parts a sentence."""
    parted = re.sub(r"[.,;:!?…\n]+", " . ", _unaccented(message).replace("'", ""))
    words = re.sub(r"[^a-z0-9 .]+", " ", parted).split()
    return re.sub(r"^(?:\. )+|(?: \.)+$", "", " ".join(words))
