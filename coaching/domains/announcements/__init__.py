"""Announcements: a banner in both languages that an admin shows to everyone for a while."""
