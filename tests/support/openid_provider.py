"""A real OpenID provider on this machine, and the ways in which one can be wrong."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from base64 import urlsafe_b64encode
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

if TYPE_CHECKING:
    from collections.abc import Generator

CLIENT_ID, CLIENT_SECRET = "toney-client", "toney-secret"
_KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})
_OTHER_KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})


@dataclass
class Provider:
    """What it says about who comes, and what is wrong with that; `now` is its clock."""

    url: str = ""
    now: float = field(default_factory=time.time)
    claims: dict[str, Any] = field(default_factory=dict[str, Any])
    says: dict[str, Any] = field(default_factory=dict[str, Any])
    key: Any = field(default_factory=lambda: _KEY)
    algorithm: str = "RS256"
    checks_pkce: bool = True
    is_down: bool = False
    extra: dict[str, str] = field(default_factory=dict[str, str])
    codes: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    asked: list[dict[str, str]] = field(default_factory=list[dict[str, str]])

    @property
    def discovery(self) -> str:
        """Where its discovery document is."""
        return f"{self.url}/.well-known/openid-configuration"

    def is_signed_by_somebody_else(self) -> None:
        """Sign with a key that isn't published."""
        self.key = _OTHER_KEY

    def is_signed_with_the_public_key(self) -> None:
        """Sign with HS256 and the public key as the shared secret."""
        self.algorithm = "HS256"

    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
            **self.says,
        }

    def authorize(self, asked: dict[str, str]) -> str:
        """Say yes for the person, and return where the browser goes."""
        self.asked.append(asked)
        code = token_urlsafe(16)
        self.codes[code] = asked
        back = {"code": code, "state": asked["state"], **self.extra}
        return f"{asked['redirect_uri']}?{urlencode(back)}"

    def token(self, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Exchange a code, once."""
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None or form.get("redirect_uri") != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        if self.checks_pkce and _challenge(form.get("code_verifier", "")) != asked.get(
            "code_challenge"
        ):
            return 400, {"error": "invalid_grant"}
        claims = {
            "iss": self.url,
            "aud": CLIENT_ID,
            "sub": "mara",
            "email": "mara@example.org",
            "email_verified": True,
            "iat": int(self.now),
            "exp": int(self.now) + 300,
            "nonce": asked.get("nonce", ""),
            **self.claims,
        }
        token = self._signed({name: value for name, value in claims.items() if value is not None})
        return 200, {"access_token": "a", "token_type": "Bearer", "id_token": token}

    def _signed(self, claims: dict[str, Any]) -> str:
        if self.algorithm == "none":
            parts = ({"alg": "none"}, claims)
            return ".".join(_base64(json.dumps(part).encode()) for part in parts) + "."
        header = {"alg": self.algorithm, "kid": "one"}
        if self.algorithm == "HS256":
            parts = ".".join(_base64(json.dumps(part).encode()) for part in (header, claims))
            signature = hmac.digest(_KEY.as_pem(private=False), parts.encode(), "sha256")
            return f"{parts}.{_base64(signature)}"
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])


def _base64(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def _challenge(verifier: str) -> str:
    return _base64(hashlib.sha256(verifier.encode()).digest())


@contextmanager
def openid_provider() -> Generator[Provider]:
    """Run a provider while the block runs."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, query = urlsplit(self.path).path, urlsplit(self.path).query
            if provider.is_down:
                self._send(500, {})
            elif path == "/authorize":
                asked = {name: values[0] for name, values in parse_qs(query).items()}
                self.send_response(302)
                self.send_header("Location", provider.authorize(asked))
                self.send_header("Content-Length", "0")
                self.end_headers()
            elif path == "/keys":
                self._send(200, {"keys": [_KEY.as_dict(private=False)]})
            else:
                self._send(200, provider.metadata())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._send(*provider.token(form))

        def _send(self, status: int, value: dict[str, Any]) -> None:
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
