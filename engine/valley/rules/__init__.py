"""The rules: the turn, purchases and payments, the pyramid, reactions, scoring."""
