"""How somebody who writes Spanish addresses others: tú, usted or vos."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

USUAL = "tú"
_SAY_VOS = frozenset({"AR", "PY", "UY"})
_ZONES_OF_VOS = (
    "America/Argentina/",
    "America/Buenos_Aires",
    "America/Asuncion",
    "America/Montevideo",
)
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”]*”|«[^»]*»")
_SIGNS = {
    "usted": re.compile(
        r"\busted\b|\b(?:d[ií]game|cu[eé]nteme|ay[uú]deme|expl[ií]queme|disculpe|perdone|f[ií]jese)\b"
        r"|\b(?:oiga|perm[ií]tame)\b|\bno me (?:lo )?va a creer\b|\bme entiende ?\?"
        r"|\bme (?:puede|podr[ií]a) (?:ayudar|decir|explicar)\b"
        r"|(?<!no )(?<!nunca )\b(?:se lo|le) (?:cuento|confieso|comento)\b(?! (?:\w+ )?al? )"
        r"|(?:^|[.!?:;,] ?|\b(?:y|ah|pues|bueno|mire) )le (?:voy a (?:contar|decir|confesar)"
        r" (?:algo|una cosa|otra cosa|un secreto|esto)|soy sincer[oa]|dejo,)(?! (?:\w+ )?al? )"
        r"|(?:^|[.!?:;,] ?|\b(?:y|que|creo) )le (?:dije|he dicho|hab[ií]a dicho) mal\b"
        r"|\ble (?:escribo (?:porque|para|desde|otra vez|de nuevo)"
        r"|pido que (?:quede|no lo|no se lo))\b"
        r"|(?:^|[.!?] )mire,|\bque pase (?:un )?buen[oa]?s?\b"
        r"|(?:^|[.!?] )como le (?:coment[eé]|dec[ií]a),"
        r"|\b(?:recu[eé]rd|d[eé]s[eé]|m[aá]nd|av[ií]s|ens[eé]ñ|d[eé]j|esp[eé]r|recomi[eé]nd|h[aá]bl|perd[oó]n"
        r"|disc[uú]lp)eme\b|\b(?:h[aá]g|p[oó]ng|tr[aá]ig|cr[eé])ame\b"
        r"|\bno me l[oa]s? (?:guard|apunt|anot|tom)e\b"
        r"|\b(?:qu[eé]|c[oó]mo) (?:opina|cree) ?\?",
        re.IGNORECASE | re.MULTILINE,
    ),
    "vos": re.compile(
        r"\bvos\b|\b(?:sos|ten[eé]s|pod[eé]s|quer[eé]s|sab[eé]s|cre[eé]s|dec[ií]me|contame|fijate|ponele"
        r"|acordás|mirá)\b"
        r"(?<!\bcrees)(?<!\bsabes)(?<!\btenes)",
        re.IGNORECASE,
    ),
    USUAL: re.compile(
        r"\b(?:t[uú]|ti|contigo)\b|\b(?:tienes|puedes|podr[ií]as|quieres|sabes|crees|eres|dime"
        r"|cu[eé]ntame|ay[uú]dame|expl[ií]came|opinas|piensas"
        r"|(?:recu[eé]rd|d[eé]s[eé]|m[aá]nd|av[ií]s|ens[eé]ñ|d[eé]j|esp[eé]r|h[aá]bl|perd[oó]n)ame)\b",
        re.IGNORECASE,
    ),
}


def address_of(texts: Iterable[str]) -> str:
    """Return the form of address they use most: `tú`, `usted` or `vos`; empty if none shows.

    Words in quotation marks were said to somebody else.
    """
    said = _QUOTED.sub(" ", "\n".join(texts))
    counts = {form: len(sign.findall(said)) for form, sign in _SIGNS.items()}
    form = max(counts, key=lambda each: (counts[each], each == USUAL))
    return form if counts[form] else ""


def usual_address(country: str | None, zone: str) -> str:
    """Return what friends say where somebody lives, by the time zone if no country is known."""
    is_vos = country in _SAY_VOS if country else zone.startswith(_ZONES_OF_VOS)
    return "vos" if is_vos else USUAL
