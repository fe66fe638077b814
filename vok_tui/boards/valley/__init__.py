"""Valley of the Kings in the terminal."""
