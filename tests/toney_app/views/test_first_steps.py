from __future__ import annotations

from toney_app.views.home.first_steps import first_card
from toney_app.views.home.state import HomeState


def test_telling_toney_brings_what_they_wrote_into_the_message_field() -> None:
    assert f"write({HomeState.why!s})" in str(first_card().render())
