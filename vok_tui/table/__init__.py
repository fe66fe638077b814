"""The screen of the table and what it is made of."""
