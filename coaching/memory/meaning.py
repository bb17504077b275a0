"""Check that a memory means what was said: in earnest, about the right person, not negated.

A memory may never say more than the person did. What they only imagined, asked or used to do can be
kept if the memory says so too ("You're thinking of telling Dan"), and is then marked as unsure.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.memory.deduplication import is_related, telling
from coaching.memory.gate_types import Refusal
from coaching.memory.grounding import people_in, shares_a_number
from coaching.memory.rules import load_rules, straight
from coaching.memory.scopes import Doubt, about_our_memory, in_report, in_story, taken_back
from coaching.memory.secrets import holds_secret
from coaching.text.run_on import clauses, scope_end
from coaching.text.words import bare_words
from coaching.values.enums import MemoryKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coaching.memory.attribution import QuoteMatch

ASTONISHED = ("??", "?!", "!?")
_NOW = re.compile(r"\b(?:now|nowadays|ahora|hoy en día)\b", re.IGNORECASE)
_REASON = re.compile(r"\b(?:because|cos|cuz|bcos|bc|porque|pq)\b", re.IGNORECASE)
_WHEN = re.compile(r"\b(?:if|when(?:ever)?|si|cuando)\b", re.IGNORECASE)
_TELLS_WHO = re.compile(
    r"\b(?:says?|said|tells?|told|asks?|asked|wrote|texted|according to|dice|dijo|dijeron|contó"
    r"|preguntó|contestó|respondió|avisó|según|pidió)\b",
    re.IGNORECASE,
)
_GIVES_A_NAME = re.compile(
    r"^(?:your|tu|su) (?:[\w-]+ ){1,3}(?:is (?:called|named)|se llama) \w+\W*$", re.IGNORECASE
)
"""“Your sister is called Ana”: what isn't done with Ana denies no name."""
_WITHOUT_I = re.compile(
    r"^\W*(?:(?:just|also|and|n|so|right|ok) )*(?P<doing>\w{2,}ing)\b", re.IGNORECASE
)
"""“deleting the app tonight”: a deed of one's own, as people text it."""
YOU = frozenset({"you", "tú", "te"})
ADDRESSED = YOU | {"your", "tu", "tus", "usted", "su", "sus", "le"}
OWN = frozenset({MemoryKind.COMMITMENT, MemoryKind.DECISION})


def unfit(content: str, found: QuoteMatch, names: Iterable[str]) -> Refusal | None:
    """Return why a sentence can't be kept as this memory; `names` are people who are known."""
    rules = load_rules()
    if any(rules.fits("to_the_machine", text) for text in (content, found.sentence)):
        return Refusal.INSTRUCTION
    said = (found.quote, found.clause.lstrip(" ,"))
    if rules.fits("orders_about_you", content) or any(rules.fits("orders", each) for each in said):
        return Refusal.INSTRUCTION
    if about_our_memory(content, found) is Doubt.SURE:
        return Refusal.INSTRUCTION
    if any(holds_secret(text) for text in (content, found.sentence)):
        return Refusal.SECRET
    return misread(content, found, names)


def misread(content: str, found: QuoteMatch, names: Iterable[str]) -> Refusal | None:
    """Return why a quote doesn't say what a memory says; the memory itself is not judged again."""
    if not _is_meant(content, found):
        return Refusal.UNREAL
    if _is_turned_round(content, found):
        return Refusal.DENIED
    if in_report(content, found) is Doubt.SURE:
        return Refusal.NOT_THEIRS
    return _not_theirs(content, found, names)


def is_unsure(kind: MemoryKind, content: str, found: QuoteMatch, *, is_one_clause: bool) -> bool:
    """Return True if something was said as a joke, a guess or a plan that is still open.

    People who text end bad news with `lol`. It is a mark only where the message is nothing else.
    """
    rules = load_rules()
    if rules.fits("uncertain", found.clause):
        return True
    if _is_reserved(found) and not _is_told_so(kind, content, found):
        return True
    is_taken_back = taken_back(found) and not _corrects_itself(content, found)
    if is_taken_back or in_story(found) or about_our_memory(content, found):
        return True
    if in_report(content, found):
        return True
    is_told_who = _TELLS_WHO.search(content) or rules.fits("said_by_others", content)
    if rules.fits("said_by_others", found.clause) and not is_told_who:
        return True
    is_firm = rules.fits("firm", found.quote) and not rules.fits("open", found.quote)
    if kind in OWN and rules.fits("open", found.clause) and not is_firm:
        return True
    return is_one_clause and rules.fits("laugh", found.sentence)


def _is_reserved(found: QuoteMatch) -> bool:
    rules = load_rules()
    clause = _before_its_reason(found)
    inside = rules.fits("unmet", clause) or rules.fits("condition", clause)
    return inside or _is_imagined(found) or _is_asked(found)


def _is_told_so(kind: MemoryKind, content: str, found: QuoteMatch) -> bool:
    """Return True if what they reserve is told too: what used to be, what they do if it happens."""
    rules, clause = load_rules(), _before_its_reason(found)
    if (
        _is_imagined(found)
        or _is_asked(found)
        or rules.fits("unmet", rules.without("past", clause))
    ):
        return False
    if not rules.fits("condition", clause):
        return rules.fits("past", content)
    is_open = rules.fits("open", clause) or rules.fits("ahead", clause) or "would" in clause
    return kind is MemoryKind.FACT and not is_open and _WHEN.search(content) is not None


def _since_now(found: QuoteMatch) -> str:
    """Return the clause from the last `now` before the quote, or at its beginning, on."""
    nows = [m for m in _NOW.finditer(found.clause) if m.start() <= len(found.lead)]
    return found.clause[nows[-1].end() :] if nows else found.clause


def _before_its_reason(found: QuoteMatch) -> str:
    """Return that clause without a reason given after the quote: its own `if` isn't theirs."""
    clause, until = found.clause, len(found.lead) + len(found.quote)
    reason = _REASON.search(clause, until)
    return _since_now(found)[: reason.start() - len(clause)] if reason else _since_now(found)


def _is_meant(content: str, found: QuoteMatch) -> bool:
    """Return True if it was meant in earnest, or the memory keeps the person's doubt."""
    rules = load_rules()
    if in_story(found) is Doubt.SURE:
        return False
    if taken_back(found) is Doubt.SURE and not _corrects_itself(content, found):
        return False
    if rules.fits("farewell", found.clause):
        return False
    if _is_asked(found) and not _is_imagined(found) and rules.fits("asks_how", content):
        return True
    return not _is_reserved(found) or rules.fits("reserved", content)


def _corrects_itself(content: str, found: QuoteMatch) -> bool:
    """Return True if a memory gives the figure that replaces a wrong one: “43 isn’t true. 34”."""
    said = straight(f"{found.quote}{found.after}")
    back = load_rules().patterns["back"].search(said)
    if back is None:
        return False
    wrong, right = said[: back.start()], said[back.end() :]
    return shares_a_number(content, right) and not shares_a_number(content, wrong)


def _is_imagined(found: QuoteMatch) -> bool:
    """Return True if the quote follows a `what if` that still holds."""
    text, rules = found.sentence, load_rules()
    begins = len(found.before)
    ends = begins + len(found.quote)
    for match in rules.patterns["imagined"].finditer(text.replace("’", "'")):
        if match.start() < ends and scope_end(text, match.end()) > begins:
            return True
    return False


def _is_asked(found: QuoteMatch) -> bool:
    """Return True if the quote is part of a question; a statement may go before one."""
    rules = load_rules()
    if rules.patterns["asks"].match(found.sentence.strip()) and "¿" in found.sentence:
        return True
    if not rules.fits("question", found.sentence[-3:]):
        return rules.patterns["asks"].match(found.clause.strip(" ,")) is not None
    opener = rules.patterns["asks"].search(found.sentence.replace("’", "'"))
    if opener is None and found.sentence.rstrip().endswith(ASTONISHED):
        return False
    begins = opener.start() if opener else len(found.sentence) - len(found.clause)
    return len(found.before) + len(found.quote) > begins


def _is_turned_round(content: str, found: QuoteMatch) -> bool:
    """Return True if they deny what the memory says."""
    rules = load_rules()
    if rules.fits("says_no", content):
        return False
    lead = "" if _GIVES_A_NAME.search(content) else found.lead
    said = rules.without("no_denial", f"{lead}{found.quote}")
    parts = clauses(said)
    near = [part for part in parts if telling(part) & telling(content)] or parts[-1:]
    no: list[str] = rules.patterns["says_no_softly"].findall(content)
    softly = telling(" ".join(no))
    if any(rules.fits("no_longer", part) for part in near) and not softly:
        return True
    denied = (part for part in near if rules.fits("no", part) and _is_denied(content, part, parts))
    return any(softly <= telling(part) for part in denied)


def _is_denied(content: str, part: str, parts: list[str]) -> bool:
    """Return True if a `no` comes before what the memory says: `it's 795, not 810` affirms 795."""
    no = load_rules().patterns["no"].search(straight(part))
    said, after = (part[: no.start()], part[no.end() :]) if no else (part, "")
    others = " ".join(other for other in parts if not load_rules().fits("no", other))
    if shares_a_number(content, f"{said} {others}") and not shares_a_number(content, after):
        return False
    return not telling(after) or bool(telling(after) & telling(content))


def _not_theirs(content: str, found: QuoteMatch, names: Iterable[str]) -> Refusal | None:
    """Return a refusal when somebody else's words or deeds are told as the person's own."""
    rules = load_rules()
    said = f"{found.lead}{found.quote}"
    kin = {
        name: set(rules.patterns[name].findall(found.clause)) for name in ("their_kin", "my_kin")
    }
    if (kin["their_kin"] - kin["my_kin"]) & set(rules.patterns["your_kin"].findall(content)):
        return Refusal.SOMEBODY_ELSE
    told = rules.last("said_by_others", said)
    speaker = told[0].casefold().split()[0] if told is not None else ""
    is_figure_on_screen = speaker == "it" and any(char.isdigit() for char in said)
    if told is None or is_figure_on_screen:
        return _somebody_else(content, found.clause, names)
    if speaker in {"you", "toney"} or (speaker == "it" and not rules.fits("reported", content)):
        return Refusal.NOT_THEIRS
    news = said[told.end() :] or found.clause[len(said) :]
    names_them = is_related(content, told[0]) or _names_another(content, names)
    if not names_them and (rules.fits("mine", news) or bare_words(content)[0] in YOU):
        return Refusal.NOT_THEIRS
    return _somebody_else(content, news, names)


def _somebody_else(content: str, clause: str, names: Iterable[str]) -> Refusal | None:
    """Return a refusal when a clause is about somebody else, and the memory does not say so."""
    rules, begins = load_rules(), clause.strip(" ,")
    if rules.fits("mine", clause):
        return None
    known = [name for name in names if _holds(name, clause)]
    doing = _WITHOUT_I.match(begins)
    if doing and not any(_holds(name, doing["doing"]) for name in names):
        return None
    is_he = rules.fits("another", begins)
    if not is_he and not known and not rules.fits("kin", begins):
        return None
    if is_he and bare_words(content)[0] in YOU:
        said = set(bare_words(clause))
        content = " ".join(word for word in content.split() if not set(bare_words(word)) <= said)
        is_named = bool(people_in(content)) or _names_another(content, names)
    else:
        is_named = _names_another(content, names)
    return None if is_named else Refusal.SOMEBODY_ELSE


def _names_another(content: str, names: Iterable[str]) -> bool:
    """Return True if a memory is about somebody who is not the person."""
    rules = load_rules()
    if rules.fits("kin", content) or rules.fits("third", content):
        return True
    if bare_words(content)[0] not in ADDRESSED and people_in(content):
        return True
    return any(_holds(name, content) for name in names)


def _holds(name: str, text: str) -> bool:
    low = name.casefold()
    return not {low, f"{low}s"}.isdisjoint(bare_words(text))
