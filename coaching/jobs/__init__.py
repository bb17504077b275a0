"""Work that happens beside the conversation: one job per file, each a row first.

The seam to `coaching.bootstrap`, which builds and starts it, is `coaching.jobs.background`:

`Background(engine)` with `await start()` (take over what a dead engine left, then the loop and the
scheduler), `await stop()` (let running jobs end, then leave) and `wake()` (look now). A job gets
the engine and its row; `coaching.conversation` writes `observer` rows with
`payload = {"turn_id": …}` and `unique_key = "observer:<turn id>"` in the transaction of the reply.
"""
