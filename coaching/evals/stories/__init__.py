"""People whose stories are told in advance, and how they are played: sessions, gaps, a clock.

`story_of`, `tell` and `empty_database` are what another version is played by (`player`): their
names stay.
"""

from coaching.evals.stories.stage import empty_database, tell
from coaching.evals.stories.story import story_of

__all__ = ["empty_database", "story_of", "tell"]
