"""docs/metrics.md defines each number that the admin's pages show, and names the test of each."""

from __future__ import annotations

import json
import re
from pathlib import Path

from admin_app.copy import t
from admin_app.pages import costs, jobs, metrics, overview
from admin_app.pages.overview_rows import TOLD

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| (.+?) \| (.+?) \| `(.+?)::(.+?)` \|$",
    (ROOT / "docs" / "metrics.md").read_text("utf-8"),
    re.MULTILINE,
)
DEFINED = {name for names, *_ in ROWS for name in names.split("; ")}
PANELS = {
    "metrics": "answers cards cohorts active_days concerns costs engagement funnel models "
    "practices replies signals stages tensions tools used",
    "intel": "corrections lenses moves quality resistance stages triggers waiting words",
    "costs": "months replies",
    "health": "consents",
}


def test_each_number_has_a_definition() -> None:
    shown = {
        "overview": (*TOLD, *overview.FIGURES),
        "metrics": metrics.FIGURES,
        "costs": costs.FIGURES,
        "jobs": jobs.FIGURES,
    }
    labels = [t(f"{page}.{name}") for page, names in shown.items() for name in names]
    labels += [t(f"{page}.{name}") for page, names in PANELS.items() for name in names.split()]
    assert [label for label in labels if label not in DEFINED] == []


def test_each_definition_names_a_test_that_is_there() -> None:
    tests: dict[str, str] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        tests[path.name] = tests.get(path.name, "") + path.read_text("utf-8")
    named = [(file, name) for *_, file, name in ROWS]
    assert len(named) > len(TOLD)
    assert [one for one in named if f"def {one[1]}(" not in tests.get(one[0], "")] == []


def test_the_definitions_on_the_overview_are_those_of_the_docs() -> None:
    shown = [(t(f"overview.{name}"), t(f"means.{name}")) for name in TOLD]
    assert set(shown) <= {(name, means) for name, means, *_ in ROWS}
    page = str(overview.overview_page())
    assert [means for _, means in shown if json.dumps(means)[1:-1] not in page] == []
