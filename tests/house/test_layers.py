"""The layers hold, and an import that turns one of them around is refused (B53)."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import grimp
import pytest
from importlinter.contracts.layers import LayersContract

from scripts.lint.source import ROOT

if TYPE_CHECKING:
    from grimp import ImportGraph

PACKAGES = ("coaching", "toney_app", "admin_app")


@pytest.fixture(scope="module")
def imports() -> ImportGraph:
    return grimp.build_graph(*PACKAGES, include_external_packages=True)


def contracts() -> dict[str, LayersContract]:
    """Return the contracts of `pyproject.toml` that put layers on each other, by their number."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    session: dict[str, Any] = {"root_packages": config["root_packages"]}
    found = {
        options["name"].split(" ")[0]: LayersContract(options["name"], session, _as_text(options))
        for options in config["contracts"]
        if options["type"] == "layers"
    }
    assert {"1", "4"} <= set(found)
    return found


def _as_text(options: dict[str, Any]) -> dict[str, Any]:
    return {
        name: str(value) if isinstance(value, bool) else value
        for name, value in options.items()
        if name not in {"name", "type"}
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("contract", "importer", "imported"),
    [
        ("1", "coaching.services.cards", "toney_app.frame"),
        ("1", "toney_app.frame", "admin_app.navigation"),
        ("4", "coaching.values.goals", "coaching.services.cards"),
        ("4", "coaching.services.cards", "coaching.agents.coach"),
        ("4", "coaching.domains.notes.service", "coaching.domains.dreams.service"),
    ],
)
def test_an_import_that_points_outwards_is_refused(
    imports: ImportGraph, contract: str, importer: str, imported: str
) -> None:
    rules = contracts()[contract]
    assert rules.check(imports, verbose=False).kept
    turned = deepcopy(imports)
    turned.add_import(importer=importer, imported=imported)
    assert not rules.check(turned, verbose=False).kept
