"""Care that needs no model: the screen, the places to turn to, the fixed words."""

from coaching.safety.messages import fixed_message
from coaching.safety.resources import all_resources, countries, resources_for
from coaching.safety.screen import prepare, screen

__all__ = ["all_resources", "countries", "fixed_message", "prepare", "resources_for", "screen"]
