"""What every request of the Coach begins with is pinned: tools and core, the same for everybody."""

from __future__ import annotations

from scripts.generate import SHARED_BLOCK, shared_block
from scripts.lint.source import ROOT

WHAT_TO_DO = (
    "a byte of the shared block (tools + core) has changed: this costs every user a cache write "
    "and, in the middle of a session, their whole prefix; if you mean it, run `make snap` and say "
    "so in the commit"
)
MOST_TOKENS = 4000


def test_a_byte_changed_in_the_shared_block_does_not_go_unnoticed() -> None:
    assert shared_block() == (ROOT / SHARED_BLOCK).read_text("utf-8"), WHAT_TO_DO


def test_core_and_tools_are_small_enough() -> None:
    assert int(shared_block().split()[1]) <= MOST_TOKENS
