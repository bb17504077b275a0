"""The way back of a guest: one code, kept by the person, its hash kept here."""
