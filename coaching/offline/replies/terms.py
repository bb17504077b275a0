"""What money words mean: a sentence of general knowledge each, never advice."""

from __future__ import annotations

import re
from functools import cache

from coaching.offline.replies.patterns import compiled, read
from coaching.text.words import sentences, words

ASKS = 4
_OPENS = re.compile(
    r"^(?:and |so |but |ok(?:ay)? |hey |hi |um |wait |sorry |just |quick question[,:. ]+|"
    r"question[,:. ]+|y |bueno |oye |"
    r"pero |una (?:duda|pregunta|consulta)[,:. ]+|consulta[,:. ]+|disculpa )*[¿]?(?:how|what|"
    r"which|when|who|whats|"
    r"do|does|did|can|could|will|would|is|are|am|must|may|if|que|cual|cuales|como|cuando|"
    r"cuant[oa]s?|quien|"
    r"tengo que|debo|hay que|puedo|pueden?|me pueden?|se puede|es|son|hace falta|conviene|sirve|"
    r"si|por ?que|"
    r"cada cuanto|hasta cuando|desde cuando|en que|a cuanto|de cuanto|difference between|"
    r"diferencia entre)\b"
)
_PLAIN = re.compile(
    r"^(?:and |so |but |ok(?:ay)? |hey |um |y |bueno |oye |pero )*(?:how (?:much|many|long|"
    r"often|high|does|do|is|are)"
    r"|what(?:.?s| is| are| does)|do i (?:have|need|pay)|does|can (?:they|i|a|my|the|you)|"
    r"is there|are there|"
    r"difference between|diferencia entre|que (?:es|son|significa)|como (?:funciona|se calcula)|"
    r"cuant[oa]s?|"
    r"tengo que|hay que|me pueden?|pueden|se puede|puedo|cual es)\b"
)
"""Questions that are clear without a question mark."""
_DEFINES = re.compile(
    r"\b(?:what(?:.?s| is| are| does| do)?|explain|define|meaning of|difference between|"
    r"how (?:does|do|is|are)|"
    r"que (?:es|son|significan?|quiere decir|pasa si)|explicame|me explicas|como (?:funcionan?|"
    r"se calculan?)|"
    r"diferencia entre)\b(.*)"
)
_COMPARES = re.compile(r"\b(?:difference between|diferencia entre)\b")
_PAIRS = re.compile(r"\b(?:gross|net|bruto|neto|liquido|debit|debito)\b")
_INSIDE = re.compile(
    r"\b(?:on|for|of|with|if|when|after|from|en|con|por|para|del?|sobre|si|cuando)\b"
)
_KEEPS = re.compile(
    r"^\W*(?:happens|pasa)?\W*(?:if|when|si|cuando)\b|\bonly (?:pay|make)|\bsolo pago"
)
_OWN = re.compile(
    r"\b(?:should i|feel\w*|scared|afraid|ashamed|help me|what if|how (?:do|can|could|"
    r"should) (?:i|we|you|people|ppl)"
    r" (?:stop|start|deal|cope|face|tell|talk|say|get over|get out|manage|handle|even|ever|calm)|"
    r"what (?:should|can|could|would) (?:i|you|we) (?:do|say|try)|why (?:do|am|can.?t) i|"
    r"que hago|deberia|"
    r"que puedo hacer|me siento|miedo|ayud\w+|como (?:hago|dejo|le digo|manejo|evito|paro|"
    r"empiezo|salgo)|y si|"
    r"por ?que (?:siempre|no puedo|soy|me|gasto|compro)|toney|this app|esta app|am i (?:normal|"
    r"crazy|bad)|"
    r"(?:first|next|good|best|small) (?:step|way|thing)|tips?|advice|anything|consejos?|idea|"
    r"is (?:it|this) normal|es normal|going to be|voy a estar|enough|my (?:husband|wife|partner|"
    r"boss|mum|mom)|"
    r"do you|are you|can you|could you|will you|would you|puedes|podrias|eres)\b"
)
_ABOUT = re.compile(
    r"\b(?:loans?|tax\w*|rates?|fees?|accounts?|credit|debts?|insurance|deposits?|bank\w*|"
    r"payments?|payslips?|"
    r"charges?|savings|pensions?|benefits?|universal credit|rent|deposit|mortgages?|interest|"
    r"overdrafts?|apr|isas?|"
    r"inflation|wages?|salar(?:y|ies)|minimum wage|allowance|refunds?|vat|cards?|instal?ments?|"
    r"klarna|default\w*|"
    r"ccjs?|bailiffs?|collectors?|bonds?|shares|stocks|funds?|annuit\w+|equity|guarantors?|"
    r"credit (?:score|file)|"
    r"statements?|direct debits?|standing orders?|bankrupt\w*|iva|dro|grants?|student loans?|"
    r"council tax|bills?|"
    r"premiums?|currency|exchange|money|owe|owed|budget\w*|net pay|gross|"
    r"prestamos?|impuestos?|tasas?|cuentas?|creditos?|deudas?|seguros?|depositos?|bancos?|"
    r"pagos?|comision\w*|"
    r"ahorros?|pension\w*|afp|hipotecas?|interes\w*|cuotas?|sueldos?|salarios?|inflacion|uf|ipc|"
    r"tarjetas?|"
    r"embarg\w+|dicom|subsidios?|bonos?|finiquito|arriendo|alquiler|renta|aval|boletas?|"
    r"facturas?|iva|"
    r"presupuesto|plata|dinero|repact\w+|cae|jubila\w+|declar\w+|deben?|debo|cobran?|girar|"
    r"giros?|cajero|atm|withdraw\w*|transfer\w*|fondos?|acciones|plazo fijo)\b"
)
_MONEY = re.compile(
    r"\b(?:loans?|tax\w*|rates?|fees?|accounts?|credit|debts?|insurance|deposits?|bank\w*|"
    r"payments?|"
    r"charges?|savings|prestamo|impuesto|tasa|cuenta|credito|deuda|seguro|deposito|banco|pago|"
    r"comision|ahorro)\b"
)


def meaning(folded: str) -> dict[str, str] | None:
    """Return what the money word means that a question is about, by language."""
    asked = _DEFINES.search(folded)
    if asked is None:
        return None
    rest = asked.group(1)
    if _COMPARES.search(folded) and not _PAIRS.search(folded):
        return None
    subject = rest if _KEEPS.search(rest) else _INSIDE.split(rest, maxsplit=1)[0]
    rows = ((known, row) for known, row in _terms() if "whole" not in row)
    return next((row for known, row in rows if known.search(subject)), None)


def asked_whole(folded: str) -> dict[str, str] | None:
    """Return the answer to a question that many people ask, by language."""
    rows = ((known, row) for known, row in _terms() if "whole" in row)
    return next((row for known, row in rows if known.search(folded)), None)


def is_asked(folded: str, text: str) -> bool:
    """Return True if somebody asks how money, its rules or its costs work."""
    begins = _OPENS.search(folded) is not None
    asks = "?" in text or (_PLAIN.search(folded) is not None and len(words(text)) >= ASKS)
    sentence = next((one for one in reversed(sentences(folded)) if "?" in one), folded)
    return (
        asks
        and (begins or _OPENS.search(sentence) is not None)
        and _ABOUT.search(sentence) is not None
        and _OWN.search(sentence) is None
    )


def is_about_money(folded: str) -> bool:
    """Return True if a question has a word of money in it, known or not."""
    known = any(one.search(folded) for one, _ in _terms())
    return known or _MONEY.search(folded) is not None


@cache
def _terms() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    return [(compiled(row["words"]), row) for row in read("facts.toml").values()]
