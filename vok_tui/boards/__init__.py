"""What each game provides for the terminal, and what games without a board of their own get."""
