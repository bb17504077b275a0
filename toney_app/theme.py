"""What things look like: names of the type roles and shapes in assets/*.css, colours of the head.

Views and components take their looks from here; the values behind the names are CSS tokens.
"""

from __future__ import annotations

import reflex as rx

from toney_app.props import Attributes

STYLESHEETS = ["/tokens.css", "/app.css"]
# Down to the edges of the screen (`env(safe-area-inset-…)`); a keyboard makes the page lower.
VIEWPORT = (
    "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
)
PAPER_LIGHT = "#faf7f2"
PAPER_DARK = "#161412"

# Type roles (look: type)
DISPLAY = "t-display text-ink"
TITLE = "t-title text-ink"
HEADING = "t-heading text-ink"
CARD_TEXT = "t-card text-ink"
VOICE = "t-voice"
OWN_WORDS = "t-own"
BODY = "t-body"
LABEL = "t-label"
STRONG = "t-strong"
SMALL = "t-small"
CAPTION = "t-cap"
MUTED = "text-ink-2"
QUIET = "text-ink-3"
ACCENT = "text-accent"

# Shapes
PRIMARY = "btn btn-primary"
SECONDARY = "btn btn-secondary"
TINT = "btn btn-tint"
SUBTLE = "btn btn-quiet"
DANGER = "btn btn-danger"
SAFE = "btn btn-safe"
SLIM = "btn-slim"
WIDE = "w-full"
ICON_BUTTON = "icon-btn"
LINK = "link"
CARD = "card"
FOCUS = "focus"
LIST = "list"
ROW_ITEM = "row-item"
INPUT = "input"
AREA = "area"
PAGE = "page"
PAIR = "pair"
SCREEN_READER = "sr"

ICON = "i"
ICON_SMALL = "i-s"
ICON_LARGE = "i-l"

# The icon of each tension (Lucide's names in Reflex's spelling); `content` names the same ones.
TENSION_ICONS = {
    "avoid": "eye_off",
    "worry": "cloud_rain",
    "chase": "mountain",
    "perform": "drama",
    "numb": "waves",
    "give": "hand_heart",
    "grip": "lock",
}


def join(*names: str) -> str:
    """Return class names as one string."""
    return " ".join(name for name in names if name)


def head() -> list[rx.Component]:
    """What the document's head needs beside the framework's: colour before paint, face, icons.

    boot.js runs before the first paint. It sets the person's colour and whether somebody has been
    here before; after a quick exit it shows nothing before a tap. A button that is pressed before
    the page can answer is pressed again as soon as it can (`useEarlyTap` in page.js).
    """
    return [
        rx.el.meta(name="viewport", content=VIEWPORT),
        rx.el.script(src="/toney/boot.js"),
        rx.el.link(
            rel="preload",
            href="/toney/fonts/newsreader-440.woff2",
            type="font/woff2",
            cross_origin="anonymous",
            custom_attrs={"as": "font"},
        ),
        rx.el.link(rel="manifest", href="/toney/manifest.webmanifest"),
        rx.el.link(rel="icon", href="/toney/icons/toney-icon-512.svg", type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href="/toney/icons/toney-icon-180.png"),
        _paper(PAPER_LIGHT, "light"),
        _paper(PAPER_DARK, "dark"),
        rx.el.meta(name="apple-mobile-web-app-capable", content="yes"),
    ]


def _paper(colour: str, scheme: str) -> rx.Component:
    """The colour of the browser's own bars."""
    media: Attributes = {"media": f"(prefers-color-scheme: {scheme})"}
    return rx.el.meta(name="theme-color", content=colour, custom_attrs=media)
