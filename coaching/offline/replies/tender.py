"""Moments that need room: grief, tears, a secret, a scene from before, shame, an insight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coaching.offline.scene import GRIEF_MODES
from coaching.offline.steps import anything, ids, mode, quietly, reflection

if TYPE_CHECKING:
    from coaching.offline.draft import Draft
    from coaching.offline.moment import Moment


def grief(draft: Draft) -> str:
    """Stay with it: no question, no offer, no money."""
    scene = draft.moment.scene
    first_said = draft.moment.reading.has("died") and "loss_named" not in scene.modes()
    if scene.was(GRIEF_MODES - {"tears"}, within=2) and not first_said:
        draft.first(mode("grief_continues"), mode("silence"), anything)
        return "grief_continues"
    is_a_day = draft.moment.reading.says("day_of_loss") and not first_said
    name = "grief_named" if is_a_day else "loss_named"
    if name == "grief_named":
        draft.say_back()
    draft.first(mode(name), mode("grief_named", "loss_named"), mode("silence"), anything)
    return name


def quiet(draft: Draft) -> str:
    """Hardly a word after grief: hardly a word back."""
    draft.first(mode("silence"), quietly, anything)
    return "quiet"


def tears(draft: Draft) -> str:
    """Presence first, nothing to work out."""
    draft.reflect("reflection_simple")
    if not draft.say("tears") and not draft.lines:
        draft.first(mode("silence"), anything)
    return "tears"


def has_news(moment: Moment) -> bool:
    """Whether something happened that changes the room; that they told somebody comes first."""
    return moment.reading.says("life_event") and not moment.reading.says("brave")


def life_event(draft: Draft) -> str:
    """News that changes the room: everything else can wait."""
    draft.first(mode("life_event"), reflection, anything)
    return "life_event"


def insight(draft: Draft) -> str:
    """Their sentence, slowed down; never a question, an offer or a next step."""
    draft.first(mode("breakthrough"), ids("rs08"), reflection, anything)
    draft.first(mode("breakthrough_close"), ids("ra03"), quietly)
    return "breakthrough"


def first_telling(draft: Draft) -> str:
    """Something said for the first time gets room."""
    draft.first(mode("first_telling"), reflection, anything)
    draft.line("ra03", "ds1")
    return "first_telling"


def disclosure(draft: Draft) -> str:
    """A scene from before is received and not interpreted."""
    draft.first(mode("disclosure"), reflection, anything)
    draft.first(mode("disclosure_close"), ids("ds2", "thr1", "t_parents_3"))
    return "disclosure"


def shame_alone(draft: Draft) -> str:
    """One reflection, then silence."""
    draft.line("rc17", "rs05", "rs13")
    if not draft.first(mode("shame_alone"), mode("silence")) and not draft.lines:
        draft.fallback()
    return "shame_alone"
