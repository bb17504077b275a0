"""What waits in the browser goes out once the server has said whose it is."""

from __future__ import annotations

import pytest

from toney_app import offline, outbox
from toney_app.device_state import IS_KNOWN
from toney_app.views.chat import thread

SENDING = (
    ("useSending", str(offline.effects()[1])),
    ("useThread", str(thread._parts()._get_all_var_data())),
    ("useWaiting", str(outbox.not_saved("win")._get_all_hooks())),
)


@pytest.mark.parametrize(("hook", "code"), SENDING, ids=[hook for hook, _ in SENDING])
def test_a_view_from_before_sends_nothing(hook: str, code: str) -> None:
    assert hook in code
    assert str(IS_KNOWN) in code
