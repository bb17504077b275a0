"""A reply that can't be wrong: what the message does, by its own words, and whom or what it names.

The forms are in `naming.toml`, the most certain first. A feeling counts where it is the person's
own and isn't denied. No form is said twice running, and nothing that the last reply named.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from coaching.offline.replies import naming
from coaching.offline.replies.texts import compiled, group, pattern, read
from coaching.templates import filled
from coaching.text.words import sentences, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.offline.replies.naming import Names
    from coaching.offline.replies.turn import Turn

FRESH = 6  # replies in which the same form isn't said again
NEAR, BESIDE = 6, 4  # words before a feeling in which it may be denied or somebody else's
MOST_BARE = 1  # words before a feeling that is theirs without an “I”: “so tired”
STOPPED = group("forms_stopped")  # answers to somebody who wants no questions
FEELINGS = ("joy", "shame", "guilt", "fear", "anger", "sad", "tired", "lonely", "empty")
_SLOT = re.compile(r"\{(\w+)\}")
_AFTER = (" estoy", " me siento", " ando")
_CLAUSE = re.compile(r"[.,;:!?] ")
_OF = re.compile(r"\b([Dd]e|[Aa]) el\b")
_NOT, _OWN, _THEIRS = (pattern(f"forms_{name}") for name in ("not", "own", "theirs"))
_WHEN = {language: pattern(f"forms_when_{language}") for language in ("en", "es")}
_ACCENTS = {"manana": "mañana", "miercoles": "miércoles", "sabado": "sábado"}


def chosen(turn: Turn, *, asks: bool = True) -> tuple[str, str]:
    """Return the form of a message, and a reply that names what it is about."""
    slots = _slots(turn, named(turn, is_fresh=True))
    asks = asks and not turn.was(STOPPED, within=len(turn.replies) or 1)
    for name, doer in _fitting(turn):
        said = {key: one for key, one in (slots | doer).items() if one}
        if text := _fresh(name, turn, said, asks=asks):
            return name, text
    return "plain", _fresh("plain", turn, {}, asks=asks, fresh=1)


def named(turn: Turn, *, is_fresh: bool = False) -> Names:
    """Return what a message names; `is_fresh` leaves out what the last reply named."""
    tired_of = turn.replies[-1].text if turn.replies and is_fresh else ""
    before, tired_of = turn.said[::-1], tired_of.lower()
    return naming.names(turn.text, turn.language, before=before, tired_of=tired_of)


def practices(name: str) -> list[str]:
    """Return the exercises that fit a form, best first."""
    return str(_forms()[name].get("practice", "")).split()


def practices_for(folded: str, language: str) -> list[str]:
    """Return the exercises that fit what a message says, the most certain form first."""
    return [one for name in _forms() if _fits(name, folded, language) for one in practices(name)]


def does(turn: Turn, *names: str) -> bool:
    """Return True if a message has one of these forms."""
    return any(_fits(name, turn.folded, turn.language) for name in names)


def contracted(text: str) -> str:
    """Return Spanish with its contractions."""
    return _OF.sub(lambda two: f"{two[1]}l", text)


def _slots(turn: Turn, named: Names) -> dict[str, str]:
    found = _WHEN[turn.language].search(turn.folded)
    when = " ".join(_ACCENTS.get(one, one) for one in found["when"].split()) if found else ""
    if turn.language == "en" and when.endswith("day") and when != "on payday":
        when = f"on {when.removeprefix('on ').capitalize()}"
    slots = {"x": named.x, "who": named.who, "thing": named.thing * named.is_clear, "when": when}
    slots["only"] = named.who * (named.is_clear and not named.thing)
    return {name: said for name, said in slots.items() if said}


def _fitting(turn: Turn) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the forms that fit, with who does it, the most certain first."""
    parts = sentences(turn.folded)
    for name, row in _forms().items():
        for part in dict.fromkeys((*parts[-1:], turn.folded)):
            doer = _doer(name, part, turn.language) if "who" in row else ""
            if (doer or not row.get("who")) and _fits(name, part, turn.language):
                yield name, {"who": doer} if "who" in row else {}
    yield "plain", {}


def _doer(name: str, part: str, language: str) -> str:
    """Return who does what a form is about: a person named right beside its words."""
    cues = _patterns(language)[name][0]
    for found in cues.finditer(part) if cues else ():
        before = " ".join(_CLAUSE.split(part[: found.start()])[-1].split()[-BESIDE:])
        after = " ".join(part[found.end() :].split()[:BESIDE]) if language == "es" else ""
        for text in (before, after):
            if who := naming.names(text, language).who:
                return who
    return ""


def _fits(name: str, part: str, language: str) -> bool:
    cues, feels, no = _patterns(language)[name]
    if no is not None and no.search(part):
        return False
    if cues is not None and cues.search(part):
        return True
    return feels is not None and any(_is_own(part, one) for one in feels.finditer(part))


def _is_own(part: str, found: re.Match[str]) -> bool:
    """Return True if a feeling is theirs and not denied."""
    before = " ".join(words(part[: found.start()])[-NEAR:])
    if _NOT.search(" ".join(before.split()[-3:])):
        return False
    own, theirs = ([one.end() for one in known.finditer(before)] for known in (_OWN, _THEIRS))
    if own and theirs and theirs[-1] > own[-1]:
        return False
    is_after = part[found.end() :].startswith(_AFTER)
    return bool(own or is_after) or (len(before.split()) <= MOST_BARE and not theirs)


def _fresh(name: str, turn: Turn, slots: dict[str, str], *, asks: bool, fresh: int = FRESH) -> str:
    """Return the first text of a form that can be said and wasn't said lately."""
    for text in _forms()[name][turn.language]:
        if not set(_SLOT.findall(text)) <= slots.keys() or ("?" in text and not asks):
            continue
        pieces = [piece for piece in _SLOT.split(text)[::2] if words(piece)]
        if any(all(one in reply.text for one in pieces) for reply in turn.replies[-fresh:]):
            continue
        return contracted(filled(text, slots))
    return ""


@cache
def _forms() -> dict[str, dict[str, list[str]]]:
    return dict(read("naming.toml")["forms"])


@cache
def _patterns(language: str) -> dict[str, tuple[re.Pattern[str] | None, ...]]:
    def made(row: dict[str, Any], kind: str) -> re.Pattern[str] | None:
        found = row.get(kind, {}).get(language)
        return compiled(rf"\b(?:{found})\b" if kind == "feels" else found) if found else None

    return {
        name: (
            made(row, "cues"),
            made(row, "feels"),
            compiled(row["not"]) if "not" in row else None,
        )
        for name, row in read("naming.toml")["forms"].items()
    }
