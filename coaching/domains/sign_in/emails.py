"""E-mail addresses as people type them, and the letter with the link."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr, make_msgid, parseaddr
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from coaching.content import text
from coaching.text.markup import style, tag

if TYPE_CHECKING:
    from datetime import datetime

    from coaching.settings import Settings

# What a browser takes in `<input type=email>` (WHATWG), with a name that has a dot.
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(rf"([a-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}})@{_LABEL}(?:\.{_LABEL})+")
_LONGEST = 254
_STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; color: #1f1b16; background: #faf7f2; margin: 0 }
main { max-width: 32rem; margin: 0 auto; padding: 32px 24px }
.button { display: inline-block; background: #1f1b16; color: #faf7f2; padding: 14px 24px;
  border-radius: 14px; text-decoration: none; font-weight: 600 }
small { color: #6d675f; overflow-wrap: anywhere }
""".strip()


@dataclass(frozen=True, slots=True)
class Letter:
    """What a letter says: in which language, with which link, good for how many minutes."""

    language: str
    link: str
    minutes: int


def canonical(typed: str) -> str:
    """Return the one form of an address, or an empty string if it isn't one address.

    Small letters, because no provider in use tells `Mara@` from `mara@`. Dots and `+tags` stay:
    what they mean differs from provider to provider.
    """
    address = typed.strip().lower()
    if len(address) > _LONGEST or not _ADDRESS.fullmatch(address):
        return ""
    name = address.partition("@")[0]
    return "" if name.startswith(".") or name.endswith(".") or ".." in name else address


def letter(settings: Settings, to: str, content: Letter, *, at: datetime) -> EmailMessage:
    """Return the e-mail with the link; it says nothing about the person, not even a name."""

    def say(key: str, **params: object) -> str:
        return text(content.language, f"mail.link.{key}", **params)

    message = EmailMessage(policy=SMTP)
    host = urlsplit(settings.app_url).hostname or "localhost"
    name, sender = parseaddr(settings.mail_from or f"no-reply@{host}")
    message["From"] = formataddr((name or text(content.language, "app.name"), sender))
    message["To"] = to
    message["Subject"] = say("subject")
    message["Date"] = format_datetime(at)
    message["Message-ID"] = make_msgid(domain=host)
    message["Auto-Submitted"] = "auto-generated"
    open_it, once, unasked = say("open"), say("once", minutes=content.minutes), say("unasked")
    message.set_content(f"{open_it}\n\n{content.link}\n\n{once}\n\n{unasked}\n", cte="8bit")
    page = tag(
        "html",
        tag("head", tag("meta", charset="utf-8"), style(_STYLE)),
        tag(
            "body",
            tag(
                "main",
                tag("p", open_it),
                tag("p", tag("a", say("button"), href=content.link, class_="button")),
                tag("p", once),
                tag("p", tag("small", say("copy"), " ", content.link)),
                tag("p", tag("small", unasked)),
            ),
        ),
        lang=content.language,
    )
    message.add_alternative(f"<!doctype html>{page}", subtype="html", cte="8bit")
    return message
