"""What the admin looks like: the same paper, ink and faces, denser."""

from __future__ import annotations

STYLESHEETS = ["/tokens.css", "/admin.css"]

SHELL = "admin-shell"
RAIL = "admin-rail"
BRAND = "admin-brand"
MARK = "admin-mark"
NAV_LINK = "admin-link"
CONTENT = "admin-content"
TITLE = "admin-title"
NOTE = "admin-note"
BANNER = "admin-banner"
STATS = "admin-stats"
STAT = "admin-panel admin-stat"
STAT_LABEL = "admin-stat-label"
STAT_FIGURE = "admin-stat-figure"
PANEL = "admin-panel"
PANEL_TITLE = "admin-panel-title"
PANELS = "admin-panels"
TABLE = "admin-table"
DOOR = "admin-door"
FIELD = "admin-field"
INPUT = "admin-input"
PRIMARY = "admin-button"
SUBTLE = "admin-link"
PROBLEM = "admin-problem"
