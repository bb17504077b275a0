"""A contract of import-linter: protected modules, where an import for types alone is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grimp
from importlinter.contracts.protected import ProtectedContract

if TYPE_CHECKING:
    from importlinter import ContractCheck


class ProtectedAtRunTime(ProtectedContract):
    """Protected modules that may be imported under `if TYPE_CHECKING:` by everyone.

    import-linter has one switch for all contracts, and the others count such imports.
    """

    type_name = "protected_at_run_time"

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:  # noqa: FBT001 - the library's signature
        """Check the graph of what is imported at run time."""
        ours = {name.split(".")[0] for name in graph.modules if not graph.is_module_squashed(name)}
        running = grimp.build_graph(
            *sorted(ours), exclude_type_checking_imports=True, cache_dir=None
        )
        return super().check(running, verbose)
