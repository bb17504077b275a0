"""The JavaScript that the build writes out, as strings; each module has its browser test."""

from __future__ import annotations

from toney_app.js import door, elements, page, scroll, texts, thread

MODULES = {
    "utils/toney_elements.js": elements.CODE,
    "utils/toney_i18n.js": texts.CODE,
    "utils/toney_ui.js": page.CODE,
    "utils/toney_door.js": door.CODE,
    "utils/toney_scroll.js": scroll.CODE,
    "utils/toney_chat.js": thread.CODE,
}
