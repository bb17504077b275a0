"""Addresses of outside services: what a setting may name.

The rule reads the address alone and asks no name server: it is whoever runs Toney that names the
service, and a name of theirs may lead where they like. What it refuses are the forms by which a
slip, or somebody who can write one variable, would point Toney into the network around it.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_PORTS = frozenset({None, 443, 8443})
THIS_MACHINE = frozenset({"127.0.0.1", "::1", "localhost"})
_PLAIN = re.compile(r"https?://[A-Za-z0-9\[\]:._~/-]+")
_NAME = re.compile(
    r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]"
)
_NEVER_PUBLIC = re.compile(
    r".*\.(?:corp|home|home\.arpa|internal|intranet|lan|local|localdomain|localhost|private|svc)"
)


def service_problem(address: str) -> str:
    """Return what is wrong with a service's base address; empty when Toney may go there."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "is not an address"
    if not _PLAIN.fullmatch(address):
        return "has to be https://, a host and at most a path"
    if host in THIS_MACHINE:
        return ""
    if parts.scheme != "https":
        return "has to begin with https:// (http:// is for a stand-in on this machine)"
    if port not in _PORTS:
        return "has to use the port 443 or 8443"
    if not is_public_name(host):
        return "has to name a public host, such as api.example.org"
    return ""


def host_of(address: str) -> str:
    """Return the host of an address, without a port; empty for none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def is_public_name(host: str) -> bool:
    """Return True for a name that the public DNS could hold; no resolver is asked."""
    return _NAME.fullmatch(host) is not None and not _NEVER_PUBLIC.fullmatch(host)


def mail_problem(address: str) -> str:
    """Return what is wrong with the address of a mail server; empty when it can be used."""
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        _port = parts.port
    except ValueError:
        return "is not an address"
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        return "has to be smtp://host:port or smtps://host:port"
    if parts.path.strip("/") or parts.query not in {"", "tls=off", "tls=required"}:
        return "may end with ?tls=off or ?tls=required, and with nothing else"
    return ""
