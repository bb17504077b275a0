"""Settings from the environment or `.env`, read once. Names are exactly those of the contract."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import NoDecode, SettingsConfigDict

from coaching.addresses import mail_problem, service_problem
from coaching.house_settings import HouseSettings
from coaching.model_settings import ModelSettings
from coaching.settings_sources import Emptied, EmptiedInFile

if TYPE_CHECKING:
    from pydantic_settings import BaseSettings, PydanticBaseSettingsSource


Names = Annotated[tuple[str, ...], NoDecode]


class Settings(ModelSettings, HouseSettings):
    """Every setting, with its default. `.env.example` and docs/settings.md come from here."""

    model_config = SettingsConfigDict(
        env_file=".env", frozen=True, extra="ignore", env_ignore_empty=True, case_sensitive=False
    )

    # Data
    database_url: str = Field(
        default="",
        description="`sqlite:////abs/file` or `postgresql://…`. Empty: a file in the data folder.",
    )
    database_migration_url: str = Field(
        default="", description="Owner role for migrations. Empty: DATABASE_URL."
    )
    system_database_url: str = Field(
        default="",
        description=(
            "The login of sign-in, jobs and clean-up, which see everybody's rows. With its own "
            "login DATABASE_URL can be one that sees a person's rows only. Empty: DATABASE_URL."
        ),
    )
    admin_database_url: str = Field(
        default="", description="The admin app's role. Empty: DATABASE_URL."
    )
    redis_url: str = Field(
        default="", description="For several processes, which this version can’t run yet."
    )
    multi_instance: bool = Field(
        default=False, description="Several processes: refused in this version, which runs one."
    )
    toney_data_dir: Path = Field(
        default=Path("data"),
        description="Database, secrets, backups, engine lock. Delete it and all is gone.",
    )
    toney_secret_key: SecretStr = Field(
        default=SecretStr(""),
        description="Keys are derived from it. Empty: generated once in the data folder.",
    )
    toney_encryption_keys: Annotated[tuple[SecretStr, ...], NoDecode] = Field(
        default=(),
        description=(
            "Comma-separated; stored secrets are encrypted with the first. Empty: generated once."
        ),
    )
    toney_database_key: SecretStr = Field(
        default=SecretStr(""),
        description=(
            "Encrypts the SQLite file, with its search index and backups, as a whole: 32 bytes in "
            "base64. Needs the extra `encrypted` and `toney keys encrypt-database`. Empty: plain."
        ),
    )
    toney_database_key_file: str = Field(
        default="",
        description="A file with that key, best on another disk. `toney keys` makes it.",
    )

    # Addresses
    host: str = Field(default="127.0.0.1", description="Address to listen on.")
    port: int = Field(default=3000, ge=1, le=65535, description="Port of the app.")
    admin_port: int = Field(default=3001, ge=1, le=65535, description="Port of the admin app.")
    public_url: str = Field(
        default="", description="Where people reach the app. Empty: http://localhost:PORT."
    )
    admin_url: str = Field(
        default="", description="Where admins reach theirs. Empty: http://localhost:ADMIN_PORT."
    )
    trusted_proxies: Names = Field(
        default=(), description="Comma-separated addresses whose X-Forwarded-* headers count."
    )

    # Signing in
    admin_password: SecretStr = Field(
        default=SecretStr(""),
        description="Password of the admin `admin`. Empty: generated and printed once.",
    )
    allow_guests: bool = Field(default=True, description="People may start without an account.")
    guests_per_address_per_day: int = Field(
        default=100,
        ge=0,
        description=(
            "New guests from one address a day. An office or a mobile network has one address for "
            "many people, so it is high: a guest who says nothing costs nothing, and "
            "COST_LIMIT_USD_PER_DAY bounds the rest."
        ),
    )
    google_client_id: str = Field(default="", description="Google sign-in appears when set.")
    google_client_secret: SecretStr = Field(default=SecretStr(""), description="Google's secret.")
    google_discovery_url: str = Field(
        default="https://accounts.google.com/.well-known/openid-configuration",
        description="OpenID discovery document.",
    )
    smtp_url: SecretStr = Field(
        default=SecretStr(""),
        description=(
            "Sign-in links by e-mail: `smtp://user:password@host:587` (STARTTLS) or "
            "`smtps://…:465`; `?tls=off` for a relay in one's own network. Empty: links are "
            "printed in the log and, on localhost, shown on the page."
        ),
    )
    mail_from: str = Field(default="", description="Sender. Empty: no-reply at PUBLIC_URL's host.")

    # Tools and integrations
    brave_search_api_key: SecretStr = Field(
        default=SecretStr(""), description="Web search. Empty: the tool is not offered."
    )
    brave_base_url: str = Field(
        default="https://api.search.brave.com",
        description="Brave's address: https, or http on this machine.",
    )
    wikipedia_base_url: str = Field(
        default="https://en.wikipedia.org/api/rest_v1",
        description="A Wikipedia's REST API, for public facts. Set and empty: not asked.",
    )
    read_pages: bool = Field(
        default=True, description="Read public pages and PDFs that people name."
    )

    # Limits
    messages_per_minute: int = Field(default=30, ge=1, description="Burst limit per person.")
    interactions_per_day: int = Field(
        default=50,
        ge=1,
        description="Turns per person and UTC day. The chat says when it opens again.",
    )
    session_gap_hours: float = Field(
        default=12.0, gt=0, description="A longer silence begins a new session."
    )
    cost_alert_usd_per_day: float = Field(default=50.0, ge=0, description="Alert above this.")
    cost_limit_usd_per_day: float = Field(
        default=50.0, ge=0, description="Above this Toney replies in Simple mode and says so."
    )
    cost_limit_usd_per_person_per_month: float = Field(
        default=30.0,
        ge=0,
        description=(
            "Above this Toney replies to that person in Simple mode until the next month (UTC) and "
            "says so. 0: no limit."
        ),
    )
    simulator_messages_per_day: int = Field(
        default=200, ge=1, description="Messages in the simulator per admin and UTC day."
    )
    simulator_usd_per_day: float = Field(
        default=5.0, ge=0, description="Cost of these messages per admin and UTC day. 0: no limit."
    )

    # Operations
    backups_kept: int = Field(
        default=7,
        ge=0,
        description=(
            "Toney backs up its database once a day into `backups` in the data folder and keeps "
            "this many, none of them longer than BACKUP_DAYS. 0: it makes none."
        ),
    )
    metrics_token: SecretStr = Field(
        default=SecretStr(""), description="/metrics from elsewhere than loopback."
    )
    log_level: str = Field(default="INFO", description="DEBUG, INFO, WARNING or ERROR.")
    log_json: bool = Field(default=False, description="One JSON object per line on stdout.")
    test_clock_file: str = Field(
        default="",
        description="For tests only: a file with the seconds to add to the system clock.",
    )

    @field_validator("trusted_proxies", "toney_encryption_keys", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("brave_base_url", "wikipedia_base_url")
    @classmethod
    def _is_a_service(cls, value: str) -> str:
        problem = service_problem(value) if value else ""
        if problem:
            raise ValueError(problem)
        return value.rstrip("/")

    @field_validator("google_discovery_url")
    @classmethod
    def _is_a_provider(cls, value: str) -> str:
        problem = service_problem(value)
        if problem:
            raise ValueError(problem)
        return value

    @field_validator("smtp_url")
    @classmethod
    def _is_a_mail_server(cls, value: SecretStr) -> SecretStr:
        problem = mail_problem(value.get_secret_value())
        if problem:
            raise ValueError(problem)
        return value

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        level = value.upper()
        if level not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("use DEBUG, INFO, WARNING or ERROR")
        return level

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if bool(self.google_client_id) != bool(self.google_client_secret.get_secret_value()):
            raise ValueError("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET come together")
        if self.port == self.admin_port:
            raise ValueError("PORT and ADMIN_PORT must differ")
        if self.multi_instance:
            needs = {
                "DATABASE_URL (postgresql://…)": self.database_url.startswith("postgres"),
                "REDIS_URL": bool(self.redis_url),
                "TONEY_SECRET_KEY": bool(self.toney_secret_key.get_secret_value()),
            }
            missing = [name for name, is_there in needs.items() if not is_there]
            if missing:
                raise ValueError(f"MULTI_INSTANCE=true needs {', '.join(missing)}")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        del file_secret_settings
        emptied = Emptied(settings_cls, env_ignore_empty=False)
        file = getattr(dotenv_settings, "env_file", None)
        in_file = EmptiedInFile(settings_cls, env_file=file, env_ignore_empty=False)
        return init_settings, env_settings, emptied, dotenv_settings, in_file

    @property
    def app_url(self) -> str:
        """Where people reach the app, without a trailing slash."""
        return (self.public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def admin_app_url(self) -> str:
        """Where admins reach theirs, without a trailing slash."""
        return (self.admin_url or f"http://localhost:{self.admin_port}").rstrip("/")

    @property
    def data_dir(self) -> Path:
        """The data folder, absolute."""
        return self.toney_data_dir.expanduser().resolve()

    @property
    def database(self) -> str:
        """The plain database address."""
        return self.database_url or f"sqlite:///{self.data_dir / 'toney.db'}"

    @property
    def system_database(self) -> str:
        """The address for what sees everybody's rows."""
        return self.system_database_url or self.database

    @property
    def has_google(self) -> bool:
        """Return True if people can sign in with Google."""
        return bool(self.google_client_id)

    @property
    def has_mail(self) -> bool:
        """Return True if sign-in links are sent by e-mail, not printed in the log."""
        return bool(self.smtp_url.get_secret_value())


read_settings = cache(Settings)
"""Returns the settings of this process: read when first asked for, and never again."""
