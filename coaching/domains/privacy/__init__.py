"""Privacy: export, import, deletion and retention of personal data."""
