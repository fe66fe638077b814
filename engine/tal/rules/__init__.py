"""The rules, as programs on the stack. Start reading at `rounds.py`."""
