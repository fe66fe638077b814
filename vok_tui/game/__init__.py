"""A game at the table: session, autosave, seating, and opponents that think in a separate process."""
