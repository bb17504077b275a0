"""Who they are: their answers, circumstances and reason in their own words, then the guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.content import load_onboarding
from coaching.rules.guess import NOTHING_YET
from coaching.rules.wording import after_colon, copy, of_tension, picked, sayer, stop

if TYPE_CHECKING:
    from coaching.rules.case import Case
    from coaching.rules.guess import Guess

_ASKED = {
    "q1": "a bill pops up",
    "q2": "they think about money for a minute",
    "q3": "money arrives unexpectedly",
    "q4": "a day has gone badly",
    "q5": "money comes up with somebody close",
    "q7": "somebody who knows them well speaks up",
}
_HOME_QUESTION = "q6"
SHOWN_ANSWERS, PAIR = 3, 2


def who(case: Case, guess: Guess) -> list[str]:
    """Return the sentences of the first section."""
    person, say = case.person, sayer(case.seed)
    second = person.secondary_tension
    parts = [say("name", name=person.name) if person.name else "", stop(case.copy["who"])]
    if second:
        parts.append(say("secondary", second=of_tension(second)["protects"]))
    if case.is_sketch:
        parts.append(say("few_answers"))
    parts += _answers(case)
    contexts = copy()["context"]
    parts += [stop(contexts[name]["who"]) for name in case.told_contexts if name in contexts]
    why = person.emotional_why.strip().rstrip(".")
    parts.append(say("why", why=why) if why else say("no_why"))
    parts.append(_guess(case, guess))
    return parts


def _guess(case: Case, guess: Guess) -> str:
    if not guess.text:
        return NOTHING_YET if case.is_first else sayer(case.seed)("guess_open")
    say = sayer(case.seed)
    return stop(say("guess", status=guess.status.value, guess=after_colon(guess.text)))


def _answers(case: Case) -> list[str]:
    """Some of their own answers, word for word, and the sentence from home."""
    options = {o.id: o.text for q in load_onboarding().questions for o in q.options}
    given = {
        asked: case.person.answers[name]
        for name, asked in _ASKED.items()
        if case.person.answers.get(name, "none") in options
        and not case.person.answers[name].endswith("none")
    }
    by_question = {asked: options[name].strip('“”"').rstrip(".") for asked, name in given.items()}
    say, parts, chosen = sayer(case.seed), list[str](), _telling(given, case)
    if len(chosen) >= PAIR:
        q_a, q_b = chosen[:PAIR]
        a, b = by_question[q_a], by_question[q_b]
        parts.append(say("answers", q_a=q_a, a=a, q_b=q_b, b=b))
    parts += [
        say("answer", q_a=asked, a=by_question[asked])
        for asked in chosen[2 if len(chosen) > 1 else 0 :]
    ]
    home = case.person.answers.get(_HOME_QUESTION, "")
    if home in options and not home.endswith("none"):
        said = options[home].strip('“”"').rstrip(".")
        parts.append(stop(say("home", a=f"“{said}”")))
    return parts


def _telling(given: dict[str, str], case: Case) -> list[str]:
    """Return which answers are told: those that lean another way than the lead habit go first."""
    lead = case.person.tension.value if case.person.tension else ""
    apart = [asked for asked, name in given.items() if not name.endswith(lead)]
    others = [asked for asked in picked(list(given), case.seed, len(given)) if asked not in apart]
    return [*apart, *others][:SHOWN_ANSWERS]
