"""Valley of the Kings: cards, parts and rules, and what one seat sees. Start reading at `turn.py`."""
