"""A browser with a profile subscribes to pushes; in a file of its own, since it starts its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.arrivals import settle
from tests.support.browser import own_browser
from tests.support.push_registry import push_registry

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.served import Served

pytestmark = pytest.mark.journey
SUBSCRIPTION = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.pushManager.getSubscription())?.toJSON() ?? null;
}"""


def test_a_browser_subscribes_with_the_key_of_this_server_and_ends_it(
    toney: Served, tmp_path: Path
) -> None:
    with push_registry() as registry, own_browser(tmp_path, toney.url, *registry.flags) as mara:
        settle(mara)
        mara.opens("#home/reminders")
        mara.page.get_by_test_id("reminders-isOn").click()
        expect(mara.page.get_by_test_id("reminders-byPush")).to_be_checked()
        ours = mara.page.context.request.get(f"{toney.url}/api/reminders").json()
        here = mara.page.evaluate(SUBSCRIPTION)
        assert ours["hasPush"]
        assert ours["byPush"]
        assert list(registry.senders.values()) == [ours["pushKey"]]
        assert here["endpoint"].rpartition("/")[2] in registry.senders
        mara.page.get_by_test_id("reminders-byPush").click()
        expect(mara.page.get_by_test_id("reminders-isOn")).not_to_be_checked()
        assert mara.page.evaluate(SUBSCRIPTION) is None
