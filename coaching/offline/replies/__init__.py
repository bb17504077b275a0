"""How each kind of moment is answered: one function per mode, the words are in the repertoire.

Each takes the draft, adds lines to it and returns the name of the mode that it became.
"""
