"""What every table shares: naming, types, keys. Facts behind each rule: docs/adr/0009."""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID, uuid4

import sqlalchemy as sa
from pydantic import ConfigDict
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "idx_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class UTCDateTime(TypeDecorator[datetime]):
    """Aware UTC in, aware UTC out, on both databases; a naive datetime is refused."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - the library's signature
    ) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("naive datetime")
        return value.astimezone(UTC)

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002 - the library's signature
    ) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Json(TypeDecorator[Any]):
    """JSON on SQLite, JSONB on PostgreSQL. A value is replaced, never changed in place."""

    impl = sa.JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(JSONB() if dialect.name == "postgresql" else sa.JSON())


def values(kind: type[StrEnum]) -> Sequence[str]:
    """Return what an enum stores."""
    return [member.value for member in kind]


def one_of(kind: type[StrEnum], name: str) -> sa.Enum:
    """Return a VARCHAR with a CHECK for a closed set of words."""
    return sa.Enum(
        kind,
        name=name,
        native_enum=False,
        create_constraint=True,
        length=32,
        values_callable=values,
        validate_strings=True,
    )


def now() -> datetime:
    """Return the current instant; services pass the injected clock's instead."""
    return datetime.now(UTC)


class Base(SQLModel):
    """Every table."""

    if TYPE_CHECKING:
        __tablename__: ClassVar[str]  # pyrefly: ignore[bad-override]
        # Rows are not validated: a misspelt column or a value of another type has to be seen here.
        model_config = ConfigDict(extra="forbid", strict=True)


class Owned(Base):
    """A row that belongs to a person and goes when they go."""

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    user_id: UUID = Field(foreign_key="users.id", ondelete="CASCADE", nullable=False)
    created_at: datetime = Field(
        default_factory=now,
        sa_type=UTCDateTime,
        nullable=False,
        sa_column_kwargs={"server_default": sa.func.current_timestamp()},
    )


def belongs_to(parent: str, column: str) -> sa.ForeignKeyConstraint:
    """Return a foreign key to a row of the same person; parent and child cannot differ (I11)."""
    return sa.ForeignKeyConstraint(
        ["user_id", column], [f"{parent}.user_id", f"{parent}.id"], ondelete="CASCADE"
    )


def instant(*, required: bool = False) -> Any:  # noqa: ANN401 - as SQLModel's Field
    """Return the Field of an instant."""
    return (
        Field(sa_type=UTCDateTime, nullable=False)
        if required
        else Field(default=None, sa_type=UTCDateTime, nullable=True)
    )


def words(default: str | None = "") -> Any:  # noqa: ANN401 - as SQLModel's Field
    """Return the Field of a text that is empty by default."""
    if default is None:
        return Field(sa_type=sa.Text, nullable=False)
    return Field(
        default=default,
        sa_type=sa.Text,
        nullable=False,
        sa_column_kwargs={"server_default": sa.text(f"'{default}'")},
    )


def _empty_list() -> list[Any]:
    """Return a new list. For `list` itself pydantic reads its signature anew with each row."""
    return []


def json_list() -> Any:  # noqa: ANN401 - as SQLModel's Field
    """Return the Field of a JSON list that is empty by default."""
    return Field(
        default_factory=_empty_list,
        sa_type=Json,
        nullable=False,
        sa_column_kwargs={"server_default": sa.text("'[]'")},
    )


def json_object() -> Any:  # noqa: ANN401 - as SQLModel's Field
    """Return the Field of a JSON object that is empty by default."""
    return Field(
        default_factory=dict,
        sa_type=Json,
        nullable=False,
        sa_column_kwargs={"server_default": sa.text("'{}'")},
    )
