"""The two apps as they are served: which package, which port, which address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from coaching.settings import Settings

FaceName = Literal["toney", "admin"]
FACE_NAMES: tuple[FaceName, ...] = ("toney", "admin")

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Face:
    """Definition of one app: its package, its listening address and its public URL."""

    name: FaceName
    package: str
    host: str
    port: int
    url: str

    @property
    def is_https(self) -> bool:
        """Return True if people reach it by https."""
        return self.url.startswith("https://")

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins that may talk to it: its own, and on loopback both local names."""
        local = (f"http://localhost:{self.port}", f"http://127.0.0.1:{self.port}")
        own = _origin(self.url)
        return tuple(dict.fromkeys((own, *local) if self.host in _LOOPBACK else (own,)))

    @property
    def hosts(self) -> frozenset[str]:
        """The Host headers it answers to."""
        return frozenset(urlsplit(origin).netloc for origin in self.origins)


def face(settings: Settings, name: FaceName) -> Face:
    """Return one app as the settings describe it."""
    if name == "toney":
        return Face(name, "toney_app", settings.host, settings.port, settings.app_url)
    return Face(name, "admin_app", settings.host, settings.admin_port, settings.admin_app_url)


def face_of(settings: Settings, package: str) -> Face:
    """Return the app of a package."""
    return face(settings, "admin" if package == "admin_app" else "toney")


def _origin(url: str) -> str:
    """Cut an address down to the origin that a browser would send."""
    parts = urlsplit(url.lower())
    default = {"http": 80, "https": 443}.get(parts.scheme)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    port = "" if parts.port in {None, default} else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"
