from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion


class MarkdownExtension(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "md"


@pytest.fixture
def page(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """A snapshot that is a page of Markdown."""
    return snapshot.use_extension(MarkdownExtension)
