"""Stage directions as lines: what somebody who is only described would write.

Words in quotes are said as they stand; `says …`, `asks …`, `names …` become plain lines in the
first person; what is left is looked up in a table (`directions.toml`). A line comes once in a talk.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from coaching.evals.stories.form import Beat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TABLE = Path(__file__).with_name("directions.toml")
EVERY = 3
"""So often a line begins with a word of theirs."""
A_THING = 2
"""Words that name a thing instead of telling something."""
FALLBACK, CLOSED, FAREWELL = "fallback", "closed", "farewell"

_ANY_CASE = re.IGNORECASE
_QUOTED = re.compile(r"(?:^|(?<=[\s:(,]))['\"“‘](.+?)['\"”’](?=$|[\s.,;:)!?])")
_PARTS = re.compile(r";\s+(?=(?:[^'\"]*['\"][^'\"]*['\"])*[^'\"]*$)")
_IF = r"(?:only )?(?P<how>if|when|unless|after|si|cuando) (?P<when>[^:]+)"
_BEFORE = re.compile(rf"^{_IF}: ", _ANY_CASE)
_BEHIND = re.compile(rf",? (?:but )?{_IF}$", _ANY_CASE)
_TIMES = re.compile(
    r"\s*\b(?:(twice|often|dos veces)|(three times|tres veces)|x ?(\d))\b", _ANY_CASE
)
_REPLIES = re.compile(r"(one[- ]word|short) (replies|answers)", _ANY_CASE)
_SAYS = re.compile(
    r"^(?:quietly |finally |then |also )?(?:says?|mentions?|tells?|admits?|confesses|reveals?|"
    r"discloses?|explains?|describes?|brings up|reports?|dice|cuenta|admite|reconoce|menciona)"
    r"(?: that| que)?:? (?P<what>.+)$",
    _ANY_CASE,
)
_ASKS = re.compile(r"^(?:asks?|wonders?|pregunta)(?: that)?:? (?P<what>.+)$", _ANY_CASE)
_NAMES = re.compile(r"^(?:names?|nombra) (?P<what>[^:]+)", _ANY_CASE)
_ACCEPTS = re.compile(r"^(?:accepts?|agrees to|acepta) (?P<what>.+)$", _ANY_CASE)
_ASKED = re.compile(r"^(?:what|how|why|who|when|where|which|can|is|are|do|does)\b", _ANY_CASE)
_CLAUSE = re.compile(r"\b(?:is|are|was|were|has|had|have|got|gets|used|wants|feels?|lost|keeps?)\b")
_BARE = re.compile(r"[a-z]+ (?:is|are|was|were|has|had|got|gets|used)\b")
_KIN = {"mum", "mom", "mother", "dad", "father", "sister", "brother", "partner", "husband", "wife"}
_NO_ARTICLE = {"a", "an", "the", "my", "i", "it", "this", "that", "there", "he", "she", "we"}
_OWN = {"she": "her", "he": "his", "they": "their"}
_VERBS = {
    "is": "am",
    "has": "have",
    "does": "do",
    "was": "was",
    "isn't": "am not",
    "hasn't": "haven't",
    "doesn't": "don't",
}
_MODAL = re.compile(
    r"^(?P<ask>\w+) (?:she|he|they) (?P<verb>should|could|can|would|must) (?P<what>.+)"
)
_INDIRECT = re.compile(r"^(?:asks?|wonders?|pregunta) (?:if|when|si|cuando)\b", _ANY_CASE)
_PLURAL = re.compile(r"[^s]s$")


@dataclass(slots=True)
class Director:
    """Turns the directions of one person into lines, each used once.

    `voice` is how they are described to write; `pronoun` is how they are spoken of.
    """

    language: str
    voice: str = ""
    pronoun: str = "they"
    lowers: bool = False
    _used: set[str] = field(default_factory=set[str])
    _spoken: int = 0

    def beats(self, text: str) -> Iterator[Beat]:
        """Yield what one direction of the file comes to; words in quotes stay as they are."""
        for part in filter(None, _PARTS.split(text.strip())):
            body, times = _times(part)
            body, when = _condition(body)
            closed = self._from(CLOSED) if when else []
            lines = self._lines(body, times)
            yield Beat(lines=lines, when=when, otherwise="".join(closed), about=text)

    def farewell(self) -> Beat:
        """Return how they leave."""
        return Beat(lines=self._from(FAREWELL))

    def opens(self, line: str) -> None:
        """Take note of a line that stands already, so that it isn't said again."""
        self._used.add(line.casefold())

    def _lines(self, body: str, times: int) -> list[str]:
        if quoted := _QUOTED.findall(body):
            return [line for line in quoted if self._is_new(line)]
        for pattern, speak in self._verbs():
            found = pattern.match(body)
            line = speak(found["what"].strip(" .")) if found else ""
            if line:
                return [self._in_voice(line)] if self._is_new(line) else self._from(FALLBACK)
        return [line for _ in range(times) for line in self._from(self._group(body))]

    def _verbs(self) -> tuple[tuple[re.Pattern[str], Callable[[str], str]], ...]:
        return (
            (_ASKS, self._asks),
            (_NAMES, self._names),
            (_ACCEPTS, self._accepts),
            (_SAYS, self._says),
        )

    def _says(self, what: str) -> str:
        if self.language == "es":
            what = re.sub(r"\bsu\b", "mi", re.sub(r"\b(de|a|con) (?:ella|él)\b", r"\1 mí", what))
        own = _OWN[self.pronoun]
        first, _, rest = what.partition(" ")
        if first.lower() in {"she", "he", "they"} and first.lower() == self.pronoun:
            verb, _, tail = rest.partition(" ")
            what = f"I {_first_person(verb)} {tail}".strip()
        what = re.sub(rf"\b{own}\b(?= \w)", "my", what)
        if self.language == "en" and not _CLAUSE.search(what) and len(what.split()) <= A_THING:
            return f"Okay. There's {_with_article(what)}."
        if self.language == "en" and _BARE.match(what):
            what = _with_article(what)
        return f"{what[0].upper()}{what[1:]}."

    def _asks(self, what: str) -> str:
        if found := re.match(r"not to be (?P<how>.+)", what):
            return f"I don't want to be {found['how']}."
        if what.startswith("for "):
            return f"Can you give me {what[4:]}?"
        if what.startswith("to "):
            return f"Can I {what[3:]}?"
        if found := _MODAL.match(what):
            return f"{found['ask'].capitalize()} {found['verb']} I {found['what']}?"
        if what.startswith("about "):
            return f"What about {what[6:]}?"
        if what.startswith(("if ", "whether ", "si ")):
            wonder = "No sé si" if self.language == "es" else "I wonder if"
            return f"{wonder} {what.partition(' ')[2]}."
        if self.language == "es":
            return f"¿{what[0].upper()}{what[1:]}?"
        return f"{what[0].upper()}{what[1:]}?" if _ASKED.match(what) else ""

    def _names(self, what: str) -> str:
        return f"Es {what}." if self.language == "es" else f"It's {_with_my(what)}, I think."

    def _accepts(self, what: str) -> str:
        if self.language == "es":
            return f"Vale, {what}. Eso puedo probarlo."
        return f"Okay. {what[0].upper()}{what[1:]}, I could try that."

    def _group(self, direction: str) -> str:
        groups = _table()[self.language]
        for name, (cues, _) in groups.items():
            if any(re.search(cue, direction, re.IGNORECASE) for cue in cues):
                return name
        return FALLBACK

    def _from(self, group: str) -> list[str]:
        """Return the next line of a group that was not used, or of the fallback, or none."""
        groups = _table()[self.language]
        for name in (group, FALLBACK):
            lines = groups[name][1]
            if "few words" in self.voice.lower():
                lines = tuple(sorted(lines, key=len))
            for line in lines:
                if self._is_new(line):
                    return [self._cased(line) if group == FAREWELL else self._in_voice(line)]
        return []

    def _is_new(self, line: str) -> bool:
        key = line.casefold()
        if key in self._used:
            return False
        self._used.add(key)
        return True

    def _in_voice(self, line: str) -> str:
        """Return a line as this voice writes it: lower case, and now and then its own word."""
        self._spoken += 1
        words = [word for word in _QUOTED.findall(self.voice) if not word.endswith("?")]
        token = words[self._spoken // EVERY % len(words)] if words else ""
        if token and self._spoken % EVERY == 0 and not line.lower().startswith(token.lower()):
            line = f"{token[0].upper()}{token[1:]}, {_lower_first(line)}"
        return self._cased(line)

    def _cased(self, line: str) -> str:
        return line.lower().rstrip(".") if self.lowers else line


def _times(part: str) -> tuple[str, int]:
    found = _TIMES.search(part)
    if not found or _QUOTED.search(part):
        return part, 2 if _REPLIES.search(part) else 1
    _twice, thrice, digit = found.groups()
    times = int(digit) if digit else 3 if thrice else 2
    return (part[: found.start()] + part[found.end() :]).strip(), times


def _condition(part: str) -> tuple[str, list[str]]:
    for pattern in (_BEFORE,) if _INDIRECT.match(part) else (_BEFORE, _BEHIND):
        found = pattern.search(part)
        if found:
            body = (part[: found.start()] + part[found.end() :]).strip()
            negates = "not " if found["how"].lower() == "unless" else ""
            parts = re.split(r",\s*|\band\b|\bbut\b|\by\b", found["when"])
            return body, [f"{negates}{each.strip()}" for each in parts if each.strip()]
    return part, []


def _first_person(verb: str) -> str:
    if verb.lower() in _VERBS:
        return _VERBS[verb.lower()]
    return verb[:-1] if _PLURAL.search(verb) else verb


def _with_article(what: str) -> str:
    first = what.split(maxsplit=1)[0].lower()
    if first in _NO_ARTICLE:
        return what
    return f"{'my' if first in _KIN else 'the'} {what}"


def _with_my(what: str) -> str:
    first = what.split(maxsplit=1)[0].lower()
    if first in {"the", "a", "an", "my", "that", "being", "not"}:
        return what
    return f"the {what.partition(' ')[2]}" if first in {"her", "his", "their"} else f"my {what}"


def _lower_first(line: str) -> str:
    return line if re.match(r"I\b", line) else f"{line[0].lower()}{line[1:]}"


@cache
def _table() -> dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...]]]]:
    read = tomllib.loads(TABLE.read_text("utf-8"))
    return {
        language: {name: (tuple(g["cues"]), tuple(g["lines"])) for name, g in groups.items()}
        for language, groups in read.items()
    }
