"""What an admin tells everyone for a while, in both languages."""
