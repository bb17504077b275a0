"""Citations of documents that are not in the repository."""

from __future__ import annotations

import pytest

from scripts.lint import citations


@pytest.mark.parametrize(
    "line",
    ["(domain.md §4)", "see claude-api.md", "reliability §3.1", "voice.md 6.7", "AP-14", "SS-X1"],
)
def test_a_citation_that_nobody_can_look_up_is_refused(line: str) -> None:
    assert [found.line for found in citations.check_text("a.py", f"fine\n{line}\n")] == [2]


@pytest.mark.parametrize(
    "line", ["A12, B20", "docs/voice.md", "STYLE.md", "ADR 0013", "metrics.md"]
)
def test_what_is_in_the_repository_may_be_cited(line: str) -> None:
    assert list(citations.check_text("a.py", line)) == []
