"""The rules: purchases and payments, the pyramid, discards, reactions, scoring. The turn is in `engine/valley/turn.py`."""
