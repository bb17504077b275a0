import gc
import sys

# What a worker compiles is kept for the next one, as in scripts/check.py, whatever the environment
# says: each of them would rewrite the asserts of all files anew, a third of what it takes to begin.
sys.dont_write_bytecode = False

# What is imported stays: looking through it for garbage is a fifth of the time of collecting.
# Afterwards, tests/conftest.py looks for it again, but not there.
if "pytest" in sys.modules:
    gc.disable()
