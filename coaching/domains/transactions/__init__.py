"""Money that somebody spent or got, as far as they write it down, and their budgets."""
