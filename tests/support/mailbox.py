"""A real mail server on this machine, that keeps what it gets."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from typing import TYPE_CHECKING, Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

if TYPE_CHECKING:
    import ssl
    from collections.abc import Generator
    from email.message import EmailMessage

_LINK = re.compile(r"https?://\S+/auth/magic/(\S+)")


@dataclass
class Mailbox:
    """Mails in the order in which they came; `refuses` makes the server answer with an error."""

    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list["EmailMessage"])
    envelopes: list[list[str]] = field(default_factory=list[list[str]])
    refuses: str = ""

    async def handle_RCPT(  # noqa: N802 - the library's name
        self, _server: object, _session: object, envelope: Any, address: str, _options: object
    ) -> str:
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - the library's name
        self, _server: object, _session: object, envelope: Any
    ) -> str:
        self.envelopes.append(list(envelope.rcpt_tos))
        mail = message_from_bytes(envelope.content, policy=policy.default)
        self.mails.append(mail)
        return "250 OK"

    def token(self, number: int = -1) -> str:
        """Return the token of the link in a mail."""
        found = _LINK.search(plain(self.mails[number]))
        assert found is not None
        return found[1]


def plain(mail: EmailMessage) -> str:
    """Return the text of a mail."""
    body = mail.get_body(("plain",))
    assert body is not None
    return cast("str", body.get_content())


class _Server(Controller):
    """Listens with STARTTLS, which a client may have to use, or with TLS from the beginning."""

    def __init__(
        self, handler: Mailbox, context: ssl.SSLContext | None, *, from_the_start: bool
    ) -> None:
        self._starttls = None if from_the_start else context
        super().__init__(
            handler,
            hostname="127.0.0.1",
            port=0,
            ssl_context=context if from_the_start else None,
        )

    def factory(self) -> SMTP:
        return SMTP(self.handler, tls_context=self._starttls, enable_SMTPUTF8=True)

    def _trigger_server(self) -> None:
        self.port = cast("Any", self.server).sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mailbox(
    context: ssl.SSLContext | None = None, *, from_the_start: bool = False
) -> Generator[Mailbox]:
    """Run a mail server while the block runs."""
    box = Mailbox()
    server = _Server(box, context, from_the_start=from_the_start)
    server.start()
    try:
        box.port = server.port
        yield box
    finally:
        server.stop()
