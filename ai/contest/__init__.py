"""Contests: games between players, results, Elo, the ladder, journals."""
