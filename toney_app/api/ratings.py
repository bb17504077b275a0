"""What a person says of one reply."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from coaching.domains.quality import ratings
from coaching.values.quality import Rating
from toney_app.api.deps import Engine, Owner
from toney_app.api.wire import In

router = APIRouter(tags=["chat"])


class RatingIn(In):
    """Whether the reply helped, in a word, and a comment; null takes it back."""

    rating: Annotated[Rating | None, Field(strict=False)]
    comment: str = Field(default="", max_length=ratings.LONGEST_COMMENT)


@router.post("/api/messages/{message_id}/rating", status_code=204)
async def rate_reply(message_id: UUID, said: RatingIn, coaching: Engine, person: Owner) -> None:
    """Say whether a reply of the coach helped; a second answer replaces the first."""
    async with coaching.unit(person, write=True) as s:
        await ratings.rate(
            s, person, message_id, said.rating, said.comment, at=coaching.clock.now()
        )
