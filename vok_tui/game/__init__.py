"""A game at the table: sitting, autosave, and opponents that think in a separate process."""
