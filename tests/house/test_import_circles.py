"""No module leads back to itself by imports, not even by those that only types need."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


@pytest.mark.parametrize("package", ["coaching", "toney_app", "admin_app"])
def test_no_imports_run_in_a_circle(package: str) -> None:
    graph = grimp.build_graph(package)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    assert _circle(imports) == []


def test_a_circle_is_found() -> None:
    assert _circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})
    assert _circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def _circle(imports: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return error.args[1]
    return []
