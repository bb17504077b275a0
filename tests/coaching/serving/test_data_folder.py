"""The data folder and its secrets: private, made once, kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from coaching.serving.apps import face
from coaching.serving.data_folder import is_private, prepare
from coaching.serving.failures import NoDataFolder, PortTaken
from coaching.serving.port_binding import listen

if TYPE_CHECKING:
    from collections.abc import Callable

    from coaching.settings import Settings


def test_secrets_are_made_once_and_only_for_the_owner(
    make_settings: Callable[..., Settings],
) -> None:
    settings = make_settings(toney_secret_key="")
    first = prepare(settings)
    assert first == prepare(settings)
    assert len(first.secret_key) >= 43
    assert first.secret_key != first.encryption_keys
    for path in (settings.data_dir, *settings.data_dir.iterdir()):
        assert is_private(path)


def test_an_open_folder_is_closed(settings: Settings) -> None:
    settings.data_dir.mkdir(mode=0o755)
    prepare(settings)
    assert is_private(settings.data_dir)


def test_given_secrets_are_not_kept(make_settings: Callable[..., Settings]) -> None:
    settings = make_settings(toney_secret_key="ours", toney_encryption_keys="new,old")
    secrets = prepare(settings)
    assert (secrets.secret_key, secrets.encryption_keys) == ("ours", "new,old")
    assert list(settings.data_dir.iterdir()) == []


def test_a_folder_that_can_not_be_made_is_one_clear_line(
    make_settings: Callable[..., Settings], settings: Settings
) -> None:
    settings.data_dir.write_text("a file")
    with pytest.raises(NoDataFolder, match="can't use the data folder"):
        prepare(make_settings(toney_data_dir=settings.data_dir / "below"))


def test_a_taken_port_is_one_clear_line(make_settings: Callable[..., Settings]) -> None:
    app = face(make_settings(port=4110), "toney")
    with listen(app), pytest.raises(PortTaken, match=r"127\.0\.0\.1:4110 .*set PORT to another"):
        listen(app)
    listen(app).close()
