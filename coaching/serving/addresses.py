"""The rate-limit key of an address."""

from __future__ import annotations

from ipaddress import ip_address


def address_key(client: tuple[str, int] | None) -> str | None:
    """Return an IPv4 address, the network of an IPv6 one, or None for loopback and no address."""
    try:
        ip = ip_address(client[0] if client else "")
    except ValueError:
        return None
    mapped = getattr(ip, "ipv4_mapped", None) or ip
    if mapped.is_loopback:
        return None
    return str(mapped) if mapped.version == 4 else str(int(mapped) >> 64)  # noqa: PLR2004
