"""All cards of Valley of the Kings: as a list on the screen, and as data on the command line."""
