from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coaching.serving.markdown import Growing, as_json, blocks, plain

if TYPE_CHECKING:
    from coaching.values.blocks import Block, Line, Point, Span

PAYLOADS = Path(__file__).parents[2] / "support" / "xss_payloads.jsonl"
KINDS = {"paragraph", "heading", "quote", "code", "rule", "ul", "ol", "table"}
MARKS = {"strong": "**", "em": "*", "both": "***", "code": "`", "text": "", "br": ""}

# Text, and what becomes of it: one line per block, `kind: words`, `/` for a line break.
CASES = [
    ("plain", "Hello there.", ["paragraph: Hello there."]),
    ("two paragraphs", "One.\n\nTwo.", ["paragraph: One.", "paragraph: Two."]),
    ("soft break", "One\ntwo", ["paragraph: One two"]),
    ("hard break by spaces", "One  \ntwo", ["paragraph: One/two"]),
    ("hard break by backslash", "One\\\ntwo", ["paragraph: One/two"]),
    ("strong", "a **b** c", ["paragraph: a **b** c"]),
    ("strong by underscores", "a __b__ c", ["paragraph: a **b** c"]),
    ("emphasis", "a *b* c", ["paragraph: a *b* c"]),
    ("both", "***b***", ["paragraph: ***b***"]),
    ("emphasis inside strong", "**a *b* c**", ["paragraph: **a *****b***** c**"]),
    ("open marks stay text", "**a", ["paragraph: **a"]),
    ("underscores inside words", "a_b_c", ["paragraph: a_b_c"]),
    ("code", "`a*b*`", ["paragraph: `a*b*`"]),
    ("escapes", r"\*a\*", ["paragraph: *a*"]),
    ("entity", "a &amp; b &lt;c&gt;", ["paragraph: a & b <c>"]),
    ("html is text", "a <b>b</b>", ["paragraph: a <b>b</b>"]),
    ("html block is text", "<div>\nx\n</div>", ["paragraph: <div> x </div>"]),
    ("link", "[a](https://b.org/c)", ["paragraph: [a](https://b.org/c b.org)"]),
    (
        "link shows its host once",
        "<https://b.org>",
        ["paragraph: [https://b.org](https://b.org )"],
    ),
    (
        "mail link",
        "[a](mailto:a@b.org?subject=x)",
        ["paragraph: [a](mailto:a@b.org a@b.org)"],
    ),
    ("link with marks", "[a **b**](http://c.d)", ["paragraph: [a b](http://c.d c.d)"]),
    ("link without words", "[](http://c.d)", ["paragraph: [c.d](http://c.d )"]),
    ("script link stays text", "[a](javascript:b)", ["paragraph: [a](javascript:b)"]),
    ("relative link loses its target", "[a](/admin)", ["paragraph: a"]),
    (
        "picture becomes a link",
        "![a](https://b.c/d.png)",
        ["paragraph: [a](https://b.c/d.png b.c)"],
    ),
    ("data picture becomes words", "![a](data:image/png;base64,AA)", ["paragraph: a"]),
    (
        "reference stays text",
        "[a]\n\n[a]: http://b.c",
        ["paragraph: [a]", "paragraph: [a]: http://b.c"],
    ),
    ("heading", "## Title ##", ["heading2: Title"]),
    ("underlined heading", "Title\n=====", ["heading1: Title"]),
    ("rule", "a\n\n---\n\nb", ["paragraph: a", "rule: ", "paragraph: b"]),
    ("quote", "> a\n> b\n>\n> c", ["quote: a b/c"]),
    ("bullets", "- a\n- b", ["ul: • a • b"]),
    ("loose bullets", "* a\n\n* b", ["ul: • a • b"]),
    ("numbers", "1. a\n\n2. b\n3. c", ["ol: • a • b • c"]),
    ("numbers from three", "3) a\n4) b", ["ol3: • a • b"]),
    ("two lists", "- a\n\n+ b", ["ul: • a", "ul: • b"]),
    ("two levels", "- a\n  - b\n  - c\n- d", ["ul: • a (ul b|c) • d"]),
    ("three levels become two", "- a\n  1. b\n     - c", ["ul: • a (ol b|c)"]),
    ("point with two paragraphs", "- a\n\n  b", ["ul: • a/b"]),
    ("fence", "```py\na = 1\n\nb\n```", ["code: a = 1\n\nb"]),
    ("fence that is still open", "```\na", ["code: a"]),
    ("indented code", "    a\n    b", ["code: a\nb"]),
    ("table", "a|b\n-|-\n1|*2*\n", ["table: a|b / 1|*2*"]),
    (
        "list after words",
        "Try:\n- a\n- b\n\nGo on.",
        ["paragraph: Try:", "ul: • a • b", "paragraph: Go on."],
    ),
    ("windows lines", "a\r\n\r\nb", ["paragraph: a", "paragraph: b"]),
]


def words(spans: tuple[Span, ...]) -> str:
    return "".join(
        f"[{s.text}]({s.href} {s.host})"
        if s.kind == "link"
        else "/"
        if s.kind == "br"
        else f"{MARKS[s.kind]}{s.text}{MARKS[s.kind]}"
        for s in spans
    )


def cells(lines: tuple[Line, ...]) -> str:
    return "|".join(words(line.spans) for line in lines)


def point(found: Point) -> str:
    below = f" ({found.nested} {cells(found.points)})" if found.nested else ""
    return f"• {words(found.spans)}{below}"


def outline(block: Block) -> str:
    parts = [
        block.text,
        words(block.spans),
        " ".join(map(point, block.points)),
        cells(block.head),
    ]
    parts += [f" / {cells(row.cells)}" for row in block.rows]
    return f"{block.kind}{block.level or ''}: {''.join(parts)}"


def grown(pieces: list[str]) -> list[Block]:
    growing, page = Growing(), []
    for piece in pieces:
        at, found = growing.feed(piece)
        assert at <= len(page)
        page[at:] = found
    return page


def test_a_text_becomes_blocks() -> None:
    found = {name: [outline(block) for block in blocks(text)] for name, text, _ in CASES}
    assert found == {name: expected for name, _, expected in CASES}


def test_a_text_cut_anywhere_ends_in_the_same_blocks() -> None:
    for name, text, _ in CASES:
        whole = list(blocks(text))
        assert grown(list(text)) == whole, name
        for cut in range(len(text) + 1):
            assert grown([text[:cut], text[cut:]]) == whole, (name, cut)


@given(st.lists(st.sampled_from([c[1] for c in CASES]), min_size=2, max_size=5), st.data())
def test_texts_after_each_other_cut_anywhere_end_in_the_same_blocks(
    texts: list[str], data: st.DataObject
) -> None:
    text = "\n\n".join(texts)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert grown(pieces) == list(blocks(text))


@given(st.text(alphabet="ab1. \n-*+>#`|_[]()!<\\\r=", max_size=60))
def test_any_text_letter_by_letter_ends_in_the_same_blocks(text: str) -> None:
    assert grown(list(text)) == list(blocks(text))


PIECES = [
    "a",
    "é ",
    " two",
    "1",
    ".",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "**",
    "_",
    "`",
    "](",
    ")",
    "[",
    "&amp",
    ";",
    "- ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_a_growing_text_shows_at_each_piece_what_it_is_so_far(pieces: list[str]) -> None:
    growing, shown, text = Growing(), [], ""
    for piece in pieces:
        text += piece
        at, found = growing.feed(piece)
        shown = [*shown[:at], *found]
        assert shown == list(blocks(text))


def test_a_closed_block_is_not_sent_again() -> None:
    growing = Growing()
    growing.feed("One.\n\nTwo.\n\nThree.")
    at, found = growing.feed(" More.")
    assert (at, [outline(b) for b in found]) == (2, ["paragraph: Three. More."])


def test_a_piece_that_changes_nothing_sends_nothing() -> None:
    growing = Growing()
    growing.feed("One.")
    assert growing.feed("\n") == (1, ())


def test_defaults_are_left_out_on_the_wire() -> None:
    assert as_json(blocks("a **b**")) == [
        {"spans": [{"text": "a "}, {"kind": "strong", "text": "b"}]}
    ]


def test_the_words_alone() -> None:
    text = "## One *look*\n\n- a\n- b\n\n```\ncode\n```\n[a](http://b.c) ![d](http://e.f)"
    assert plain(text) == "One look a b code a d"


@pytest.mark.parametrize("mark", ["> ", "- ", "  - ", "*", "[", "`", "1. ", "|"])
def test_deep_nesting_stays_shallow(mark: str) -> None:
    found = blocks(mark * 4000 + "x")
    assert len(as_json(found)) <= 2


def test_a_payload_is_words_and_safe_links() -> None:
    for row in map(json.loads, PAYLOADS.read_text(encoding="utf-8").splitlines()):
        payload: str | list[str] = row["payload"]
        found = tuple(grown([payload] if isinstance(payload, str) else payload))
        assert {block.kind for block in found} <= KINDS, row["id"]
        for span in every_span(found):
            assert span.kind in {*MARKS, "link"}, row["id"]
            assert bool(span.href) == (span.kind == "link"), row["id"]
            if span.href:
                assert urlsplit(span.href).scheme in {"http", "https", "mailto"}, row["id"]


def every_span(found: tuple[Block, ...]) -> list[Span]:
    lines = [line for block in found for line in (*block.head, *block.points)]
    lines += [line for block in found for row in block.rows for line in row.cells]
    lines += [line for block in found for point in block.points for line in point.points]
    return [s for block in found for s in block.spans] + [s for line in lines for s in line.spans]
