"""The cards of Valley of the Kings to read: the list of all cards, and the same cards as data on the command line."""
