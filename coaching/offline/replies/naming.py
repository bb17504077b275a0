"""The people and things that a message names, as they can be said: `your sister`.

Naming is safe where understanding isn't: the words were in the message. The lists are closed and
are in `naming.toml`, so that each has the right article and gender.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from coaching.offline.replies.texts import compiled, group, pattern, read
from coaching.offline.replies.turn import fold
from coaching.text.words import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST, BACK = 2, 3  # names of a reply, and words before one that may say whose it is
SHORT, RECENT = 15, 3  # words of a message about whatever it names, messages that name `she`
PEOPLE = frozenset({"she", "he", "they"})
_AND = {"en": "{} and {}", "es": "{} y {}"}
_TUS = dict.fromkeys(("mis", "nuestros", "nuestras"), "tus")
_YOURS = {"my": "your", "our": "your", "mi": "tu", "nuestro": "tu", "nuestra": "tu", **_TUS}
_THEIRS = ("your", "tu")  # how a person is named that is theirs and nobody else’s
_OTHERS = {"her", "his", "their"}
_MANY = {"el": "los", "la": "las"}
_ENDS = group("naming_articles")
_LIKED = group("naming_liked")
"""Words between `my` and a person that are said again: `your older sister`."""
_PETS, _MONEY = group("naming_pets"), group("naming_money")
_MAYBE = frozenset(("would", "might", "could", "if", "like", "si", "como"))
_WORDS = re.compile(r"[a-z0-9']+|[^\sa-z0-9']")
_NAME = re.compile(r" ([A-ZÁÉÍÓÚ][a-záéíóúñ]+)\b")
_DENIED, _LAST_DET, _SOMEBODY, _STRANGER = (
    pattern(f"naming_{name}") for name in ("denied", "determiner", "somebody", "stranger")
)
_PRONOUNS = {kind: pattern(f"naming_{kind}") for kind in ("she", "he", "they")}


@dataclass(frozen=True, slots=True)
class Named:
    """One name: how it is said, where it was, and whom or what it is."""

    said: str
    kind: str
    at: int


@dataclass(frozen=True, slots=True)
class Names:
    """What a message names: the last person and the last thing."""

    who: str = ""
    thing: str = ""
    language: str = "en"
    is_clear: bool = True

    @property
    def x(self) -> str:
        """Both, or the one that there is; nothing where more are named."""
        if not self.is_clear:
            return ""
        return joined([one for one in (self.who, self.thing) if one], self.language)


def joined(names: Sequence[str], language: str) -> str:
    """Return one or two names as one piece of a sentence."""
    return _AND[language].format(*names) if len(names) == MOST else "".join(names[:1])


def names(text: str, language: str, *, before: Iterable[str] = (), tired_of: str = "") -> Names:
    """Return what to name, by a pronoun from `before`, newest first; not what `tired_of` has."""
    found = [one for one in _found(text, language) if one.said not in tired_of]
    people = [one for one in found if one.kind in PEOPLE and one.said.startswith(_THEIRS)]
    things = [one for one in found if one.kind not in PEOPLE]
    things = [one for one in things if one.kind == "event"] or things
    who = people[-1].said if people else _meant(fold(text), before, language, tired_of)
    thing = things[-1].said if things else ""
    is_sure = bool(people) or not who or len(text.split()) <= SHORT
    is_clear = len(people) <= 1 and len(things) <= 1 and all(_is_main(one, text) for one in found)
    return Names(who, thing, language, is_clear and is_sure)


def _is_main(one: Named, text: str) -> bool:
    """Return True if a message is about a name: a long one is about what it begins with."""
    spans = sentence_spans(text) or [(0, len(text))]
    if len(spans) == 1 and len(text.split()) <= SHORT:
        return True
    place = next((at for at, span in enumerate(spans) if span[0] <= one.at <= span[1]), 0)
    before = fold(text[spans[place][0] : one.at]).split()
    if one.kind == "event":
        return _MAYBE.isdisjoint(before)
    is_money = one.said.split()[-1] in _MONEY
    is_telling = is_money or (one.kind in PEOPLE and len(before) <= BACK)
    return is_telling and place == 0 and _MAYBE.isdisjoint(before)


def _meant(folded: str, before: Iterable[str], language: str, tired_of: str) -> str:
    """Return the person whom `she`, `he` or `they` means: the only one named before."""
    is_open = language == "es" and _SOMEBODY.search(folded) is not None
    for text in before:
        for one in _found(text, language):
            called = one.said.split()[-1]
            if one.kind in PEOPLE and called[0].isupper() and fold(called) in folded.split():
                return "" if called.lower() in tired_of else called
    wanted = [kind for kind, known in _PRONOUNS.items() if is_open or known.search(folded)]
    near = [one for text in [*before][:RECENT] for one in _found(text, language)]
    theirs = [one for one in near if one.said.startswith(_THEIRS)]
    fits = {one.said for one in theirs if one.kind in wanted}
    if wanted and not fits:  # him or her may be a partner
        fits = {one.said for one in theirs if one.kind == "they" and one.said[-1] != "s"}
    is_one = len(fits) == 1 and not any(one.said.split()[-1] in _PETS for one in near)
    named = next(iter(fits)) if is_one and not _STRANGER.search(folded) else ""
    return "" if named in tired_of else named


def _found(text: str, language: str) -> list[Named]:
    """Return all names of a text in their order, each once."""
    folded = fold(text)
    found: dict[str, Named] = {}
    for match in _all_names(language).finditer(folded):
        if one := _named(match, text, folded, language):
            found.setdefault(one.said, one)
    for said, known in _events(language):
        if match := known.search(folded):
            found.setdefault(said, Named(said, "event", match.start()))
    return sorted(found.values(), key=lambda one: one.at)


def _named(match: re.Match[str], text: str, folded: str, language: str) -> Named | None:
    kind, said = _table(language)[match["word"]]
    plural = bool(match["many"])
    own, det, liked = _det(folded[: match.start()], language)
    if kind in PEOPLE:
        return _person(kind, said, (own, det, liked), match, text, language)
    before = folded[: match.start()]
    is_no_thing = kind == "bound" and (plural or not _is_bound(before))
    if is_no_thing or _DENIED.search(_LAST_DET.sub("", before)):
        return None
    if kind == "name":
        return Named(said, kind, match.start())
    if plural:
        said = _many(said, language)
    return Named(f"{_article(kind, said, own, language, plural=plural)}{said}", kind, match.start())


def _is_bound(before: str) -> bool:
    """Return True if an article or a `my` is right before, so that a word is no verb."""
    last = (_WORDS.findall(before) or [""])[-1]
    return last in _ENDS - {"no"} or last in _YOURS or last in _OTHERS


def _person(
    kind: str,
    said: str,
    found: tuple[str, str, str],
    match: re.Match[str],
    text: str,
    language: str,
) -> Named | None:
    own, det, liked = found
    if own and _DENIED.search(fold(text)[: match.start()].rsplit(own, 1)[0]):
        return None
    is_bare = match["word"] in _bare(language)
    if not own and not (is_bare and not det):
        return None
    whose = _YOURS.get(own, own) if own else ("your" if language == "en" else "tu")
    said = f"{said}{'s' if match['many'] and not said.endswith('s') else ''}"
    if language == "es" and said.endswith("s") and whose == "tu":
        whose = "tus"
    middle = f"{liked} " if liked else ""
    is_as_long = len(text) == len(fold(text))
    called = _NAME.match(text[match.end() :]) if is_as_long else None
    name = f" {called[1]}" if called and own in _YOURS else ""
    return Named(f"{whose} {middle}{said}{name}", kind, match.start())


def _det(before: str, language: str) -> tuple[str, str, str]:
    """Return whose it is (`my`, `her`), another article, and a word between that can be said."""
    liked = ""
    for word in reversed(_WORDS.findall(before)[-BACK:]):
        if word in _YOURS or word in _OTHERS:
            return word, "", liked
        if word in _ENDS or word.isdigit() or word.endswith("'s"):
            return "", word, ""
        if not word[0].isalnum() or "'" in word or word in _table(language):
            return "", "", ""
        liked = word if word in _LIKED else liked
    return "", "", liked


def _article(kind: str, said: str, own: str, language: str, *, plural: bool) -> str:
    if language == "en":
        return f"{_YOURS.get(own, own) or 'the'} "
    if own in _YOURS:
        return "tus " if plural or kind in {"los", "las"} else "tu "
    if kind == "bound":
        kind = "el" if said.endswith("o") else "la"
    return f"{_MANY.get(kind, kind) if plural else kind} "


def _many(said: str, language: str) -> str:
    if language == "en":
        return said if said.endswith("s") else f"{said}s"
    if said.endswith("ón"):
        return f"{said[:-2]}ones"
    return f"{said}s" if said[-1] in "aeiouáéíóú" else f"{said}es"


@cache
def _events(language: str) -> list[tuple[str, re.Pattern[str]]]:
    rows = read("naming.toml")["events"][language].items()
    return [(said, compiled(known)) for said, known in rows]


@cache
def _bare(language: str) -> frozenset[str]:
    return frozenset(str(read("naming.toml")[language]["bare"]).split())


@cache
def _table(language: str) -> dict[str, tuple[str, str]]:
    """Return the kind of each word and how it is said."""
    found: dict[str, tuple[str, str]] = {}
    for kind, line in read("naming.toml")[language].items():
        for entry in line.split() if kind != "bare" else ():
            word, _, said = entry.replace("_", " ").partition("=")
            named = {"names": "name", "things": "thing"}.get(kind, kind)
            found[word.lower()] = (named, said or word)
    return found


@cache
def _all_names(language: str) -> re.Pattern[str]:
    every = "|".join(re.escape(one) for one in sorted(_table(language), key=len, reverse=True))
    many = "e?s" if language == "es" else "s"
    return re.compile(rf"\b(?P<word>{every})(?P<many>{many})?\b(?!-)")
