"""Who plays: bots of each level, external bots in processes of their own, and the process that thinks for the table."""
