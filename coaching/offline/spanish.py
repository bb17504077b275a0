"""Turning a Spanish clause from the first to the second person, verb by verb.

A form that could be somebody else's (`tenía`, `cuando llegue`), a verb that nobody listed and a
`we` are not guessed: the clause is refused, and then it is quoted.
"""

from __future__ import annotations

import re

from coaching.offline.spanish_verbs import Verbs, verbs


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


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
}
_TO_COACH = re.compile(
    r"\b(?:tú|te|ti|contigo|tu|tus|eres|estás|usted|ustedes|vos|sos|tenés|sabés|entiendes|entendés|"
    r"sabes|crees|creés|dices|decís|tienes|puedes|podés|quieres|querés|imagínate|imaginate|fíjate|"
    r"fijate|mira|oye|toney)\b",
    re.IGNORECASE,
)
_VOS = re.compile(r"\b\w{2,}[áéí]s\b", re.IGNORECASE)
_NOT_VOS = _set(
    "después atrás detrás jamás quizás además país estrés interés inglés revés través demás compás"
)
_WE = re.compile(r"\b(?:nos|nosotr[oa]s|nuestr[oa]s?|\w+(?:[aei]mos))\b", re.IGNORECASE)
_NOT_WE = _set(
    "últimos ultimos ramos tramos extremos mismos próximos proximos primos íntimos mínimos máximos"
    " préstamos prestamos reclamos legítimos ánimos décimos supremos"
)
_TOKEN = re.compile(r"[^\W_]+|[\W_]+")
_FIRST_PERSON = re.compile(r"^\w+(?:o|é|í)$")
_ENCLITIC = re.compile(r"^(\w+(?:[aeiáéí]r|ndo))me(l[aoe]s?)?$")
_HABIT = re.compile(r"^\w+(?:aba|ía|ia)$")
_SUBJUNCTIVE_AFTER = _set("que cuando aunque hasta como donde ojalá ojala quizá quizás mientras si")
_CLITICS = _set("me te se lo la los las le les no ya nunca siempre también tampoco")
_PAST_BEFORE = _set("yo no ya ayer anoche hoy me lo la los las le les se y")
_ARTICLES = _set(
    "el un del al este ese aquel mi su tu otro cada por de en con sin para buen mal primer algún"
    " ningún más mucho poco tanto tanta cuánto qué lo muy tan dos tres"
)
_VERB_AFTER = _set(
    "yo no me te se le les que si cuando ya siempre nunca porque pero también casi luego nunca"
    " después entonces donde quien todavía aún solo apenas ni tampoco"
)
_SITS = re.compile(r"^(?: (?:en|a|junto|frente|al|delante|con ella|sola|solo)\b)")
_QUALITIES = _set("bajo corto cierto fijo expreso vivo")
_OBJECT_ME = _set("y no solo también mismo misma me nadie nunca tampoco")
_TO_ME = _set("a para de por en sin hacia contra sobre ante")
_KNOWING = _set("que qué como cómo si cuando cuándo cuanto cuánto por porque donde dónde")
_NOT_VERBS = _set("""
    no lo como solo pero algo año poco mucho todo cuando miedo hermano dinero banco sueldo
    tiempo cuerpo pecho estómago momento arriendo hijo marido esposo amigo bueno malo lleno
    cansado apretado asustado enojado ansioso nervioso contento tranquilo amargo dentro luego
    primero segundo mismo tanto cuánto cuanto domingo sábado febrero mayo junio julio enero
    marzo teléfono auto carro cuarto así aquí ahí allí sí qué porqué café también nunca cero
    ocho cinco cuatro hermoso lindo feo rápido lento gusto cariño nudo frío esto eso aquello
    otro cierto claro medio último nuevo viejo lejos seguro serio solito chico niño abuelo tío
    primo suegro sobrino vecino compañero dueño piso piano gato perro caso modo lado fondo
    negocio mercado crédito efectivo dinerito título próximo largo alto ancho limpio sucio
    roto muerto hecho dicho visto puesto escrito abierto porque bebé té sé pie fe qué usé
    aguinaldo fiado cajero súper número peor horario trescientos listo justo raro tonto loco
    idiota absurdo ridículo completo entero infierno desahogo rojo negro blanco cuando quinto
    tercero turno bolsillo correo extracto resguardo recibo sobre
""")


def turn_spanish(clause: str) -> str | None:
    """Return the clause in the second person; nothing when an unknown verb could be wrong."""
    if _TO_COACH.search(clause) or _says(_VOS, _NOT_VOS, clause) or _says(_WE, _NOT_WE, clause):
        return None
    tokens = _TOKEN.findall(clause)
    spoken = [token.lower() for token in tokens if token.strip() and token[0].isalnum()]
    out: list[str] = []
    place = 0
    for token in tokens:
        if not token[0].isalnum():
            out.append(token)
            continue
        around = _Around(spoken, place)
        place += 1
        known = _turned(token, around, verbs())
        if known is None:
            return None
        out.append(known)
    text = "".join(out)
    return text[:1].upper() + text[1:] if clause[:1].isupper() else text


class _Around:
    """A word and its neighbours, all in lower case."""

    def __init__(self, spoken: list[str], place: int) -> None:
        self.word = spoken[place]
        self.before = spoken[place - 1] if place else ""
        self.next = spoken[place + 1] if place + 1 < len(spoken) else ""
        self.rest = "".join(f" {word}" for word in spoken[place + 1 :])
        self.earlier = spoken[:place]


def _says(form: re.Pattern[str], but: frozenset[str], clause: str) -> bool:
    """Whether they speak of more than themselves (`vamos`), or to somebody (`preguntás`)."""
    return any(found.group().lower() not in but for found in form.finditer(clause))


def _turned(token: str, around: _Around, known: Verbs) -> str | None:
    """Return the word as it is said to them, as it stands, or nothing when that is not sure."""
    return _small(around) or _verb(token, around, known)


def _small(around: _Around) -> str:
    """A pronoun, or one that hangs on a verb: `sentarme`, `no se que`."""
    word, before = around.word, around.before
    if word == "mi":
        is_object = before in _TO_ME and (not around.next or around.next in _OBJECT_ME)
        return "ti" if is_object else "tu"
    if word == "se" and before == "no" and (not around.next or around.next in _KNOWING):
        return "sabes"
    if word == "siento" and before == "me" and _SITS.search(around.rest):
        return "sientas"
    if enclitic := _ENCLITIC.match(word):
        return f"{enclitic[1]}te{enclitic[2] or ''}"
    return _WORDS.get(word, "")


def _verb(token: str, around: _Around, known: Verbs) -> str | None:
    word = around.word
    if word in known.present:
        return _now(token, around, known)
    if word in known.done:
        return known.done[word]
    if _HABIT.match(word) and word in known.habit:
        return f"{word}s" if "yo" in around.earlier[-3:] else _not_theirs(token, around)
    if word in known.wished:
        return _wished(token, around, known)
    return None if _looks_first_person(word, around.before) else token


def _now(token: str, around: _Around, known: Verbs) -> str | None:
    """A present form; a word that is a noun as well is a verb only where one can stand."""
    word, before = around.word, around.before
    if word not in known.homographs:
        return known.present[word]
    if word == "como":
        eats = before in {"yo", "me", "no"} and around.next
        return known.present[word] if eats else token if before else None
    if before in {"lo", "la", "los", "las"} and word not in _QUALITIES:
        return known.present[word]
    if before in _ARTICLES or before in known.present or before in known.infinitives:
        return token
    if before in _VERB_AFTER or (not before and around.next not in {"", "de", "del"}):
        return known.present[word]
    return None


def _not_theirs(token: str, around: _Around) -> str | None:
    """`tenía` may be mine or hers: it stays when somebody else was named before it."""
    before = [word for word in around.earlier if word not in _CLITICS]
    has_subject = bool(before) and before[-1] not in _SUBJUNCTIVE_AFTER | {"y", "pero", "porque"}
    happens = around.before in {"me", "le", "les", "se"} and around.word in _HAPPENS
    if has_subject or happens:
        return token
    return None


_HAPPENS = _set(
    "gustaba daba parecía encantaba dolía faltaba decía salía costaba pasaba importaba preocupaba"
    " asustaba pesaba alcanzaba llegaba ardía quemaba temblaba molestaba apretaba cerraba hacía"
    " decia pedía pedia"
)


def _wished(token: str, around: _Around, known: Verbs) -> str | None:
    """`llegue`, `compre`: somebody's wish, or a past that was written without its accent."""
    before = [word for word in around.earlier if word not in _CLITICS]
    if around.before == "se":
        return token
    if before and before[-1] in _SUBJUNCTIVE_AFTER | {"para", "antes"}:
        return None
    is_past = not around.before or around.before in _PAST_BEFORE
    if is_past and around.word in known.bare_past and (not before or before[-1] in _PAST_BEFORE):
        return known.bare_past[around.word]
    return token


def _looks_first_person(word: str, before: str) -> bool:
    """Whether an unlisted word stands where a verb would, and ends as one."""
    if word in _NOT_VERBS or word.endswith(("ado", "ido", "ndo", "ito", "rlo", "ulo")):
        return False
    if word.endswith("o"):
        return bool(_FIRST_PERSON.match(word)) and (
            not before or before in _VERB_AFTER or before in {"y", "lo", "la"} - _ARTICLES
        )
    return bool(_FIRST_PERSON.match(word)) and before not in _ARTICLES
