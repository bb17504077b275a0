"""In development a page and its API come from two ports; here the page's own reaches both."""

from __future__ import annotations

_SERVED_BY_THE_BACKEND = ("/api", "/auth", "/health", "/i18n", "/ready")


def through_to_the_backend(vite_config: str, port: int) -> str:
    """Add a proxy for everything that is not a page to the development server's settings."""
    target = f"{{ target: 'http://localhost:{port}' }}"
    proxy = ", ".join(f"'{path}': {target}" for path in _SERVED_BY_THE_BACKEND)
    return vite_config.replace("server: {", f"server: {{ proxy: {{ {proxy} }},", 1)
