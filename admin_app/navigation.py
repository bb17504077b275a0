"""Every page, in the order of the rail. A new one is a file in `pages/` and a line here."""

from __future__ import annotations

from admin_app.pages import (
    account,
    announcement,
    costs,
    flag,
    health,
    intel,
    jobs,
    log,
    metrics,
    overview,
    people,
    person,
    quality,
    safety,
    simulator,
)

PAGES = (
    overview.PAGE,
    metrics.PAGE,
    intel.PAGE,
    people.PAGE,
    person.PAGE,
    quality.PAGE,
    flag.PAGE,
    jobs.PAGE,
    costs.PAGE,
    safety.PAGE,
    simulator.PAGE,
    health.PAGE,
    announcement.PAGE,
    log.PAGE,
    account.PAGE,
)
