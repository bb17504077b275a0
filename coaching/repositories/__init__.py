"""Every query. One file per noun; functions are questions or commands, scoped to their owner."""
