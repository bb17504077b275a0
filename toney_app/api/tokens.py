"""Personal API tokens: made, listed and removed in the app only."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter

from coaching.domains.api_tokens import service as api_tokens
from toney_app.api.deps import Engine, Here
from toney_app.api.wire import In, Instant, Out, words

router = APIRouter(tags=["auth"])


class NewToken(In):
    """The name of a token and how many days it is valid; null means until it's removed."""

    name: Annotated[str, words(api_tokens.LONGEST_NAME)]
    days: Literal[30, 90, 365] | None = 90


class Token(Out):
    """A token as its person knows it."""

    id: UUID
    name: str
    prefix: str
    created_at: Instant
    expires_at: Instant | None
    last_used_at: Instant | None


class MadeToken(Token):
    """A new token: `token` is shown here only."""

    token: str


class Tokens(Out):
    """All tokens of a person, oldest first."""

    items: list[Token]


@router.get("/api/tokens")
async def tokens(coaching: Engine, here: Here) -> Tokens:
    """Return the tokens of this person."""
    async with coaching.unit(here.owner) as s:
        found = await api_tokens.for_user(s, here.owner)
    return Tokens(items=[Token.model_validate(token) for token in found])


@router.post("/api/tokens", status_code=201)
async def make(wanted: NewToken, coaching: Engine, here: Here) -> MadeToken:
    """Make a token for `Authorization: Bearer`."""
    async with coaching.db.system("api token", write=True) as s:
        now = coaching.clock.now()
        made = await api_tokens.make(s, here.owner, name=wanted.name, days=wanted.days, at=now)
    return MadeToken(**Token.model_validate(made.row).model_dump(), token=made.token)


@router.delete("/api/tokens/{token_id}", status_code=204)
async def remove(token_id: UUID, coaching: Engine, here: Here) -> None:
    """Remove a token: it opens nothing any more."""
    async with coaching.db.system("api token", write=True) as s:
        await api_tokens.revoke(s, here.owner, token_id, at=coaching.clock.now())
