"""Who plays: levels, their strengths, bots, and external bots in processes of their own."""
