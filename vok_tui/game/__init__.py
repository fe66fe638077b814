"""A game at the table: session, autosave, and opponents that think in a separate process."""
