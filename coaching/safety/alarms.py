"""Which alarms of the screen may be mistakes, and who may say so (ADR 0050)."""

from __future__ import annotations

import re

from coaching.safety.danger_questions import asked_in
from coaching.safety.linear_model import weigh
from coaching.safety.screen import MINOR, WEIGHED, heard_in, plain_words, screen
from coaching.safety.sentence_model import danger
from coaching.text.words import sentences
from coaching.values.enums import SafetyLevel
from coaching.values.safety import SafetyVerdict

CERTAIN_WEIGHT = 2.0
"""Words that weigh more are as good as a rule, unless the message means no danger at all."""
CERTAIN_MEANING = 1.0
"""A message that means so much danger is as good as a rule too, if its words agree."""

ABOUT_LIFE = frozenset({"suicidality", "self_harm"})
"""What a rule hears of these stays, whoever denies it."""
WEAK_WEIGHT = WEAK_MEANING = 0.0
"""Where words or meaning say more than this, they agree with a rule."""

LAUGHS = re.compile(
    r"\b(?:(?:ha){2,}h?|(?:ja){2,}j?|lo+l|lma+o+|joking|joke|kidding|broma)\b", re.IGNORECASE
)
_NOTICES = (
    r"(?:app|notice|alert|alarm|filter|warning|numbers|"
    r"aplicación|aviso|alerta|filtro|alarma|números)"
)
_ABOVE = (
    r"(?:(?:message|text|words?|lines?|note|box|card|bit|part|"
    r"what (?:is|was|came up|popped up|you see))"
    r" (?:just |right |up )?(?:above|up there)|"
    r"(?:mensaje|texto|recuadro|cuadro|lo) (?:de|que \w+) (?:aquí |ahí )?arriba)"
)
"""What the app shows above a reply."""
_CAME_UP = (
    r"(?:(?:this|that|it|they|those|which|(?:the|this|that) (?:message|text|note)) (?:just )?"
    r"(?:came|come|comes|popped|showed)|"
    r"(?:salido|salió|salieron|saltó|saltado|apareció|aparecido))"
)
_IS_OR_CAME = (
    r"(?:(?:just|only|all) )?(?:is|are|was|were|came|comes|popped|showed|appeared|"
    r"es|son|era|fue|salió|apareció|saltó)"
)
_BY_MISTAKE = r"(?:by mistake|in error|por error|por equivocación)"
_WRONG = (
    rf"(?:{_BY_MISTAKE}|(?:a|un|una) (?:mistake|error|equivocación)|mistaken|mistook|misread|"
    r"got (?:it|that|this|you) wrong|false alarm|falsa alarma|equivoc[óa]\w*)"
)
_OF_SOMEBODY = (
    r"\b(?:who|whoever|(?<!to )you|your|yourself|people|feels?|life|about|in case"
    r"|quien\w*|tu|siente\w*|vida)\b"
)
"""What a sentence says of a person between the notice and the mistake, which is then theirs."""
_A_MISTAKE = re.compile(
    rf"(?:\b{_NOTICES}\b[^.!?¿¡]{{0,70}}(?<!not )(?<!n't )(?<!no )(?<!no es )\b{_WRONG}"
    rf"|\b{_ABOVE},? {_IS_OR_CAME}\b(?:(?!{_OF_SOMEBODY})[^.!?¿¡;:]){{0,40}}"
    rf"(?<!not )(?<!n't )(?<!no )\b{_WRONG}"
    rf"|\b{_CAME_UP}\b[^.!?¿¡]{{0,40}}\b{_BY_MISTAKE})\b(?![^.!?¿¡]*\?)",
    re.IGNORECASE,
)
_NO = re.compile(r"\b(?:not|no|nunca|never|tampoco|\w+n't)\b", re.IGNORECASE)
"""Behind one of these a reply may say that the notice is no mistake, so the alarm stays."""
_IF = re.compile(
    r"\b(?:if|whether|in case|maybe|perhaps|si|quizás?|tal vez|a lo mejor)\b", re.IGNORECASE
)
_UNLESS = re.compile(r"\b(?:unless|salvo que|a menos que)\b", re.IGNORECASE)
"""With these a reply leaves open whether the notice is a mistake."""
_NEVER_MIND = re.compile(
    r"\b(?:(?:don't|do not) (?:mind|worry about)|no (?:le )?(?:hagas?|haga) caso)\b", re.IGNORECASE
)
"""Beside this the notice may well be a mistake: it denies nothing."""
MEANS_NOTHING, WEIGHS_NOTHING = -0.5, -1.0
"""Below these, a concern that no rule hears, or a joke about life, is no concern.

Of the labelled messages it drops 4 and 19 harmless ones and no true one.
"""
UNLIKELY_MEANING = 0.0
"""A concern that a rule hears is left to the model too if the message means less danger."""


def is_by_weight_alone(text: str) -> bool:
    """Return True if the screen calls a text a crisis though none of its rules hears one.

    Weights and the sentence model find what no rule says, and now and then take an everyday message
    for danger; not one that weighs or means so much.
    """
    if screen(text).level is not SafetyLevel.CRISIS:
        return False
    if any(meaning.level is SafetyLevel.CRISIS for meaning, _ in heard_in(text)):
        return False
    return not _is_certain(text)


def may_be_misread(text: str, reply: str = "") -> bool:
    """Return True if a model that reads a text may find that the crisis in it is none.

    What is heard about ending or hurting oneself stays, unless the reply calls it a mistake too
    and no phrase of the lexicon and no scene hears it.
    """
    verdict = screen(text)
    if verdict.level is not SafetyLevel.CRISIS:
        return False
    kinds = {verdict.category, *(meaning.category for meaning, _ in heard_in(text))}
    if kinds.isdisjoint(ABOUT_LIFE) or is_by_weight_alone(text):
        return True
    return calls_it_a_mistake(reply) and not _is_plain_about_life(text)


def calls_it_a_mistake(reply: str) -> bool:
    """Return True if a reply of the coach says that the notice is a mistake, and asks no more."""
    if asked_in(reply).about:
        return False
    plain = _NEVER_MIND.sub("", reply.replace("’", "'"))
    found = (_A_MISTAKE.search(part) for part in sentences(plain))
    calls = [match for match in found if match is not None]
    return bool(calls) and not any(_is_left_open(each) for each in calls)


def may_be_denied(text: str) -> bool:
    """Return True if the word of the person alone is enough to take back the crisis of a text.

    People deny abuse because somebody forces them to, or because they are ashamed. So of rules only
    a scene is taken back, and only if neither the weight nor the meaning agrees with it.
    """
    if is_by_weight_alone(text):
        return True
    if not may_be_misread(text):
        return False
    crises = [meaning for meaning, _ in heard_in(text) if meaning.level is SafetyLevel.CRISIS]
    weight, _ = weigh(plain_words(text))
    is_weak = weight <= WEAK_WEIGHT and danger(text).weight <= WEAK_MEANING
    return is_weak and all(meaning.is_scene for meaning in crises)


def left_to_model(verdict: SafetyVerdict, text: str) -> SafetyVerdict:
    """Return as a doubt what the screen isn't sure of; Claude reads the message and decides.

    A concern: where no rule hears it or the message hardly means it. A crisis (ADR 0052): where
    neither a phrase of the lexicon nor a scene hears it, and weight and meaning aren't certain.
    Most of both are everyday talk. A concern about debts stays as it is.
    """
    if verdict.level is SafetyLevel.CRISIS:
        is_open = verdict.category != MINOR and _is_uncertain(text)
        return SafetyVerdict(doubt=verdict.category, is_alarm=True) if is_open else verdict
    if verdict.level is not SafetyLevel.CONCERN or verdict.category not in WEIGHED:
        return verdict
    is_heard = any(meaning.category == verdict.category for meaning, _ in heard_in(text))
    if is_heard and danger(text).weight >= UNLIKELY_MEANING:
        return verdict
    return SafetyVerdict(doubt=verdict.category)


def asked_about(verdict: SafetyVerdict, text: str) -> SafetyVerdict:
    """Return as a doubt a crisis that no rule hears, for a coach without a model, which asks.

    Where every message means something else more often than danger, one plain question comes first.
    A concern that hardly means anything, by its meaning alone or in a joke, is left to the reply.
    """
    if verdict.level is SafetyLevel.CONCERN:
        return SafetyVerdict(doubt=verdict.category) if _is_idle(verdict, text) else verdict
    is_open = verdict.category in WEIGHED and is_by_weight_alone(text)
    return SafetyVerdict(doubt=verdict.category, is_alarm=True) if is_open else verdict


def _is_left_open(call: re.Match[str]) -> bool:
    before = (_NO.search(call.string, 0, call.end()), _IF.search(call.string, 0, call.end()))
    return any(before) or _UNLESS.search(call.string) is not None


def _is_idle(verdict: SafetyVerdict, text: str) -> bool:
    if verdict.category not in WEIGHED or danger(text).weight >= MEANS_NOTHING:
        return False
    if not any(meaning.category == verdict.category for meaning, _ in heard_in(text)):
        return True
    is_joke = verdict.category in ABOUT_LIFE and LAUGHS.search(text) is not None
    return is_joke and weigh(plain_words(text))[0] < WEIGHS_NOTHING


def _is_plain_about_life(text: str) -> bool:
    return any(
        meaning.category in ABOUT_LIFE
        and meaning.level is SafetyLevel.CRISIS
        and (meaning.is_scene or not meaning.about)
        for meaning, _ in heard_in(text)
    )


def _is_uncertain(text: str) -> bool:
    crises = [meaning for meaning, _ in heard_in(text) if meaning.level is SafetyLevel.CRISIS]
    if any(meaning.is_scene or not meaning.about for meaning in crises):
        return False
    return not _is_certain(text)


def _is_certain(text: str) -> bool:
    weight, _ = weigh(plain_words(text))
    meaning = danger(text).weight
    is_meant = meaning > CERTAIN_MEANING and weight > WEAK_WEIGHT
    return is_meant or (weight > CERTAIN_WEIGHT and meaning >= MEANS_NOTHING)
