"""A game at the table: session, autosave, seating, opponents that think in a process of their own."""
