"""Detect pasted or forwarded text without quotation marks: a letter, an advert, a chat.

It is recognised by its form: a greeting to somebody or a closing formula, lines that begin with a
name, words that introduce it ("this is what she sent me"), or well-formed sentences beside the
person's own lower case.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.memory.rules import load_rules, straight
from coaching.text.words import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST_LINES = 2  # of a letter or a form
LEAST_SENTENCES = 3  # of a formal kind in a row
LONGEST_SIGNATURE = 3  # words
LEAST_WORDS = 8  # of a line; shorter ones are how people write
Span = tuple[int, int]
_CHAT = re.compile(r"^[ \t]*(?:\[[^\]\n]*\] ?)?[^\W\d_]+(?: [^\W\d_]+)?: ?\S.*$", re.MULTILINE)
_HEADER = re.compile(
    r"^[ \t]*(?:from|to|sent|subject|re|date|de|para|asunto|enviado|fecha): ?\S",
    re.IGNORECASE | re.MULTILINE,
)
_TITLE = re.compile(r"\b(?:mr|mrs|ms|miss|sra?)\b", re.IGNORECASE)
_FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'll|i'd|im|ive|my|mine|yo|mi|mis|me|tengo|estoy|soy|voy)\b", re.IGNORECASE
)
_BLOCK = re.compile(r"[^\n]+")
_WELL_FORMED = re.compile(r"[A-ZÁÉÍÓÚÑ¿¡].*[.!?]")
_RETURNS = re.compile(
    r"\n|[.!?]\s+(?=(?:its|it's|just|people|what|is|this|that|and|so|anyway|lol|idk|i dont|i don't"
    r"|i mean|es|esto|qué|que|yo)\b)",
    re.IGNORECASE,
)


def pasted_stretches(message: str) -> Iterator[Span]:
    """Yield the stretches of a message that somebody else wrote."""
    plain = straight(message)
    yield from _letters(plain)
    yield from _chat(plain)
    yield from _introduced(plain)
    yield from _other_register(plain)


def _letters(text: str) -> Iterator[Span]:
    """From a greeting to somebody, or a formula of letters, to the closing or the blank line."""
    rules = load_rules()
    begins = rules.patterns["letter_begins"].search(text)
    if begins is not None:
        blank = text.find("\n\n", begins.end())
        ends = rules.patterns["letter_ends"].search(text, begins.end())
        end = ends.end() if ends else blank if blank >= 0 else len(text)
        yield begins.start(), end
        return
    ends = rules.patterns["letter_ends"].search(text)
    if ends is not None and not _is_sign_off(text, ends):
        yield 0, ends.end()


def _is_sign_off(text: str, ends: re.Match[str]) -> bool:
    """Return True if the person ends their own message with a formula such as `Kind regards`.

    It is a letter if it has a header, begins with a quotation mark, says nothing of an “I”, is
    signed by a `Mr` or is followed by more than a name.
    """
    said, signed = text[: ends.start()], text[ends.end() :]
    is_letter = _HEADER.search(said) or said.lstrip().startswith(('"', "«", ">"))
    is_theirs = _FIRST_PERSON.search(said) and len(signed.split()) <= LONGEST_SIGNATURE
    return bool(is_theirs) and not is_letter and not _TITLE.search(f"{ends[0]}{signed}")


def _chat(text: str) -> Iterator[Span]:
    """Lines of a chat: two or more begin with a name and a colon."""
    lines = [match.span() for match in _CHAT.finditer(text)]
    if len(lines) >= LEAST_LINES:
        yield from lines


def _introduced(text: str) -> Iterator[Span]:
    """Pasted text after `this is what she sent me`, up to the person's next own words."""
    for match in load_rules().patterns["passes_on"].finditer(text):
        start = match.end()
        lead = len(text[start:]) - len(text[start:].lstrip(" \n,.:-"))
        back = _RETURNS.search(text, start + lead)
        yield start, back.start() if back else len(text)


def _other_register(text: str) -> Iterator[Span]:
    """Lines in well-formed sentences, when the person's other lines have no capital and no stop."""
    lines = [match for match in _BLOCK.finditer(text) if match[0].strip()]
    formal = [line for line in lines if _is_formal(line[0].strip())]
    casual = [line for line in lines if line[0].strip()[:1].islower()]
    if formal and casual:
        yield from (line.span() for line in formal)


def _is_formal(line: str) -> bool:
    formed = [part for part in sentences(line) if _WELL_FORMED.fullmatch(part)]
    enough = len(formed) >= LEAST_SENTENCES and len(line.split()) >= LEAST_WORDS
    return enough and line[:1].isupper() and line[-1] in ".!?"
