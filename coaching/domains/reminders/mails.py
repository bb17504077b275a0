"""A reminder by e-mail: it says no more than the lock screen, and can be ended with one click."""

from __future__ import annotations

import hmac
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, make_msgid, parseaddr
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from uuid import UUID

from coaching.content import text
from coaching.services import keys

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.domains.reminders.models import Reminder
    from coaching.settings import Settings

_PURPOSE = "reminder mail"
_HEX = 32


def stop_token(settings: Settings, owner: UUID) -> str:
    """Return what ends a person's e-mails and does nothing else."""
    return owner.hex + keys.keyed_hash(settings, _PURPOSE, owner.hex)[:_HEX]


def owner_of(settings: Settings, token: str) -> UUID | None:
    """Return whose e-mails a token ends, or None if Toney didn't make it."""
    try:
        owner = UUID(token[:_HEX])
    except ValueError:
        return None
    expected = stop_token(settings, owner).encode()
    return owner if hmac.compare_digest(expected, token.encode(errors="replace")) else None


def letter(
    settings: Settings, to: str, reminder: Reminder, line: str, language: str, *, at: datetime
) -> EmailMessage:
    """Return the e-mail of a reminder; its subject is the line that the lock screen shows."""
    message = EmailMessage(policy=SMTP)
    host = urlsplit(settings.app_url).hostname or "localhost"
    name, sender = parseaddr(settings.mail_from or f"no-reply@{host}")
    stop = f"{settings.app_url}/api/reminders/stop/{stop_token(settings, reminder.user_id)}"
    message["From"] = formataddr((name or text(language, "app.name"), sender))
    message["To"] = to
    message["Subject"] = " ".join(line.split())
    message["Date"] = format_datetime(at)
    message["Message-ID"] = make_msgid(domain=host)
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    link = f"{settings.app_url}/?reminder={reminder.id}"
    lines = (text(language, "reminder.mail.open"), link, text(language, "reminder.mail.stop"), stop)
    message.set_content("\n\n".join(lines) + "\n", cte="8bit")
    return message
