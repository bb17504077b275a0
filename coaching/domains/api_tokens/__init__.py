"""Personal API tokens: programs that a person lets at their own data."""
