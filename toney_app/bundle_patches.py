"""Keep the first page small: the framework's defaults without the parts we don't use.

Each change names the place in the framework's files that it counts on, and refuses a build in which
that place looks different.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coaching.serving.failures import BuildChanged

if TYPE_CHECKING:
    from pathlib import Path

# Icons of sheets only: they come with these.
_ONLY_IN_SHEETS = (
    "archive|arrow-down-to-line|arrow-right|audio-lines|braces|briefcase|bus|calendar-days"
    "|chevron-up|circle-check|circle-pause|coffee|compass|flag|flask-conical|footprints|gift"
    "|git-branch|graduation-cap|hand-coins|heart|heart-pulse|hourglass|languages|laptop"
    "|lightbulb|link-2|list-minus|log-out|mail|map-pin|message-circle-reply|monitor-smartphone"
    "|moon-star|notebook-pen|palette|pause|quote|receipt|route|scale|search|share|smartphone"
    "|smile|spline|split|sprout|store|sun|tablet|tag|umbrella|unlink|user-round|users|utensils"
)
_SHEETS_OWN = "help_data|practice_data|reminders|account|passkeys|notes|purchase|money|amounts"
# One file for what every page needs: it compresses better, and stays from release to release.
_BASE = (
    r"{ name: 'base', test: /rolldown.runtime|node_modules(?!.*lucide-react.*icons)"
    r"|utils.(state|context.*|react-theme|helpers.\w+|toney.(texts|elements|listeners))\.jsx?$"
    r"|components.strings\.jsx$/ },"
    # What is our own and needed at once is one file as well.
    r"{ name: 'page',"
    rf" test: /utils.toney.(?!{_SHEETS_OWN})\w+\.js$"
    rf"|lucide-react.*icons.(?!({_ONLY_IN_SHEETS})\.)|app_components.toney_app.(offline|components)/"
    r" },"
)
_AFTER_THE_ADDRESS = """name: "reflex-env",
            },"""
# Looks come from style sheets, so nothing has to turn styles into classes while the page runs.
_PLAIN_ELEMENTS = (
    "{ find: '@emotion/react',"
    " replacement: fileURLToPath(new URL('./utils/toney/elements.js', import.meta.url)) },"
)
# The script that sets the colours before the first paint, in each page and in the code of the root.
_COLOUR_SCRIPT = re.compile(r"\n// Only run in browser.*?\n}\n", re.DOTALL)
_COMMENTS_AND_INDENTS = re.compile(r"\n *(//.*)?(?=\n)|(?<=\n) +")
_INLINE_STYLE = re.compile(r"\bcss: ?\(")
_COMPILED = ("app", "app_components", "utils/components")


def bundled(vite_config: str) -> str:
    """Put what every page needs into one file, and leave out the styling library."""
    grouped = _with_line(vite_config, _AFTER_THE_ADDRESS, _BASE)
    return _with_line(grouped, "alias: [", _PLAIN_ELEMENTS)


def renamed(state_js: str) -> str:
    """Let names be shortened: a direct `eval` in a file forbids that, and none may run here."""
    renamed_js = state_js.replace("eval(", "(0, eval)(")
    if "(0, eval)(" not in renamed_js:
        raise BuildChanged("expected calls of eval in utils/state.js, found none")
    return renamed_js


def shorten_colour_script(public: Path) -> None:
    """Leave the comments out of the framework's script, which isn't minified as other code is."""
    for path in (*public.rglob("*.html"), *(public / "assets").glob("root-*.js")):
        text = path.read_text("utf-8")
        if len(_COLOUR_SCRIPT.findall(text)) != 1:
            raise BuildChanged(f"expected the script of the colours once in {path.name}")
        short = _COLOUR_SCRIPT.sub(lambda found: _COMMENTS_AND_INDENTS.sub("", found[0]), text)
        path.write_text(short, "utf-8")


def refuse_inline_styles(web: Path) -> None:
    """Without the styling library a component with a style of its own would look bare."""
    for folder in _COMPILED:
        for path in sorted((web / folder).rglob("*.js*")):
            if _INLINE_STYLE.search(path.read_text("utf-8")):
                raise BuildChanged(f"a style in {path.relative_to(web)}: use a class instead")


def _with_line(text: str, place: str, line: str) -> str:
    if text.count(place) != 1:
        raise BuildChanged(f"expected '{place}' once in vite.config.js")
    return text.replace(place, f"{place}\n{line}", 1)
