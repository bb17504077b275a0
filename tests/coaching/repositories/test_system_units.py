"""Who may look across people: sign-in, scheduler, jobs, recovery, admin, clean-up. Nobody else."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[3]
CALLERS = {
    "coaching/bootstrap.py",
    "coaching/cli/checks/data.py",
    "coaching/cli/delete.py",
    "coaching/cli/people.py",
    "coaching/cli/rotation.py",
    "coaching/cli/seed.py",
    "coaching/conversation/account_deletion.py",
    "coaching/conversation/runner.py",
    "coaching/domains/access_grants/service.py",
    "coaching/domains/admin_access/invites.py",
    "coaching/domains/admin_access/service.py",
    "coaching/domains/admin_access/own_account.py",
    "coaching/domains/announcements/service.py",
    "coaching/domains/api_tokens/service.py",
    "coaching/domains/app_lock/service.py",
    "coaching/domains/audit_log/service.py",
    "coaching/domains/metrics/cost_review.py",
    "coaching/domains/metrics/from_rows.py",
    "coaching/domains/metrics/intel.py",
    "coaching/domains/metrics/keeping.py",
    "coaching/domains/metrics/morning.py",
    "coaching/domains/metrics/service.py",
    "coaching/domains/operations/attention.py",
    "coaching/domains/operations/health.py",
    "coaching/domains/operations/service.py",
    "coaching/domains/passkeys/challenges.py",
    "coaching/domains/passkeys/service.py",
    "coaching/domains/people/person.py",
    "coaching/domains/people/requests.py",
    "coaching/domains/people/service.py",
    "coaching/domains/people/words.py",
    "coaching/domains/practices/figures.py",
    "coaching/domains/privacy/consents.py",
    "coaching/domains/privacy/importing.py",
    "coaching/domains/privacy/old_access.py",
    "coaching/domains/privacy/pruning.py",
    "coaching/domains/privacy/returned.py",
    "coaching/domains/quality/cases.py",
    "coaching/domains/quality/service.py",
    "coaching/domains/quality/simulated.py",
    "coaching/domains/recovery_codes/service.py",
    "coaching/domains/reminders/browsers.py",
    "coaching/domains/reminders/sending.py",
    "coaching/domains/sign_in/google.py",
    "coaching/domains/sign_in/links.py",
    "coaching/domains/sign_in/service.py",
    "coaching/evals/cost/play.py",
    "coaching/evals/stories/playing.py",
    "coaching/jobs/background.py",
    "coaching/jobs/batch.py",
    "coaching/jobs/clean_up.py",
    "coaching/jobs/cost_check.py",
    "coaching/jobs/loop.py",
    "coaching/jobs/model_health.py",
    "coaching/jobs/sweep.py",
    "coaching/jobs/tidy.py",
    "coaching/repositories/db.py",
    "coaching/repositories/partials.py",
    "coaching/services/accounts.py",
    "coaching/services/devices.py",
    "coaching/services/gauges.py",
    "coaching/services/overview.py",
    "coaching/services/cache_savings.py",
    "coaching/services/traces.py",
    "coaching/simulator/space.py",
    "toney_app/api/auth.py",
    "toney_app/api/devices.py",
    "toney_app/api/passkeys.py",
    "toney_app/api/sign_in.py",
    "toney_app/api/tokens.py",
}


def _opens_a_system_unit(path: Path) -> bool:
    source = path.read_text(encoding="utf-8")
    return "system" in source and any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "system"
        for node in ast.walk(ast.parse(source))
    )


def test_system_units_have_few_callers_and_each_is_known() -> None:
    sources = [
        p for name in ("coaching", "toney_app", "admin_app") for p in (ROOT / name).rglob("*.py")
    ]
    found = {str(path.relative_to(ROOT)) for path in sources if _opens_a_system_unit(path)}
    assert found == CALLERS
