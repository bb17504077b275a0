"""Mails go out encrypted, to a server that is who it says, or not at all."""

from __future__ import annotations

import asyncio
import socket
import ssl
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from ipaddress import ip_address
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pydantic import SecretStr, ValidationError

from coaching.errors import MailFailed
from coaching.web import mail
from tests.support.mailbox import Mailbox, mailbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from coaching.settings import Settings


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Return what a server on this machine shows, and have this process trust it."""
    file = tmp_path / "server.pem"
    file.write_bytes(_certificate())
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    found.load_cert_chain(file)
    return found


async def test_starttls_comes_before_the_mail(context: ssl.SSLContext) -> None:
    with mailbox(context) as box:
        await _send(f"smtp://127.0.0.1:{box.port}?tls=required")
        assert box.envelopes == [["mara@example.org"]]


async def test_a_server_can_be_encrypted_from_the_start(context: ssl.SSLContext) -> None:
    with mailbox(context, from_the_start=True) as box:
        await _send(f"smtps://127.0.0.1:{box.port}")
        assert box.envelopes == [["mara@example.org"]]


async def test_a_server_without_starttls_gets_nothing() -> None:
    with mailbox() as box:
        await _fails(f"smtp://127.0.0.1:{box.port}?tls=required", box)


async def test_a_server_that_hangs_holds_up_nothing_but_mails() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=100) as hanging:
        port = hanging.getsockname()[1]
        mails = [asyncio.create_task(_send(f"smtp://127.0.0.1:{port}?tls=off")) for _ in range(40)]
        await asyncio.sleep(0)
        async with asyncio.timeout(mail.SECONDS / 2):
            await asyncio.to_thread(bool)
    ended = await asyncio.gather(*mails, return_exceptions=True)
    assert {type(error) for error in ended} == {MailFailed}


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
async def test_a_server_with_a_strange_certificate_gets_nothing(
    context: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with mailbox(context, from_the_start=scheme == "smtps") as box:
        query = "?tls=required" if scheme == "smtp" else ""
        await _fails(f"{scheme}://127.0.0.1:{box.port}{query}", box)


async def test_a_mailbox_that_there_is_not_is_no_error() -> None:
    with mailbox() as box:
        box.refuses = "550 no such mailbox"
        await _send(f"smtp://127.0.0.1:{box.port}?tls=off")


async def test_a_server_that_takes_no_mail_now_is_asked_again_later() -> None:
    with mailbox() as box:
        box.refuses = "450 greylisted, try again in five minutes"
        await _fails(f"smtp://127.0.0.1:{box.port}?tls=off", box)


async def test_a_server_that_is_away_is_an_error_of_ours() -> None:
    with mailbox() as box:
        gone = box.port
    with pytest.raises(MailFailed):
        await _send(f"smtp://127.0.0.1:{gone}")


@pytest.mark.parametrize(
    ("host", "query", "encrypts"),
    [
        ("mail.example.org", "", True),
        ("mail.example.org", "tls=off", False),
        ("localhost", "", False),
        ("localhost", "tls=required", True),
    ],
)
def test_only_this_machine_is_reached_in_the_clear_unless_it_is_said(
    host: str, query: str, *, encrypts: bool
) -> None:
    assert mail.encrypts(host, query) is encrypts


@pytest.mark.parametrize(
    "url", ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://h:x", "smtp://h/?a"]
)
def test_an_address_that_is_none_is_refused_at_the_start(
    make_settings: Callable[..., Settings], url: str
) -> None:
    with pytest.raises(ValidationError, match="smtp_url"):
        make_settings(smtp_url=url)


def test_google_needs_both_halves_of_its_key(make_settings: Callable[..., Settings]) -> None:
    with pytest.raises(ValidationError, match="GOOGLE_CLIENT_SECRET"):
        make_settings(google_client_id="x")


async def _send(server: str) -> None:
    message = EmailMessage()
    message["From"], message["To"] = "no-reply@localhost", "mara@example.org"
    message.set_content("Hello")
    await mail.send(SecretStr(server), message)


async def _fails(server: str, box: Mailbox) -> None:
    with pytest.raises(MailFailed):
        await _send(server)
    assert box.envelopes == []


def _certificate() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    own = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return own + made.public_bytes(serialization.Encoding.PEM)
