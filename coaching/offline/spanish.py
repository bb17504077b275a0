"""Turning a Spanish clause from the first to the second person, as far as a short table goes."""

from __future__ import annotations

import re

_WORDS = {
    "yo": "tú",
    "mi": "tu",
    "mis": "tus",
    "me": "te",
    "mí": "ti",
    "conmigo": "contigo",
    "mío": "tuyo",
    "mía": "tuya",
    "míos": "tuyos",
    "mías": "tuyas",
    "soy": "eres",
    "estoy": "estás",
    "tengo": "tienes",
    "quiero": "quieres",
    "quisiera": "quisieras",
    "puedo": "puedes",
    "siento": "sientes",
    "sé": "sabes",
    "voy": "vas",
    "hago": "haces",
    "digo": "dices",
    "miro": "miras",
    "abro": "abres",
    "pago": "pagas",
    "compro": "compras",
    "gasto": "gastas",
    "reviso": "revisas",
    "pienso": "piensas",
    "creo": "crees",
    "necesito": "necesitas",
    "dejo": "dejas",
    "guardo": "guardas",
    "ayudo": "ayudas",
    "mando": "mandas",
    "presto": "prestas",
    "debo": "debes",
    "salgo": "sales",
    "contesto": "contestas",
    "llamo": "llamas",
    "tomo": "tomas",
    "trabajo": "trabajas",
    "duermo": "duermes",
    "lloro": "lloras",
    "escondo": "escondes",
    "llego": "llegas",
    "vuelvo": "vuelves",
    "veo": "ves",
    "paso": "pasas",
    "pongo": "pones",
    "doy": "das",
    "he": "has",
    "fui": "fuiste",
    "hice": "hiciste",
    "dije": "dijiste",
    "miré": "miraste",
    "abrí": "abriste",
    "pagué": "pagaste",
    "compré": "compraste",
    "mandé": "mandaste",
    "gasté": "gastaste",
    "pude": "pudiste",
    "tuve": "tuviste",
    "quise": "quisiste",
    "sentí": "sentiste",
    "llamé": "llamaste",
    "esperé": "esperaste",
    "revisé": "revisaste",
    "puse": "pusiste",
    "vine": "viniste",
    "di": "diste",
    "vi": "viste",
    "traje": "trajiste",
    "supe": "supiste",
    "anduve": "anduviste",
}
_ENDINGS = (
    (re.compile(r"qué$"), "caste"),
    (re.compile(r"gué$"), "gaste"),
    (re.compile(r"cé$"), "zaste"),
    (re.compile(r"(?<=[aeo])í$"), "íste"),
    (re.compile(r"í$"), "iste"),
    (re.compile(r"(?<![aei]r)é$"), "aste"),
)
_AMBIGUOUS = {"era", "estaba", "tenía", "quería", "podría", "había", "haría", "diría"}
_TO_COACH = re.compile(r"\b(?:tú|te|ti|contigo|tu|tus|eres|estás|usted)\b", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_]+|[\W_]+")
_FIRST_PERSON = re.compile(r"^\w+(?:o|é|í)$")
_EITHER_PERSON = re.compile(
    r"(?:^|\b(?:yo|cuando|siempre|nunca|no|ya|lo|la|me) )"
    r"(?!gustaba|daba|parecía|encantaba|dolía|faltaba|decía|salía)\w+(?:aba|ía)\b"
)
_NOT_VERBS = frozenset(
    [
        "no",
        "como",
        "solo",
        "pero",
        "algo",
        "año",
        "poco",
        "mucho",
        "todo",
        "cuando",
        "miedo",
        "hermano",
        "dinero",
        "banco",
        "sueldo",
        "trabajo",
        "tiempo",
        "cuerpo",
        "pecho",
        "estómago",
        "momento",
        "arriendo",
        "préstamo",
        "hijo",
        "marido",
        "esposo",
        "amigo",
        "bueno",
        "malo",
        "lleno",
        "vacío",
        "cansado",
        "apretado",
        "asustado",
        "enojado",
        "ansioso",
        "nervioso",
        "contento",
        "tranquilo",
        "culpa",
        "amargo",
        "dentro",
        "luego",
        "primero",
        "segundo",
        "mismo",
        "tanto",
        "cuánto",
        "cuanto",
        "domingo",
        "sábado",
        "febrero",
        "mayo",
        "junio",
        "julio",
        "enero",
        "marzo",
        "teléfono",
        "auto",
        "carro",
        "baño",
        "cuarto",
        "ahorro",
        "préstamos",
        "así",
        "aquí",
        "ahí",
        "allí",
        "sí",
        "qué",
        "porqué",
        "café",
        "también",
        "nunca",
        "cero",
        "ocho",
        "cinco",
        "cuatro",
        "hermoso",
        "lindo",
        "feo",
        "rápido",
        "lento",
        "regalo",
        "gusto",
        "cariño",
        "nudo",
        "frío",
        "susto",
    ]
)
_NOUN_BEFORE = {"el", "un", "lo", "del", "al", "este", "ese", "mi", "su", "otro", "cada", "por"}


def turn_spanish(clause: str) -> str | None:
    """Return the clause in the second person; nothing when an unknown verb could be wrong."""
    if _TO_COACH.search(clause) or _EITHER_PERSON.search(clause.lower()):
        return None
    out: list[str] = []
    before = ""
    for token in _TOKEN.findall(clause):
        low = token.lower()
        known = _WORDS.get(low) or (_you_did(low) if _looks_first_person(low, before) else token)
        if known is None or low in _AMBIGUOUS:
            return None
        out.append(known)
        before = low if token.strip() else before
    text = "".join(out)
    return text[:1].upper() + text[1:] if clause[:1].isupper() else text


def _you_did(word: str) -> str | None:
    """`perdí` → `perdiste`; a present or a future is not guessed."""
    found = (end.sub(you, word) for end, you in _ENDINGS if end.search(word))
    return next(found, None)


def _looks_first_person(word: str, before: str) -> bool:
    if word in _NOT_VERBS or word.endswith(("rlo", "rme", "ado", "ido", "ndo", "mos")):
        return False
    return bool(_FIRST_PERSON.match(word)) and before not in _NOUN_BEFORE
