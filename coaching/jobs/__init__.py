"""Work that happens beside the conversation: one job per file, each a row first.

The seam to `coaching.bootstrap`, which builds and starts it, is `coaching.jobs.background`:

`Background(engine)` with `await start()` (take over what a dead engine left, then the loop and the
scheduler), `await stop()` (let running jobs end, then leave) and `wake()` (look now). A job gets
the engine and its row; rows are written by `coaching.services.jobs` (`ask_observer` in the
transaction of the reply, `ask_strategist` with what makes it due).
"""

from coaching.jobs import (
    backup,
    check_in,
    clean_up,
    closing,
    cost_check,
    forget_batch,
    intel,
    model_health,
    observer,
    person_request,
    reminders,
    roll_ups,
    strategist,
    sweep,
    tidy,
)

ALL_JOBS = (
    observer.KIND,
    strategist.KIND,
    closing.KIND,
    person_request.KIND,
    check_in.KIND,
    forget_batch.KIND,
)
SWEEPS = (
    sweep.IDLE_SESSIONS,
    cost_check.COST_CHECK,
    model_health.MODEL_HEALTH,
    clean_up.CLEAN_UP,
    reminders.REMINDERS,
    backup.BACKUP,
    roll_ups.ROLL_UPS,
    intel.INTEL,
    tidy.TIDY,
)
