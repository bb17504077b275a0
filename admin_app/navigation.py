"""Every page, in the order of the rail. A new one is a file in `pages/` and a line here."""

from __future__ import annotations

from admin_app.pages import account, costs, intel, log, metrics, overview, people, person

PAGES = (
    overview.PAGE,
    metrics.PAGE,
    intel.PAGE,
    people.PAGE,
    person.PAGE,
    costs.PAGE,
    log.PAGE,
    account.PAGE,
)
