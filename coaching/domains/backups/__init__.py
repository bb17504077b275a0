"""Backups: one file that holds the whole database and can be checked before it is used."""
