"""The JavaScript that the build writes out, as strings; each module has its browser test."""

from __future__ import annotations

from toney_app.js import (
    care,
    door,
    edit,
    elements,
    heard,
    help_data,
    help_now,
    kept,
    long,
    menu,
    page,
    practice,
    scroll,
    steps,
    texts,
    thread,
    way_back,
)

MODULES = {
    "utils/toney_elements.js": elements.CODE,
    "utils/toney_i18n.js": texts.CODE,
    "utils/toney_ui.js": page.CODE,
    "utils/toney_heard.js": heard.CODE,
    "utils/toney_help.js": help_now.CODE,
    "utils/toney_help_data.js": help_data.code(),
    "utils/toney_care.js": care.CODE,
    "utils/toney_door.js": door.CODE,
    "utils/toney_edit.js": edit.CODE,
    "utils/toney_kept.js": kept.CODE,
    "utils/toney_long.js": long.CODE,
    "utils/toney_menu.js": menu.CODE,
    "utils/toney_practice.js": practice.CODE,
    "utils/toney_scroll.js": scroll.CODE,
    "utils/toney_steps.js": steps.CODE,
    "utils/toney_chat.js": thread.CODE,
    "utils/toney_way_back.js": way_back.CODE,
}
