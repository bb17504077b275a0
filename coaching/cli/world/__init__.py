"""A world to look at: made-up people with six months of history, the same on every machine."""
