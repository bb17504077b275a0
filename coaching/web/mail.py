"""Sending an e-mail over SMTP: encrypted, except to a server on this machine or with `?tls=off`."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, ParamSpec
from urllib.parse import unquote, urlsplit

import structlog

from coaching.addresses import THIS_MACHINE
from coaching.errors import MailFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from email.message import EmailMessage

    from pydantic import SecretStr

P = ParamSpec("P")
SECONDS = 10.0
THREADS = 12
_SUBMISSION, _OVER_TLS = 587, 465
_FOR_EVER = 500
"""From this code on a server says no for ever; below it, not now (a limit, greylisting)."""
# Not those of everybody: the safety screen of a message must not wait for a server that hangs.
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail")
_log = structlog.get_logger(__name__)


async def send(server: SecretStr, message: EmailMessage) -> None:
    """Send to the one address in `To`; raise `MailFailed` if the server doesn't take it.

    A server that says there is no such mailbox is not an error: the answer must not tell.
    """
    await _in_a_thread(_send, server.get_secret_value(), message)


async def knock(server: SecretStr) -> None:
    """Connect, encrypt and log in, and send nothing; raise `MailFailed` if that can't be done."""
    await _in_a_thread(_knock, server.get_secret_value())


async def _in_a_thread(do: Callable[P, None], *args: P.args, **how: P.kwargs) -> None:
    call = partial(copy_context().run, do, *args, **how)
    await asyncio.get_running_loop().run_in_executor(_threads, call)


def _knock(server: str) -> None:
    try:
        with _connected(server) as smtp:
            smtp.noop()
    except OSError as error:
        raise MailFailed(type(error).__name__) from None


def _send(server: str, message: EmailMessage) -> None:
    try:
        with _connected(server) as smtp:
            smtp.send_message(message, to_addrs=[str(message["To"])])
    except smtplib.SMTPRecipientsRefused as error:
        _log.warning("mail_recipient_refused")
        if any(code < _FOR_EVER for code, _ in error.recipients.values()):
            raise MailFailed("not now") from None
    except OSError as error:  # its message may hold the address
        _log.error("mail_failed", error=type(error).__name__)
        raise MailFailed(type(error).__name__) from None


@contextmanager
def _connected(server: str) -> Generator[smtplib.SMTP]:
    parts = urlsplit(server)
    host = parts.hostname or ""
    if parts.scheme == "smtps":
        context = ssl.create_default_context()
        smtp = smtplib.SMTP_SSL(host, parts.port or _OVER_TLS, timeout=SECONDS, context=context)
    else:
        smtp = smtplib.SMTP(host, parts.port or _SUBMISSION, timeout=SECONDS)
    with smtp:
        # Never "if it is offered": whoever sits between could take the offer away.
        if parts.scheme == "smtp" and encrypts(host, parts.query):
            smtp.starttls(context=ssl.create_default_context())
        if parts.username:
            smtp.login(unquote(parts.username), unquote(parts.password or ""))
        yield smtp


def encrypts(host: str, query: str) -> bool:
    """Return True if a server has to be reached by STARTTLS; this machine needn’t."""
    return query == "tls=required" or (query != "tls=off" and host not in THIS_MACHINE)
