"""Two people at a table: no orders, no studies, no labels, no lists, no stock praise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.evals.judges.replies import own_words, replies_of
from coaching.evals.judges.verdict import Verdict, of_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coaching.evals.judges.replies import Reply
    from coaching.evals.judges.verdict import Fault
    from coaching.evals.stories.played import Told

FEW_POINTS = 2
_START = r"(?:^|[.!?:]\s+)"
_LECTURE = {
    "gives an order": re.compile(
        rf"{_START}(?:just|simply) (?:\w+ )?(?:it|them|that|the|your|a|one)\b"
        rf"|{_START}stop (?:\w+ing|it|making)\b|{_START}(?:first|then),? (?:set|make|sort|open) "
        r"|\bwhat you need to do\b|\byou need to (?!be\b|know\b)|\bset (?:a timer|boundaries)\b"
        rf"|{_START}try (?:to (?:think|relax|stop|be)|harder)\b|\bhave you tried\b"
        r"|\blo que (?:tienes|tenés|debes) que hacer\b|\b(?:has|habés) (?:probado|intentado)\b"
        rf"|{_START}(?:simplemente|solo) (?:ábrel[oa]|hazl[oa]|míral[oa]|abre|haz|di|deja)\b"
        rf"|{_START}deja de \w+[aei]r\b|{_START}haz (?:un|una) (?:presupuesto|lista|plan)\b"
        r"|\bpon(?:le|er)? límites\b",
        re.IGNORECASE | re.MULTILINE,
    ),
    "quotes studies": re.compile(
        r"\b(?:stud(?:y|ies)|research|science|experts?|statistics) (?:shows?|says?|suggests?|agree)"
        r"|\b\d+ ?(?:%|percent|per cent) of (?:people|those|us|adults|users)\b"
        r"|\b(?:los? estudios?|la ciencia|los expertos|las investigaciones) "
        r"(?:muestran?|dicen?|demuestran?|indican?)\b|\b\d+ ?(?:%|por ciento) de (?:la|las|los)\b",
        re.IGNORECASE,
    ),
    "puts a label on it": re.compile(
        r"\b(?:that's|that is|this is|it's|that’s) (?:called )?(?:the |an? |classic |your )?"
        r"(?:\w+ )?(?:bias|effect|fallacy|distortion|disorder|avoidance|self-sabotage|denial)\b"
        r"|\byou(?:'re|’re| are) (?:deflecting|catastrophi[sz]ing|in denial|self-sabotaging)\b"
        r"|\b(?:textbook|classic) (?:avoidance|denial|case)\b|\blimiting belief\b"
        r"|\b(?:eso|esto) (?:se llama|es) (?:(?:un|una|el|la) )?(?:\w+ )?(?:sesgo"
        r"|autosabotaje|negación"
        r"|trastorno|evitación|distorsión)\b|\bestás (?:en negación|saboteándote|evitando)\b"
        r"|\bcreencia limitante\b",
        re.IGNORECASE,
    ),
    "praises by the yard": re.compile(
        r"\bproud of you\b|\bgreat (?:question|job)\b|\bthat takes (?:a lot of )?courage\b"
        r"|\bthank you for sharing\b|\bamazing\b|\bgood (?:girl|boy)\b|!!"
        r"|\borgullos[ao] de (?:ti|vos)\b"
        r"|\bgracias por compartir\b|\b(?:gran|excelente) (?:pregunta|trabajo)\b|\bbuen trabajo\b"
        r"|\bincreíble\b|\bqué valiente\b",
        re.IGNORECASE,
    ),
}
_POINT = re.compile(r"^\s*(?:[-*•]|\d+[.)]|#{1,4})\s+\S", re.MULTILINE)


def no_lecture(told: Told) -> Verdict:
    """Return the share of replies that talk as one person to another."""
    replies = replies_of(told)
    return of_all("no_lecture", (f for one in replies for f in _faults(one)), len(replies))


def _faults(reply: Reply) -> Iterator[Fault]:
    own, said = own_words(reply.text), reply.said.person.lower()
    for because, pattern in _LECTURE.items():
        found = pattern.search(own)
        if found and found.group().strip(" .!?:").lower() not in said:
            yield reply.fault(f"{because}: “{found.group().strip()}”")
    if len(_POINT.findall(reply.text)) >= FEW_POINTS:
        yield reply.fault("a list")
