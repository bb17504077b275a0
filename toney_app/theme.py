"""What things look like: names of the type roles and shapes in assets/*.css, colours of the head.

Views and components take their looks from here; the values behind the names are CSS tokens.
"""

from __future__ import annotations

STYLESHEETS = ["/tokens.css", "/app.css"]
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
