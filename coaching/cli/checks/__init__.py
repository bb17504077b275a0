"""The checks of `toney doctor`, one module for each topic.

A check is a function of the settings in one of these rooms, and a line in the room's `CHECKS`. It
returns what it found when that is good, a `Note` when something is off or worth knowing, and
raises `Unsafe` or another expected error when an admin must act, with a message that says how.
"""

from coaching.cli.checks import access, data, machine, outside, privacy

ROOMS = (machine.CHECKS, data.CHECKS, access.CHECKS, outside.CHECKS, privacy.CHECKS)
