"""What the supervisor hands to each app."""

from __future__ import annotations

import pytest

from coaching.serving import supervisor
from coaching.serving.supervisor import Child
from coaching.settings import Settings


@pytest.mark.parametrize(("package", "has_them"), [("toney_app", False), ("admin_app", True)])
def test_the_app_of_strangers_has_no_key_of_the_admin(
    monkeypatch: pytest.MonkeyPatch, package: str, has_them: bool
) -> None:
    names = ("ADMIN_PASSWORD", "ADMIN_DATABASE_URL", "DATABASE_MIGRATION_URL")
    for name in names:
        monkeypatch.setenv(name, "postgresql://secret")
    for name, value in supervisor._environment(Child("x", package, 3, "release")).items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    kept = (
        settings.admin_password.get_secret_value(),
        settings.admin_database_url,
        settings.database_migration_url,
    )
    assert all(kept) if has_them else not any(kept)
