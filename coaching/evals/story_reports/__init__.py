"""What a run of stories came to: as a table, a page and JSON, alone or beside another run."""
