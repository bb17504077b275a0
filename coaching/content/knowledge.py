"""What the coach knows about change: AWARE, stages, biases, growth lenses."""

from __future__ import annotations

from functools import cache

from coaching.content.reading import BrokenContent, data_file, read, record, require_unique
from coaching.content.tensions import require_hex
from coaching.values.enums import Lens, Stage

ALL_STAGES: tuple[Stage, ...] = tuple(Stage)


@record
class AwareStep:
    """One step of the practice in a money moment."""

    letter: str
    name: str
    what: str
    sources: str
    prompt: str
    duration: str


@record
class StageDetails:
    """A stage of change: how it sounds, what helps, what doesn't."""

    id: Stage
    label: str
    color: str
    color_on_dark: str
    meaning: str
    markers: tuple[str, ...]
    do: str
    avoid: str
    card: str

    def __post_init__(self) -> None:
        require_hex(self.color)
        require_hex(self.color_on_dark)


@record
class Bias:
    """A lens for the coach, never a label for the person."""

    id: str
    name: str
    cues: tuple[str, ...]
    stance: str
    example_response: str
    sources: str


@record
class LensMarkers:
    """Evidence for the status of a lens."""

    active: tuple[str, ...]
    stabilizing: tuple[str, ...]
    not_ready: tuple[str, ...]


@record
class LensDetails:
    """A growth lens, for the Strategist's eyes."""

    id: Lens
    label: str
    markers: LensMarkers


@record
class Knowledge:
    """The whole file."""

    aware: tuple[AwareStep, ...]
    stages: tuple[StageDetails, ...]
    biases: tuple[Bias, ...]
    growth_lenses: tuple[LensDetails, ...]


@cache
def load_knowledge() -> Knowledge:
    """Return everything in knowledge.json."""
    found = read(data_file("knowledge.json"), Knowledge)
    if tuple(stage.id for stage in found.stages) != ALL_STAGES:
        raise BrokenContent("knowledge.json: stages: needs each stage once, in order")
    if tuple(lens.id for lens in found.growth_lenses) != tuple(Lens):
        raise BrokenContent("knowledge.json: growth_lenses: needs each lens once, in order")
    require_unique("knowledge.json", "biases", (bias.id for bias in found.biases))
    return found


def stage_details(stage: Stage | str) -> StageDetails:
    """Return what is known about one stage of change."""
    return load_knowledge().stages[ALL_STAGES.index(Stage(stage))]


def stage_color(stage: Stage | str, dark: bool = False) -> str:  # noqa: FBT001, FBT002 - as tension_color
    """Return the stage's colour as #RRGGBB, for a light or a dark page."""
    details = stage_details(stage)
    return details.color_on_dark if dark else details.color


def lens_details(lens: Lens | str) -> LensDetails:
    """Return what is known about one growth lens."""
    return load_knowledge().growth_lenses[tuple(Lens).index(Lens(lens))]
