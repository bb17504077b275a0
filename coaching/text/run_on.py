"""The clauses of a text that was typed on a phone: run-on, without full stops or capitals.

`so i told him lol anyway rent goes up in jan` has three. A rule that looks at the whole of it would
let the `lol` speak for the rent. A clause without a subject of its own belongs to the one before.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise

_NO_CUT_AFTER = """
    that if when while because cos coz cuz bc what how why where who which as than like said say
    says saying told tell me think thinks thought know knows knew feel felt guess hope wish swear
    mean suppose reckon reckons believe imagine pretend decided promise promised bet see saw realise
    realised realize realized until til till after before once since and but or so though everything
    anything all thing way time day money sure glad afraid scared worried sorry case whether unless
    does do did is are was were have has had can could will would should must might says goes went
    be not even never maybe perhaps probably prob probs possibly apparently
    ngl tbh much many que q si cuando porque ni y o pero
    """
_SUBJECT = (
    r"(?:i|im|i'm|ive|i've|ill|i'll|id|i'd|we|we're|weve|we've|he|hes|he's|she|shes|she's|they"
    r"|theyre|they're|it|its|it's|that|thats|that's|this|there|theres|there's|my|our|his|her|their"
    r"|the|a|u|you|your|ur|yo|él|ella|ellos|mi|mis|su|sus|me|nos|le|les|se|no|ya|el|la|los|las|un"
    r"|una)\b"
)
_ALONE = (
    r"(?:i|im|i'm|ive|i've|ill|i'll|id|i'd|we|we're|weve|we've|he|hes|he's|she|shes|she's|they"
    r"|theyre|they're|its|it's|thats|that's|theres|there's)\b"
)
_HARD = re.compile(
    r"[!?…;\n()]+|\.(?!\d)|\s[-–—]\s|\b(?:ha(?:ha)+h?|lo+l|lmf?ao|rofl|jaja+|jeje+)\b"
    r"|[\U0001f300-\U0001faff\u2600-\u27bf]+|\b(?:tho|though|any ?more)\b(?=\s)",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?:but|anyways?|btw|also|plus|except|pero|aunque|además|así que|o sea)\b", re.IGNORECASE
)
_JOINED = re.compile(
    rf"(?:,|\b(?:and|or|so|then|because|cos|coz|cuz|bc|while|although|whereas|y|o|porque)\b)"
    rf"(?=\s*(?:then |now |also )?(?:(?:if|when|si|cuando)\b|{_SUBJECT}))",
    re.IGNORECASE,
)
_RUN_ON = re.compile(rf"(?P<word>[^\W_]+(?:'[^\W_]+)*)\s+(?={_ALONE})", re.IGNORECASE)
_BREAK = re.compile(r"\b(?:but|anyways?|btw|also|plus|actually|pero|aunque)\b", re.IGNORECASE)


def clause_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the clauses begin and end that a stretch of a text touches."""
    cuts = _cuts(text)
    first = max((cut for cut in cuts if cut <= start), default=0)
    last = min((cut for cut in cuts if cut >= end), default=len(text))
    return first, last


def clauses(text: str) -> list[str]:
    """Return the clauses of a text; commas divide, but for those in a number (`1,450`)."""
    marks = [
        0,
        *sorted({*_cuts(text), *(m.end() for m in re.finditer(r",(?!(?<=\d,)\d)", text))}),
        len(text),
    ]
    return [text[a:b] for a, b in pairwise(marks) if text[a:b].strip()]


def scope_end(text: str, start: int) -> int:
    """Return where something ends that holds for what follows it, such as `what if`."""
    found = _BREAK.search(text, start)
    return found.start() if found else len(text)


@cache
def _no_cut_after() -> frozenset[str]:
    """Return the words after which a subject goes on with the same clause."""
    return frozenset(_NO_CUT_AFTER.split())


@lru_cache(maxsize=256)
def _cuts(text: str) -> tuple[int, ...]:
    plain = text.replace("’", "'")
    cuts = {end for match in _HARD.finditer(plain) for end in match.span()}
    cuts |= {match.start() for match in _STRONG.finditer(plain)}
    cuts |= {match.start() for match in _JOINED.finditer(plain)}
    for match in _RUN_ON.finditer(plain):
        if match["word"].casefold() not in _no_cut_after():
            cuts.add(match.end())
    return tuple(sorted(cuts))
