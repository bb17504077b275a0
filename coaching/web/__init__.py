"""Looking something up: a search, an encyclopedia, and what holds for whatever they answer.

Words go out to the services that the settings name and to nowhere else. What comes back was
written by strangers: it is made plain, cut short, and never more than material (ADR 0019).
"""

from coaching.web.injection_filter import asks
from coaching.web.lookups import Lookup, Lookups
from coaching.web.network import LONGEST_URL
from coaching.web.pages import Pages
from coaching.web.port import Findings, Provider, SearchResult
from coaching.web.queries import LONGEST_QUERY, sendable
from coaching.web.sanitise import lines

__all__ = [
    "LONGEST_QUERY",
    "LONGEST_URL",
    "Findings",
    "Lookup",
    "Lookups",
    "Pages",
    "Provider",
    "SearchResult",
    "asks",
    "lines",
    "sendable",
]
