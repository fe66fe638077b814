"""Valley of the Kings on the table."""
