"""HTML that is made in Python: what people wrote stays text."""

from __future__ import annotations

from coaching.text.markup import joined, style, tag


def test_a_text_and_an_attribute_cannot_become_markup() -> None:
    assert tag("a", "<", href='"><b>') == '<a href="&#34;&gt;&lt;b&gt;">&lt;</a>'


def test_an_element_inside_another_is_not_escaped_again() -> None:
    assert tag("p", tag("b", "5 < 6"), " & more") == "<p><b>5 &lt; 6</b> &amp; more</p>"


def test_pieces_and_rows_of_pieces_stand_one_after_the_other() -> None:
    assert joined("<", (tag("br"), ">"), ["a", "b"]) == "&lt;<br>&gt;ab"


def test_an_attribute_that_is_off_or_empty_is_left_out() -> None:
    assert tag("details", "x", open=True, hidden=False, title="") == "<details open>x</details>"


def test_names_that_python_keeps_for_itself_are_written_with_a_stroke_behind() -> None:
    assert tag("td", "x", class_="wide", data_row=3) == '<td class="wide" data-row="3">x</td>'


def test_a_style_sheet_keeps_its_signs() -> None:
    assert style("a > b { content: '&' }") == "<style>a > b { content: '&' }</style>"
