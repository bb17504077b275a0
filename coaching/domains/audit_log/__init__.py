"""The audit trail as admins read it: what they and the system did."""
