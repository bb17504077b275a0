"""The things and people that a message names, in a few words."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from coaching.offline.replies.turn import fold

if TYPE_CHECKING:
    from coaching.offline.replies.turn import Turn

LONGEST = 60  # words; a longer message names too much
MOST = 2  # names in one reply
BACK = 3  # messages that a short one may go on about
_MONEY = re.compile(
    r"[£$€]|\d{2,}|\b(?:pay(?:s|ing)?|paid|costs?|costing|ow(?:e|es|ing)|afford\w*|pric[ey]\w*|"
    r"prices|expensive|fees?|spend\w*|spent|charged?|money|cash|overdue|cheap\w*|quid|pounds|"
    r"euros|dollars|saving|savings|loan|debts?|credit cards?|overdraft|borrow\w*|lent|wages?|"
    r"retire\w*|bills?|salary|broke|skint|rent|pag\w+|cuestan?|costo|cobr\w+|car[oa]s?|plata|"
    r"dinero|gast\w+|lucas|pesos|mil|alcanza|subio|subieron|deud\w+|debo|debe|prest\w+|ahorr\w+|"
    r"tarjetas?|cuotas|a plazos|sueldo|ventas|compr\w+|jubil\w+|went up|gone up|going up)\b"
)
_ACCENTS = {"mama": "mamá", "papa": "papá", "tia": "tía", "tio": "tío"}
_AND, _YOUR = {"en": " and ", "es": " y "}, {"en": "your", "es": "tu"}


@dataclass(frozen=True, slots=True)
class _Table:
    things: tuple[tuple[re.Pattern[str], dict[str, str]], ...]
    people: re.Pattern[str]


def about(turn: Turn) -> str:
    """Return what a message about money names, as `your sister and the rent`, else "".

    Once money was spoken of, messages that don't name it are about it, too.
    """
    spoken = (turn.text, *turn.said[-BACK:])
    if turn.count > LONGEST or not any(_MONEY.search(fold(text)) for text in spoken):
        return ""
    return _named(turn.text, turn.language)


def before(turn: Turn) -> str:
    """Return what the last messages about money were about."""
    told = (text for text in turn.said[: -BACK - 1 : -1] if _MONEY.search(fold(text)))
    named = (_named(text, turn.language) for text in told)
    return next(filter(None, named), "")


def _named(text: str, language: str) -> str:
    folded, table = fold(text), _table()
    found = [(m.start(), _person(m[1], language)) for m in table.people.finditer(folded)]
    hits = ((words.search(folded), label[language]) for words, label in table.things)
    found += [(hit.start(), label) for hit, label in hits if hit]
    names = dict.fromkeys(name for _, name in sorted(found))
    return _AND[language].join(list(names)[:MOST])


def _person(word: str, language: str) -> str:
    own = _YOUR[language]
    many = language == "es" and word.endswith("s")
    name = _ACCENTS.get(word, word).removesuffix("'s")
    return f"{own}s {name}" if many else f"{own} {name}"


@cache
def _table() -> _Table:
    file = resources.files("coaching.offline.replies") / "topics.toml"
    data = tomllib.loads(file.read_text("utf-8"))
    things = tuple(
        (re.compile(rf"\b(?:{words})\b"), {"en": english, "es": spanish})
        for words, english, spanish in data["topics"]
    )
    return _Table(things, re.compile(rf"\b{data['people']}"))
