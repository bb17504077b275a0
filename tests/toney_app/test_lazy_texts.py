from __future__ import annotations

import json
from pathlib import Path

import toney_app
from coaching import content
from coaching.serving.pages import LATER_TEXTS, Pages
from toney_app import lazy_texts

CODE = 'tx("ui.home.hello"); tx("ui.tab."+view); tx(`ui.focus.skipped_${n}`, {}); tx("ui.days",{})'


def test_what_the_first_page_names_or_puts_together_is_not_later() -> None:
    first = ["ui.home.hello", "ui.tab.wins", "ui.focus.skipped_3", "ui.days.one", "ui.toast.x"]
    assert lazy_texts.later_keys(CODE, [*first, "ui.home.hell", "ui.editor.save"]) == [
        "ui.editor.save",
        "ui.home.hell",
    ]


def test_each_text_is_sent_once_and_the_first_page_says_where_the_others_are(
    tmp_path: Path,
) -> None:
    public = tmp_path / "client"
    (public / "assets").mkdir(parents=True)
    (public / "assets" / "page-1.js").write_text('tx("ui.home.hello")')
    (public / "assets" / "sheets-1.js").write_text('tx("ui.close")')
    lazy_texts.write(public)
    assert "ui.close" in json.loads((tmp_path / LATER_TEXTS).read_text())
    pages = Pages(public, content.languages(), content.texts)
    first, more = pages.script("es").body.decode(), json.loads(pages.more("es").body)
    assert f'window.__more="/i18n/es.more.json?v={pages.more("es").tag}"' in first
    assert '"ui.home.hello"' in first
    assert '"ui.close"' not in first
    assert more["ui.close"] == content.texts("es")["ui.close"]
    assert "ui.home.hello" not in more


def test_a_notice_that_comes_later_is_given_by_no_view_of_the_first_page() -> None:
    known = content.texts("en")
    later = [key for key in known if key.startswith(lazy_texts._LATER_NOTICES)]
    assert [
        of for of in lazy_texts._LATER_NOTICES if not any(k.startswith(of) for k in later)
    ] == []
    views = Path(toney_app.__file__).parent / "views"
    on_the_page = [views / name for name in ("chat", "home", "reminders")]
    code = "".join(file.read_text() for folder in on_the_page for file in folder.glob("*.py"))
    code += (views / "sending_state.py").read_text()
    assert [key for key in later if key in code] == []
    assert lazy_texts.later_keys("", later) == sorted(later)
