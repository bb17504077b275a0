"""Words from outside, made safe to store on both databases and otherwise left alone.

Nothing is normalised or escaped: what a person typed comes back byte for byte. What neither
PostgreSQL nor JSON can hold (NUL, lone surrogates) is refused, so that both databases agree.
"""

from __future__ import annotations

import unicodedata

from coaching.errors import InvalidInput

MAX_MESSAGE = 8_000
_INVISIBLE = {"Cf", "Cc", "Zs", "Zl", "Zp"}


def clean_text(
    field: str, raw: object, *, maximum: int = MAX_MESSAGE, may_be_empty: bool = False
) -> str:
    """Return the text without its outer white space, or say what is wrong with the field."""
    if not isinstance(raw, str):
        raise InvalidInput({field: "has to be text"})
    if "\x00" in raw:
        raise InvalidInput({field: "must not contain the NUL character"})
    try:
        raw.encode()
    except UnicodeEncodeError:
        raise InvalidInput({field: "contains half a character (a lone surrogate)"}) from None
    text = raw.strip()
    if len(text) > maximum:
        raise InvalidInput({field: f"is {len(text)} characters long, at most {maximum} fit"})
    if _INVISIBLE.issuperset(map(unicodedata.category, text)):
        if may_be_empty:
            return ""
        raise InvalidInput({field: "is empty"})
    return text
