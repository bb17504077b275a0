"""The root of the project holds what belongs there (style 3.1), and the locks hold no address."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from scripts.lint.source import ROOT, tracked_files

if TYPE_CHECKING:
    from pathlib import Path

ROOT_ENTRIES = {
    ".ci",
    ".env.example",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".npmrc",
    ".oxlintrc.json",
    ".pre-commit-config.yaml",
    "AGENTS.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "STYLE.md",
    "THIRD_PARTY.md",
    "admin_app",
    "alembic",
    "alembic.ini",
    "assets",
    "coaching",
    "deploy",
    "docs",
    "frontend.lock",
    "pyproject.toml",
    "requirements",
    "rxconfig.py",
    "scripts",
    "tests",
    "toney_app",
}
PACKAGES_OF_THE_ENGINE = {
    "agents", "cli", "content", "conversation", "domains", "evals", "jobs", "llm", "memory",
    "models", "money", "offline", "outbox", "prompts", "repositories", "rules", "safety",
    "services", "serving", "simulator", "text", "tools", "values", "web",
}  # fmt: skip
MODULES_OF_THE_ENGINE = {
    "__init__.py", "addresses.py", "bootstrap.py", "clock.py", "errors.py", "house_settings.py",
        "model_settings.py",
    "settings.py", "settings_sources.py", "templates.py", "tracing.py",
}  # fmt: skip


def test_the_root_holds_what_belongs_there() -> None:
    assert {name.split("/")[0] for name in tracked_files()} == ROOT_ENTRIES


def test_the_engine_has_no_stray_module() -> None:
    entries = {name.split("/")[1] for name in tracked_files() if name.startswith("coaching/")}
    assert entries - PACKAGES_OF_THE_ENGINE == MODULES_OF_THE_ENGINE


def test_migrations_are_not_a_package() -> None:
    assert not (ROOT / "alembic" / "__init__.py").exists()


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 100


def test_node_locks_have_hashes_and_no_address() -> None:
    for app in ("toney_app", "admin_app"):
        text = (ROOT / "frontend.lock" / app / "package-lock.json").read_text("utf-8")
        packages = json.loads(text)["packages"]
        assert all("integrity" in found for name, found in packages.items() if name)
        assert "resolved" not in text


def test_python_locks_have_hashes_and_no_address() -> None:
    for kind in ("run", "dev"):
        text = (ROOT / "requirements" / f"{kind}.txt").read_text("utf-8")
        pins = re.findall(r"^[a-z0-9][^\s=]*==\S+", text, re.MULTILINE)
        entries = re.split(r"\n(?=[a-z0-9])", text.strip())
        assert len(pins) == len(entries)
        assert all("--hash=sha256:" in entry for entry in entries)
        assert "://" not in text


def test_both_locks_agree() -> None:
    run, dev = (_pins(ROOT / "requirements" / f"{kind}.txt") for kind in ("run", "dev"))
    assert run.items() <= dev.items()


def _pins(file: Path) -> dict[str, str]:
    found = re.findall(r"^([a-z0-9][^\s=]*)==(\S+)", file.read_text("utf-8"), re.MULTILINE)
    return dict(found)
