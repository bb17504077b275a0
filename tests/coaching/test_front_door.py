from __future__ import annotations

import subprocess
import sys

import pytest

import coaching


@pytest.mark.parametrize("name", coaching.__all__)
def test_every_public_name_is_where_it_is_said_to_be(name: str) -> None:
    assert getattr(coaching, name) is not None


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="take_turns"):
        _ = coaching.take_turns


@pytest.mark.journey
def test_the_import_itself_costs_nothing() -> None:
    code = "import sys, coaching; print(sorted(n for n in sys.modules if n.startswith('coaching')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['coaching']"
