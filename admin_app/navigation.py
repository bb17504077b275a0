"""Every page, in the order of the rail. A new one is a file in `pages/` and a line here."""

from __future__ import annotations

from admin_app.pages import (
    account,
    announcement,
    costs,
    health,
    intel,
    jobs,
    log,
    metrics,
    overview,
    people,
    person,
    safety,
)

PAGES = (
    overview.PAGE,
    metrics.PAGE,
    intel.PAGE,
    people.PAGE,
    person.PAGE,
    jobs.PAGE,
    costs.PAGE,
    safety.PAGE,
    health.PAGE,
    announcement.PAGE,
    log.PAGE,
    account.PAGE,
)
