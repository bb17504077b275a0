"""Saying a whole message or its best clause back from the coach's side, without quotation marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.offline.pronouns import turned
from coaching.offline.quotes import pieces
from coaching.offline.text import clauses, plain, sentences, tidy, upper_first, words

if TYPE_CHECKING:
    from coaching.offline.lexicon import Lexicon

LONGEST, MEANINGFUL, MIDDLING = 16, 5, 7
MOST_PARTS = 3
_AND = {"en": "and", "es": "y"}
_SO = re.compile(r"^so ", re.IGNORECASE)
_RUN_ON = re.compile(r"(?<![,;]) i just ", re.IGNORECASE)
_OPEN = re.compile(
    r"^(?:what|how|why|where|who|which|whether|if|qué|cómo|por qué|dónde|quién)\b(?!.*,)"
)
_STANDS = re.compile(
    r"^(?:i|i'm|i've|i'd|i'll|im|my|we|we're|our|it|it's|he|he's|she|she's|they|they're|the|there|there's|"
    r"that's|this|a|an|no|not|nobody|everyone|everything|every|yo|me|mi|mis|no|el|la|los|las|es|lo)\b",
    re.IGNORECASE,
)
_DANGLING = frozenset(
    [
        "and",
        "but",
        "or",
        "so",
        "because",
        "cause",
        "if",
        "when",
        "while",
        "than",
        "to",
        "of",
        "for",
        "with",
        "from",
        "the",
        "a",
        "an",
        "my",
        "your",
        "his",
        "y",
        "o",
        "pero",
        "porque",
        "que",
        "de",
        "del",
        "en",
        "con",
        "por",
        "para",
        "el",
        "la",
        "los",
        "las",
        "un",
        "una",
        "mi",
        "tu",
        "su",
    ]
)
_QUOTED = re.compile(r"[\"“”«»]")
_REPORTED = re.compile(
    r"\b(?:said|asked|says|goes|was like|told (?:me|him|her|them))[ ,]+"
    r"(?:no|yes|yeah|are|is|do|does|did|can|will|honey|we|we're|i|i'm|you)\b"
)
_COMMAND = re.compile(
    r"^any chance\b|"
    r"^(?:tell|give|help|let|stop|please|say|ask|show|make|be|save|keep|look|go|leave|change|call|dime|"
    r"dame|ayúdame|deja|mira|ponle|cámbia\w*|gu[aá]rda\w*|perdon[aá]|perdón|disculp[aá]|dec[ií]me)\b"
    r"|^(?:don't|do not|no) (?:make|tell|ask|say|be|give|lecture|therapy)\b"
)


def echo(message: str, lexicon: Lexicon) -> str:
    """Return the message from the coach's side without its last end mark, or nothing.

    A short message comes back whole, as one sentence; of a long one the best clause does.
    """
    parts = [lexicon.mid.sub("", part).strip(" .!…") for part in sentences(tidy(message))]
    parts = [part for part in parts if part and not lexicon.noise.search(plain(part))]
    parts = [part for part in parts if len(parts) == 1 or _says_something(part, lexicon)]
    whole = _joined(parts, lexicon)
    if whole:
        return whole
    enough = min(MEANINGFUL, len(words(message)) * 3 // 10)
    options = [clause for part in parts for clause in (part, *_clauses(part, lexicon))]
    whole_clauses = [option for option in options if _is_clause(option, lexicon)]
    said = (_one(option, lexicon) for option in whole_clauses or options)
    good = [text for text in said if len(words(text)) >= max(enough, 2)]
    return max(good, key=lambda text: _best(text, lexicon), default="")


def inside(text: str, message: str, lexicon: Lexicon) -> str:
    """Return the echo as it stands in the middle of a sentence; nothing when it may open a name."""
    first = text.split(" ", 1)[0]
    lowered = first[:1].lower() + first[1:]
    is_common = lowered in lexicon.stop or lowered in message.split()
    return lowered + text[len(first) :] if is_common else ""


def _says_something(part: str, lexicon: Lexicon) -> bool:
    """Whether a sentence is more than an aside of one word."""
    found = words(plain(part))
    known = lexicon.feelings.keys() | lexicon.body_parts | lexicon.things
    return len(found) > 1 or bool(set(found) & known)


def _clauses(sentence: str, lexicon: Lexicon) -> list[str]:
    """The first clause, and later ones that can stand alone."""
    first, *rest = clauses(sentence) or [""]
    later = (lexicon.lead.sub("", clause) for clause in (*rest, *pieces(sentence)))
    return [first, *(clause for clause in later if _STANDS.search(clause))]


def _joined(parts: list[str], lexicon: Lexicon) -> str:
    """Return short sentences as one: bare ones after a comma, and one more clause after `and`."""
    if not 1 <= len(parts) <= MOST_PARTS or sum(len(words(part)) for part in parts) > LONGEST:
        return ""
    first, *rest = (_one(part, lexicon, shortest=1) for part in parts)
    if not rest or not _is_clause(parts[0], lexicon):
        return "" if rest else first
    joints = [f" {_AND[lexicon.language]}" * _is_clause(part, lexicon) for part in parts[1:]]
    said = [inside(text, part, lexicon) for text, part in zip(rest, parts[1:], strict=True)]
    if not (first and all(said)) or sum(map(bool, joints)) > 1:
        return ""
    return first + "".join(f",{joint} {text}" for joint, text in zip(joints, said, strict=True))


def _is_clause(part: str, lexicon: Lexicon) -> bool:
    """Whether somebody does or is something in it; a missing `I` is understood."""
    low = plain(lexicon.lead.sub("", part))
    return lexicon.has("stands", low) or lexicon.has("subjectless", low)


def _one(part: str, lexicon: Lexicon, *, shortest: int = 2) -> str:
    text = _SO.sub("", lexicon.trail.sub("", lexicon.lead.sub("", part)))
    text = lexicon.droppable.sub("", _RUN_ON.sub(", I ", text)).replace(" ,", ",").strip(" ,.;:-!'")
    low = plain(text)
    if not shortest <= len(words(text)) <= LONGEST or not is_speakable(text, low, lexicon):
        return ""
    if lexicon.has("subjectless", low) and low.split()[0] not in lexicon.feelings:
        text = f"I {text[:1].lower()}{text[1:]}"
    elif low.startswith("been "):
        text = f"It's {text[:1].lower()}{text[1:]}"
    return upper_first(turned(text, lexicon) or "")


def is_speakable(text: str, low: str, lexicon: Lexicon) -> bool:
    """Whether a clause may be said from the coach's side: no order, question or insult in it."""
    if (
        _REPORTED.search(low)
        or "?" in text
        or _QUOTED.search(text)
        or _COMMAND.search(low)
        or _OPEN.search(low)
    ):
        return False
    if lexicon.taboo.search(low) or lexicon.insults.search(low):
        return False
    return low.rsplit(maxsplit=1)[-1].strip(".,") not in _DANGLING


def _best(text: str, lexicon: Lexicon) -> tuple[float, int, str]:
    """What holds most, of middling length."""
    return worth(text, lexicon), -abs(len(set(words(plain(text)))) - MIDDLING), text


def worth(text: str, lexicon: Lexicon) -> float:
    """Return how much a clause holds: a feeling, a thing, a person, a turn, words of its own."""
    low = plain(text)
    found = set(words(low))
    weight = 3.0 * bool(found & lexicon.feelings.keys()) + 1.5 * bool(found & lexicon.things)
    weight += 1.0 * bool(found & (lexicon.people_one | lexicon.body_parts))
    weight += 0.8 * lexicon.has("loaded", low)
    return weight + 0.3 * len(found - lexicon.stop)
