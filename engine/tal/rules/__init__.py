"""The rules, as programs on the stack: see `rounds.py`."""
