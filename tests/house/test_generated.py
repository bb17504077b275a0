"""What is derived from code says what the code says."""

from __future__ import annotations

import re

import pytest

from coaching.settings import Settings
from scripts.generate import GENERATED
from scripts.lint.source import ROOT
from scripts.third_party import PIN


@pytest.mark.parametrize("name", GENERATED)
def test_a_generated_file_is_up_to_date(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == GENERATED[name](), "run `make snap`"


def test_every_pinned_package_is_named_with_its_licence() -> None:
    text = (ROOT / "THIRD_PARTY.md").read_text("utf-8")
    pins = PIN.findall((ROOT / "requirements" / "encrypted.txt").read_text("utf-8"))
    assert [name for name, version in pins if f"| {name} | {version} |" not in text] == []


def test_the_example_names_every_setting_and_nothing_else() -> None:
    text = (ROOT / ".env.example").read_text("utf-8")
    named = re.findall(r"^# ([A-Z][A-Z_]+)=", text, re.MULTILINE)
    assert sorted(named) == sorted(name.upper() for name in Settings.model_fields)


@pytest.mark.slow
def test_every_setting_is_read_somewhere() -> None:
    """REDIS_URL waits for several processes; the operator's settings are asked for by name."""
    packages = [ROOT / name for name in ("coaching", "toney_app", "admin_app")]
    sources = [path for package in packages for path in package.rglob("*.py")]
    text = "\n".join(path.read_text("utf-8") for path in sources)
    unread = {
        name
        for name in Settings.model_fields
        if not re.search(
            rf"(?:settings|self|_)\.{name}\b", text.replace("bool(self.redis_url)", "")
        )
        and not name.startswith("operator_")
    }
    assert unread == {"redis_url"}
