"""What `webauthn` asks a browser and how it checks the answer, for both apps; no database.

`webauthn` is imported where it is used: it takes 0.2 s that a start does not wait for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast
from urllib.parse import urlsplit

from coaching.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Answer = dict[str, Any]
"""Answer of `navigator.credentials`, as JSON."""
_REFUSED = "Your browser’s answer doesn’t hold. Please try again."


@dataclass(frozen=True, slots=True)
class Site:
    """The app that a passkey belongs to: another host or origin can't use it."""

    name: str
    origin: str

    @property
    def host(self) -> str:
        """Return the relying party's id."""
        return urlsplit(self.origin).hostname or ""


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """What is stored of a new passkey; id and key are base64url."""

    credential_id: str
    public_key: str
    sign_count: int


class StoredPasskey(Protocol):
    """Fields of a stored passkey that are needed to check an answer."""

    @property
    def public_key(self) -> str: ...
    @property
    def sign_count(self) -> int: ...


def creation_options(
    site: Site, challenge: bytes, *, user_id: bytes, user_name: str, known: Iterable[str]
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.create`; `known` are credential ids."""
    import webauthn  # noqa: PLC0415 - see above
    from webauthn.helpers import structs  # noqa: PLC0415

    required = structs.AuthenticatorSelectionCriteria(
        resident_key=structs.ResidentKeyRequirement.REQUIRED,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=site.name,
        user_id=user_id,
        user_name=user_name,
        challenge=challenge,
        authenticator_selection=required,
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(credential_id))
            for credential_id in known
        ],
    )
    return json.loads(webauthn.options_to_json(options))


def request_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """Return the options for `navigator.credentials.get`; they name no account."""
    import webauthn  # noqa: PLC0415 - see above
    from webauthn.helpers import structs  # noqa: PLC0415

    options = webauthn.generate_authentication_options(
        rp_id=site.host,
        challenge=challenge,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return json.loads(webauthn.options_to_json(options))


def challenge_in(answer: Answer) -> bytes:
    """Return the challenge that an answer belongs to; the answer may still be wrong."""
    from webauthn.helpers import base64url_to_bytes, parse_client_data_json  # noqa: PLC0415

    try:
        said = base64url_to_bytes(_response(answer)["clientDataJSON"])
        return parse_client_data_json(said).challenge
    except Exception as problem:  # a stranger's JSON: whatever it breaks, it's wrong
        raise InvalidInput({"credential": "is not what a browser answers"}) from problem


def new_passkey(site: Site, answer: Answer, challenge: bytes) -> NewPasskey:
    """Return the passkey that an answer makes; raise `InvalidInput` if the answer is wrong."""
    import webauthn  # noqa: PLC0415 - see above

    try:
        made = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception as problem:  # a stranger's bytes: whatever they break, they're wrong
        raise InvalidInput({"credential": _REFUSED}, say=_REFUSED) from problem
    return NewPasskey(
        as_text(made.credential_id), as_text(made.credential_public_key), made.sign_count
    )


def new_sign_count(
    site: Site, answer: Answer, challenge: bytes, stored: StoredPasskey, *, user_id: bytes
) -> int | None:
    """Return the passkey's next sign count if it signed the challenge, else None."""
    import webauthn  # noqa: PLC0415 - see above

    try:
        verified = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=webauthn.base64url_to_bytes(stored.public_key),
            credential_current_sign_count=stored.sign_count,
            require_user_verification=True,
        )
    except Exception:  # noqa: BLE001 - as above
        return None
    belongs = _response(answer).get("userHandle") == as_text(user_id)
    return verified.new_sign_count if belongs else None


def new_challenge() -> bytes:
    """Return random bytes to be signed."""
    from webauthn.helpers import generate_challenge  # noqa: PLC0415 - see above

    return generate_challenge()


def as_text(value: bytes) -> str:
    """Return bytes in base64url, as browsers write them."""
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415 - see above

    return bytes_to_base64url(value)


def _response(answer: Answer) -> Mapping[str, Any]:
    found = answer.get("response")
    return cast("Mapping[str, Any]", found) if isinstance(found, dict) else {}
