"""The rules, as programs on the stack: see `expedition.py`."""
